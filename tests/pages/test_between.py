"""A game between two people over HTTP: seats, watching, refusals, and two moves at once."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from evidence.models import ClauseCitation, Source
from games.between import FORGOTTEN
from games.between_views import MOST_BEGUN
from games.models import Ruleset, SavedGame, SharedGame
from games.play import Move, Position
from tests.games.cast import duel
from tests.pages.conftest import stored
from tests.pages.second import stored_second

FIVE = duel().replace("{(player N) (player S)}", "5")


def begin(client: Client, slug: str = "shodra", **form: Any) -> SharedGame:
    answer = client.post(f"/rulesets/{slug}/play/between/", form)
    assert answer.status_code == 302
    game = SharedGame.objects.latest("pk")
    assert answer["Location"] == f"/between/{[game.first_key, game.second_key][side(form) - 1]}/"
    return game


def side(form: dict[str, Any]) -> int:
    return int(form.get("side", 1))


def act(client: Client, key: str, ply: int, deed: str = "move", move: str = "") -> Any:
    form = {"deed": deed, "ply": str(ply), "move": move}
    return client.post(f"/between/{key}/act/", form)


def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="play-data" type="application/json">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


@pytest.mark.django_db
def test_two_play_in_turn_and_a_third_watches(client: Client) -> None:
    stored("shodra")
    game = begin(client)
    first = act(client, game.first_key, 0, move="e2-e4").json()
    assert first["state"]["moves"] == ["e2-e4"]
    second = act(client, game.second_key, 1, move="d7-d5")
    assert (second.status_code, second.json()["state"]["you"]) == (200, 2)
    seen = client.get(f"/between/{game.watching}/state/").json()
    assert (seen["moves"], seen["you"], seen["mover"]) == (["e2-e4", "d7-d5"], 0, 1)
    refused = act(client, game.watching, 2, move="e4-d5")
    assert refused.status_code == 403
    assert refused.json()["state"]["ply"] == 2


@pytest.mark.django_db
def test_a_game_may_begin_from_a_position_set_up(client: Client) -> None:
    stored("shodra")
    game = begin(client, setup="2;h8:Noyion2;d4:Oi2;a1:Noyion1", side=2)
    assert game.setup == "2;a1:Noyion1;d4:Oi2;h8:Noyion2"
    page = client.get(f"/between/{game.second_key}/").content.decode()
    assert "Black oi, d4" in page
    assert data(page)["setup"] == game.setup
    assert data(page)["state"]["mover"] == 2
    assert act(client, game.first_key, 0, move="a1-a2").status_code == 400
    assert act(client, game.second_key, 0, move="e7-e5").status_code == 400
    answer = act(client, game.second_key, 0, move="d4-d3")
    assert (answer.status_code, answer.json()["state"]["mover"]) == (200, 1)
    read = {"text": "Kb2", "played": "d4-d3", "setup": game.setup}
    assert client.post("/rulesets/shodra/play/read/", read).json() == {"move": "a1-b2"}


@pytest.mark.django_db
def test_the_seats_are_secret_from_each_other_and_from_who_watches(client: Client) -> None:
    stored("shodra")
    game = begin(client, side=2)
    pages = {
        key: client.get(f"/between/{key}/").content.decode()
        for key in (game.first_key, game.second_key, game.watching)
    }
    assert game.first_key in pages[game.second_key]  # who began sends it on
    assert game.second_key not in pages[game.first_key]
    assert not {game.first_key, game.second_key} & {*re.findall(r"[\w-]{22}", pages[game.watching])}
    assert len({game.first_key, game.second_key, game.watching}) == 3
    assert min(map(len, (game.first_key, game.second_key, game.watching))) == 22


@pytest.mark.django_db
def test_what_clauses_rest_on_is_fetched_at_once_and_not_by_who_only_asks(
    client: Client, shodra: Ruleset
) -> None:
    game = begin(client)
    address = f"/between/{game.first_key}/"

    def asked(more: str = "", **headers: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{address}{more}", headers=headers)
        return len(queries)

    before = asked()
    source = Source.objects.get(citation="Murray 1913")
    for clause in shodra.clauses.all():
        ClauseCitation.objects.create(clause=clause, source=source)
    assert asked() == before
    etag = client.get(f"{address}state/")["ETag"]
    assert data(client.get(address).content.decode())["etag"] == etag
    assert asked("state/", **{"If-None-Match": etag}) == 1


@pytest.mark.django_db
def test_pages_of_a_game_are_kept_nowhere(client: Client) -> None:
    stored("shodra")
    answer = client.get(f"/between/{begin(client).first_key}/")
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
def test_an_unchanged_game_is_not_sent_again(client: Client) -> None:
    stored("shodra")
    game = begin(client)
    address = f"/between/{game.second_key}/state/"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    act(client, game.first_key, 0, move="e2-e4")
    answer = client.get(address, headers={"If-None-Match": etag})
    assert (answer.status_code, answer.json()["ply"]) == (200, 1)


@pytest.mark.django_db
def test_illegal_moves_are_refused_with_the_reason_and_change_nothing(client: Client) -> None:
    stored("shodra")
    game = begin(client)
    for ply, move, reason in [
        ("0", "e2-e5", "e2-e5 is not legal."),
        ("", "e2-e4", "Say which ply you answer"),
        ("-1", "e2-e4", "Say which ply you answer"),
        ("0", "e\x01", "is no move"),
    ]:
        form = {"deed": "move", "ply": ply, "move": move}
        answer = client.post(f"/between/{game.first_key}/act/", form)
        assert answer.status_code == 400
        assert reason in answer.json()["reason"]
        assert answer.json()["state"]["moves"] == []
    game.refresh_from_db()
    assert game.version == 0


@pytest.mark.django_db
def test_an_answer_to_a_position_that_is_gone_is_told_how_the_game_stands(client: Client) -> None:
    stored("shodra")
    game = begin(client)
    act(client, game.first_key, 0, move="e2-e4")
    answer = act(client, game.first_key, 0, move="d2-d4")
    assert answer.status_code == 409
    assert answer.json()["reason"] == "The game has gone on: it stands after ply 1 now."
    assert answer.json()["state"]["moves"] == ["e2-e4"]


@pytest.mark.django_db
def test_resigning_and_draws_are_said_to_all(client: Client) -> None:
    stored("shodra")
    game = begin(client)
    act(client, game.first_key, 0, "offer")
    told = client.get(f"/between/{game.second_key}/state/").json()
    assert (told["offer"], told["said"]) == (1, "White offers a draw.")
    act(client, game.second_key, 0, "decline")
    ended = act(client, game.second_key, 0, "resign").json()["state"]
    assert (ended["over"], ended["winner"]) == (True, 1)
    assert ended["said"] == "Black resigns: White has won."
    assert act(client, game.first_key, 0, move="e2-e4").status_code == 409


@pytest.mark.django_db
def test_a_claim_that_the_rules_allow_is_a_move(client: Client) -> None:
    ruleset = stored("ouk-chatrang", with_games=True)
    match = ruleset.matches.get(slug="ouk-count-is-claimed")
    game = begin(client, "ouk-chatrang", option=match.options)
    keys, mover = (game.first_key, game.second_key), 1
    for ply, move in enumerate(match.moves):
        answer = act(client, keys[mover - 1], ply, move=move)
        assert answer.status_code == 200
        mover = answer.json()["state"]["mover"]
    state = client.get(f"/between/{game.watching}/state/").json()
    assert (state["over"], state["winner"]) == (True, 0)


@pytest.mark.django_db
def test_a_game_goes_on_by_the_text_that_it_began_with(client: Client) -> None:
    ruleset = stored("shodra")
    game = begin(client)
    act(client, game.first_key, 0, move="e2-e4")
    ruleset.text = ruleset.text.replace('"Noyion', '"Prince')
    ruleset.save()
    page = client.get(f"/between/{game.second_key}/").content.decode()
    assert "continues under those it began with" in page
    assert "White noyion, e1" in page
    manifest = client.get(data(page)["manifest"]).json()
    assert "Noyion" in {each["name"] for each in manifest["components"] if each}
    assert client.get(data(page)["module"]).status_code == 200
    assert act(client, game.second_key, 1, move="d7-d5").status_code == 200


@pytest.mark.django_db
def test_a_game_is_saved_as_it_stands_by_who_plays_or_watches(client: Client) -> None:
    stored("shodra")
    game = begin(client, setup="2;a1:Noyion1;d4:Oi2;h8:Noyion2")
    act(client, game.second_key, 0, move="d4-d3")
    act(client, game.first_key, 1, "resign")
    assert 'action="save/"' in client.get(f"/between/{game.watching}/").content.decode()
    for key in (game.first_key, game.watching):
        answer = client.post(f"/between/{key}/save/")
        saved = SavedGame.objects.latest("pk")
        assert answer["Location"] == f"/kept/{saved.edit_key}/"
        assert (saved.moves, saved.ending) == (["d4-d3"], "first resigns")
        assert (saved.setup, saved.digest, saved.owner) == (game.setup, game.digest, None)
        log = client.get(f"/kept/{saved.read_key}/log/").content.decode()
        assert log.endswith('[Result "0-1"]\n[Ending "White resigns"]\n\n1. p d4-d3\n')
    assert not {game.first_key, game.second_key} & {saved.edit_key, saved.read_key}
    assert client.post("/between/nobody/save/").status_code == 404
    assert client.get(f"/between/{game.first_key}/save/").status_code == 405


@pytest.mark.django_db
def test_options_and_slugs_that_there_are_not_begin_nothing(client: Client) -> None:
    stored("shodra")
    answer = client.post("/rulesets/shodra/play/between/", {"option": "Noyions/On the moon"})
    assert (answer.status_code, b"On the moon" in answer.content) == (400, True)
    Ruleset.objects.filter(slug="shodra").update(text=FIVE)
    answer = client.post("/rulesets/shodra/play/between/")
    assert (answer.status_code, b"these rules need 5" in answer.content) == (400, True)
    assert client.post("/rulesets/fide/play/between/").status_code == 404
    assert client.get("/rulesets/shodra/play/between/").status_code == 405
    for key in ("nobody", "%00", "x" * 3000):
        assert client.get(f"/between/{key}/").status_code == 404
        assert client.get(f"/kept/{key}/").status_code == 404
    assert not SharedGame.objects.exists()


@pytest.mark.django_db
def test_games_in_which_nothing_was_ever_done_go_after_a_month(client: Client) -> None:
    stored("shodra")
    unused, played, fresh = begin(client), begin(client), begin(client)
    act(client, played.first_key, 0, move="e2-e4")
    long_ago = timezone.now() - FORGOTTEN - timedelta(minutes=1)
    SharedGame.objects.filter(pk__in=[unused.pk, played.pk]).update(started=long_ago)
    begin(client)
    left = set(SharedGame.objects.values_list("pk", flat=True))
    assert {played.pk, fresh.pk} < left
    assert unused.pk not in left
    assert client.get(f"/between/{unused.first_key}/").status_code == 404


@pytest.mark.django_db
def test_nobody_begins_games_without_end(client: Client) -> None:
    stored("shodra")
    for _ in range(MOST_BEGUN):
        assert client.post("/rulesets/shodra/play/between/").status_code == 302
    assert client.post("/rulesets/shodra/play/between/").status_code == 429
    other = client.post("/rulesets/shodra/play/between/", REMOTE_ADDR="192.0.2.7")
    assert other.status_code == 302


@pytest.mark.django_db(transaction=True)
def test_of_two_moves_sent_at_once_one_is_played_and_the_other_is_told() -> None:
    stored("shodra")
    client = Client()
    for _ in range(8):
        game = begin(client)
        answers = at_once(game.first_key, ["e2-e4", "d2-d4", "c2-c4"])
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [200, 409, 409]
        game.refresh_from_db()
        winner = next(answer for answer in answers if answer.status_code == 200)
        assert winner.json()["state"]["moves"] == game.moves
        assert len(game.moves) == game.version == 1
        for loser in (answer for answer in answers if answer.status_code == 409):
            assert loser.json()["state"]["moves"] == game.moves
            assert loser.json()["reason"]


def at_once(key: str, moves: list[str]) -> list[Any]:
    """What is answered to moves that are sent in the same moment as answers to the same ply."""
    together = Barrier(len(moves))

    def send(move: str) -> Any:
        together.wait()
        try:
            return act(Client(), key, 0, move=move)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(moves)) as threads:
        return list(threads.map(send, moves))


@pytest.mark.django_db
def test_a_game_is_begun_from_the_page_where_one_plays_alone(client: Client) -> None:
    ruleset: Ruleset = stored("shodra")
    page = client.get(f"/rulesets/{ruleset.slug}/play/?option=Noyions/On+the+d+file")
    html = page.content.decode()
    assert 'action="/rulesets/shodra/play/between/"' in html
    assert '<input type="hidden" name="option" value="Noyions/On the d file">' in html


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["six-holes", "run-home"])
def test_moves_are_typed_in_a_game_by_link_as_where_one_plays_alone(
    client: Client, slug: str
) -> None:
    stored_second(slug)
    alone = client.get(f"/rulesets/{slug}/play/").content.decode()
    by_link = client.get(f"/between/{begin(client, slug).first_key}/").content.decode()

    assert hint(by_link) == hint(alone)
    assert ("throw" in hint(by_link)) == (slug == "run-home")


def hint(html: str) -> str:
    found = re.search(r'<p class="hint" id="typed-hint">(.*?)</p>', html)
    assert found
    return found[1]


@pytest.mark.django_db
def test_a_move_plays_those_before_it_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    stored("shodra")
    game = begin(client)
    keys = [game.first_key, game.second_key]
    played: list[str] = []
    play = Position.play

    def counted(position: Position, move: Move | str) -> Position:
        played.append(move if isinstance(move, str) else move.label)
        return play(position, move)

    monkeypatch.setattr(Position, "play", counted)
    for ply, move in enumerate(moves := ["e2-e4", "d7-d5", "e4-d5"]):
        played.clear()
        answer = act(client, keys[ply % 2], ply, move=move).json()
        assert (played, answer["state"]["moves"]) == (moves[: ply + 1], moves[: ply + 1])
        assert answer["state"]["mover"] == 2 - ply % 2
