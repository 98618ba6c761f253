"""All rules have a page, and every page leads to rules, play, comparison, concepts and about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.models import Game, Ruleset
from tests.pages.conftest import PHONE, stored
from tests.pages.second import stored_second
from tests.waiting import fits

pytestmark = pytest.mark.django_db


def test_all_rules_are_listed_with_ways_to_read_play_and_compare(client: Client) -> None:
    for slug in ("shodra", "rek"):
        stored(slug)
    html = client.get("/rulesets/").content.decode()
    assert "2 rulesets" in html
    for slug in ("shodra", "rek"):
        for address in (f"/rulesets/{slug}/", f"/rulesets/{slug}/play/", f"/compare/?a={slug}"):
            assert f'href="{address}"' in html


def test_each_ruleset_is_shown_by_its_board_and_those_of_a_family_alone(client: Client) -> None:
    """An unknown family is not found."""
    Game.objects.filter(pk=stored("rek").game_id).update(category="war")
    Game.objects.filter(pk=stored("shodra").game_id).update(category="race")
    html = client.get("/rulesets/").content.decode()
    assert html.index('src="/rulesets/shodra/board.svg"') < html.index(
        'src="/rulesets/rek/board.svg"'
    )
    html = client.get("/rulesets/?family=war").content.decode()
    assert 'src="/rulesets/rek/board.svg"' in html
    assert "/rulesets/shodra/" not in html
    assert '<option value="war" selected>' in html
    assert client.get("/rulesets/?family=none").status_code == 404


def test_the_pages_of_a_family_lead_to_each_other(client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr("evidence.pages.views.gallery.PER_PAGE", 1)
    pks = [stored(slug).game_id for slug in ("shodra", "rek")]
    Game.objects.filter(pk__in=pks).update(category="war")
    assert 'href="?family=war&amp;page=2"' in client.get("/rulesets/?family=war").content.decode()


@pytest.mark.parametrize(("kept", "slug"), [(stored, "shodra"), (stored_second, "six-holes")])
def test_a_board_is_a_picture_that_stands_alone(
    client: Client, kept: Callable[[str], Ruleset], slug: str
) -> None:
    """Of rulesets of either design; it is sent once."""
    ruleset = kept(slug)
    answer = client.get(f"/rulesets/{slug}/board.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)
    assert root.findtext("{*}title") == f"{ruleset}: the board at the start"
    assert root.findall(".//{*}style")
    assert "pieces.svg" not in answer.content.decode()
    again = client.get(f"/rulesets/{slug}/board.svg", headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304


def test_rules_that_cannot_be_run_have_no_board_but_a_reason(client: Client) -> None:
    ruleset = stored("shodra")
    Ruleset.objects.filter(pk=ruleset.pk).update(text='(game "Shodra" (nothing))')
    answer = client.get("/rulesets/shodra/board.svg")
    assert answer.status_code == 409
    assert "cannot be run" in answer.content.decode()


def test_an_empty_site_says_how_rules_come(client: Client) -> None:
    assert "Curators write them on the page of a game." in client.get("/rulesets/").content.decode()


@pytest.mark.parametrize("path", ["/", "/evidence/", "/rulesets/shodra/", "/about/"])
def test_every_page_leads_to_all_parts(client: Client, cast: Any, path: str) -> None:
    stored("shodra")
    menu = client.get(path).content.decode().partition('class="site-nav"')[2].partition("</nav>")[0]
    for address in ("evidence", "games", "rulesets", "compare", "concepts", "about"):
        assert f'href="/{address}/"' in menu


@pytest.mark.browser
def test_a_reader_with_a_phone_comes_from_the_menu_to_a_game(site: Page) -> None:
    stored("shodra")
    site.set_viewport_size(PHONE)
    site.reload()
    site.get_by_role("link", name="Rules", exact=True).click()
    fits(site)
    site.get_by_role("link", name="Play Shodra").click()
    expect(site.locator(".play-table[data-ready]")).to_be_visible()
