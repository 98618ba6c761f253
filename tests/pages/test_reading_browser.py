"""The reading view in Chromium: passages, board and clauses follow one another."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.demo import store_demo
from tests.pages.conftest import PHONE
from tests.pages.test_accessibility import findings, findings_in_the_dark, findings_on_a_phone

pytestmark = pytest.mark.browser
ADDRESS = "rulesets/shodra/?reading=1"


def test_a_passage_leads_to_its_clause_on_the_board_and_back(site: Page) -> None:
    store_demo()
    base = site.url
    site.set_viewport_size({"width": 1400, "height": 800})
    site.goto(f"{base}{ADDRESS}")
    site.locator(".player[data-ready]").wait_for()
    site.locator('[data-to-clause="OiCaptures"]').click()
    expect(site.locator("#clause-OiCaptures")).to_have_class("clause clause-attested chosen")
    expect(site.locator("#clause-OiCaptures")).to_be_in_viewport()
    expect(site.locator("#live")).to_contain_text("“Oi: capture”")
    expect(site).to_have_url(re.compile("clause=OiCaptures.*reading=1"))

    site.locator("#clause-MateWithOiDraws a.clause-title").click()
    chosen = site.locator('.passage-row:has([data-to-clause="MateWithOiDraws"][aria-current])')
    expect(chosen.first).to_be_in_viewport()
    site.reload()
    expect(site.locator(".passages")).to_be_visible()

    assert findings(site) == []
    assert findings_in_the_dark(site) == []
    assert findings_on_a_phone(site, colours=False) == []
    site.set_viewport_size(PHONE)
    assert site.evaluate("document.documentElement.scrollWidth <= innerWidth")
