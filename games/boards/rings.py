"""Rings of points: round, with a centre, and with corners, as for merels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin

from games.boards.graph import BoardError
from games.boards.planar import Planar
from games.boards.shapes import MOST, check_size


def rings(counts: tuple[int, ...]) -> Planar:
    """`(concentric {n0 n1 …})` played on its points: so many on each ring, the centre first.

    Points are numbered ring by ring; within a ring by angle, from due north round to north.
    """
    if sum(counts) > MOST * MOST or any(count < 0 for count in counts) or len(counts) < 2:
        raise BoardError(f"rings of {counts}: write two or more, none below 0")
    if counts[0] > 1:
        counts = (0, *counts)
    board = Planar()
    numbers = [list(_ring(board, ring, count)) for ring, count in enumerate(counts)]
    for ring in numbers[1:]:
        _round(board, ring)
    _spokes(board, numbers)
    return board


def _ring(board: Planar, radius: int, count: int) -> Iterator[int]:
    angles = sorted(pi / 2 - 2 * pi * step / count for step in range(count))
    for angle in angles:
        yield board.add_point(radius * cos(angle), radius * sin(angle))


def _round(board: Planar, ring: list[int]) -> None:
    for a, b in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        if a != b:
            board.join(a, b)
            board.curved.add(frozenset((a, b)))


def _spokes(board: Planar, numbers: list[list[int]]) -> None:
    if numbers[0]:
        centre = numbers[0][0]
        for point in numbers[1]:
            board.join(centre, point)
        board.pivots = dict.fromkeys(range(len(board.points)), centre)
    for radius, ring in enumerate(numbers[1:-1], start=1):
        for point in ring:
            x, y = board.points[point]
            outer = board.find(x * (radius + 1) / radius, y * (radius + 1) / radius)
            if outer is None:
                continue
            board.join(point, outer)
            if not numbers[0]:
                board.pivots[outer] = point


def polygons(
    corners: int, count: int, middles: bool, join_middles: bool, join_corners: bool
) -> Planar:
    """`(concentric Square rings:n)` and the like: polygons inside each other.

    `middles` puts a point in the middle of each side; the others join those, or the corners, of
    one ring to those of the next.
    """
    check_size(count)
    if not 3 <= corners <= MOST:
        raise BoardError(f"rings of {corners} sides: write 3 to {MOST}")
    board = Planar()
    for ring in range(count):
        _polygon(board, corners, 1 + ring * (2 if corners == 3 else 1), middles)
    step = 1 + middles
    size = corners * step
    for start in range(0, size * count, size):
        for n in range(start, start + size):
            board.join(n, n + 1 if n + 1 < start + size else start)
            wanted = join_corners if (n - start) % step == 0 else join_middles
            if wanted and n + size < size * count:
                board.join(n, n + size)
    board.reorder()
    return board


def _polygon(board: Planar, corners: int, radius: int, middles: bool) -> None:
    arc = 2 * pi / corners
    first = pi / 2 + (arc / 2 if corners % 2 == 0 else 0)
    ends = [
        (radius * cos(first + arc * n), radius * sin(first + arc * n)) for n in range(corners + 1)
    ]
    for (ax, ay), (bx, by) in pairwise(ends):
        board.add_point(ax, ay)
        if middles:
            board.add_point((ax + bx) / 2.0, (ay + by) / 2.0)
