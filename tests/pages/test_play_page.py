"""The page on which a ruleset is played, as the server sends it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Ruleset
from games.play_page import STRENGTHS
from tests.pages.conftest import stored

SIDEWAYS = "?option=Noyions/On+the+d+file"


def page(client: Client, query: str = "", status: int = 200) -> str:
    answer = client.get(f"/rulesets/shodra/play/{query}")
    assert answer.status_code == status
    return answer.content.decode()


def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="play-data" type="application/json">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


def test_the_page_shows_the_board_before_any_script_runs(client: Client, shodra: Ruleset) -> None:
    men = re.findall(r"<title>((?:White|Black) [^<]+)</title>", page(client))
    assert len(men) == 32
    assert "White noyion, e1" in men


def test_the_ruleset_page_leads_to_it_and_back(client: Client, shodra: Ruleset) -> None:
    rules = client.get("/rulesets/shodra/").content.decode()
    assert 'href="/rulesets/shodra/play/"' in rules
    assert 'href="/rulesets/shodra/"' in page(client)


def test_options_are_handed_on_and_are_those_of_the_module(client: Client, shodra: Ruleset) -> None:
    rules = client.get(f"/rulesets/shodra/{SIDEWAYS}").content.decode()
    assert 'href="/rulesets/shodra/play/?option=Noyions%2FOn%20the%20d%20file"' in rules
    html = page(client, SIDEWAYS)
    assert "White noyion, d1" in html
    assert data(html)["module"].endswith("module/?option=Noyions%2FOn+the+d+file")
    assert '<option value="Noyions/On the d file" selected>' in html


def test_an_option_that_there_is_not_is_refused_with_the_reason(
    client: Client, shodra: Ruleset
) -> None:
    assert "On the moon" in page(client, "?option=Noyions/On+the+moon", 400)


def test_rules_that_do_not_compile_are_shown_with_the_reason(
    client: Client, shodra: Ruleset
) -> None:
    Ruleset.objects.filter(pk=shodra.pk).update(text='(game "Shodra"')
    assert "These rules cannot be run" in page(client)


@pytest.mark.django_db
def test_there_is_no_such_page_for_rules_that_are_not_stored(client: Client) -> None:
    assert client.get("/rulesets/fide/play/").status_code == 404


def test_strengths_are_those_of_the_search(client: Client, shodra: Ruleset) -> None:
    script = (settings.BASE_DIR / "static" / "js" / "strengths.js").read_text()
    found = re.search(r"STRENGTHS = \{(.*?)\n\};", script, re.DOTALL)
    assert found
    assert tuple(re.findall(r"^  (\w+):", found[1], re.MULTILINE)) == STRENGTHS
    main = page(client).partition("<main")[2].partition("</main>")[0]
    assert re.findall(r'<option value="([a-z]+)">[A-Z]', main) == list(STRENGTHS)


def read(client: Client, text: str, *played: str, status: int = 200, **more: str) -> dict[str, str]:
    form = {"text": text, "played": "\n".join(played), **more}
    answer = client.post("/rulesets/shodra/play/read/", form)
    assert answer.status_code == status
    told: dict[str, str] = answer.json()
    return told


@pytest.mark.parametrize("text", ["e2-e4", "e4"])
def test_a_typed_move_is_read_in_any_notation(client: Client, shodra: Ruleset, text: str) -> None:
    assert read(client, text) == {"move": "e2-e4"}


def test_a_typed_move_is_read_after_the_moves_played(client: Client, shodra: Ruleset) -> None:
    assert read(client, "exd5", "e2-e4", "d7-d5") == {"move": "e4-d5"}


def test_pieces_have_the_letters_of_the_text_that_is_played(
    client: Client, shodra: Ruleset
) -> None:
    before = shodra.digest
    pieces = shodra.pieces
    shodra.text += "\n// a remark\n"
    shodra.pieces = pieces | {"Noyion": pieces["Noyion"] | {"letter": "Q"}}
    shodra.save()
    form = {"text": "Ke2", "played": "e2-e4\ne7-e5"}
    former = client.post(f"/rulesets/shodra/play/read/?digest={before}", form)
    assert former.json() == {"move": "e1-e2"}
    assert client.post("/rulesets/shodra/play/read/", form | {"text": "Qe2"}).json() == {
        "move": "e1-e2"
    }
    assert "reason" in client.post("/rulesets/shodra/play/read/", form).json()
    for digest in ("%01", "x" * 3000, "0" * 64):
        answer = client.post(f"/rulesets/shodra/play/read/?digest={digest}", form)
        assert (answer.status_code, "no text of shodra" in answer.json()["reason"]) == (400, True)


@pytest.mark.parametrize("text", ["e2-e5", "", "zugzwang", "x" * 300])
def test_what_is_no_move_has_a_reason_without_the_whole_position(
    client: Client, shodra: Ruleset, text: str
) -> None:
    reason = read(client, text)["reason"]
    assert reason
    assert "in the position" not in reason


def test_moves_that_were_not_legal_or_are_too_many_are_refused(
    client: Client, shodra: Ruleset
) -> None:
    assert "e2-e5" in read(client, "e2-e4", "e2-e5")["reason"]
    assert "too long" in read(client, "e2-e4", *["e2-e4"] * 1001)["reason"]


def test_options_that_there_are_not_are_refused(client: Client, shodra: Ruleset) -> None:
    assert "Moon" in read(client, "e4", status=400, option="Noyions/Moon")["reason"]


def test_pieces_without_letters_are_still_read_by_coordinates(
    client: Client, shodra: Ruleset
) -> None:
    Ruleset.objects.filter(pk=shodra.pk).update(pieces={})
    assert read(client, "e2-e4") == {"move": "e2-e4"}


def test_what_is_no_move_is_told_how_moves_of_these_rules_are_written(
    client: Client, shodra_rules: Ruleset
) -> None:
    reason = read(client, "nonsense")["reason"]
    assert reason == (
        "“nonsense” is not a move. Write it from place to place, as in b1-c3; or with the letter "
        "of the man, as in Oc3: K noyion, M merzé, O ot, P oi, R targa, T taba."
    )
    assert len(read(client, "nonsense " * 20)["reason"]) < 200


@pytest.mark.django_db
def test_moves_are_explained_as_the_list_of_moves_writes_them(client: Client) -> None:
    stored("baghchal-hora")
    address = "/rulesets/baghchal-hora/play/"
    assert "such as @b1, or algebraic" in client.get(address).content.decode()
    for text in ("nonsense", "c1-c2"):
        reason = client.post(f"{address}read/", {"text": text}).json()["reason"]
        assert "@" in reason
        assert "hand" not in reason


def test_players_are_called_as_pieces_say(client: Client, shodra: Ruleset) -> None:
    shodra.pieces["Noyion"]["side"] = "Noyion / Blue"
    shodra.save()
    html = page(client)
    assert data(html)["sides"] == {"1": "Noyion", "2": "Blue"}
    assert '<option value="1">Noyion</option><option value="2">Blue</option>' in html
    assert {"Noyion oi, e2", "noyion, e1", "Blue noyion, e8"} <= set(
        re.findall(r"<title>([^<]+)</title>", html)
    )
    rules = client.get("/rulesets/shodra/").content.decode()
    assert "Blue noyion, e8" in rules
    assert "White" not in re.findall(r"<title>(\w+) ", rules)
