"""Which edges of a graph are crossed by others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from games.boards.graph import Point

Edge = tuple[int, int]

ALMOST = 1e-7
NEAR = 0.001


def crossed(points: Sequence[Point], edges: Sequence[Edge]) -> frozenset[frozenset[int]]:
    """The edges that an edge before them in the list crosses, but for those that share an end."""
    found = set()
    boxes = sorted((_box(points, edge), n) for n, edge in enumerate(edges))
    open_: list[tuple[float, float, float, int]] = []
    for (left, bottom, right, top), n in boxes:
        open_ = [each for each in open_ if each[0] >= left - ALMOST]
        for _, low, high, m in open_:
            first, second = edges[min(n, m)], edges[max(n, m)]
            near = low <= top + ALMOST and bottom <= high + ALMOST
            if near and frozenset(second) not in found and _cross(points, second, first):
                found.add(frozenset(second))
        open_.append((right, bottom, top, n))
    return frozenset(found)


def _box(points: Sequence[Point], edge: Edge) -> tuple[float, float, float, float]:
    (ax, ay), (bx, by) = points[edge[0]], points[edge[1]]
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _cross(points: Sequence[Point], one: Edge, other: Edge) -> bool:
    (ax, ay), (bx, by) = (points[end] for end in one)
    (cx, cy), (dx, dy) = (points[end] for end in other)
    for (px, py), (qx, qy) in product(((ax, ay), (bx, by)), ((cx, cy), (dx, dy))):
        if (px - qx) ** 2 + (py - qy) ** 2 < NEAR * NEAR:
            return False
    ux, uy, vx, vy, wx, wy = bx - ax, by - ay, dx - cx, dy - cy, cx - ax, cy - ay
    turn = vx * uy - vy * ux
    if abs(turn) < ALMOST:
        return False
    s, t = (vx * wy - vy * wx) / turn, (ux * wy - uy * wx) / turn
    return all(-ALMOST <= part <= 1 + ALMOST for part in (s, t))
