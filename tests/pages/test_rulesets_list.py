"""All rules have a page, and every page leads to rules, play, comparison, concepts and about."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.pages.conftest import PHONE, stored
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
    site.get_by_role("link", name="Rules and play").click()
    fits(site)
    site.get_by_role("link", name="Play Shodra").click()
    expect(site.locator(".play-table[data-ready]")).to_be_visible()
