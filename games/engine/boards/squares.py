"""Squares within an outline, with lines across them as asked."""

from __future__ import annotations

from collections.abc import Iterable

from games.boards.graph import BoardError, Point
from games.boards.planar import Planar, joined_at_one
from games.boards.shapes import DIAGONALS
from games.engine.boards import values
from games.engine.boards.graph import Graph
from games.engine.boards.outlines import around_sides, outline_of, spans, widened, within
from games.engine.boards.registry import makes
from games.engine.boards.shapes import diagonals_of
from games.engine.language import Typed

BEYOND = 2
# The sides of an outline turn from up to right, down and left.
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))

Spot = tuple[int, int]
Square = tuple[int, int, int, int]


@makes("graph square/2")
def squares_within(item: Typed, use: str) -> Graph:
    """Squares within an outline, or with sides of given lengths."""
    corners = _corners(item)
    made = joined_at_one(within(corners, _at, BEYOND))
    kind = diagonals_of(item)
    if kind is not None:
        _across(made, *spans(widened(corners), BEYOND), kind)
    made.make_faces()
    made.reorder()
    return Graph.of(made)


def _corners(item: Typed) -> list[Point]:
    if item.has("poly"):
        return outline_of(item.args["poly"])
    found = around_sides(values.wholes(item.args["sides"]), STEPS)
    if len(found) < 3:
        raise BoardError("the sides of a board: write two or more lengths")
    return found


def _at(row: int, column: int) -> Point:
    return float(column), float(row)


def _across(made: Planar, rows: range, columns: range, kind: str) -> None:
    """Draw lines across all squares in these rows and columns. Raises BoardError for no such."""
    if kind not in DIAGONALS:
        raise BoardError(f"diagonals:{kind}: write one of {', '.join(DIAGONALS)}")
    number = {(round(x), round(y)): n for n, (x, y) in enumerate(made.points)}
    middle = int((rows[0] + rows[-1]) / 2), int((columns[0] + columns[-1]) / 2)
    if kind == "Radiating":
        far = max(int((r[-1] - r[0]) / 2) for r in (rows, columns)) + 1
        for one, other in _radiating(middle, far):
            if one in number and other in number:
                made.join(number[one], number[other])
        return
    for row in rows:
        for column in columns:
            places = ((column, row), (column, row + 1), (column + 1, row + 1), (column + 1, row))
            if all(place in number for place in places):
                a, b, c, d = (number[place] for place in places)
                _across_one(made, (a, b, c, d), kind, _rises(row, column, middle, kind))


def _radiating(middle: Spot, far: int) -> Iterable[tuple[Spot, Spot]]:
    """Steps along the four diagonals. Ludii counts the middle's row along x, its column along y."""
    x, y = middle
    for n in range(far):
        for dx, dy in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
            yield (x + n * dx, y + n * dy), (x + (n + 1) * dx, y + (n + 1) * dy)


def _across_one(made: Planar, square: Square, kind: str, rises: bool) -> None:
    """Lines across one square, given by its corners from the lower left clockwise."""
    a, b, c, d = square
    if kind == "Solid":
        x, y = made.points[a]
        centre = made.add_point(x + 0.5, y + 0.5)
        for corner in square:
            made.join(corner, centre)
        return
    if rises or kind == "SolidNoSplit":
        made.join(a, c)
    if not rises or kind == "SolidNoSplit":
        made.join(b, d)


def _rises(row: int, column: int, middle: tuple[int, int], kind: str) -> bool:
    if kind == "Concentric":
        return (row < middle[0]) != (column < middle[1])
    return (row + column) % 2 == 0
