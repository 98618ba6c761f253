"""Which cells, points and edges of a board meet."""

from __future__ import annotations

from games.boards.graph import BoardError
from games.boards.planar import sides_of
from games.engine.boards.graph import Graph
from games.engine.boards.registry import CELL, EDGE, VERTEX

Lists = tuple[tuple[int, ...], ...]


def incident(board: Graph, wanted: str, of: str) -> Lists:
    """For each element of a kind, the elements of another kind that meet it.

    Raises BoardError for elements of one kind.
    """
    if of == wanted or {of, wanted} - {CELL, EDGE, VERTEX}:
        raise BoardError(f"each {of.casefold()} meets no {wanted.casefold()}")
    if of == VERTEX:
        return _turned(_points(board, wanted), len(board.points))
    if wanted == VERTEX:
        return _points(board, of)
    edges = {frozenset(edge): number for number, edge in enumerate(board.lines)}
    of_cells = tuple(
        tuple(edges[frozenset(side)] for side in sides_of(face)) for face in board.faces
    )
    return of_cells if of == CELL else _turned(of_cells, len(board.lines))


def _points(board: Graph, kind: str) -> Lists:
    return tuple(map(tuple, board.faces if kind == CELL else board.lines))


def _turned(lists: Lists, count: int) -> Lists:
    """For each number, the lists that hold it."""
    found: list[list[int]] = [[] for _ in range(count)]
    for number, each in enumerate(lists):
        for member in each:
            found[member].append(number)
    return tuple(map(tuple, found))
