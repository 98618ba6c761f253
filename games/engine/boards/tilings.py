"""Tilings by regular polygons: in a number of rows and columns, or within an outline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, radians, sin, sqrt

from games.boards import shapes
from games.boards.graph import Point
from games.boards.planar import joined_at_one, rounded
from games.engine.boards import values
from games.engine.boards.cutting import kept_within
from games.engine.boards.graph import Graph
from games.engine.boards.outlines import Place, around_sides, outline_of, within
from games.engine.boards.registry import makes
from games.engine.boards.sides import hexagonal
from games.engine.language import Typed

ROOT3 = sqrt(3)
HIGH = ROOT3 / 2
OCTAGON = 1 + 2 / sqrt(2)
BEYOND = 2


def _mirrored(corners: Iterable[Point]) -> list[Point]:
    return [(y, x) for x, y in corners]


# The corners that each cell of a tiling's lattice brings, from its middle.

FLAT = [(-0.5, HIGH), (0.5, HIGH), (1.0, 0.0), (0.5, -HIGH), (-0.5, -HIGH), (-1.0, 0.0)]
FAR = (1 + HIGH) / cos(radians(15))
WITH_RING = FLAT + [
    (FAR * cos(radians(15 + n * 30)), FAR * sin(radians(15 + n * 30))) for n in range(12)
]
WIDE = 1 / sqrt(2 - ROOT3)
TWELVE = [
    (WIDE * cos(pi / 12 + n / 12 * 2 * pi), WIDE * sin(pi / 12 + n / 12 * 2 * pi))
    for n in range(12)
]
SNUB = FLAT + [
    (x / 2, y * HIGH)
    for x, y in (
        (-2, 2), (0, 2), (2, 2), (3, 1), (4, 0), (3, -1),
        (2, -2), (0, -2), (-2, -2), (-3, -1), (-4, 0), (-3, 1),
    )
]  # fmt: skip
SQUARE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
EIGHT = [
    (0.5, OCTAGON / 2), (OCTAGON / 2, 0.5), (OCTAGON / 2, -0.5), (0.5, -OCTAGON / 2),
    (-0.5, -OCTAGON / 2), (-OCTAGON / 2, -0.5), (-OCTAGON / 2, 0.5), (-0.5, OCTAGON / 2),
]  # fmt: skip
PAIRS = [
    (-0.5, -0.5 - HIGH), (0.5, -0.5 - HIGH), (-0.5 - HIGH, -HIGH), (0.5 + HIGH, -HIGH),
    (0.0, -0.5), (-1 - HIGH, 0.0), (-HIGH, 0.0), (HIGH, 0.0), (1 + HIGH, 0.0), (0.0, 0.5),
    (-0.5 - HIGH, HIGH), (0.5 + HIGH, HIGH), (-0.5, 0.5 + HIGH), (0.5, 0.5 + HIGH),
]  # fmt: skip


# Where the middle of the cell of a row and a column lies.


def _at_3464(row: int, column: int) -> Point:
    return (3 + ROOT3) / 2 * (column - row), (1 + ROOT3) * (row + column) * 0.5


def _flat_3464(row: int, column: int) -> Point:
    return (1 + ROOT3) * (column - 0.5 * row), (3 + ROOT3) / 2 * row


def _at_3636(row: int, column: int) -> Point:
    return 2 * (column - 0.5 * row), ROOT3 * row


def _at_33344(row: int, column: int) -> Point:
    return column + 0.5 * row, row * (1 + HIGH)


def _at_33434(row: int, column: int) -> Point:
    unit = (1 + ROOT3) / 2
    return unit * (column - row), unit * (row + column)


def _at_33336(row: int, column: int) -> Point:
    return column * 5 * 0.5 - row * 4 * 0.5, row * 2 * HIGH + column * HIGH


def _at_488(row: int, column: int) -> Point:
    return column * OCTAGON, row * OCTAGON


def _at_4612(row: int, column: int) -> Point:
    return _spaced(row, column, 4.7320508)


def _at_31212(row: int, column: int) -> Point:
    return _spaced(row, column, 3.7320508)


def _spaced(row: int, column: int, apart: float) -> Point:
    return (column - 0.5 * row) * apart, row * (apart * ROOT3 / 2)


def _at_333333(row: int, column: int) -> Point:
    return (1.5 + ROOT3) * (column - row), (2 + ROOT3) * (row + column) * 0.5


def _of(cells: Iterable[Point], corners: Sequence[Point]) -> Graph:
    return Graph.of(shapes.of_cells(cells, corners))


def _in_hexagon(size: int, place: Place, corners: Sequence[Point]) -> Graph:
    """So many cells on each side of a hexagon."""
    shapes.check_size(size)
    span = range(2 * size - 1)
    return _of((place(r, c) for r in span for c in span if abs(r - c) < size), corners)


def _in_rows(rows: int, columns: int, place: Place, corners: Sequence[Point]) -> Graph:
    """So many cells in rows and columns."""
    shapes.check_size(rows, columns)
    return _of((place(r, c) for r in range(rows) for c in range(columns)), corners)


def _sizes(item: Typed) -> tuple[int, int]:
    first, second = values.whole(item.args["dimA"]), item.get("dimB")
    return first, first if second is None else values.whole(second)


def _size(item: Typed) -> int:
    """The first size: these tilings have one form, which takes no heed of a second."""
    return values.whole(item.args["dimA"])


# In rows and columns


@makes("graph tiling T3464/2")
def tiling_3464(item: Typed, use: str) -> Graph:
    """Hexagons, squares and triangles, in a hexagon, or in rows and columns."""
    if item.has("dimB"):
        return _in_rows(*_sizes(item), _at_3464, WITH_RING)
    return Graph.of(shapes.tiling_3464(_size(item)))


@makes("graph tiling T33434/2")
def tiling_33434(item: Typed, use: str) -> Graph:
    """Squares and pairs of triangles, in a diamond."""
    return _pairs(_size(item))


def _pairs(size: int) -> Graph:
    return _in_rows(size, size, _at_33434, PAIRS)


@makes("graph tiling T3636/2")
def tiling_3636(item: Typed, use: str) -> Graph:
    """Hexagons and triangles, in a hexagon or a rhombus."""
    first, second = _sizes(item)
    corners = _mirrored(shapes.HEXAGON)
    if item.has("dimB"):
        return _in_rows(2 * first - 1, 2 * second - 1, _at_3636, corners)
    return _in_hexagon(first, _at_3636, corners)


@makes("graph tiling T33344/2")
def tiling_33344(item: Typed, use: str) -> Graph:
    """Rows of squares and rows of triangles, in a rhombus."""
    return _in_rows(*_sizes(item), _at_33344, SQUARE)


@makes("graph tiling T488/2")
def tiling_488(item: Typed, use: str) -> Graph:
    """Octagons and squares, in rows and columns."""
    rows, columns = _sizes(item)
    shapes.check_size(rows, columns)
    cells = [_at_488(r, c) for r in range(rows) for c in range(columns)]
    made = Graph.of(joined_at_one(rounded(shapes.corners_of(cells, EIGHT))))
    made.lines.sort()
    return made


@makes("graph tiling T33336/2")
def tiling_33336(item: Typed, use: str) -> Graph:
    """Hexagons among triangles, in a hexagon."""
    return _in_hexagon(_size(item), _at_33336, SNUB)


@makes("graph tiling T4612/2")
def tiling_4612(item: Typed, use: str) -> Graph:
    """Squares, hexagons and twelve-sided cells, in a hexagon."""
    return _in_hexagon(_size(item), _at_4612, TWELVE)


@makes("graph tiling T31212/2")
def tiling_31212(item: Typed, use: str) -> Graph:
    """Triangles and twelve-sided cells, in a hexagon."""
    return _in_hexagon(_size(item), _at_31212, TWELVE)


@makes("graph tiling T333333_33434/2")
def tiling_333333(item: Typed, use: str) -> Graph:
    """Hexagons of triangles in rings of squares and triangles, in a hexagon."""
    return _in_hexagon(_size(item), _at_333333, WITH_RING)


# Within an outline


def _corners_of(item: Typed, place: Place) -> list[Point]:
    if item.has("poly"):
        return outline_of(item.args["poly"])
    return hexagonal(values.wholes(item.args["sides"]), place)


@makes("graph tiling T3464")
def part_of_3464(item: Typed, use: str) -> Graph:
    """Hexagons, squares and triangles within an outline."""
    cells = within(_corners_of(item, _flat_3464), _flat_3464, BEYOND)
    return _of(cells, _mirrored(WITH_RING))


@makes("graph tiling T3636")
def part_of_3636(item: Typed, use: str) -> Graph:
    """Hexagons and triangles within an outline."""
    cells = within(_corners_of(item, _at_3636), _at_3636, BEYOND)
    return _of(cells, _mirrored(shapes.HEXAGON))


@makes("graph tiling T33344")
def part_of_33344(item: Typed, use: str) -> Graph:
    """Rows of squares and of triangles within an outline."""
    return _of(within(_corners_of(item, _at_33344), _at_33344, BEYOND), SQUARE)


@makes("graph tiling T488")
def part_of_488(item: Typed, use: str) -> Graph:
    """Octagons and squares within an outline; sides are as long as plain squares."""
    if item.has("poly"):
        corners = outline_of(item.args["poly"])
    else:
        steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
        corners = around_sides(values.wholes(item.args["sides"]), steps)
    return _of(within(corners, _at_488, BEYOND), EIGHT)


@makes("graph tiling T33434")
def part_of_33434(item: Typed, use: str) -> Graph:
    """Of the diamond of five, what lies within an outline; with sides, the diamond of three."""
    if not item.has("poly"):
        return _pairs(3)
    return kept_within(_pairs(5), outline_of(item.args["poly"]))


@makes("graph tiling T33336")
def whole_33336(item: Typed, use: str) -> Graph:
    """The hexagon of three: this tiling takes no heed of outlines, as published."""
    return _in_hexagon(3, _at_33336, SNUB)


@makes("graph tiling T4612")
def whole_4612(item: Typed, use: str) -> Graph:
    """The hexagon of three, whatever the outline."""
    return _in_hexagon(3, _at_4612, TWELVE)


@makes("graph tiling T31212")
def whole_31212(item: Typed, use: str) -> Graph:
    """The hexagon of three, whatever the outline."""
    return _in_hexagon(3, _at_31212, TWELVE)


@makes("graph tiling T333333_33434")
def whole_333333(item: Typed, use: str) -> Graph:
    """The hexagon of two, whatever the outline."""
    return _in_hexagon(2, _at_333333, WITH_RING)
