"""What is folded on Explore is text until it is opened, and nobody is the poorer for it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from evidence.drafts import Draft, GameDraft
from evidence.storing import store
from tests.pages.conftest import PHONE

pytestmark = pytest.mark.browser

BOXES = "document.querySelectorAll('#filters [type=checkbox]').length"
GAMES = 14


@pytest.fixture
def games(cast: Any) -> list[str]:
    """More games than the page shows at once."""
    names = [f"Game {number:02}" for number in range(GAMES)]
    for number, name in enumerate(names):
        store(Draft(f"folded-{number}", GameDraft(name)))
    return names


@pytest.fixture
def explore(page: Page, live_server: LiveServer, games: list[str]) -> Page:
    page.goto(f"{live_server.url}/evidence/")
    expect(page.locator(".map[data-drawn]")).to_be_visible()
    return page


def test_folded_filters_are_no_elements_until_they_are_opened(explore: Page) -> None:
    assert explore.locator("#g-game [type=checkbox]").count() == 0
    kinds = explore.evaluate(BOXES)
    explore.locator("#g-game > summary").focus()
    explore.keyboard.press("Enter")
    expect(explore.get_by_label("Game 00")).to_be_visible()
    explore.locator("#m-game > summary").click()
    assert explore.evaluate(BOXES) > kinds + GAMES
    expect(explore.locator("#g-game noscript")).to_have_count(0)
    open_and_whole_when_something_is_chosen(explore)


def open_and_whole_when_something_is_chosen(explore: Page) -> None:
    explore.get_by_label("Game 00").check()
    expect(explore.locator("a.title")).to_have_count(1)
    expect(explore.get_by_label("Game 00")).to_be_checked()
    explore.get_by_label("Game 00").uncheck()
    expect(explore.locator("a.title")).not_to_have_count(1)
    expect(explore.get_by_label("Game 00")).to_be_visible()
    expect(explore.get_by_label("Game 00")).to_be_focused()


def test_searching_the_page_finds_what_is_folded(explore: Page, games: list[str]) -> None:
    expect(explore.locator("#g-game [type=checkbox]")).to_have_count(0)
    explore.keyboard.press("Control+f")
    assert explore.locator("#g-game [type=checkbox]").count() > GAMES
    assert explore.locator("#filters noscript").count() == 0


def test_filters_that_are_not_valid_can_be_opened(
    page: Page, live_server: LiveServer, games: list[str]
) -> None:
    page.goto(f"{live_server.url}/evidence/?year_from=long+ago&game=game-03")
    expect(page.locator("#g-game [value=game-03]")).to_be_checked()
    page.locator("#g-source > summary").click()
    expect(page.locator("#g-source noscript")).to_have_count(0)


def test_without_scripts_everything_can_be_opened_and_sent(
    new_context: CreateContextCallback, live_server: LiveServer, games: list[str]
) -> None:
    page = new_context(java_script_enabled=False, viewport=PHONE).new_page()
    page.goto(f"{live_server.url}/evidence/")
    page.locator("#filters-box > summary").click()
    page.locator("#g-game > summary").click()
    page.locator("#m-game > summary").click()
    page.get_by_label(games[-1]).check()
    page.get_by_role("button", name="Apply the filters").click()
    expect(page.locator("a.title")).to_have_count(1)
    expect(page.get_by_label(games[-1])).to_be_checked()
