"""What maps draw, in Chromium: marks that can be told apart, where one is, and the world once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.store import store
from tests.demo import store_demo
from tests.pages.conftest import PHONE

pytestmark = pytest.mark.browser

ROUGH = re.compile(r"\brough\b")

# How far the two discs that lie on each other most do so, in pixels.
DEEPEST = """() => {
  const spots = [...document.querySelectorAll(".map .spot")];
  const boxes = spots.map((spot) => spot.getBoundingClientRect());
  const discs = boxes.map(({ x, y, width }) => ({ x: x + width / 2, y: y + width / 2, width }));
  return Math.max(...discs.flatMap((one, at) => discs.slice(at + 1).map((other) =>
    (one.width + other.width) / 2 - Math.hypot(one.x - other.x, one.y - other.y))));
}"""


def drawn(page: Page) -> None:
    page.locator(".map[data-drawn]").wait_for()
    page.locator(".map .land").first.wait_for()


def board(identifier: str, precision: str, longitude: int) -> None:
    place = PlaceDraft(
        name="Egypt", lat_u=26_000_000, lon_u=longitude, precision=precision, certainty="certain"
    )
    store(Draft(identifier, GameDraft("Senet"), title=identifier, places=(place,)))


def test_numbers_never_lie_on_each_other_on_a_phone(site: Page) -> None:
    store_demo()
    site.set_viewport_size(PHONE)
    site.goto(site.url + "evidence/")
    drawn(site)
    assert site.locator(".map .spot.several").count() > 10
    assert site.evaluate(DEEPEST) < 4
    legend = site.get_by_text("hollow: located only to a region or country")
    expect(legend).to_be_hidden()
    site.get_by_text("Legend", exact=True).click()
    expect(legend).to_be_visible()


def test_a_point_that_stands_for_a_country_is_drawn_hollow(site: Page, cast: Any) -> None:
    board("in-egypt", "country", 100_000_000)
    board("at-thebes", "town", -60_000_000)
    site.goto(site.url + "games/senet/")
    drawn(site)
    expect(site.get_by_role("button", name="in-egypt, Egypt")).to_have_class(ROUGH)
    expect(site.get_by_role("button", name="at-thebes, Egypt")).not_to_have_class(ROUGH)


def test_near_maps_have_degrees_and_a_scale(site: Page, cast: Any) -> None:
    home = site.url
    site.goto(home + "regions/soyot/")
    drawn(site)
    expect(site.locator(".graticule-labels")).to_contain_text("50° N")
    expect(site.locator(".graticule-labels")).to_contain_text("100° E")
    expect(site.locator(".leaflet-control-scale-line")).to_contain_text("km")
    site.goto(home + "evidence/#map=20,0,1.5")
    drawn(site)
    expect(site.locator(".map .graticule")).to_have_count(0)
    expect(site.locator(".leaflet-control-scale-line")).to_have_count(0)


def test_the_world_is_drawn_once_and_no_map_where_nothing_is_on_it(site: Page) -> None:
    home = site.url
    store(Draft("nowhere", GameDraft("Senet"), title="Nowhere"))
    site.goto(home + "games/senet/")
    expect(site.get_by_text("No map: 1 record without a place on it.")).to_be_visible()
    expect(site.locator(".map")).to_have_count(0)
    site.set_viewport_size({"width": 1600, "height": 900})
    site.goto(home + "evidence/")
    drawn(site)
    expect(site.locator(".map .land")).to_have_count(1)
