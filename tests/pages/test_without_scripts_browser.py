"""Where a browser runs no scripts, nothing is offered that needs one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.pages.conftest import stored

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", ["shodra/", "shodra/play/", "goose/play/"])
def test_nothing_that_needs_a_script_is_offered_without_one(
    live_server: LiveServer, browser: Browser, path: str
) -> None:
    """Each is asked once: a page without scripts has no timers for `expect` to wait by."""
    stored(path.partition("/")[0])
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/rulesets/{path}")
    assert page.locator("main svg.board").is_visible()
    for each in (".steps", ".controls button", "#typed", "#you", "#moves", "#legal-moves"):
        shown = [one for one in page.locator(f"main {each}").all() if one.is_visible()]
        assert shown == [], each
    assert not page.locator(".said").is_visible()
    page.context.close()
