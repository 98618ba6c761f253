"""Where names and numbers stand on a map: clear of its furniture, wholly in sight, each once."""

from __future__ import annotations

from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import FloatRect, Page, expect

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.storing import store
from tests.pages.conftest import PHONE
from tests.pages.test_explore_browser import opened
from tests.pages.test_maps_browser import drawn
from tests.tabs import SIZE
from tests.waiting import becomes

pytestmark = pytest.mark.browser

SEEN = [60, 40, 540, 360]
# Writes names on a view of 600 by 400 pixels; the text and the box of each that is written.
WRITE = """async ({ script, names, places, seen, taken }) => {
  const { Lettering } = await import(script);
  const pen = new OffscreenCanvas(600, 400).getContext("2d");
  const written = [];
  const fill = pen.fillText.bind(pen);
  pen.fillText = (text, x, y) => {
    fill(text, x, y);
    const ink = pen.measureText(text);
    const across = [x - ink.actualBoundingBoxLeft, x + ink.actualBoundingBoxRight];
    const down = [y - ink.actualBoundingBoxAscent, y + ink.actualBoundingBoxDescent];
    const seen = (left, top) => pen.getTransform().transformPoint({ x: left, y: top });
    const all = across.flatMap((left) => down.map((top) => seen(left, top)));
    const [xs, ys] = [all.map((each) => each.x), all.map((each) => each.y)];
    written.push([text, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]]);
  };
  const view = { zoom: 5, families: "serif", size: { x: 600, y: 400 }, seen, taken };
  const tile = { names, places, streams: [] };
  const square = [0, 0, 600, 400];
  new Lettering(pen, {}, view).write([{ left: 0, top: 0, side: 4096, square, tile }]);
  return written;
}"""
# Notes what each drawing of the ground leaves room for.
ROOM = """
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (view, ...rest) {
    if (view.room) window.room = view.room;
    return postMessage.call(this, view, ...rest);
  };
"""
FURNITURE = ".map :is(.leaflet-control, .graticule-labels span)"
# The pieces of furniture for which no room is left, and the degrees that lie under buttons.
IN_THE_WAY = """(furniture) => {
  const map = document.querySelector(".map");
  const { left, top } = map.getBoundingClientRect();
  const { seen: [west, north], taken } = window.room;
  const pieces = [...document.querySelectorAll(furniture)];
  const free = pieces.filter((piece) => {
    const box = piece.getBoundingClientRect();
    const [x, y] = [west - left - map.clientLeft, north - top - map.clientTop];
    return !taken.some((other) => other[0] <= box.left + x && other[1] <= box.top + y
      && other[2] >= box.right + x && other[3] >= box.bottom + y);
  });
  const boxOf = (each) => each.getBoundingClientRect();
  const boxes = (kind) => [...map.querySelectorAll(kind)].map(boxOf);
  const buttons = boxes(".leaflet-control");
  const meet = (one, other) => one.left < other.right && one.right > other.left
    && one.top < other.bottom && one.bottom > other.top;
  const degrees = boxes(".graticule-labels span");
  const under = degrees.filter((one) => buttons.some((other) => meet(one, other)));
  return [pieces.length, free.length, under.length];
}"""


def name(kind: str, text: str, x: int, y: int, **more: Any) -> dict[str, Any]:
    return {"k": kind, "n": text, "x": x, "y": y, "m": 2, "till": 9, "s": 40, **more}


def town(text: str, x: int, y: int) -> dict[str, Any]:
    return {"n": text, "x": x, "y": y, "m": 4, "till": 9, "p": 9}


def written(site: Page, names: Any, places: Any, taken: Any = ()) -> list[tuple[str, list[float]]]:
    script = site.url.split("/evidence")[0].rstrip("/") + static("js/atlas/lettering.js")
    view = {"names": names, "places": places, "seen": SEEN, "taken": list(taken)}
    return [(text, box) for text, box in site.evaluate(WRITE, {"script": script, **view})]


def meet(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] and one[2] > other[0] and one[1] < other[3] and one[3] > other[1]


def test_the_frame_cuts_no_name(site: Page) -> None:
    edges = [(62, 100), (300, 42), (538, 200), (200, 358), (56, 300)]
    names = [name("country", f"Land {n}", x, y) for n, (x, y) in enumerate(edges)]
    names += [
        name("range", "A long range", 535, 120, a=80),
        name("lake", "Lake", 300, 357, a=70),
        name("sea", "A far sea", 600, 200),
    ]
    places = [town("Westham", 70, 250), town("Eastham", 530, 300), town("Southend", 400, 357)]
    found = written(site, names, places)
    said = [text for text, _box in found]
    assert {"LAND 0", "LAND 1", "LAND 2", "LAND 3", "Westham", "Eastham"} <= set(said)
    west, north, east, south = SEEN
    cut = [
        text
        for text, box in found
        if meet(box, SEEN)
        and not (box[0] >= west and box[1] >= north and box[2] <= east and box[3] <= south)
    ]
    assert cut == []


def test_no_name_lies_under_furniture(site: Page) -> None:
    furniture = [[60, 40, 100, 100], [440, 320, 540, 360]]
    names = [
        name("country", "Land", 90, 70),
        name("sea", "Sea", 490, 340),
        name("sea", "Bay", 300, 200),
    ]
    found = written(site, names, [town("Porthaven", 90, 98), town("Haven", 430, 340)], furniture)
    assert {"Bay", "Haven"} <= {text for text, _box in found}
    assert [text for text, box in found if any(meet(box, each) for each in furniture)] == []


def test_a_name_is_written_once_but_there_may_be_namesakes(site: Page) -> None:
    names = [
        name("island", "philippines", 300, 300, s=1), name("country", "Philippines", 300, 100, s=1),
        name("island", "Luzon", 200, 200), name("country", "Far", 20, 20),
        name("island", "Far", 400, 250), name("region", "Gold Coast", 480, 300, s=1),
    ]  # fmt: skip
    towns = [("Luzon", 100, 300), ("Rome", 100, 200), ("Rome", 450, 200), ("Gold Coast", 200, 250)]
    found = written(site, names, [town(*each) for each in towns])
    said = sorted(text.lower() for text, box in found if meet(box, SEEN))
    assert said == ["far", "gold coast", "gold coast", "luzon", "philippines", "rome", "rome"]


@pytest.mark.parametrize("size", [SIZE, PHONE], ids=["wide", "phone"])
def test_room_is_left_for_the_furniture_however_large_the_map(
    site: Page, cast: Any, size: Any
) -> None:
    site.add_init_script(ROOM)
    site.set_viewport_size(size)
    opened(site, "#map=54.6,-4,5")
    nothing_in_the_way(site)
    site.set_viewport_size({"width": size["width"] - 60, "height": size["height"] - 100})
    nothing_in_the_way(site)
    site.get_by_role("button", name="Fill the window").click()
    nothing_in_the_way(site)


def nothing_in_the_way(site: Page) -> None:
    """Of names, nor of degrees, once the map is drawn in its size."""
    site.wait_for_timeout(400)  # longer than Leaflet takes to notice another size
    drawn(site)
    pieces, free, under = site.evaluate(IN_THE_WAY, FURNITURE)
    assert pieces > 4
    assert (free, under) == (0, 0)


def test_numbers_say_what_they_count(site: Page, cast: Any) -> None:
    for number in range(3):
        place = PlaceDraft(region="soyot", certainty="certain")
        store(Draft(f"of-soyot-{number}", GameDraft("Mill"), places=(place,)))
        place = PlaceDraft("Rome", lat_u=41_900_000, lon_u=12_500_000)
        store(Draft(f"in-rome-{number}", GameDraft("Mill"), places=(place,)))
    opened(site, "#map=48,83,3.2")  # Rome at the edge, where the focus moves the map
    label = site.locator(".map-label")
    site.get_by_role("button", name="Soyot: 3 records").focus()
    expect(label).to_have_text("Soyot: 3 records")
    site.locator(".map .area-count", has_text="3").hover()
    expect(label).to_have_text("Soyot: 3 records")
    rome = site.get_by_role("button", name="3 records", exact=True)
    rome.focus()
    expect(label).to_have_text("3 records")
    becomes(site, lambda: beside(label.bounding_box(), rome.bounding_box()), wanted=True)
    assert within(label.bounding_box(), site.locator(".map").bounding_box())
    site.locator(".map .area-count", has_text="3").click()
    expect(site.locator(".leaflet-popup-content li")).to_have_count(3)
    expect(label).to_be_hidden()
    legend = site.locator(".map-key")
    expect(legend).to_contain_text("records at a place")
    expect(legend).to_contain_text("records of an area")


def beside(label: FloatRect | None, mark: FloatRect | None) -> bool:
    if not (label and mark):
        return False
    above = label["y"] + label["height"] <= mark["y"] < label["y"] + 2 * label["height"]
    return (
        above and label["x"] < mark["x"] + mark["width"] and mark["x"] < label["x"] + label["width"]
    )


def within(inner: FloatRect | None, outer: FloatRect | None) -> bool:
    assert inner
    assert outer
    return all(
        outer[start] <= inner[start] and inner[start] + inner[size] <= outer[start] + outer[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


def test_the_equator_and_the_first_meridian_lie_on_no_side(site: Page, cast: Any) -> None:
    opened(site, "#map=2,2,4")
    labels = site.locator(".graticule-labels span")
    texts = labels.all_inner_texts()
    assert texts.count("0°") == 2
    assert [text for text in texts if text.startswith("0°") and text != "0°"] == []
