"""The regions of a board by name."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.graph import Point
from games.boards.measure import Regions, centre, colouring, extremes, rims
from games.boards.measure import regions as measured
from games.engine.boards.graph import Graph
from games.engine.boards.registry import EDGE, VERTEX


def regions(board: Graph, use: str, places: Sequence[Point]) -> Regions:
    """All regions by name: Top, Corners, Outer, `Side N`, `Phase 0` and so on.

    Boards that are played on edges have no corners and sides.
    """
    if use != EDGE:
        return measured(board, use == VERTEX, places)
    outer = _outer(board)
    inner = tuple(n for n in range(len(board.lines)) if n not in set(outer))
    middle = tuple(sorted(centre(places, set(outer), set())))
    found = {"Outer": outer, "Perimeter": outer, "Inner": inner, "Centre": middle}
    return found | extremes(places) | colouring(_beside(board))


def _outer(board: Graph) -> tuple[int, ...]:
    """The edges around the board."""
    around = {
        frozenset(side) for rim in rims(board) for side in zip(rim, [*rim[1:], rim[0]], strict=True)
    }
    return tuple(n for n, edge in enumerate(board.lines) if frozenset(edge) in around)


def _beside(board: Graph) -> list[list[int]]:
    at: dict[int, list[int]] = {}
    for number, edge in enumerate(board.lines):
        for end in edge:
            at.setdefault(end, []).append(number)
    return [
        [other for end in edge for other in at[end] if other != number]
        for number, edge in enumerate(board.lines)
    ]
