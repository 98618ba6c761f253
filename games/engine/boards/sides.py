"""Outlines of hexagonal lattices by the lengths of their sides."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.graph import BoardError, Point
from games.engine.boards.outlines import Place

# From a cell to its six neighbours in rows and columns, turning right.
TURNS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def hexagonal(sides: Sequence[int], place: Place) -> list[Point]:
    """The corners of an outline whose sides have so many places, turning right, or left below 0."""
    if not sides:
        raise BoardError("the sides of a board: write one or more lengths")
    row = column = 0
    step, corners = 1, [place(0, 0)]
    for n in range(max(5, len(sides))):
        side = sides[n % len(sides)]
        side += 1 if side < 0 else -1
        step = (step + (-1 if side < 0 else 1)) % 6
        if side > 0:
            row, column = row + side * TURNS[step][0], column + side * TURNS[step][1]
            corners.append(place(row, column))
    return corners
