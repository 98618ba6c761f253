"""Outlines `(poly {{x y} …})`: which points lie within them."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from games.boards.graph import Point
from games.boards.measure import inside

MARGIN = 0.1
ALMOST = 1e-7

__all__ = ["inside", "widened"]


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
