"""Outlines `(poly {{x y} …})`: their corners, and which points lie within them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, hypot, pi, sin

from games.boards.graph import BoardError, Point
from games.boards.measure import inside
from games.boards.planar import MOST_POINTS
from games.engine.boards import values
from games.engine.language import Typed

MARGIN = 0.1
ALMOST = 1e-7
MOST_TURNS = 360

# Where the site of a row and a column of a lattice lies.
Place = Callable[[int, int], Point]

__all__ = ["Place", "inside", "outline_of", "widened", "within"]


def outline_of(poly: Typed) -> list[Point]:
    """The corners of a `(poly …)`, those that it is turned to included. Raises BoardError."""
    found = values.places(poly.args["pts"])
    if poly.has("rotns"):
        found = _turned(found, values.whole(poly.args["rotns"]))
    if len(found) < 3:
        raise BoardError("an outline needs three corners or more")
    return found


def _turned(corners: list[Point], turns: int) -> list[Point]:
    """The corners and, after them, the corners turned around the origin so many times in all.

    Below 0 the corners are taken from the last to the first, and turned clockwise.
    """
    if not turns:
        return corners
    if abs(turns) > MOST_TURNS:
        raise BoardError(f"an outline turned {turns} times: {MOST_TURNS} at the most")
    first = corners[::-1] if turns < 0 else corners
    found = list(first)
    angle = step = 2 * pi / turns
    for _ in range(1, abs(turns)):
        c, s = cos(angle), sin(angle)
        found += [(x * c - y * s, x * s + y * c) for x, y in first]
        angle += step
    return found


def widened(outline: Sequence[Point]) -> list[Point]:
    """The outline with its corners moved out a little, so that points on it count as within."""
    corners = list(outline)
    count = len(corners)
    return [_moved(corners[n - 1], corners[n], corners[(n + 1) % count]) for n in range(count)]


def _moved(a: Point, b: Point, c: Point) -> Point:
    """A corner moved along the sides that meet there: outwards, or inwards at a dent."""
    outwards = 1 if (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]) < ALMOST else -1
    (ax, ay), (cx, cy) = _towards(a, b), _towards(c, b)
    step = outwards * MARGIN * 0.5
    return b[0] + (ax + cx) * step, b[1] + (ay + cy) * step


def _towards(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = hypot(dx, dy) or 1.0
    return dx / far, dy / far


def within(outline: Sequence[Point], place: Place, beyond: int) -> list[Point]:
    """The places of a lattice that lie within an outline.

    Rows and columns run from below the outline's bounds to above them, as numbers: `beyond` more
    on each side. Raises BoardError for an outline that is too large.
    """
    wide = widened(outline)
    rows, columns = spans(wide, beyond)
    if len(rows) * len(columns) > 100 * MOST_POINTS:
        raise BoardError("the outline of the board is too large")
    return [at for r in rows for c in columns if inside(at := place(r, c), wide)]


def spans(outline: Sequence[Point], beyond: int) -> tuple[range, range]:
    """The rows and the columns that an outline may reach."""
    xs, ys = zip(*outline, strict=True)
    rows = range(int(min(ys)) - beyond, int(max(ys)) + beyond + 1)
    return rows, range(int(min(xs)) - beyond, int(max(xs)) + beyond + 1)


def around_sides(
    sides: Iterable[int], steps: Sequence[Point], origin: Point = (0.0, 0.0)
) -> list[Point]:
    """The corners of an outline of these sides, each turning to the next step, or back below 0."""
    x, y = origin
    turn, corners = len(steps) - 1, [(x, y)]
    for side in sides:
        turn = (turn + (-1 if side < 0 else 1)) % len(steps)
        x, y = x + side * steps[turn][0], y + side * steps[turn][1]
        corners.append((x, y))
    return corners
