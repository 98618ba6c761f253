"""Areas drawn on the map of the Explore page in Chromium."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages.test_explore_browser import address_of, asked, centre, opened
from tests.waiting import later

pytestmark = pytest.mark.browser

AFTER_A_MOVE = 300  # milliseconds: more than the page rests once the map was moved


def test_an_area_is_drawn_by_mouse_searched_and_given_up(site: Page, cast: Any) -> None:
    opened(site, "?bbox=-10,-20,60,60")
    two_quick_clicks_are_two_corners_and_do_not_zoom(site)
    site.get_by_role("button", name="Cancel").click()
    site.get_by_role("button", name="Draw an area").click()
    expect(site.get_by_role("button", name="Search in it")).to_be_disabled()
    box = site.locator(".map").bounding_box()
    assert box
    for x, y in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)):
        site.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    expect(site.get_by_role("status").get_by_text("Corners: 4")).to_be_visible()
    site.get_by_role("button", name="Search in it").click()
    expect(site).to_have_url(re.compile("polygon="))
    assert "bbox" not in asked(site)
    assert len(asked(site)["polygon"][0].split(",")) == 8
    expect(site.get_by_role("button", name="Draw an area")).to_be_visible()
    frame = site.locator(".map path.frame")
    expect(frame).to_be_visible()
    site.get_by_label("In the area that was drawn").click()
    expect(frame).to_have_count(0)


def two_quick_clicks_are_two_corners_and_do_not_zoom(site: Page) -> None:
    before = centre(site)
    site.get_by_role("button", name="Draw an area").click()
    site.locator(".map").dblclick()
    expect(site.get_by_role("status").get_by_text("Corners: 2")).to_be_visible()
    later(site, 2 * AFTER_A_MOVE)
    assert centre(site) == before


def test_an_area_is_drawn_from_the_keyboard_and_given_up_by_escape(site: Page, cast: Any) -> None:
    opened(site, "")
    begin = site.get_by_role("button", name="Draw an area")
    begin.focus()
    site.keyboard.press("Enter")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        site.keyboard.press("Enter")
        site.keyboard.press(key)
        expect(site.locator(".map .leaflet-pan-anim")).to_have_count(0)
    later(site, AFTER_A_MOVE)
    assert "bbox" not in address_of(site)
    site.get_by_role("button", name="Search in it").press("Enter")
    expect(site).to_have_url(re.compile("polygon="))
    begin.press("Enter")
    site.keyboard.press("Enter")
    site.keyboard.press("Escape")
    expect(begin).to_be_visible()
    expect(site.get_by_role("button", name="Cancel")).to_be_hidden()
