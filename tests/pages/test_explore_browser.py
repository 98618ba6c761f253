"""The Explore page in Chromium: map, timeline, filters and list move together."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.storing import store
from tests.pages.conftest import PHONE
from tests.tabs import EMPTY

pytestmark = pytest.mark.browser

TOMB, SOYOT, ROUND, MILL, LETTER = (
    "Board from a Theban tomb", "Chess of the Soyot", "Round chess", "Mill scratched on a step",
    "A letter that names the mill",
)  # fmt: skip
AT_THEBES = PlaceDraft("Thebes", lat_u=25_720_000, lon_u=32_610_000)


@pytest.fixture
def explore(site: Page, cast: Any) -> Page:
    """The page with everything on it, ready; a word in the window tells if it was ever reloaded."""
    opened(site, "")
    site.evaluate("window.kept = true")
    return site


def opened(page: Page, query: str) -> None:
    parts = urlsplit(page.url)
    page.goto(f"{parts.scheme}://{parts.netloc}/evidence/{query}")
    drawn(page)


def drawn(page: Page) -> None:
    """Wait until what was asked for is listed, and the map is drawn of it."""
    expect(page.locator(".results")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator(".map[data-drawn]")).to_be_visible()


def titles(page: Page) -> list[str]:
    return page.locator("table.records a.title").all_inner_texts()


def listed(page: Page, *wanted: str) -> None:
    """Wait until the list has these titles, and no others."""
    expect(page.locator("table.records a.title")).to_have_text(wanted)


def asked(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def drag(page: Page, selector: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    """From one part of an element to another, as shares of its width and height."""
    page.locator(selector).scroll_into_view_if_needed()
    box = page.locator(selector).bounding_box()
    assert box
    (x0, y0), (x1, y1) = (
        (box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in (start, end)
    )
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2, steps=4)
    page.mouse.move(x1, y1, steps=4)
    page.wait_for_timeout(120)  # held still, and the longer the better: else the map is thrown
    page.mouse.up()


def address_of(page: Page) -> str:
    """As the page has it now: `page.url` is what has been heard of it."""
    return str(page.evaluate("location.href"))


def not_reloaded(page: Page) -> bool:
    return bool(page.evaluate("window.kept === true"))


def centre(page: Page) -> list[float]:
    """Where the map is, by where it draws two marks of known places."""
    places = page.locator(".map .leaflet-marker-icon").evaluate_all(
        "marks => marks.map((mark) => [mark.title, mark.getBoundingClientRect().x])"
    )
    return sorted(round(x) for _, x in places)


def elsewhere(page: Page) -> None:
    """Leave the page: what it shows next is shown anew."""
    page.goto(f"{'/'.join(page.url.split('/')[:3])}{EMPTY}")


def test_dragging_the_map_filters_the_list_and_back_restores_it(explore: Page) -> None:
    whole, before = explore.url, titles(explore)
    drag(explore, ".map", (0.2, 0.2), (0.95, 0.9))
    expect(explore).to_have_url(re.compile("bbox="))
    expect(explore.locator("#said")).to_have_text(re.compile("piece"))
    drawn(explore)
    assert len(titles(explore)) < len(before)
    seen = explore.url
    explore.get_by_role("button", name="Zoom in").click()
    explore.wait_for_url(lambda url: url != seen)
    explore.go_back()
    expect(explore).to_have_url(seen)
    explore.go_back()
    expect(explore).to_have_url(whole)
    assert asked(explore) == {}
    listed(explore, *before)
    drawn(explore)
    assert not_reloaded(explore)
    centuries_are_chosen_from_the_keyboard(explore)


def centuries_are_chosen_from_the_keyboard(explore: Page) -> None:
    start = explore.get_by_role("slider", name="From the century that begins in")
    assert start.get_attribute("aria-valuetext") == "1400 BCE"
    start.focus()
    for _ in range(5):
        explore.keyboard.press("PageUp")
    explore.keyboard.press("ArrowLeft")
    expect(start).to_have_attribute("aria-valuetext", "1001")
    expect(explore).to_have_url(re.compile(r"year_from=1001$"))
    expect(explore.locator("table.records")).not_to_contain_text(TOMB)
    expect(explore.locator("#handle-from")).to_be_focused()
    end = explore.get_by_role("slider", name="To the century that ends in")
    end.focus()
    for _ in range(7):
        explore.keyboard.press("ArrowLeft")
    expect(explore).to_have_url(re.compile(r"year_from=1001&year_to=1300$"))
    expect(explore.locator("a.title")).to_have_text([LETTER, ROUND])
    expect(explore).to_have_title(re.compile("^from 1001, to 1300"))


def test_a_link_reproduces_the_view_and_what_the_map_shows_is_listed(explore: Page) -> None:
    drag(explore, ".map", (0.5, 0.5), (0.35, 0.6))
    expect(explore).to_have_url(re.compile("bbox="))
    drawn(explore)
    seen, found, where = explore.url, titles(explore), centre(explore)
    elsewhere(explore)
    explore.goto(seen)
    drawn(explore)
    assert titles(explore) == found
    again = centre(explore)
    assert all(abs(one - other) <= 2 for one, other in zip(where, again, strict=True))
    expect(explore.get_by_label("Search as I move the map")).to_be_checked()
    assert explore.url == seen
    lists_what_the_map_shows(explore)


def lists_what_the_map_shows(explore: Page) -> None:
    """The list, as the map is brought nearer by keys."""
    explore.locator(".map").focus()
    for _ in range(4):
        seen = explore.url
        explore.keyboard.press("+")
        explore.wait_for_url(lambda url, seen=seen: url != seen)
    expect(explore).to_have_url(re.compile("bbox="))
    drawn(explore)
    west, south, east, north = map(float, asked(explore)["bbox"][0].split(","))
    places = {TOMB: (25.72, 32.61), ROUND: (41.01, 28.98), MILL: (25.73, 32.62)}
    inside = {
        title
        for title, (lat, lon) in places.items()
        if south <= lat <= north and west <= lon <= east
    }
    meets_sayan = west <= 103 and east >= 98 and south <= 54 and north >= 51
    assert set(titles(explore)) == inside | ({SOYOT} if meets_sayan else set())
    expect(explore.locator(".map .frame")).to_have_count(1)


def test_the_map_may_be_moved_without_searching(explore: Page) -> None:
    explore.get_by_label("Search as I move the map").uncheck()
    expect(explore).to_have_url(re.compile("#map="))
    before, unmoved = titles(explore), explore.url
    drag(explore, ".map", (0.5, 0.5), (0.3, 0.6))
    explore.wait_for_url(lambda url: url != unmoved)
    drawn(explore)
    assert urlsplit(explore.url).fragment.startswith("map=")
    assert asked(explore) == {}
    assert titles(explore) == before
    seen, where = explore.url, centre(explore)
    elsewhere(explore)
    explore.goto(seen)
    drawn(explore)
    assert all(abs(a - b) <= 2 for a, b in zip(where, centre(explore), strict=True))
    expect(explore.get_by_label("Search as I move the map")).not_to_be_checked()
    explore.get_by_label("Search as I move the map").check()
    expect(explore).to_have_url(re.compile("bbox="))


def test_the_timeline_areas_and_filters_work_at_once(explore: Page) -> None:
    """One page, which is never loaded again."""
    an_area_leads_to_its_records(explore)
    explore.get_by_label("Ethnography").uncheck()
    expect(explore.locator("table.records")).to_contain_text(TOMB)
    drawn(explore)
    centuries_are_dragged_over(explore)
    of_any_year(explore)
    a_century_is_a_link(explore)
    of_any_year(explore)
    filtered_with_the_total(explore)
    assert not_reloaded(explore)


def of_any_year(explore: Page) -> None:
    explore.get_by_role("link", name="any year").click()
    expect(explore.locator("table.records")).to_contain_text(TOMB)
    drawn(explore)


def an_area_leads_to_its_records(explore: Page) -> None:
    """Its outline, which is there, is not asked for again."""
    outlines: list[str] = []
    explore.on(
        "request", lambda request: "/regions/" in request.url and outlines.append(request.url)
    )
    area = explore.get_by_role("button", name="Soyot: 1 record")
    area.focus()
    explore.keyboard.press("Enter")
    expect(explore.locator(f".leaflet-popup a:text('{SOYOT}')")).to_be_visible()
    explore.get_by_label("Ethnography").check()
    expect(explore.locator("a.title")).to_have_text([SOYOT])
    drawn(explore)
    expect(area).to_be_visible()
    assert outlines == []


def centuries_are_dragged_over(explore: Page) -> None:
    """And what was chosen before comes back."""
    drag(explore, ".timeline [data-first]", (0.86, 0.5), (1, 0.4))
    expect(explore).to_have_url(re.compile("year_from="))
    expect(explore.locator("table.records")).not_to_contain_text(TOMB)
    expect(explore.locator("table.records")).to_contain_text(SOYOT)
    total = explore.locator("#total").inner_text()
    expect(explore.locator("#said")).to_contain_text(total)
    expect(explore.get_by_label("From the year")).not_to_have_value("")
    explore.get_by_role("link", name="any year").click()
    expect(explore.locator("table.records")).to_contain_text(TOMB)
    explore.go_back()
    expect(explore.locator("table.records")).not_to_contain_text(TOMB)
    drawn(explore)


def a_century_is_a_link(explore: Page) -> None:
    explore.locator('.timeline a[aria-label^="1101 – 1200"]').click()
    expect(explore.locator("a.title")).to_have_text([ROUND])
    assert asked(explore) == {"year_from": ["1101"], "year_to": ["1200"]}


def filtered_with_the_total(explore: Page) -> None:
    """The list, by one filter after the other."""
    explore.get_by_label("Artifact").check()
    expect(explore.locator("#said")).to_have_text("2 pieces of evidence")
    expect(explore.locator("a.title")).to_have_text([MILL, TOMB])
    assert asked(explore) == {"type": ["artifact"]}
    expect(explore.get_by_label("Artifact")).to_be_focused()
    explore.get_by_label("Order").select_option("Earliest known first")
    expect(explore.locator("a.title")).to_have_text([TOMB, MILL])
    explore.locator("#g-game summary").first.click()
    explore.get_by_label("Senet").check()
    expect(explore.locator("a.title")).to_have_text([TOMB])
    expect(explore.get_by_label("Senet")).to_be_visible()
    explore.get_by_label("Text", exact=True).fill("ivory")
    explore.keyboard.press("Enter")
    expect(explore).to_have_url(re.compile("q=ivory"))
    drawn(explore)


def test_what_cannot_be_followed_is_said_by_the_page(
    page: Page, live_server: LiveServer, cast: Any
) -> None:
    page.goto(f"{live_server.url}/evidence/")
    drawn(page)
    page.get_by_label("From the year").fill("long ago")
    page.keyboard.press("Enter")
    expect(page.locator("#error-year_from")).to_contain_text("“long ago” isn’t a year")
    said = page.locator("#error-year_from")
    expect(said).to_contain_text("write one such as 332 BCE, 77 CE or 1140")
    expect(page.get_by_text("Filters", exact=True)).to_be_hidden()
    page.set_viewport_size(PHONE)
    expect(said).to_be_in_viewport()


def test_many_records_are_a_number_that_zooms_in(site: Page, cast: Any) -> None:
    for number in range(30):
        place = PlaceDraft("Rome", lat_u=41_900_000 + number * 20_000, lon_u=12_500_000)
        store(Draft(f"rome-{number}", GameDraft("Mill"), places=(place,)))
    opened(site, "")
    crowd = site.locator(".map .spot", has_text="30")
    assert crowd.get_attribute("aria-label") == "30 records here: zoom in"
    crowd.focus()
    site.keyboard.press("Enter")
    expect(site).to_have_url(re.compile("bbox="))
    expect(site.locator("table.records")).not_to_contain_text(TOMB)


def test_everything_works_without_javascript(
    new_context: CreateContextCallback, live_server: LiveServer, cast: Any
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/evidence/")
    expect(page.locator("noscript p", has_text="The map needs JavaScript")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_count(0)
    page.get_by_label("To the year").fill("1 BCE")
    page.get_by_label("Artifact").check()
    page.get_by_role("button", name="Apply the filters").click()
    listed(page, TOMB)
    assert asked(page)["year_to"] == ["1 BCE"]
    page.get_by_role("link", name="any year").click()
    listed(page, MILL, TOMB)
    page.get_by_label("Order").select_option("Earliest known first")
    page.locator("noscript button").click()
    listed(page, TOMB, MILL)
    page.locator('.timeline a[aria-label^="1399 BCE"], .timeline a').first.click()
    listed(page, TOMB)


def test_on_a_phone_the_list_begins_on_the_first_screen(site: Page, cast: Any) -> None:
    site.set_viewport_size(PHONE)
    opened(site, "")
    form = site.locator("#filters")
    expect(form).to_be_hidden()
    map_box = site.locator(".map").bounding_box()
    row = site.locator("table.records tbody tr").first.bounding_box()
    assert map_box and row
    assert map_box["height"] <= PHONE["height"] / 2
    assert row["y"] < PHONE["height"]
    site.get_by_text("Filters", exact=True).click()
    expect(form).to_be_visible()
    site.get_by_label("Artifact").check()
    expect(site.locator("a.title")).to_have_text([MILL, TOMB])
    expect(form).to_be_visible()


def test_centuries_are_chosen_by_touch(
    new_context: CreateContextCallback, live_server: LiveServer, cast: Any
) -> None:
    context = new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{live_server.url}/evidence/")
    drawn(page)
    box = page.locator(".timeline [data-first]").bounding_box()
    assert box
    touch = context.new_cdp_session(page)
    y = box["y"] + 30
    points = [box["x"] + box["width"] * share for share in (0.8, 0.85, 0.9, 0.97)]
    touch.send(
        "Input.dispatchTouchEvent",
        {"type": "touchStart", "touchPoints": [{"x": points[0], "y": y}]},
    )
    for x in points[1:]:
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]}
        )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page).to_have_url(re.compile("year_from="))
    expect(page.locator("table.records")).not_to_contain_text(TOMB)
