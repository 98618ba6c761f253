"""Boards of holes in rows, with a store at each end or none: `(mancalaBoard rows columns)`."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games.boards.graph import Board, Point
from games.engine.boards.assembly import assembled
from games.engine.boards.graph import Graph
from games.engine.boards.operators import connected
from games.engine.boards.registry import VERTEX

# How far the stores lie from the outermost holes, by the number of rows: left, then right.
APART = {2: (0.85, 0.85), 3: (1.0, 1.0), 4: (0.9, 0.9), 5: (1.0, 1.0), 6: (0.9, 0.9)}


@lru_cache(maxsize=64)
def mancala(rows: int, columns: int, stores: bool) -> Board:
    """Holes row by row from the bottom; with stores, the left one first and the right one last.

    Holes and stores that lie close together are joined, as in Ludii. Raises BoardError for a
    board that is too large.
    """
    board, middle = Graph(), (rows - 1) / 2
    left, right = APART[rows]
    if stores:
        board.append(_points([(-left, middle)]))
    for row in range(rows):
        board.append(_row(row, columns))
    if stores:
        board.append(_points([(columns - 1 + right, middle)]))
    connected(board, range(len(board.points)))
    board.make_faces()
    return replace(assembled(board, VERTEX), kind="mancala")


def _points(places: list[Point]) -> Graph:
    return Graph.from_edges(places, [])


def _row(row: int, columns: int) -> Graph:
    holes = [(float(column), float(row)) for column in range(columns)]
    return Graph.from_edges(holes, [(n, n + 1) for n in range(columns - 1)])
