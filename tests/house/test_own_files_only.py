"""Pages load and run nothing but the site's own files, and the browser has nothing to refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from tests.demo import store_demo

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

PAGES = [
    "/",
    "/evidence/?q=chess",
    "/evidence/dlp-1408/",
    "/games/",
    "/games/shodra/",
    "/rulesets/shodra/",
    "/rulesets/shatranj-ar-rumiya-1140/",
    "/regions/",
    "/sources/",
    "/curate/import/",
    "/api/docs/",
    "/admin/",
    "/admin/evidence/evidence/add/",
]


@pytest.mark.browser
def test_no_page_asks_for_what_the_policy_refuses(live_server: LiveServer, page: Page) -> None:
    store_demo()
    get_user_model().objects.create_superuser("olga", password="three boats")
    complaints: list[str] = []
    asked: set[str] = set()
    page.on("console", lambda said: complaints.append(f"{page.url}: {said.text}"))
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on("request", lambda request: asked.add(request.url))

    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("three boats")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Welcome, olga")).to_be_visible()
    for path in PAGES:
        answer = page.goto(f"{live_server.url}{path}", wait_until="networkidle")
        assert answer is not None
        assert answer.status == 200, path

    assert complaints == []
    foreign = [url for url in asked if not url.startswith((live_server.url, "data:", "blob:"))]
    assert foreign == []
