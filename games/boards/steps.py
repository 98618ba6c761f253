"""From each site of a planar board: where one step leads, in which relation and direction.

The relations are Ludii's. Cells: Orthogonal across an edge; Diagonal straight through a corner,
or along an edge that leads away from a corner of three; OffDiagonal any other that shares a
corner. Points: Orthogonal along an edge; Diagonal to the opposite corner of a face. Adjacent is
what touches; All is everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, hypot, pi, sqrt, tan

from games.boards.compass import bearing
from games.boards.graph import Point
from games.boards.planar import Planar, sides_of

RELATIONS = ("All", "Adjacent", "Orthogonal", "Diagonal", "OffDiagonal")
TOUCHING = ("Orthogonal", "Adjacent", "All")
ROUND = ("In", "Out", "CW", "CCW")
LARGEST_BEND = tan(0.25)
ALMOST = 1e-7

# For each direction or relation and each site: where its steps lead, clockwise from north.
Steps = dict[str, list[list[int]]]


@dataclass
class Reach:
    """The steps from one site: targets with their relations, and its parts, which lie around it."""

    targets: dict[int, tuple[str, ...]] = field(default_factory=dict)
    parts: list[Point] = field(default_factory=list)


def centres(board: Planar, on_points: bool) -> list[Point]:
    """The middles of all sites."""
    return list(board.points) if on_points else [board.middle(face) for face in board.faces]


def steps(board: Planar, on_points: bool) -> Steps:
    """All steps between sites, by relation (`RELATIONS`), wind, and way round a pivot."""
    middles = centres(board, on_points)
    reaches = _from_points(board) if on_points else _from_cells(board)
    found: Steps = {}

    def add(word: str, site: int, target: int) -> None:
        if word not in found:
            found[word] = [[] for _ in middles]
        found[word][site].append(target)

    for site, reach in enumerate(reaches):
        points = 16 if _crowded(middles, site, reach) else 8
        for target, relations in reach.targets.items():
            (x, y), (to_x, to_y) = middles[site], middles[target]
            for word in (*relations, bearing(to_x - x, to_y - y, points)):
                add(word, site, target)
    if on_points and board.pivots:
        for word, site, target in _turning(board, reaches):
            add(word, site, target)
    for lists in found.values():
        for site, targets in enumerate(lists):
            targets.sort(key=lambda target, site=site: _clockwise(middles[site], middles[target]))  # type: ignore[misc]
    return found


def _clockwise(here: Point, there: Point) -> float:
    turn = pi / 2 - atan2(there[1] - here[1], there[0] - here[0]) + 0.0001
    return turn if turn >= 0 else turn + 2 * pi


def _crowded(middles: Sequence[Point], site: int, reach: Reach) -> bool:
    """Whether two things around a site lie in the same of eight directions."""
    x, y = middles[site]
    around = [*reach.parts, *(middles[target] for target in reach.targets)]
    winds = [bearing(px - x, py - y, 8) for px, py in around]
    return len(set(winds)) < len(winds)


# Cells


def _from_cells(board: Planar) -> list[Reach]:
    by_edge, by_point = board.faces_by_edge(), board.faces_by_point()
    middles = centres(board, on_points=False)
    return [_cell(board, n, by_edge, by_point, middles) for n in range(len(board.faces))]


def _cell(
    board: Planar,
    number: int,
    by_edge: dict[frozenset[int], list[int]],
    by_point: list[list[int]],
    middles: list[Point],
) -> Reach:
    face, reach = board.faces[number], Reach()
    found = reach.targets
    for edge in sides_of(face):
        beside = by_edge[frozenset(edge)]
        for other in beside if number in beside else ():
            if other != number:
                found.setdefault(other, TOUCHING)
    for corner in face:
        through = [other for other in by_point[corner] if other != number and other not in found]
        if through:
            at = board.points[corner]
            best = min(through, key=lambda o: _off_line(at, middles[number], middles[o]))
            found[best] = ("Diagonal", "Adjacent", "All")
    for corner in face:
        for other in by_point[corner]:
            if other != number:
                found.setdefault(other, ("OffDiagonal", "Adjacent", "All"))
    for other in _beyond_edges(board, number, by_point, middles):
        found.setdefault(other, ("Diagonal", "All"))
    reach.parts = [board.points[corner] for corner in face]
    reach.parts += [_between(board.points[a], board.points[b]) for a, b in sides_of(face)]
    return reach


def _beyond_edges(
    board: Planar, number: int, by_point: list[list[int]], middles: list[Point]
) -> Iterable[int]:
    """Cells that lie straight behind an edge leading away from a corner, as on hexagons."""
    face, here = board.faces[number], middles[number]
    sides = {frozenset(side) for side in sides_of(face)}
    for corner in face:
        joined = board.around[corner]
        away = [other for other in joined if frozenset((corner, other)) not in sides]
        if len(joined) != 3 or not away:
            continue
        for other in by_point[away[0]]:
            there = middles[other]
            off = _off_line(board.points[corner], here, there)
            off += _off_line(board.points[away[0]], here, there)
            apart = hypot(there[0] - here[0], there[1] - here[1])
            if other != number and off <= 0.1 * apart:
                yield other


# Points


def _from_points(board: Planar) -> list[Reach]:
    by_point = board.faces_by_point()
    reaches = []
    for here, joined in enumerate(board.around):
        reach = Reach(dict.fromkeys(joined, TOUCHING))
        for number in by_point[here]:
            face = board.faces[number]
            if len(face) > 3:
                opposite = _opposite(board, here, face)
                reach.targets.setdefault(opposite, ("Diagonal", "All"))
        reach.parts = [_between(board.points[here], board.points[other]) for other in joined]
        reach.parts += [board.middle(board.faces[number]) for number in by_point[here]]
        reaches.append(reach)
    return reaches


def _opposite(board: Planar, here: int, face: list[int]) -> int:
    """The corner of a face such that its middle lies most nearly on the line there."""
    middle, at = board.middle(face), board.points[here]
    others = [corner for corner in face if corner != here]
    return min(others, key=lambda corner: _off_line(middle, at, board.points[corner]))


def _turning(board: Planar, reaches: list[Reach]) -> Iterable[tuple[str, int, int]]:
    """In, Out, CW and CCW of points that turn around another."""
    centres_ = set(board.pivots.values())
    for site, reach in enumerate(reaches):
        for target in reach.targets:
            if site in centres_:
                yield "Out", site, target
            elif site in board.pivots and "Diagonal" not in reach.targets[target]:
                way = _way(board, site, target, board.pivots[site])
                if way is not None:
                    yield way, site, target


def _way(board: Planar, site: int, target: int, pivot: int) -> str | None:
    (x, y), (tx, ty), (px, py) = (board.points[n] for n in (site, target, pivot))
    straight = (tx - x) * (px - x) + (ty - y) * (py - y)
    straight /= hypot(tx - x, ty - y) * hypot(px - x, py - y)
    if abs(straight) > 0.9:
        return "In" if straight > 0 else "Out"
    if frozenset((site, target)) not in board.curved:
        return None
    return "CW" if (tx - px) * (y - py) - (ty - py) * (x - px) > ALMOST else "CCW"


# Lines

# What is met after a step from one site to another, where that does not come back.
Ends = dict[tuple[int, int], tuple[int, ...]]


def lines(found: Steps, word: str, middles: Sequence[Point]) -> list[list[tuple[int, ...]]]:
    """For each site, the way on from each of its steps in a direction or relation.

    It goes on as straight as possible, or round a pivot by the first step there.
    """
    onward, known = found[word], dict[tuple[int, int], int]()

    def after(before: int, here: int) -> int:
        if (before, here) not in known:
            known[before, here] = _straightest(onward[here], before, here, middles)
        return known[before, here]

    def turn(_: int, here: int) -> int:
        return onward[here][0] if onward[here] else -1

    go = turn if word in ROUND else after
    ends: Ends = {}
    return [
        [_line(go, site, first, ends) for first in firsts] for site, firsts in enumerate(onward)
    ]


def _line(go: Callable[[int, int], int], start: int, first: int, ends: Ends) -> tuple[int, ...]:
    """The sites met from a step on, until one comes back. What is met from there on is kept."""
    if (start, first) in ends:
        return ends[start, first]
    met, here, following = [start, first], first, go(start, first)
    while following >= 0 and following not in met:
        known = ends.get((here, following), ())
        if known and set(met).isdisjoint(known):
            met += known
            following = -1
            break
        met.append(following)
        here, following = following, go(here, following)
    line = tuple(met[1:])
    if following < 0:
        for n, step in enumerate(pairwise(met)):
            if step in ends:
                break
            ends[step] = line[n:]
    return line


def _straightest(ways: Sequence[int], before: int, here: int, middles: Sequence[Point]) -> int:
    """Of the ways on, the one that bends least; -1 where all bend too much."""
    best, least = -1, LARGEST_BEND
    for way in ways:
        bend = _bend(middles[before], middles[here], middles[way])
        if bend < least:
            best, least = way, bend
    return best


def _bend(a: Point, b: Point, c: Point) -> float:
    """How much the way from a over b to c bends: the tangent of the angle; endless for 90° on."""
    vx, vy, ux, uy = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    along = ux * vx + uy * vy
    return abs((uy * vx - ux * vy) / along) if along > 0 else float("inf")


def straight(a: Point, b: Point, c: Point) -> bool:
    """Whether the way from a over b to c bends so little that it counts as a straight line."""
    return _bend(a, b, c) < LARGEST_BEND


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5


def _off_line(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from the endless line through two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) + abs(dy) < ALMOST:
        return hypot(point[0] - a[0], point[1] - a[1])
    across = (point[1] - a[1]) * dx - (point[0] - a[0]) * dy
    return sqrt(across * across / (dx * dx + dy * dy))
