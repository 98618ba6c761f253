"""The SVG of a board with what lies beside it. Colours come from the page's style sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle

from games.boards.drawing import MARGIN, UNIT, quoted, sizes
from games.drawing.elements import Element, element, short, written
from games.drawing.figures import figure
from games.drawing.looks import Sheet
from games.drawing.places import Box, Places, places_of
from games.drawing.standing import Standing
from games.engine.manifest import Manifest

# A rosette, a cross, a diamond and a ring, in a square of one unit around the middle.
MARKS = (
    "M-.34,0H.34M0-.34V.34M-.24-.24L.24,.24M-.24,.24L.24-.24"
    "M-.34,0A.34.34 0 1 1 .34,0A.34.34 0 1 1 -.34,0",
    "M-.3-.3L.3,.3M-.3,.3L.3-.3",
    "M0-.36L.36,0L0,.36L-.36,0Z",
    "M-.3,0A.3.3 0 1 1 .3,0A.3.3 0 1 1 -.3,0",
)
COORDINATE = re.compile(r"([A-Za-z]+)(\d+)")
MANY_POINTS = 150  # whose crossing lines show where they are
SAME = 0.02  # units by which coordinates of one row may differ


def svg(
    manifest: Manifest,
    sheet: Sheet,
    standing: Sequence[Standing | None],
    title: str,
    sides: Mapping[str, str],
    marked: Mapping[str, Sequence[int]] | None = None,
) -> str:
    """The board, its hands and dice, and what stands on them.

    `marked` has the sites that the rules single out, by what they are called.
    """
    places = places_of(manifest)
    called = {site: name for name, sites in (marked or {}).items() for site in sites}
    kinds, view = " ".join(_kinds(manifest, places.whole)), _view(places.whole)
    return (
        f'<svg class="board {kinds}" viewBox="{view}" '
        f'role="img" aria-label={quoted(title)} xmlns="http://www.w3.org/2000/svg">'
        f'<g class="sites">{written(_trays(manifest, places, sides))}'
        f"{written(_ground(manifest, places))}"
        f"{''.join(_sites(places, called))}</g>"
        f'<g class="singled" aria-hidden="true">{written(_singled(places, marked or {}))}</g>'
        f'<g class="labels" aria-hidden="true">{written(_labels(manifest, places))}</g>'
        f'<g class="marks"></g><g class="pieces">{written(_men(sheet, places, standing))}</g></svg>'
    )


def _kinds(manifest: Manifest, whole: Box) -> Iterator[str]:
    yield "drawn"
    if manifest.mancala:
        yield "board-holes"
    elif _on_points(manifest):
        yield "board-points"
    yield from sizes((whole.right - whole.left) * UNIT + 2 * MARGIN)


def _on_points(manifest: Manifest) -> bool:
    return all(site.kind == "vertex" for site in manifest.sites if site.x is not None)


def _view(whole: Box) -> str:
    left, top = whole.left * UNIT - MARGIN, whole.top * UNIT - MARGIN
    width = (whole.right - whole.left) * UNIT + 2 * MARGIN
    height = (whole.bottom - whole.top) * UNIT + 2 * MARGIN
    return " ".join(f"{each:g}" for each in (left, top, width, height))


def _ground(manifest: Manifest, places: Places) -> Iterator[Element]:
    ground = places.ground
    if _on_points(manifest):
        size = {"width": ground.right - ground.left, "height": ground.bottom - ground.top}
        box = {"x": ground.left, "y": ground.top, **size, "rx": 0.25}
        yield element("rect", {"class": "ground", **{k: v * UNIT for k, v in box.items()}})
    if not manifest.mancala and manifest.lines:
        ends = "".join(
            f"M{a * UNIT:.6g},{-b * UNIT:.6g}L{c * UNIT:.6g},{-d * UNIT:.6g}"
            for (a, b), (c, d) in manifest.lines
        )
        yield element("path", {"class": "edges", "d": ends})
    if _on_points(manifest) and not manifest.mancala and len(manifest.sites) < MANY_POINTS:
        yield _dots(places)


def _sites(places: Places, called: Mapping[int, str]) -> Iterator[str]:
    for place in places.by_number.values():
        name = called.get(place.number)
        told = f"data-called={quoted(name)} " if name else ""
        yield (
            f'<path class="site {place.kind}" data-site="{place.number}" '
            f'data-label={quoted(place.name)} data-x="{place.x:g}" data-y="{place.y:g}" '
            f'{told}d="{place.path}"/>'
        )


def _singled(places: Places, marked: Mapping[str, Sequence[int]]) -> Iterator[Element]:
    """A mark for each site that the rules single out, another for each name."""
    for sites, mark in zip(marked.values(), cycle(MARKS)):
        for place in map(places.by_number.get, sites):
            if place is not None:
                move = f"translate({place.x:g} {place.y:g}) scale({place.room:g})"
                yield element("path", {"d": mark, "transform": move})


def _dots(places: Places) -> Element:
    """Points in one path: strokes of no length with round ends."""
    points = [place for place in places.by_number.values() if place.kind == "vertex"]
    width = short(min(place.room for place in points) * 0.22)
    path = "".join(f"M{place.x:g},{place.y:g}h0" for place in points)
    return element("path", {"class": "dots", "stroke-width": width, "d": path})


def _trays(manifest: Manifest, places: Places, sides: Mapping[str, str]) -> Iterator[Element]:
    for tray in places.trays:
        x, y, width = tray.x * UNIT, tray.y * UNIT, tray.width * UNIT
        owner = tray.container.owner
        owned = owner < manifest.shared and tray.container.kind == "hand"
        named = [element("title", {}, sides.get(str(owner), str(owner)))] if owned else []
        box = {"class": "tray", "x": x, "y": y, "width": width, "height": UNIT, "rx": UNIT * 0.2}
        yield element("rect", box, *named)
        if owned:
            yield from _owner(manifest, owner, x + UNIT * 0.3, y + UNIT * 0.5)


def _owner(manifest: Manifest, owner: int, x: float, y: float) -> Iterator[Element]:
    disc = element("circle", {"class": "stone", "cx": x, "cy": y, "r": UNIT * 0.16})
    many = len(manifest.players) > 2
    text = {"class": "stone-letter", "x": x, "y": y + 3.6, "font-size": 10}
    mark = [element("text", text, str(owner))] if many else []
    yield element("g", {"class": f"side-{owner}"}, disc, *mark)


def _men(sheet: Sheet, places: Places, standing: Sequence[Standing | None]) -> Iterator[Element]:
    for number, here in enumerate(standing):
        if here is not None and number in places.by_number:
            yield figure(sheet, places.by_number[number], here)


def _labels(manifest: Manifest, places: Places) -> Iterator[Element]:
    """Letters below and numbers at the left, where the names of sites are coordinates."""
    named = [
        (found[1], found[2], site.x, site.y)
        for site in manifest.sites
        if site.x is not None and (found := COORDINATE.fullmatch(site.name))
    ]
    files = _lines((letters, x) for letters, _, x, _ in named)
    ranks = _lines((digits, y) for _, digits, _, y in named)
    board = sum(site.x is not None for site in manifest.sites)
    if files is None or ranks is None or len(named) != board or len(files) * len(ranks) > 2 * board:
        return
    ground = places.ground
    for letters, x in files.items():
        yield _label(x * UNIT, ground.bottom * UNIT + 10, letters)
    for digits, y in ranks.items():
        yield _label(ground.left * UNIT - 9, -y * UNIT + 4, digits)


def _label(x: float, y: float, text: str) -> Element:
    return element("text", {"x": x, "y": y}, text)


def _lines(named: Iterator[tuple[str, float | None]]) -> dict[str, float] | None:
    """Where the sites of each letter or number lie; None where they lie on no line."""
    found: dict[str, float] = {}
    for name, at in named:
        assert at is not None
        if abs(found.setdefault(name, at) - at) > SAME:
            return None
    return found
