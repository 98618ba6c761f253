"""The regions of a board by name; those of edges are found from those of points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.boards.graph import Point
from games.boards.measure import Regions, colouring, extremes
from games.boards.measure import regions as measured
from games.engine.boards.graph import Graph
from games.engine.boards.registry import EDGE, VERTEX


def regions(board: Graph, use: str, places: Sequence[Point]) -> Regions:
    """All regions by name: Top, Corners, Outer, `Side N`, `Phase 0` and so on."""
    if use != EDGE:
        return measured(board, use == VERTEX, places)
    points = measured(board, True, board.points)
    sides = [name for name in points if name.startswith("Side ")]
    both = ("Corners", "ConvexCorners", "ConcaveCorners", "Outer", "Perimeter", *sides)
    found = {name: _between(board, points[name]) for name in both}
    found["Inner"] = tuple(set(range(len(board.lines))) - set(found["Outer"]))
    return found | extremes(places) | colouring(_beside(board))


def _between(board: Graph, points: Iterable[int]) -> tuple[int, ...]:
    """The edges with both ends among some points."""
    known = set(points)
    return tuple(n for n, edge in enumerate(board.lines) if known.issuperset(edge))


def _beside(board: Graph) -> list[list[int]]:
    at: dict[int, list[int]] = {}
    for number, edge in enumerate(board.lines):
        for end in edge:
            at.setdefault(end, []).append(number)
    return [
        [other for end in edge for other in at[end] if other != number]
        for number, edge in enumerate(board.lines)
    ]
