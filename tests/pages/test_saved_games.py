"""Games that people save: written about, given to others, sent in as logs, and published."""

from __future__ import annotations

import html
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.test import Client

from games.commenting import judge_game
from games.match_logs import read_log, text_of
from games.models import Match, Ruleset, SavedGame, SharedGame
from tests.games.test_logs import DAVIDSON
from tests.pages.conftest import stored
from tests.pages.saved_games import (
    MOVES,
    published,
    save,
    text,
    write,
)

pytestmark = pytest.mark.django_db
PROBLEM = "2;h8:Noyion2;d4:Oi2;a1:Noyion1"


def test_a_game_is_saved_with_who_resigned(client: Client, shodra_rules: Ruleset) -> None:
    assert save(client, ended="draw").ending == "draw agreed"
    assert save(client, ended="nobody").ending == ""
    game = save(client, ended="2")
    assert (game.moves, game.ending, game.state) == (MOVES, "second resigns", "private")
    assert (game.owner, game.digest) == (None, shodra_rules.digest)


def test_moves_that_are_not_legal_are_not_saved(client: Client, shodra_rules: Ruleset) -> None:
    answer = client.post("/rulesets/shodra/play/save/", {"moves": "e2-e4\ne4-e5"})
    assert answer.status_code == 400
    assert "e4-e5 is not legal" in answer.content.decode()
    assert not SavedGame.objects.exists()


def test_a_game_from_a_position_set_up_is_kept_with_it(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    game = save(client, ["d4-d3", "a1-a2"], setup=PROBLEM)
    assert game.setup == "2;a1:Noyion1;d4:Oi2;h8:Noyion2"
    page = text(client, f"/kept/{game.read_key}/")
    assert "Black oi, d4" in page
    assert "White oi" not in page
    log = text(client, f"/kept/{game.read_key}/log/")
    assert '[Setup "2;a1:Noyion1;d4:Oi2;h8:Noyion2"]' in log
    assert client.post("/rulesets/shodra/games/log/", {"text": log}).status_code == 302
    assert text_of(SavedGame.objects.latest("pk")) == log
    write(client, game, "publish")
    judge_game(game, game.changed.isoformat(), accepted=True)
    match = Match.objects.get()
    assert (match.setup, match.result) == (game.setup, "open")
    assert not match.moments.filter(clause__name="PiecesBehindOi").exists()
    assert "Black oi, d3" in text(client, f"{match.get_absolute_url()}?ply=1")
    assert "Black oi, d3" in text(client, f"{match.get_absolute_url()}1/")
    assert "Black oi, d3" in text(client, f"/rulesets/shodra/?match={match.slug}&ply=1")
    assert client.get(f"/api/v1/matches/{match.slug}/").json()["setup"] == game.setup


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ("2;z9:Noyion1", "no site 'z9'"),
        ("2;a1:<b>Noyion1", "there is no piece '<b>Noyion1'"),
        ("2;a1:Noyion1", "the side to move has no legal move"),
        ("2;a1:\x01", "there is no piece"),
    ],
)
def test_what_cannot_be_set_up_is_not_saved(
    client: Client, shodra_rules: Ruleset, setup: str, reason: str
) -> None:
    answer = client.post("/rulesets/shodra/play/save/", {"moves": "", "setup": setup})
    assert answer.status_code == 400
    assert reason in html.unescape(answer.content.decode())
    assert "<b>Noyion1" not in answer.content.decode()
    answer = client.post("/rulesets/shodra/play/between/", {"setup": setup})
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert reason in answer.content.decode()
    assert not SavedGame.objects.exists()
    assert not SharedGame.objects.exists()


def test_moves_are_kept_as_the_rules_write_them(client: Client, shodra_rules: Ruleset) -> None:
    assert save(client, ["E2-E4", " d7-d5"]).moves == ["e2-e4", "d7-d5"]


def test_only_the_secret_address_writes(client: Client, shodra_rules: Ruleset) -> None:
    game = save(client)
    assert client.post(f"/kept/{game.read_key}/", {"title": "Mine"}).status_code == 403
    page = text(client, f"/kept/{game.read_key}/")
    assert game.edit_key not in page
    assert "<textarea" not in page
    assert client.get("/kept/nobody/").status_code == 404


def test_each_ply_is_written_about_and_read(client: Client, shodra_rules: Ruleset) -> None:
    game = save(client)
    write(client, game, **{"remark-0": "The start.", "remark-3": "A <b>capture</b>."})
    assert game.annotations == {"0": "The start.", "3": "A <b>capture</b>."}
    answer = client.get(f"/kept/{game.read_key}/").content.decode()
    assert "A &lt;b&gt;capture&lt;/b&gt;." in answer
    assert "<b>capture" not in answer
    log = client.get(f"/kept/{game.read_key}/log/").content.decode()
    assert "2. P e4-d5 // A <b>capture</b>." in log


def test_of_two_who_write_at_once_the_second_is_told(client: Client, shodra_rules: Ruleset) -> None:
    game = save(client)
    address = f"/kept/{game.edit_key}/"
    seen = re.search(r'name="seen" value="([^"]+)"', text(client, address))
    assert seen
    write(client, game, **{"remark-1": "Ann was here.", "seen": seen[1]})
    late = {"title": "Mine", "remark-1": "So was Bo.", "deed": "save", "seen": seen[1]}
    answer = client.post(address, late)
    page = html.unescape(answer.content.decode())
    assert (answer.status_code, "Someone else has annotated" in page) == (400, True)
    assert "So was Bo." in page
    game.refresh_from_db()
    assert game.annotations == {"1": "Ann was here."}
    again = re.search(r'name="seen" value="([^"]+)"', page)
    assert again
    assert client.post(address, late | {"seen": again[1]}).status_code == 302
    game.refresh_from_db()
    assert game.annotations == {"1": "So was Bo."}


@pytest.mark.django_db(transaction=True)
def test_a_game_is_published_once_by_two_who_do_it_at_once() -> None:
    stored("shodra")
    game = save(Client())
    SavedGame.objects.filter(pk=game.pk).update(state=SavedGame.State.WAITING)
    game.refresh_from_db()
    together = Barrier(2)

    def judge(_number: int) -> bool:
        together.wait()
        try:
            return judge_game(game, game.changed.isoformat(), accepted=True)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(judge, range(2))) == [False, True]
    assert Match.objects.count() == 1


def test_a_remark_may_not_be_endless(client: Client, shodra_rules: Ruleset) -> None:
    game = save(client)
    address = f"/kept/{game.edit_key}/"
    for form, reason in [
        ({"remark-1": "x" * 20_001, "remark-2": "Words of mine."}, "Ply 1: at most 20000 char"),
        ({f"remark-{ply}": "\n".join("x" * 10_000) for ply in range(4)}, "at most 120000 char"),
        ({"note": "\n".join("x" * 201), "remark-2": "Words of mine."}, "At most 200 lines"),
    ]:
        answer = client.post(address, form)
        page = answer.content.decode()
        assert (answer.status_code, reason in page) == (400, True)
        assert form["remark-2"] in page
    game.refresh_from_db()
    assert (game.annotations, game.note) == ({}, "")


@pytest.mark.sqlite  # what is written and read again is a text
def test_the_longest_that_is_kept_is_read_again_from_its_log(
    client: Client, shodra_rules: Ruleset
) -> None:
    knights = ["b1-c3", "b8-c6", "c3-b1", "c6-b8"] * 250
    said = {f"remark-{ply}": "x\n" * 22 + "x" for ply in range(1001)}
    note = "\n".join(['"' * 18] * 200)
    game = write(client, save(client, knights), note=note, title='"' * 200, **said)
    log = client.get(f"/kept/{game.read_key}/log/").content.decode()
    assert read_log(log)[1].annotations.keys() == set(range(1001))


def test_the_longest_game_has_a_remark_for_each_ply(client: Client, shodra_rules: Ruleset) -> None:
    knights = ["b1-c3", "b8-c6", "c3-b1", "c6-b8"] * 250
    game = save(client, knights)
    write(client, game, **{f"remark-{ply}": "so" for ply in range(1001)})
    assert len(game.annotations) == 1001


def test_a_log_is_pasted_or_sent_as_a_file(client: Client) -> None:
    stored("chaturanga-davidson")
    address = "/rulesets/chaturanga-davidson/games/log/"
    assert client.get(address).status_code == 200
    assert client.post(address, {"text": DAVIDSON.read_text()}).status_code == 302
    file = SimpleUploadedFile("game.txt", DAVIDSON.read_bytes())
    assert client.post(address, {"file": file, "text": ""}).status_code == 302
    for game in SavedGame.objects.all():
        log = client.get(f"/kept/{game.read_key}/log/").content.decode()
        assert log == DAVIDSON.read_text()


def test_a_log_that_is_wrong_is_shown_again_with_its_line(client: Client) -> None:
    stored("chaturanga-davidson")
    wrong = '[Ruleset "chaturanga-davidson"]\n1. P f2-f5\n'
    answer = client.post("/rulesets/chaturanga-davidson/games/log/", {"text": wrong})
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 400
    assert "line 2: ply 1 (1. P f2-f5): P f2-f5 is not legal; legal here: P f2-f3" in page
    assert "1. P f2-f5" in page
    big = SimpleUploadedFile("game.txt", b"x" * 900_000)
    answer = client.post("/rulesets/chaturanga-davidson/games/log/", {"file": big})
    assert (answer.status_code, "900,000 bytes" in answer.content.decode()) == (400, True)


def test_with_an_account_a_game_is_ones_own_and_published_at_once(
    client: Client, shodra_rules: Ruleset
) -> None:
    client.force_login(User.objects.create_user("ann", password="x"))
    game = write(client, save(client), "publish")
    assert game.state == "published"
    assert game.match
    assert game.match.origin == Match.Origin.READER
    assert game.match.result == "open"
    assert game.match.moments.filter(clause__name="OiCaptures", ply=3).exists()
    assert "A capture" in text(client, "/kept/")
    assert "A capture" in text(client, "/rulesets/shodra/games/")
    assert "A capture" not in text(Client(), "/rulesets/shodra/games/?clause=MerzeSteps")
    write(client, game, title="Another name")
    game.match.refresh_from_db()
    assert game.match.title == "Another name"
    write(client, game, "withdraw")
    assert (game.state, Match.objects.count()) == ("private", 0)


def test_many_games_of_ones_own_are_listed_in_pages(
    client: Client, shodra_rules: Ruleset, django_assert_max_num_queries: Any
) -> None:
    ann = User.objects.create_user("ann", password="x")
    for number in range(51):
        SavedGame.objects.create(
            ruleset=shodra_rules, title=f"Game {number:02}", owner=ann, moves=MOVES,
            digest=shodra_rules.digest, edit_key=f"e{number}", read_key=f"r{number}",
        )  # fmt: skip
    client.force_login(ann)
    with django_assert_max_num_queries(6):
        first = text(client, "/kept/")
    assert ("Game 50" in first, "Game 00" in first) == (True, False)
    assert "1 to 50 of 51" in first
    assert "Game 00" in text(client, "/kept/?page=2")


def test_who_has_no_account_has_no_list(client: Client) -> None:
    assert client.get("/kept/").status_code == 302


def test_without_an_account_a_curator_looks_first(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    game = write(client, save(client), "publish")
    assert (game.state, Match.objects.count()) == ("waiting", 0)
    assert "A capture" in text(curator, "/curate/games/")
    seen = game.changed.isoformat()
    write(client, game, title="Something else entirely")
    form = {"verdict": "accept", "seen": seen}
    curator.post(f"/curate/games/game/{game.pk}/", form)
    assert not Match.objects.exists()  # it is not what the curator has read
    form["seen"] = game.changed.isoformat()
    curator.post(f"/curate/games/game/{game.pk}/", form)
    assert Match.objects.get().title == "Something else entirely"
    write(client, game, title="And again")
    assert (game.state, Match.objects.get().title) == ("waiting", "Something else entirely")


def test_a_game_that_is_refused_stays_private(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    game = write(client, save(client), "publish")
    form = {"verdict": "refuse", "seen": game.changed.isoformat()}
    curator.post(f"/curate/games/game/{game.pk}/", form)
    game.refresh_from_db()
    assert (game.state, Match.objects.count()) == ("refused", 0)
    page = text(client, f"/kept/{game.edit_key}/")
    assert ("Save and publish" in page, "Make private" in page) == (True, False)


def test_a_change_that_waits_or_is_refused_leaves_the_older_version_public_until_it_is_taken_back(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    match = published(client, curator)
    game = SavedGame.objects.get()
    write(client, game, title="Buy horses")
    for state in ("waits for a curator", "refused by a curator"):
        assert f"{state}; an older version is public" in text(client, f"/kept/{game.edit_key}/")
        assert "A capture" in text(client, match.get_absolute_url())
        assert "Make private" in text(client, f"/kept/{game.edit_key}/")
        form = {"verdict": "refuse", "seen": game.changed.isoformat()}
        curator.post(f"/curate/games/game/{game.pk}/", form)
    write(client, game, "withdraw")
    assert (game.state, Match.objects.count()) == ("private", 0)
    page = text(client, f"/kept/{game.edit_key}/")
    assert "older version" not in page
    assert ("Save and publish" in page, "Make private" in page) == (True, False)


def test_a_curator_sees_that_an_older_version_of_what_waits_is_public(
    client: Client, curator: Client, shodra_rules: Ruleset
) -> None:
    match = published(client, curator)
    game = SavedGame.objects.get()
    write(client, game, title="Another title")
    told = f'<a href="{match.get_absolute_url()}">an older version is public</a>'
    assert told in text(curator, "/curate/games/")


def test_games_of_ones_own_are_listed_with_what_others_see(
    client: Client, shodra_rules: Ruleset
) -> None:
    client.force_login(User.objects.create_user("ann", password="x"))
    game = write(client, save(client), "publish")
    assert "· published<" in text(client, "/kept/")
    SavedGame.objects.filter(pk=game.pk).update(state="refused")
    assert "· refused by a curator; an older version is public<" in text(client, "/kept/")
