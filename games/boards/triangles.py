"""Boards of triangles, in the shapes that Ludii has for them; sizes in cells or in points."""

from __future__ import annotations

from math import sqrt

from games.boards.graph import Point
from games.boards.planar import Planar, joined_at_one, made_of
from games.boards.shapes import MOST, check_size

HALF_ROOT3 = sqrt(3) / 2


def triangle(size: int, on_points: bool, most: int = MOST) -> Planar:
    """`(tri n)`: a triangle of triangles, n on each side."""
    check_size(size, most=most)
    rows = range(size + (not on_points))
    return made_of([_flat(r, c) for r in rows for c in rows if r <= c])


def tri_hexagon(size: int, on_points: bool) -> Planar:
    """`(tri Hexagon n)`: a hexagon of triangles."""
    check_size(size)
    d = size + (not on_points)
    rows = range(2 * d - 1)
    made = joined_at_one([_flat(r, c) for r in rows for c in rows if c < d + r and r - c < d])
    made.make_faces()
    made.reorder()
    return made


def tri_rectangle(rows: int, columns: int, on_points: bool) -> Planar:
    """`(tri Rectangle rows columns)`: every second row of points is one shorter."""
    check_size(rows, columns)
    rows, columns = rows + (not on_points), columns + (not on_points)
    return made_of(
        [_flat(r, c) for r in range(rows) for c in range((r + 1) // 2, columns + r // 2)]
    )


def tri_diamond(rows: int, columns: int | None, on_points: bool) -> Planar:
    """`(tri Diamond n)` and `(tri Prism n m)`."""
    check_size(rows, columns or rows)
    wide, high = (columns or rows) + (not on_points), rows + (not on_points)
    longest = range(high + wide - 1 if columns is not None else high)
    return made_of(
        [
            (HALF_ROOT3 * (c - r), (r + c) * 0.5)
            for r in longest
            for c in longest
            if columns is None or abs(r - c) < high
        ]
    )


def _flat(row: int, column: int) -> Point:
    return column - 0.5 * row, HALF_ROOT3 * row
