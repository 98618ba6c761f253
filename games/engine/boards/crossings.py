"""A point wherever edges cross: `(splitCrossings …)`."""

from __future__ import annotations

from math import hypot

from games.boards.graph import Point
from games.engine.boards.crossed import Edge
from games.engine.boards.graph import Graph
from games.engine.boards.registry import make, makes
from games.engine.language import Typed

# How near to its ends a crossing of an edge is no crossing, as a part of its length.
MARGIN = 0.01
TOUCH = 0.001
PARALLEL = 1e-7


@makes("graph splitCrossings")
def split_crossings(item: Typed, use: str) -> Graph:
    """The graph with a vertex wherever edges cross, or where a vertex lies on an edge."""
    made = make(item.args["graph"], use)
    while _split_crossing(made):
        pass
    while _split_touching(made):
        pass
    made.make_faces()
    return made


def _split_crossing(made: Graph) -> bool:
    """Split the first two edges that cross."""
    for n, one in enumerate(made.lines):
        for other in made.lines[n + 1 :]:
            at = _crossing(made, one, other)
            if at is not None:
                number = made.add_point(*at)
                _split(made, (one, other), number)
                return True
    return False


def _split_touching(made: Graph) -> bool:
    """Split the first edge on which a vertex lies."""
    for edge in made.lines:
        for number, at in enumerate(made.points):
            if number not in edge and _touches(at, *(made.points[end] for end in edge)):
                _split(made, (edge,), number)
                return True
    return False


def _split(made: Graph, edges: tuple[Edge, ...], number: int) -> None:
    ends = [end for edge in edges for end in edge]
    pivot = next((made.pivots[end] for end in ends if end in made.pivots), None)
    if pivot is not None:
        made.pivots[number] = pivot
    for a, b in edges:
        made.remove_edge(a, b)
    for a, b in edges:
        made.join(a, number)
        made.join(number, b)


def _crossing(made: Graph, one: Edge, other: Edge) -> Point | None:
    """Where two edges cross between their ends, or None."""
    (ax, ay), (bx, by) = (made.points[end] for end in one)
    (cx, cy), (dx, dy) = (made.points[end] for end in other)
    ux, uy, vx, vy, wx, wy = bx - ax, by - ay, dx - cx, dy - cy, cx - ax, cy - ay
    turn = vx * uy - vy * ux
    if abs(turn) < PARALLEL:
        return None
    s, t = (vx * wy - vy * wx) / turn, (ux * wy - uy * wx) / turn
    if MARGIN < s < 1 - MARGIN and MARGIN < t < 1 - MARGIN:
        return ax + s * ux, ay + s * uy
    return None


def _touches(at: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on an edge, but not at an end."""
    ux, uy, wx, wy = b[0] - a[0], b[1] - a[1], at[0] - a[0], at[1] - a[1]
    if hypot(wx, wy) < TOUCH or hypot(at[0] - b[0], at[1] - b[1]) < TOUCH:
        return False
    long = ux * ux + uy * uy
    along = (wx * ux + wy * uy) / long if long > PARALLEL else 0.0
    return 0 < along < 1 and hypot(wx - along * ux, wy - along * uy) <= TOUCH
