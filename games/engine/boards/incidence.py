"""Which cells, points and edges of a board meet."""

from __future__ import annotations

from games.boards.graph import BoardError
from games.boards.planar import sides_of
from games.engine.boards.graph import Graph
from games.engine.boards.registry import CELL, EDGE, VERTEX

Lists = tuple[tuple[int, ...], ...]


def incident(board: Graph, wanted: str, of: str) -> Lists:
    """For each element of a kind, the elements of a kind that meet it.

    Of the same kind these are the edges that share an end, the cells beside each other and the
    points that an edge joins. Raises BoardError for other kinds.
    """
    if {of, wanted} - {CELL, EDGE, VERTEX}:
        raise BoardError(f"each {of.casefold()} meets no {wanted.casefold()}")
    if of == wanted:
        return _alike(board, of)
    if of == VERTEX:
        return _turned(_points(board, wanted), len(board.points))
    if wanted == VERTEX:
        return _points(board, of)
    edges = {frozenset(edge): number for number, edge in enumerate(board.lines)}
    of_cells = tuple(
        tuple(edges[frozenset(side)] for side in sides_of(face)) for face in board.faces
    )
    return of_cells if of == CELL else _turned(of_cells, len(board.lines))


def _alike(board: Graph, kind: str) -> Lists:
    if kind == VERTEX:
        return tuple(map(tuple, board.around))
    if kind == CELL:
        meeting = incident(board, CELL, EDGE)
        through = incident(board, EDGE, CELL)
    else:
        meeting, through = incident(board, EDGE, VERTEX), tuple(board.lines)
    return tuple(
        tuple(dict.fromkeys(other for n in parts for other in meeting[n] if other != number))
        for number, parts in enumerate(through)
    )


def _points(board: Graph, kind: str) -> Lists:
    return tuple(map(tuple, board.faces if kind == CELL else board.lines))


def _turned(lists: Lists, count: int) -> Lists:
    """For each number, the lists that hold it."""
    found: list[list[int]] = [[] for _ in range(count)]
    for number, each in enumerate(lists):
        for member in each:
            found[member].append(number)
    return tuple(map(tuple, found))
