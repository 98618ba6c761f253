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


def test_a_curator_signs_in_with_a_browser(live_server: LiveServer, page: Page) -> None:
    get_user_model().objects.create_user("olga", password="three boats", is_staff=True)

    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("three boats")
    page.get_by_role("button", name="Log in").click()

    expect(page.get_by_text("Welcome, olga")).to_be_visible()


def test_the_next_test_finds_no_trace_of_the_curator(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/admin/")
    expect(page.get_by_label("Username")).to_be_visible()
    assert not get_user_model().objects.exists()
