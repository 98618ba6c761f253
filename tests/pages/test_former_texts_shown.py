"""Games that were played by a former text of their rules are shown by it, and said to be."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import DjangoAssertNumQueries

from games.models import Match, Ruleset
from tests.pages.conftest import stored
from tests.pages.test_plies import html
from tests.pages.test_rulesets import data, standing
from tests.waiting import fits

pytestmark = pytest.mark.django_db

RULESET = "/rulesets/shodra/"
GAME = "shodra-mate-that-draws"
LAST = 37
SAID = "Played under earlier rules"
VERSION = '<a href="/rulesets/shodra/versions/1/">version 1</a>'


@pytest.fixture
def changed(db: None) -> Ruleset:
    """Shodra, whose noyions stand on the d file since its games were recorded."""
    return swapped(stored("shodra", with_games=True))


def swapped(ruleset: Ruleset) -> Ruleset:
    usual, other = '"Both noyions start on the e file.")', '"Both noyions start on the d file.")'
    text = ruleset.text.replace(f"{usual}*", usual).replace(other, f"{other}*")
    ruleset.text = text.replace('"CaptureByReplacement"', '"Replacement"')
    ruleset.save()
    return ruleset


def by_the_present_text(ruleset: Ruleset) -> Match:
    return Match.objects.create(
        slug="new", ruleset=ruleset, title="New game", digest=ruleset.digest, moves=["e2-e4"]
    )


def test_the_rulesets_page_shows_the_position_that_the_plys_page_shows(
    client: Client, changed: Ruleset
) -> None:
    page = html(client, f"{RULESET}?match={GAME}&ply={LAST}")
    assert standing(page) == standing(html(client, f"{RULESET}games/{GAME}/{LAST}/"))
    assert "White noyion, e1" in standing(html(client, f"{RULESET}?match={GAME}&ply=0"))
    told = data(page)
    former = Match.objects.get(slug=GAME).digest
    assert told["former"]
    assert told["digest"] == former != changed.digest
    assert told["module"].endswith(f"module/?digest={former}")
    module = client.get(told["module"]).content
    assert module != client.get("/api/v1/rulesets/shodra/module/").content


@pytest.mark.parametrize(
    "address",
    [f"?match={GAME}", "games/", f"games/{GAME}/{LAST}/", f"games/{GAME}/"],
)
def test_pages_say_so_with_the_version(client: Client, changed: Ruleset, address: str) -> None:
    page = html(client, f"{RULESET}{address}")
    assert f"{SAID} ({VERSION})" in page
    assert client.get("/rulesets/shodra/versions/1/").status_code == 200


@pytest.mark.parametrize("address", ["?match=new", "games/new/1/", "games/new/"])
def test_of_games_by_the_present_text_nothing_is_said(
    client: Client, changed: Ruleset, address: str
) -> None:
    by_the_present_text(changed)
    assert SAID not in html(client, f"{RULESET}{address}")


def test_games_by_the_present_text_are_shown_first(client: Client, changed: Ruleset) -> None:
    assert data(html(client, RULESET))["former"]
    new = by_the_present_text(changed)
    told = data(html(client, RULESET))
    assert (told["match"], told["former"]) == ("new", False)
    clause = changed.clauses.get(name="PiecesBehindOi")
    new.moments.create(ply=0, clause=clause, role="effect", cost=1000)
    assert data(html(client, f"{RULESET}?clause=PiecesBehindOi"))["match"] == "new"
    assert data(html(client, f"{RULESET}?clause=OiSteps"))["former"]


def test_options_are_those_of_the_present_text(client: Client, changed: Ruleset) -> None:
    asked = f"?option={quote('Noyions/On the e file')}"
    told = data(html(client, f"{RULESET}{asked}"))
    assert (told["match"], told["former"]) == ("", False)


def test_an_address_may_ask_for_a_former_text(client: Client, changed: Ruleset) -> None:
    former = Match.objects.get(slug=GAME).digest
    assert data(html(client, f"{RULESET}?digest={former}"))["former"]
    assert not data(html(client, f"{RULESET}?digest={changed.digest}"))["former"]
    for digest in ("0" * 64, "x"):
        assert client.get(f"{RULESET}?digest={digest}").status_code == 404


def test_a_game_whose_text_is_gone_is_shown_by_the_present_one_which_is_said(
    client: Client, changed: Ruleset
) -> None:
    Match.objects.filter(slug=GAME).update(digest="0" * 64)
    page = html(client, f"{RULESET}?match={GAME}")
    assert "are not stored: it is shown under the present ones" in page
    assert not data(page)["former"]
    assert "not among the stored versions" in html(client, f"{RULESET}games/")


def test_a_clause_that_the_present_rules_have_no_more_is_named_by_its_name(
    client: Client, changed: Ruleset
) -> None:
    changed.clauses.get(name="NoyionsFaceEachOther").delete()
    page = html(client, f"{RULESET}games/{GAME}/0/")
    assert re.search(r"<li>NoyionsFaceEachOther <span[^>]*>sets up the game", page)


def test_the_list_asks_for_versions_once(
    client: Client, changed: Ruleset, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    assert changed.matches.count() == 7
    with django_assert_max_num_queries(16):
        page = html(client, f"{RULESET}games/")
    assert page.count(SAID) == 7


# In the browser


def test_the_board_changes_its_rules_with_the_game(site: Page, db: Any) -> None:
    ruleset = swapped(stored("shodra", with_games=True))
    new = by_the_present_text(ruleset)
    clauses = {clause.name: clause for clause in ruleset.clauses.all()}
    new.moments.create(ply=0, clause=clauses["NoyionsFaceEachOther"], role="effect")
    site.goto(f"{site.url.rstrip('/')}{RULESET}")
    site.locator(".player[data-complete]").wait_for()
    noyion = site.locator('.piece-at[data-site="3"].side-1 title')
    expect(noyion).to_have_text("White noyion, d1")
    expect(site.locator("#former")).to_have_text("")
    expect(site.locator("#play-on")).to_be_visible()
    site.locator('[data-clause="MateWithOiDraws"] a.clause-title').click()
    expect(site.locator("#former")).to_contain_text(SAID)
    expect(site.locator("#live")).to_contain_text("ends the game")
    expect(site.locator("#ply")).to_have_text(f"{LAST} / {LAST}")
    expect(site.locator("#play-on")).to_be_hidden()
    men = site.locator(".piece-at title").all_text_contents()
    site.set_viewport_size({"width": 390, "height": 844})
    fits(site)
    site.locator('[data-clause="NoyionsFaceEachOther"] a.clause-title').click()
    expect(site.locator("#former")).to_have_text("")
    expect(noyion).to_have_text("White noyion, d1")
    expect(site).to_have_url(re.compile("match=new"))
    site.goto(f"{site.url.split('?')[0]}games/{GAME}/{LAST}/")
    assert sorted(site.locator(".piece-at title").all_text_contents()) == sorted(men)
