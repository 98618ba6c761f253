"""Chromium, the live server and the test database work together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.browser

# What a test before this one may have left in the tab that they share.
STATE = """() => ({
  kept: localStorage.length + sessionStorage.length,
  width: innerWidth,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  still: matchMedia("(prefers-reduced-motion: reduce)").matches,
  direction: document.documentElement.dir || "ltr",
})"""


def test_a_curator_signs_in_with_a_browser(live_server: LiveServer, page: Page) -> None:
    get_user_model().objects.create_user("olga", password="three boats", is_staff=True)

    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("three boats")
    page.get_by_role("button", name="Log in").click()

    expect(page.get_by_text("Welcome, olga")).to_be_visible()
    page.evaluate("localStorage.setItem('a', 'b'); sessionStorage.setItem('a', 'b')")
    page.set_viewport_size({"width": 400, "height": 400})
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.set_extra_http_headers({"accept-language": "ar"})
    page.route("**/admin/**", lambda route: route.abort())


def test_the_next_test_finds_no_trace_of_the_curator(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/admin/")
    expect(page.get_by_label("Username")).to_be_visible()
    assert not get_user_model().objects.exists()
    assert page.evaluate(STATE) == {
        "kept": 0, "width": 1280, "dark": False, "still": False, "direction": "ltr",
    }  # fmt: skip
    page.go_back()
    assert page.locator("form").count() == 0  # of the test before
