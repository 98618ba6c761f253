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
    script = (settings.BASE_DIR / "static" / "js" / "search.js").read_text()
    found = re.search(r"STRENGTHS = \{(.*?)\n\};", script, re.DOTALL)
    assert found
    assert tuple(re.findall(r"^  (\w+):", found[1], re.MULTILINE)) == STRENGTHS
    assert re.findall(r'<option value="([a-z]+)">[A-Z]', page(client)) == list(STRENGTHS)
