"""Bricks, hexagons of quadrilaterals, and shapes repeated in rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, sin, sqrt

from games.boards.graph import BoardError, Point
from games.boards.planar import MOST_POINTS, rounded
from games.boards.shapes import check_size
from games.engine.boards import values
from games.engine.boards.graph import Graph
from games.engine.boards.outlines import outline_of
from games.engine.boards.registry import makes
from games.engine.language import Typed

ROOT3 = sqrt(3)

# The corners of a brick that lies, of half a brick, and of one that stands.
LYING = ((0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0))
HALF = ((0, 0), (0, 1), (1, 1), (1, 0))
STANDING = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0))

# A brick: its form, its row and its column.
Brick = tuple[tuple[tuple[int, int], ...], int, int]


@makes("graph brick")
def bricks(item: Typed, use: str) -> Graph:
    """Bricks in a square, a rectangle, a diamond or a spiral."""
    first = values.whole(item.args["dimA"])
    second = values.whole(item.args["dimB"]) if item.has("dimB") else first
    word = item.args["shape"].word if item.has("shape") else "Rectangle"
    trim = values.flag(item.get("trim"))
    check_size(first, second)
    if word == "Spiral":
        return _of_bricks(_spiral(first))
    if word in ("Diamond", "Prism"):
        return _of_bricks(_diamond(first, 0 if word == "Diamond" else second, trim))
    return _of_bricks(_rows(first, first + 1 if word == "Limping" else second, trim))


def _rows(rows: int, columns: int, trim: bool) -> Iterable[Brick]:
    wide = 2 * columns + 1
    for row in range(rows):
        for column in range(row % 2, wide, 2):
            yield _trimmed(row, column, wide, trim)


def _trimmed(row: int, column: int, wide: int, trim: bool) -> Brick:
    if trim and column == 0:
        return HALF, row, column + 1
    return HALF if trim and column >= wide - 1 else LYING, row, column


def _diamond(side: int, middle: int, trim: bool) -> Iterable[Brick]:
    wide = 2 * side
    for row in range(2 * side + 2 * middle):
        for column in range((row + 1) % 2, wide, 2):
            if side - 1 <= row + column < 3 * side - 1 and -side <= column - row < side:
                yield _trimmed(row, column, wide, trim)


def _spiral(rings: int) -> Iterable[Brick]:
    yield HALF, rings - 1, rings - 1
    for ring in range(1, rings):
        low, high = rings - ring, rings + ring
        for n in range(0, 2 * ring, 2):
            yield STANDING, low + n, low - 1
            yield LYING, high - 1, low + n
            yield STANDING, low - 1 + n, high - 1
            yield LYING, low - 1, low - 1 + n


def _of_bricks(bricks: Iterable[Brick]) -> Graph:
    made, known = Graph(), dict[tuple[int, int], int]()
    for form, row, column in bricks:
        corners = []
        for x, y in form:
            at = column + x, row + y
            if at not in known:
                known[at] = made.add_point(float(at[0]), float(at[1]))
            corners.append(known[at])
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            made.join(a, b)
        made.add_face(corners)
    made.reorder()
    return made


# Hexagons of quadrilaterals


@makes("graph quadhex")
def quadhex(item: Typed, use: str) -> Graph:
    """A hexagon of quadrilaterals: in six parts, or in three with a triangle in the middle."""
    layers = values.whole(item.args["layers"])
    check_size(layers)
    if layers * layers * 6 > MOST_POINTS:
        raise BoardError(f"(quadhex {layers}): a board of over {MOST_POINTS} points")
    made = _thirds(layers) if values.flag(item.get("thirds")) else _sixths(layers)
    made.make_faces(uncrossed=True)
    made.reorder()
    return made


def _between(part: float, a: Point, b: Point) -> Point:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def _rotated(at: Point, turn: float) -> Point:
    x, y = at
    return x * cos(turn) - y * sin(turn), y * cos(turn) + x * sin(turn)


def _sixths(layers: int) -> Graph:
    high = layers * ROOT3 / 2
    middle, top, corner = (0.0, 0.0), (0.0, high), (layers / 2.0, high)
    side = (corner[0] + layers) / 2, corner[1] / 2
    made = Graph()
    for turn in (n * pi / 3 for n in range(6)):
        for row in range(layers):
            below, above = (
                (_rotated(_between(part, middle, side), turn),
                 _rotated(_between(part, top, corner), turn))
                for part in (row / layers, (row + 1) / layers)
            )  # fmt: skip
            for column in range(layers):
                left, right = column / layers, (column + 1) / layers
                places = [_between(left, *below), _between(right, *below), _between(right, *above)]
                if row == layers - 1:
                    places.append(_between(left, *above))
                found = [made.find_or_add(*at) for at in places]
                for a, b in pairwise(found):
                    made.join(a, b)
    return made


def _thirds(layers: int) -> Graph:
    """Three parts of two halves each, joined around a triangle in the middle."""
    part, made = _third(layers), Graph()
    count = len(part.points)
    if 3 * count > MOST_POINTS:
        raise BoardError(f"(quadhex {layers}): a board of over {MOST_POINTS} points")
    for _ in range(3):
        made.append(part)
        part.points = [_rotated(at, 2 * pi / 3) for at in part.points]
    inner, outer, tip = 4 * layers, 4 * layers + 2, layers * (2 * layers + 3)
    firsts = [n * count for n in range(3)]
    for n, first in enumerate(firsts):
        made.join(first + tip, firsts[(n + 1) % 3] + tip)
    for n, first in enumerate(firsts):
        made.join(first + outer, firsts[(n + 1) % 3] + inner)
    return made


def _third(layers: int) -> Graph:
    high = layers * ROOT3 / 2
    corner, edge = (-layers / 2.0, -high), (0.0, -high)
    ratio = layers / (layers + 0.5)
    tip, side = _between(ratio, edge, (0.0, 0.0)), _between(ratio / 2, corner, (-layers, 0.0))
    made = Graph()
    for row in range(layers):
        ends = [
            (_between(part, corner, edge), _between(part, side, tip))
            for part in (row / layers, (row + 1) / layers)
        ]
        for column in range(layers):
            parts = column / layers, (column + 1) / layers
            left = [_between(part, *end) for end in ends for part in parts]
            for places in (left, [(-x, y) for x, y in left]):
                a, b, c, d = (made.find_or_add(*at) for at in places)
                for one, other in ((a, b), (c, d), (a, c), (b, d)):
                    made.join(one, other)
    return made


# Shapes repeated


@makes("graph repeat")
def repeat(item: Typed, use: str) -> Graph:
    """Outlines again and again, so many steps up and to the side."""
    rows, columns = (values.whole(item.args[name]) for name in ("rows", "columns"))
    steps = values.places(item.args["step"])
    if len(steps) < 2 or not 0 < rows * columns <= MOST_POINTS:
        message = f"(repeat …) has two steps, and 1 to {MOST_POINTS} shapes in rows and columns"
        raise BoardError(message)
    polys = item.args["polys"].items if item.has("polys") else (item.args["poly"],)
    outlines = [rounded(outline_of(each)) for each in polys]
    (across_x, across_y), (up_x, up_y) = rounded(steps[:2])
    made = Graph()
    for row in range(rows):
        for column in range(columns):
            at = column * across_x + row * up_x, column * across_y + row * up_y
            for outline in outlines:
                _outline(made, outline, at)
    made.make_faces()
    made.reorder()
    return made


def _outline(made: Graph, outline: Sequence[Point], at: Point) -> None:
    found = [made.find_or_add(at[0] + x, at[1] + y) for x, y in outline]
    for a, b in zip(found, [*found[1:], found[0]], strict=True):
        made.join(a, b)
