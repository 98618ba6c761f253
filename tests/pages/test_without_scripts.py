"""Pages say of themselves only what they are without a script."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/rulesets/shodra/", "/rulesets/shodra/play/"])
def test_nothing_is_said_to_be_on_its_way_for_ever(client: Client, path: str) -> None:
    stored("shodra", with_games=True)
    html = client.get(path).content.decode()
    shown = re.sub(r"<script.*?</script>|<[^>]*>", " ", html, flags=re.DOTALL)
    assert "being loaded" in html  # for the script, which says it
    assert "being loaded" not in shown
    assert "needs JavaScript" in shown


def test_the_caption_of_a_clause_is_there_without_a_script(client: Client) -> None:
    stored("shodra", with_games=True)
    html = client.get("/rulesets/shodra/?clause=OiCaptures").content.decode()
    said = re.search(r'id="live"[^>]*>([^<]*)</p>', html)
    assert said is not None
    assert "is allowed by “Oi: capture” (attested)" in said[1]


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/", "/evidence/", "/games/shodra/"])
def test_a_note_stands_for_the_map_and_its_tools(
    browser: Browser, live_server: LiveServer, cast: object, path: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(f"{live_server.url}{path}")
        note = page.locator(".map-box noscript p")
        expect(note).to_be_visible()
        expect(note).to_contain_text("The map needs JavaScript.")
        expect(page.locator(".map")).to_be_hidden()
        expect(page.get_by_text("Draw an area")).to_be_hidden()
        expect(page.get_by_text("Search as I move the map")).to_be_hidden()
        if path != "/evidence/":
            note.locator("a").click()
            expect(page.locator("table.records")).to_be_visible()
            assert ("?game=shodra" in page.url) == ("games" in path)
    finally:
        context.close()
