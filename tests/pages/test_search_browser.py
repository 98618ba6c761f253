"""Suggestions in Chromium: by keyboard, by pointer, and as assistive technology hears of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import PHONE
from tests.pages.test_accessibility import findings, findings_in_the_dark

pytestmark = pytest.mark.browser


def test_the_keyboard_chooses_among_suggestions(site: Page, cast: Any) -> None:
    site.goto(f"{site.url}about/")
    box = site.get_by_role("combobox", name="Search everything")
    box.press_sequentially("sho")
    options = site.get_by_role("listbox", name="Suggestions").get_by_role("option")
    expect(options.first).to_contain_text("Shodra")
    expect(box).to_have_attribute("aria-expanded", "true")
    box.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    chosen = options.first.get_attribute("id") or ""
    expect(box).to_have_attribute("aria-activedescendant", chosen)
    assert findings(site) == []
    assert findings_in_the_dark(site) == []
    box.press("Escape")
    expect(options).to_have_count(0)
    expect(box).to_have_value("sho")
    box.press("ArrowDown")
    expect(options.first).to_be_visible()
    box.press("ArrowDown")
    box.press("Enter")
    site.wait_for_url(re.compile("/games/shodra/$"))


def test_enter_searches_for_what_is_typed(site: Page, cast: Any) -> None:
    site.goto(f"{site.url}about/")
    box = site.get_by_role("combobox", name="Search everything")
    box.fill("shorda")
    box.press("Enter")
    site.wait_for_url(re.compile(r"/search/\?q=shorda$"))
    expect(site.locator(".results-list .title").first).to_have_text("Shodra")
    assert findings(site) == []
    assert findings_in_the_dark(site) == []


def test_a_finger_chooses_on_a_phone(site: Page, cast: Any) -> None:
    site.set_viewport_size(PHONE)
    site.goto(f"{site.url}search/?q=senet")
    box = site.locator("#page-q")
    box.fill("shod")
    option = site.locator("#page-q-list li").first
    expect(option).to_be_visible()
    assert site.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert findings(site) == []
    option.click()
    site.wait_for_url(re.compile("/games/shodra/$"))
