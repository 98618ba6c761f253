"""What maps draw, in Chromium: marks that can be told apart, where one is, and the world once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.storing import store
from tests.demo import store_demo
from tests.pages.conftest import PHONE
from tests.waiting import becomes

pytestmark = pytest.mark.browser

ROUGH = re.compile(r"\brough\b")

# How far the two marks that lie on each other most do so, in pixels: each is hit in a square.
DEEPEST = """() => {
  const spots = [...document.querySelectorAll(".map .spot")];
  const boxes = spots.map((spot) => spot.getBoundingClientRect());
  const discs = boxes.map(({ x, y, width }) => ({ x: x + width / 2, y: y + width / 2, width }));
  const far = (one, other) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
  return Math.max(...discs.flatMap((one, at) => discs.slice(at + 1).map((other) =>
    (one.width + other.width) / 2 - far(one, other))));
}"""


def drawn(page: Page) -> None:
    """Wait until what the map shows will stay."""
    page.locator(".map").first.scroll_into_view_if_needed()  # drawn once it is nearly in sight
    page.locator(".map[data-drawn][data-ground]").wait_for()


# The marks in sight at whose middle something else would be hit, by what they say.
COVERED = """() => {
  const map = document.querySelector(".map").getBoundingClientRect();
  return [...document.querySelectorAll(".map .spot")].filter((spot) => {
    const { x, y, width, height } = spot.getBoundingClientRect();
    const [middle, centre] = [x + width / 2, y + height / 2];
    const seen = middle > map.left && middle < map.right && centre > map.top && centre < map.bottom;
    const hit = document.elementFromPoint(middle, centre);
    return seen && centre < innerHeight && !hit?.closest(".leaflet-control") && !spot.contains(hit);
  }).map(({ ariaLabel }) => ariaLabel);
}"""
# Promises that marks are made anew: between two drawings nothing is drawn.
REDRAWN = """() => { window.redrawn = new Promise((done) => {
  const map = document.querySelector(".map");
  new MutationObserver((changes) => {
    if (changes.some(({ oldValue }) => oldValue === null) && "drawn" in map.dataset) done();
  }).observe(map, { attributeFilter: ["data-drawn"], attributeOldValue: true });
}); }"""
# The counts of which marks say anything else than the language's own short form.
ODDLY_SHORT = """async (script) => {
  const { areaCount } = await import(script);
  const short = { notation: "compact", maximumFractionDigits: 1 };
  const { format } = new Intl.NumberFormat("en", short);
  const counts = [0, 7, 949, 950, 999, 1000, 1049, 1050, 1150, 9949, 9950, 99_949, 999_949];
  const large = [999_950, 1_250_000, 999_950_000];
  const said = (count) => areaCount([0, 0], count).options.icon.options.html.textContent;
  return [...counts, ...large].filter((count) => said(count) !== format(count));
}"""
# How many pixels of land the columns in the middle of the map have, and those beyond 180 degrees.
LAND_IN_COLUMNS = """() => {
  const map = document.querySelector(".map");
  const drawn = map.querySelector("canvas.land");
  const { width: wide, height: high } = drawn;
  const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: high });
  const pen = canvas.getContext("2d");
  pen.drawImage(drawn, 0, 0);
  const shown = map.appendChild(document.createElement("i"));
  shown.style.color = "var(--map-land)";
  pen.fillStyle = getComputedStyle(shown).color;
  shown.remove();
  const land = pen.fillStyle.match(/[0-9a-f]{2}/g).map((part) => parseInt(part, 16));
  const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
  const found = [0, 0];
  for (let at = 0; at < width * height; at += 1) {
    const beside = Math.abs((at % width) - width / 2);
    const isLand = land.every((part, of) => data[4 * at + of] === part);
    if (isLand && beside < 100) found[0] += 1;
    if (isLand && beside > width / 2 - 10) found[1] += 1;
  }
  return found;
}"""
SIZES = [{"width": 1280, "height": 900}, PHONE]


def board(identifier: str, precision: str, longitude: int) -> None:
    place = PlaceDraft(
        name="Egypt", lat_u=26_000_000, lon_u=longitude, precision=precision, certainty="certain"
    )
    store(Draft(identifier, GameDraft("Senet"), title=identifier, places=(place,)))


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
    expect(site.get_by_text("No map: 1 record has no location.")).to_be_visible()
    expect(site.locator(".map")).to_have_count(0)
    site.set_viewport_size({"width": 1600, "height": 900})
    site.goto(home + "evidence/")
    drawn(site)
    expect(site.locator(".map .land")).to_have_count(1)
    middle, edge = site.evaluate(LAND_IN_COLUMNS)
    assert middle > 0
    assert edge == 0


@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
def test_each_mark_opens_its_own_records_in_a_popup_that_can_be_read(
    site: Page, size: dict[str, int]
) -> None:
    store_demo()
    site.set_viewport_size(size)
    base = site.url
    if size is PHONE:
        site.goto(base + "evidence/")
        numbers_never_lie_on_each_other(site)
        site.goto("about:blank")
    site.goto(f"{base}evidence/#map=50,5,3.4")
    drawn(site)
    site.locator(".map").scroll_into_view_if_needed()
    assert site.evaluate(COVERED) == []
    assert site.evaluate(DEEPEST) < 1
    spots = site.locator(".map .spot:not([aria-label*='zoom in'])")
    assert spots.count() > 3
    for number in range(min(4, spots.count())):
        said = spots.nth(number).get_attribute("aria-label") or ""
        spots.nth(number).dispatch_event("click")
        popup = site.locator(".leaflet-popup-content")
        count = int(said.split()[0]) if re.match(r"\d+ records", said) else 1
        expect(popup.locator("li")).to_have_count(count)
        becomes(site, lambda: inside(site), wanted=True)
        box = popup.bounding_box()
        assert box
        assert box["width"] >= 200
        site.keyboard.press("Escape")


def numbers_never_lie_on_each_other(site: Page) -> None:
    drawn(site)
    assert site.locator(".map .spot.several").count() > 10
    assert site.evaluate(DEEPEST) < 4
    legend = site.get_by_text("hollow: located only to a region or country")
    expect(legend).to_be_hidden()
    site.get_by_text("Legend", exact=True).click()
    expect(legend).to_be_visible()


def inside(site: Page) -> bool:
    """Whether the whole popup is within the map."""
    outer = site.locator(".map").bounding_box()
    inner = site.locator(".leaflet-popup-content-wrapper").bounding_box()
    if not (outer and inner):
        return False
    return all(
        outer[start] <= inner[start] and inner[start] + inner[size] <= outer[start] + outer[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


GROUND = "() => document.querySelector('.map canvas.land').toDataURL()"


def test_the_map_where_one_explores(site: Page, cast: Any) -> None:
    """It starts without a throw, has its tools, and the wheel zooms at once."""
    # What Leaflet throws at its start makes Chromium read all of it again (vendor/leaflet).
    site.add_init_script(
        "Object.defineProperty(document, 'namespaces', { get: () => { window.asked = true; } })"
    )
    base = site.url
    site.goto(f"{base}evidence/")
    drawn(site)
    assert site.evaluate("window.asked === undefined")
    as_short_as_the_language_has_it(site)
    stay_off_once_they_are_switched_off(site)
    fills_the_window_until_escape(site)
    site.goto(f"{base}evidence/?type=artifact")
    drawn(site)
    site.locator(".map").hover()
    site.mouse.wheel(0, -120)
    site.wait_for_url("**bbox=**")
    expect(site.locator(".map-hint")).to_have_count(0)


def test_the_page_of_asia_opens_on_asia_and_the_wheel_says_how_it_zooms(site: Page) -> None:
    store_demo()
    base = site.url
    for size in SIZES:
        site.set_viewport_size(size)
        site.goto(f"{base}regions/asia/")
        opens_on_asia(site)
    site.set_viewport_size(SIZES[0])
    site.goto(f"{base}evidence/dlp-1408/")
    says_how_it_zooms(site)


def says_how_it_zooms(site: Page) -> None:
    """The wheel, over a map in a page."""
    drawn(site)
    hint = site.locator(".map-hint")
    site.locator(".map").hover()
    site.mouse.wheel(0, 40)
    expect(hint).to_have_text("Click the map to zoom with the wheel.")
    site.locator(".map").click(position={"x": 200, "y": 20})
    expect(hint).to_be_hidden()


def opens_on_asia(site: Page) -> None:
    """The map, in the middle of the two parts of the world."""
    drawn(site)
    west, _south, east, _north = map(
        float, (site.locator(".map-from").get_attribute("data-bounds") or "").split(",")
    )
    assert 20 < west < 40
    assert east < -160  # across 180 degrees, to Chukotka
    box = site.locator(".map").bounding_box()
    assert box
    left, width = max(
        site.locator(".map path.area").evaluate_all(
            "all => all.map((each) => { const { x, width } = each.getBoundingClientRect(); "
            "return [x, width]; })"
        ),
        key=lambda each: each[1],
    )
    assert 0.3 < (left + width / 2 - box["x"]) / box["width"] < 0.7
    assert width > 0.3 * box["width"]


def as_short_as_the_language_has_it(site: Page) -> None:
    """Counts."""
    script = site.locator('link[rel="modulepreload"][href*="js/marks"]').get_attribute("href")
    assert site.evaluate(ODDLY_SHORT, script) == []


def fills_the_window_until_escape(site: Page) -> None:
    """The map."""
    before = site.locator(".map").bounding_box()
    full = site.get_by_role("button", name="Fill the window")
    full.press("Enter")
    expect(full).to_have_attribute("aria-pressed", "true")
    assert site.locator(".map").bounding_box() == {"x": 0, "y": 0, **site.viewport_size}
    site.keyboard.press("Escape")
    expect(full).to_have_attribute("aria-pressed", "false")
    assert site.locator(".map").bounding_box() == before
    expect(full).to_be_focused()
    closer = site.get_by_role("button", name="Zoom in")
    site.evaluate(REDRAWN)
    closer.press("Enter")
    site.evaluate("() => window.redrawn")
    expect(closer).to_be_focused()


def stay_off_once_they_are_switched_off(site: Page) -> None:
    """Modern frontiers."""
    borders = site.get_by_role("button", name="Modern frontiers")
    with_borders = site.evaluate(GROUND)
    borders.click()
    expect(borders).to_have_attribute("aria-pressed", "false")
    drawn(site)
    without = site.evaluate(GROUND)
    assert without != with_borders
    site.reload()
    drawn(site)
    expect(borders).to_have_attribute("aria-pressed", "false")
    assert site.evaluate(GROUND) == without


def test_leaflet_is_fetched_once_a_map_is_nearly_in_sight(site: Page, cast: Any) -> None:
    asked: list[str] = []
    site.on("request", lambda request: asked.append(request.url))
    site.set_viewport_size({"width": 400, "height": 200})
    site.goto(f"{site.url}evidence/soyot-shodra/", wait_until="networkidle")
    assert not [each for each in asked if "leaflet.js" in each]
    drawn(site)
    assert len([each for each in asked if "leaflet.js" in each]) == 1
