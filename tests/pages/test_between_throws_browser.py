"""A game of dice between two browsers by link: the site throws, and both see the same throw."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from games.models import SharedGame
from tests.pages.second import stored_second
from tests.pages.test_play_modules_browser import make_a_move, ready

pytestmark = pytest.mark.browser


def test_the_throw_of_the_site_is_played_by_its_seat(site: Page) -> None:
    cache.clear()  # games that other tests have begun from here
    stored_second("run-home")
    base = "/".join(site.url.split("/")[:3])
    site.goto(f"{base}/rulesets/run-home/play/")
    ready(site)
    site.get_by_text("Play with another person").click()
    site.get_by_role("button", name="Begin a game by link").click()
    site.wait_for_url("**/between/*/")
    ready(site)
    game = SharedGame.objects.latest("pk")
    first = game.throw
    assert re.fullmatch(r"\[[12] [12]\]", first)
    expect(site.locator("#legal-moves button").first).to_contain_text(first)

    make_a_move(site)
    game.refresh_from_db()
    assert game.moves[0].startswith(f"{first} Hand1-")

    site.goto(f"{base}/between/{game.second_key}/")
    ready(site)
    expect(site.locator("#turn")).to_have_text("Your move (Black).")
    expect(site.locator("#legal-moves button").first).to_contain_text(game.throw)
    make_a_move(site)
    game.refresh_from_db()
    assert len(game.moves) == 2
