"""Sowing seed by seed in Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.pages.test_play_modules_browser import click, open_table
from tests.waiting import becomes

pytestmark = pytest.mark.browser


def seeds(site: Page, hole: str) -> int:
    """How many seeds the drawing shows in a hole."""
    found = site.locator(".pieces title").all_text_contents()
    (told,) = [each for each in found if each.endswith(f", {hole}")] or ["Seed \u00d7 0"]
    number = re.search(r"\u00d7 (\d+)", told)
    return int(number[1]) if number else 1


def sow_first(site: Page) -> str:
    hole = (site.locator("#legal-moves button").first.text_content() or "").split("-")[0]
    click(site, hole)
    expect(site.locator("#moves button")).to_have_count(1)
    return hole


def test_who_wants_no_motion_sows_seed_by_seed_with_a_button(site: Page) -> None:
    site.emulate_media(reduced_motion="reduce")
    open_table(site, "six-holes")
    button = site.locator("#sow")
    expect(button).to_be_hidden()
    hole = sow_first(site)
    final = site.locator(".pieces title").all_text_contents()
    expect(button).to_have_text("Sow seed by seed")

    for number in range(1, 5):
        button.focus()
        site.keyboard.press("Enter")
        expect(site.locator("#sow-said")).to_contain_text(f"Seed {number} of 4, from {hole}")
        assert seeds(site, hole) == 4 - number
    expect(button).to_have_text("All sown")
    button.click()
    expect(button).to_have_text("Sow seed by seed")
    assert site.locator(".pieces title").all_text_contents() == final


def test_a_move_is_sown_by_itself_and_ends_as_the_rules_have_it(site: Page) -> None:
    open_table(site, "six-holes")
    site.evaluate("""() => {
        window.drawn = 0;
        new MutationObserver(() => { window.drawn += 1; }).observe(
            document.querySelector("svg.board .pieces"), { childList: true });
    }""")
    sow_first(site)
    expect(site.locator("#legal-count")).not_to_have_text("0")
    becomes(site, lambda: site.evaluate("window.drawn") >= 4, wanted=True)  # a seed each
    expect(site.locator(".pieces .seed")).to_have_count(48)
