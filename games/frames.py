"""Positions drawn into the board's SVG by the server, so that a page shows them before any script.

static/js/board.js draws the same elements; both take the room for a piece from `rooms`.
The process that checks a text (`games.checking`) draws here too, and starts sooner without
Django's translations and forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from math import hypot
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from games.boards import Site
from games.boards.drawing import UNIT, centre, outline
from games.drawing import Sheet, places_of, seen_by, sheet_of, svg
from games.drawing.looks import fill_of, man_of
from games.drawing.places import Place
from games.engine.manifest import Manifest
from games.play import (
    FirstPosition,
    FirstRules,
    MoveError,
    Position,
    Rules,
    SecondPosition,
    SecondRules,
    first_design,
)

FILL = 0.94
EMPTY_LAYER = '<g class="pieces"></g>'
MAN = (
    '<g class="piece-at side-{}" data-site="{}"><title>{}, {}</title>'
    '<use class="piece" href="{}#{}" x="{}" y="{}" width="{}" height="{}"/>'
    '<circle class="piece-disc" cx="{}" cy="{}" r="{}"/>'
    '<text class="piece-letter" x="{}" y="{}" font-size="{}">{}</text></g>'
)

Point = tuple[float, float]
Looks = Mapping[str, Mapping[str, Any]]


def replay(rules: Rules, moves: Sequence[str]) -> Position:
    """The position after these moves, or after those before the first that is not legal."""
    position = rules.start()
    for label in moves:
        try:
            position = position.play(label)
        except MoveError:
            break
    return position


def rooms(rules: Rules) -> list[float]:
    """For each site, the side of the square that a piece may fill, in the drawing's pixels."""
    if isinstance(rules, SecondRules):
        return places_of(rules.engine_manifest).rooms()
    return [_room(site) for site in first_design(rules).board.sites]


def places(rules: Rules) -> dict[int, Place]:
    """Where each site is drawn, by its number."""
    if isinstance(rules, SecondRules):
        return places_of(rules.engine_manifest).by_number
    sites = first_design(rules).board.sites
    return {
        site.index: Place(site.index, "", site.label, *centre(site), _room(site), outline(site))
        for site in sites
    }


def drawn(
    rules: Rules,
    position: Position,
    title: str,
    looks: Looks,
    sides: Mapping[str, str],
    sprite: str,
    *,
    viewer: int | None = None,
    face_down: str = "?",
) -> SafeString:
    """The board with the pieces of a position.

    `looks` maps a piece's name to its symbol, name and letter, `sides` an owner's number to a
    word (a neutral piece has none), `sprite` is the address of the symbols. Where rules hide
    pieces, `viewer` is the player who looks, 0 who watches, None who sees all, and `face_down`
    what a piece of unknown kind is called.
    """
    if isinstance(rules, SecondRules):
        sheet = sheet_of(rules.engine_manifest, looks, sides, sprite, face_down)
        return _second(rules, position, title, sheet, sides, viewer)
    first = first_design(rules)
    men = "".join(
        MAN.format(*(escape(str(each)) for each in _man(first, site, number, looks, sides, sprite)))
        for site, number in _standing(position)
    )
    layer = f'<g class="pieces">{men}</g>'
    return mark_safe(first.svg(title).replace(EMPTY_LAYER, layer))  # noqa: S308 - both are escaped


def _second(
    rules: SecondRules,
    position: Position,
    title: str,
    sheet: Sheet,
    sides: Mapping[str, str],
    viewer: int | None,
) -> SafeString:
    standing = position.standing if isinstance(position, SecondPosition) else []
    standing = seen_by(standing, viewer)
    picture = svg(_called(rules), sheet, standing, title, sides, rules.marked)
    return mark_safe(picture)  # noqa: S308 - it is escaped


def _called(rules: SecondRules) -> Manifest:
    """The manifest with the names that players give the sites."""
    manifest, points = rules.engine_manifest, rules.points
    if not points:
        return manifest
    sites = (replace(each, name=points.get(each.name, each.name)) for each in manifest.sites)
    return replace(manifest, sites=tuple(sites))


def _standing(position: Position) -> list[tuple[int, int]]:
    board = position.board if isinstance(position, FirstPosition) else ()
    return [(site, number) for site, number in enumerate(board) if number]


def _man(
    rules: FirstRules,
    number: int,
    component: int,
    looks: Looks,
    sides: Mapping[str, str],
    sprite: str,
) -> tuple[Any, ...]:
    site, piece = rules.board.sites[number], rules.program.components[component - 1]
    look = looks.get(piece.name, {"symbol": "man", "name": piece.name, "letter": piece.name[:1]})
    (x, y), size = centre(site), _room(site)
    half = size / 2
    name = man_of(sides.get(str(piece.owner), ""), look["name"])
    return (
        fill_of(piece.owner, sides), number, name, site.label,
        sprite, look["symbol"], *map(_short, (x - half, y - half, size, size)),
        *map(_short, (x, y, half * 0.84)), *map(_short, (x, y + size * 0.18, size * 0.5)),
        look["letter"],
    )  # fmt: skip


def _room(site: Site) -> float:
    corners = site.outline
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    reach = min(_distance((site.x, site.y), start, end) for start, end in sides)
    return round(min(1.0, 2 * reach) * UNIT * FILL, 2)


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the nearest point of a line between two others."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0.0
    t = max(0.0, min(1.0, along))
    return hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
