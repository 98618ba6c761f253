"""The Explore page in Chromium while an answer is on its way: nothing that is done then is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.pages.test_explore_browser import TOMB, drawn, explore, listed  # noqa: F401
from tests.waiting import becomes

pytestmark = pytest.mark.browser

# Often enough that the centuries are not taken before the answer is there: it ends with the handle.
KEEP_PRESSING = """() => {
  const handle = document.getElementById("handle-from");
  const key = () => new KeyboardEvent("keydown", { key: "End", bubbles: true });
  const press = () => { if (handle.isConnected) handle.dispatchEvent(key()); };
  setInterval(press, 100);
  press();
}"""


@pytest.fixture
def held(explore: Page) -> Route:  # noqa: F811
    """The answer to another order, the earliest first: it comes once the test lets it."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    explore.route(re.compile("ordering="), hold, times=1)
    explore.get_by_label("Order").select_option("Earliest known first")
    becomes(explore, lambda: len(routes), 1)
    return routes[0]


def answered(page: Page, held: Route) -> None:
    """Let the answer come, and wait until it is shown."""
    held.continue_()
    expect(page.locator("a.title").first).to_have_text(TOMB)


def test_what_is_typed_stays(explore: Page, held: Route) -> None:  # noqa: F811
    searched: list[str] = []
    explore.on("request", lambda request: searched.append(request.url))
    text = explore.get_by_label("Text", exact=True)
    text.press_sequentially("ivo")
    answered(explore, held)
    expect(text).to_be_focused()
    expect(text).to_have_value("ivo")
    explore.keyboard.type("ry")
    explore.keyboard.press("Enter")
    listed(explore, TOMB)
    expect(explore).to_have_url(re.compile("q=ivory"))
    assert not [url for url in searched if "q=ivo&" in url]  # half of a word is not searched


def test_what_was_sent_is_as_the_answer_says(explore: Page, held: Route) -> None:  # noqa: F811
    answered(explore, held)
    text = explore.get_by_label("Text", exact=True)
    text.fill("ivory")
    explore.keyboard.press("Enter")
    listed(explore, TOMB)
    explore.go_back()
    expect(explore.locator("a.title")).not_to_have_count(1)
    expect(text).to_have_value("")


def test_keys_that_choose_centuries_count(explore: Page, held: Route) -> None:  # noqa: F811
    start = explore.get_by_role("slider", name="From the century that begins in")
    start.focus()
    explore.evaluate(KEEP_PRESSING)
    answered(explore, held)
    expect(start).to_have_attribute("aria-valuetext", "1901")
    expect(explore).to_have_url(re.compile("ordering=.*year_from=1901$"))
    expect(explore.locator("table.records")).not_to_contain_text(TOMB)
    drawn(explore)
    expect(start).to_have_attribute("aria-valuetext", "1901")
