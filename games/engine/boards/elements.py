"""The sites of a graph by what the game is played on, and the steps between them.

Steps between cells and between points are those of the first design. An edge is next to every
edge that shares an end with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, hypot, pi

from games.boards.compass import bearing
from games.boards.graph import Point
from games.boards.steps import RELATIONS, ROUND, TOUCHING, Reach, Steps, lines
from games.boards.steps import steps as published
from games.engine.boards.graph import Graph
from games.engine.boards.registry import CELL, EDGE, VERTEX

__all__ = ["RELATIONS", "ROUND", "lines", "middles", "steps"]

STRAIGHT = 0.9
ALMOST = 1e-7


def middles(board: Graph, use: str) -> list[Point]:
    """The middles of all sites."""
    if use == EDGE:
        return [board.halfway(edge) for edge in board.lines]
    if use == VERTEX:
        return list(board.points)
    return [board.middle(face) for face in board.faces]


def steps(board: Graph, use: str) -> Steps:
    """All steps between sites by relation, wind, and way round a pivot, clockwise from north."""
    if use != EDGE:
        found = published(board, use == VERTEX)
        if use == CELL and board.pivots:
            _turn(board, found)
        return found
    return _between_edges(board)


def _between_edges(board: Graph) -> Steps:
    places, found = middles(board, EDGE), Steps()
    for site, reach in enumerate(_reaches(board)):
        here = places[site]
        points = 16 if _crowded(here, [*reach.parts, *(places[t] for t in reach.targets)]) else 8
        for target, relations in reach.targets.items():
            there = places[target]
            wind = bearing(there[0] - here[0], there[1] - here[1], points)
            for word in (*relations, wind):
                found.setdefault(word, [[] for _ in places])[site].append(target)
    _sort(found, places)
    return found


def _crowded(here: Point, around: Sequence[Point]) -> bool:
    """Whether two things around a site lie in the same of eight directions."""
    winds = [bearing(x - here[0], y - here[1], 8) for x, y in around]
    return len(set(winds)) < len(winds)


def _reaches(board: Graph) -> Iterable[Reach]:
    """From each edge, the edges that share an end; its ends and faces lie around it."""
    at: list[list[int]] = [[] for _ in board.points]
    for number, edge in enumerate(board.lines):
        for end in edge:
            at[end].append(number)
    by_point = board.faces_by_point()
    for number, edge in enumerate(board.lines):
        beside = dict.fromkeys(other for end in edge for other in at[end] if other != number)
        faces = dict.fromkeys(face for end in edge for face in by_point[end])
        parts = [board.points[end] for end in edge]
        parts += [board.middle(board.faces[face]) for face in faces]
        yield Reach(dict.fromkeys(beside, TOUCHING), parts)


def _sort(found: Steps, places: Sequence[Point]) -> None:
    def clockwise(here: Point, there: Point) -> float:
        turn = pi / 2 - atan2(there[1] - here[1], there[0] - here[0]) + 0.0001
        return turn if turn >= 0 else turn + 2 * pi

    for each in found.values():
        for site, targets in enumerate(each):
            targets.sort(key=lambda t, site=site: clockwise(places[site], places[t]))  # type: ignore[misc]


# Ways round a pivot between cells


def _turn(board: Graph, found: Steps) -> None:
    """Add In, Out, CW and CCW of cells whose corners turn around a point."""
    places = middles(board, CELL)
    diagonal = found.get("Diagonal", [[] for _ in places])
    for site, targets in enumerate(found.get("All", ())):
        pivot = next((board.pivots[p] for p in board.faces[site] if p in board.pivots), None)
        for target in targets if pivot is not None else ():
            if target not in diagonal[site]:
                way = _way(board, site, target, places, board.points[pivot])  # type: ignore[index]
                if way is not None:
                    found.setdefault(way, [[] for _ in places])[site].append(target)


def _unit(x: float, y: float) -> Point:
    """A way of length 1, or one that is nearly none as it is."""
    long = hypot(x, y)
    return (x, y) if long < ALMOST else (x / long, y / long)


def _way(board: Graph, site: int, target: int, places: Sequence[Point], pivot: Point) -> str | None:
    (x, y), (tx, ty), (px, py) = places[site], places[target], pivot
    (ux, uy), (vx, vy) = _unit(tx - x, ty - y), _unit(px - x, py - y)
    straight = ux * vx + uy * vy
    if abs(straight) > STRAIGHT:
        return "In" if straight > 0 else "Out"
    # Ludii looks for a curved edge between the points that have the numbers of the cells.
    if frozenset((site, target)) not in board.curved:
        return None
    return "CW" if (tx - px) * (y - py) - (ty - py) * (x - px) > ALMOST else "CCW"
