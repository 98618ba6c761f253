"""Popups of maps by keyboard, in Chromium."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.storing import store
from tests.pages.test_explore_browser import SOYOT, asked, drag, opened
from tests.pages.test_maps_browser import becomes, drawn

pytestmark = pytest.mark.browser

TITLE = "A board for mill"
MARK = f".map .spot[aria-label*='{TITLE}']"


def a_mark() -> None:
    """A record in a place of its own."""
    alone = PlaceDraft("Alice Springs", lat_u=-23_700_000, lon_u=133_880_000)
    store(Draft("far-away", GameDraft("Mill"), title=TITLE, places=(alone,)))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_mark_is_opened_read_and_closed_by_keys(
    site: Page, cast: Any, key: str, motion: Any
) -> None:
    site.emulate_media(reduced_motion=motion)
    a_mark()
    opened(site, "")
    mark = site.locator(MARK)
    mark.press(key)
    link = site.get_by_role("dialog").get_by_role("link", name=TITLE)
    expect(link).to_be_focused()
    site.keyboard.press("Tab")
    expect(site.get_by_role("dialog").get_by_role("button", name="Close")).to_be_focused()
    site.keyboard.press("Escape")
    expect(site.locator(".leaflet-popup")).to_have_count(0)
    expect(mark).to_be_focused()


def test_escape_closes_what_a_click_opened(site: Page, cast: Any) -> None:
    a_mark()
    opened(site, "")
    site.locator(MARK).click()
    expect(site.locator(".leaflet-popup")).to_be_visible()
    site.keyboard.press("Escape")
    expect(site.locator(".leaflet-popup")).to_have_count(0)


def test_an_area_is_opened_and_closed_by_keys(site: Page, cast: Any) -> None:
    site.goto(f"{site.url}evidence/soyot-shodra/")
    site.locator(".map").scroll_into_view_if_needed()
    drawn(site)
    area = site.locator(".map path.area[role=button]")
    area.press("Enter")
    expect(site.locator(".leaflet-popup").get_by_role("link", name=SOYOT)).to_be_focused()
    site.keyboard.press("Escape")
    expect(site.locator(".leaflet-popup")).to_have_count(0)
    expect(area).to_be_focused()


def test_escape_ends_a_popup_before_the_full_window(site: Page, cast: Any) -> None:
    site.emulate_media(reduced_motion="reduce")
    a_mark()
    opened(site, "")
    full = site.get_by_role("button", name="Fill the window")
    full.press("Enter")
    site.locator(MARK).press("Enter")
    expect(site.locator(".leaflet-popup")).to_be_visible()
    site.keyboard.press("Escape")
    expect(site.locator(".leaflet-popup")).to_have_count(0)
    expect(full).to_have_attribute("aria-pressed", "true")
    site.keyboard.press("Escape")
    expect(full).to_have_attribute("aria-pressed", "false")


def test_the_box_that_is_searched_is_the_one_in_sight(site: Page, cast: Any) -> None:
    """The world is drawn once: what lies beyond its edge is nothing, and not all of it."""
    opened(site, "#map=20,0,1.8")
    site.get_by_label("Search as I move the map").check()
    drag(site, ".map", (0.8, 0.9), (0.4, 0.9))
    expect(site).not_to_have_url(re.compile("bbox=-180|#"))
    west, _south, east, _north = map(float, asked(site)["bbox"][0].split(","))
    assert -120 < west < -40
    assert east == 180


def test_a_map_of_another_size_shows_the_same(site: Page, cast: Any) -> None:
    opened(site, "")
    before = shown(site)
    full = site.get_by_role("button", name="Fill the window")
    full.press("Enter")
    site.set_viewport_size({"width": 900, "height": 720})
    site.keyboard.press("Escape")
    site.set_viewport_size({"width": 1280, "height": 720})
    drawn(site)
    expect(site.locator(MARKS).first).to_be_visible()
    becomes(site, lambda: shown(site), wanted=before)


MARKS = ".map .leaflet-marker-icon"


def shown(site: Page) -> list[list[int]]:
    """Where marks are in the map."""
    found: list[list[int]] = site.locator(MARKS).evaluate_all(
        """marks => marks.map((mark) => {
          const { left, top } = mark.getBoundingClientRect();
          const { x, y } = mark.closest(".map").getBoundingClientRect();
          return [Math.round(left - x), Math.round(top - y)];
        }).sort()"""
    )
    return found


def test_the_map_of_a_record_opens_on_its_area(site: Page, cast: Any) -> None:
    site.goto(f"{site.url}evidence/soyot-shodra/")
    site.locator(".map").scroll_into_view_if_needed()
    drawn(site)
    map_, area = (site.locator(each).bounding_box() for each in (".map", ".map path.area"))
    assert map_
    assert area
    assert area["width"] > 0.05 * map_["width"]
    middle = area["x"] + area["width"] / 2 - map_["x"]
    assert middle == pytest.approx(map_["width"] / 2, abs=3)
