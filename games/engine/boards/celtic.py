"""Celtic knots: squares that stand on a corner, with bows around their rim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, pi, sqrt

from games.boards.graph import BoardError, Point
from games.boards.measure import rims
from games.boards.shapes import check_size
from games.engine.boards import values
from games.engine.boards.graph import Graph
from games.engine.boards.outlines import around_sides, outline_of, within
from games.engine.boards.registry import makes
from games.engine.language import Typed

HALF = 1 / sqrt(2)
STEP = 2 * HALF
CORNERS = ((HALF, 0.0), (0.0, HALF), (-HALF, 0.0), (0.0, -HALF))
STEPS = ((STEP, 0.0), (0.0, STEP), (-STEP, 0.0), (0.0, -STEP))
SAME_LENGTH = 0.05
# Where a rim goes straight on, and where it turns sharply.
STRAIGHT, SHARP = 0.1 * pi, 0.25 * pi
# How far from the rim the tip of a bow lies, next to the length of an edge.
BOW = 0.9


@makes("graph celtic")
def knot(item: Typed, use: str) -> Graph:
    """A knot of so many rows and columns."""
    rows = values.whole(item.args["rows"])
    columns = values.whole(item.args["columns"]) if item.has("columns") else rows
    check_size(rows, columns)
    return _knot(_at(r, c) for r in range(rows) for c in range(columns))


@makes("graph celtic/2")
def knot_within(item: Typed, use: str) -> Graph:
    """A knot within an outline."""
    if item.has("poly"):
        corners = outline_of(item.args["poly"])
    else:
        corners = around_sides(values.wholes(item.args["sides"]), STEPS)
    return _knot(within(corners, _at, 1))


def _at(row: int, column: int) -> Point:
    return column * STEP, row * STEP


def _knot(middles: Iterable[Point]) -> Graph:
    made = Graph()
    for x, y in middles:
        for dx, dy in CORNERS:
            made.find_or_add(x + dx, y + dy)
    if not made.points:
        raise BoardError("a knot without a part: its outline is too small")
    for a in range(len(made.points)):
        for b in range(a + 1, len(made.points)):
            if abs(made.length((a, b)) - 1) < SAME_LENGTH:
                made.join(a, b)
    made.make_faces(uncrossed=True)
    rim = rims(made)[0]
    for n in _bowed(made, rim):
        _bow(made, rim, n)
    made.reorder()
    return made


def _bowed(made: Graph, rim: Sequence[int]) -> list[int]:
    """The places of the rim where a bow begins: at sharp turns, and at every second one between."""
    found, straight = [], 0
    for n in range(len(rim)):
        turn = _turn(made, rim, n)
        if turn > SHARP:
            found.append(n)
            straight = 0
        elif abs(turn) < STRAIGHT:
            straight += 1
            if straight % 2 == 0:
                found.append(n)
    return found


def _turn(made: Graph, rim: Sequence[int], n: int) -> float:
    """How much the rim turns at a place, to the right above 0."""
    (ax, ay), (bx, by), (cx, cy) = (made.points[rim[(n + k) % len(rim)]] for k in (-1, 0, 1))
    vx, vy, ux, uy = bx - ax, by - ay, cx - bx, cy - by
    return atan2(uy * vx - ux * vy, ux * vx + uy * vy)


def _bow(made: Graph, rim: Sequence[int], n: int) -> None:
    """A bow from a place of the rim to the next, or over a dent to the one after."""
    b, c, d, e = (rim[(n + k) % len(rim)] for k in (-1, 0, 1, 2))
    if _turn(made, rim, n + 1) < -SHARP:
        made.join(c, e)
        made.add_face([d, c, e])
        return
    (bx, by), (cx, cy), (dx, dy) = (made.points[p] for p in (b, c, d))
    away = (cx - bx, cy - by)
    if abs(_turn(made, rim, n)) < STRAIGHT:
        away = (dy - cy, cx - dx)
    tip = made.add_point((cx + dx) / 2 + BOW * away[0], (cy + dy) / 2 + BOW * away[1])
    made.join(c, tip)
    made.join(tip, d)
    made.add_face([c, tip, d])
