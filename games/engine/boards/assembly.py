"""Turn a graph into a `Board`: sites, directions, lines, regions, labels, outlines."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.assembly import HALF, POINT_SIZE, Roads, closest, grouped, scale_of
from games.boards.graph import Board, BoardError, Point, Site, around
from games.boards.measure import gathered, rows_and_columns
from games.boards.square import letters
from games.engine.boards.areas import regions
from games.engine.boards.elements import ROUND, lines, middles, steps
from games.engine.boards.graph import Graph
from games.engine.boards.registry import CELL, EDGE, VERTEX

KINDS = {CELL: "cells", VERTEX: "points", EDGE: "edges"}
ROTATIONAL = "Rotational"
# Half the width of the strip that stands for an edge, next to its length.
THIN = 0.12

Way = tuple[int, ...]


def assembled(board: Graph, use: str, unbounded: bool = False) -> Board:
    """The board played on cells, points or edges. Raises BoardError where it has none.

    On a board without edges, `unbounded`, texts name sites by rows and columns in which several
    may lie, as published.
    """
    places = middles(board, use)
    if not places:
        raise BoardError("a board without sites: it needs cells, or points with use:Vertex")
    found = steps(board, use)
    rows, columns = rows_and_columns(places)
    roads = _Roads(found, places)
    scale = scale_of(found.get("Orthogonal", []), places)
    labels = _labels(rows, columns)
    outlines = _outlines(board, use, places, scale)
    sites = tuple(
        Site(n, labels[n], x * scale, y * scale, outlines[n]) for n, (x, y) in enumerate(places)
    )
    at = [(x * scale, y * scale) for x, y in board.points]
    return Board(
        KINDS[use], sites, roads.winds["All"], roads.following, grouped(rows), grouped(columns),
        regions(board, use, places), roads.groups, roads.winds, roads.lines,
        on_points=use == VERTEX,
        edges=tuple((at[a], at[b]) for a, b in board.lines) if use != CELL else (),
        cells=len(board.faces),
        coordinates=_coordinates(use, places) if unbounded or use == EDGE else None,
    )  # fmt: skip


def _labels(rows: Sequence[int], columns: Sequence[int]) -> list[str]:
    return [f"{letters(column)}{row + 1}" for row, column in zip(rows, columns, strict=True)]


def _coordinates(use: str, places: Sequence[Point]) -> dict[str, int]:
    """What texts call the sites; edges have no such names."""
    found = _labels(*gathered(places)) if use != EDGE else []
    return {text: site for site, text in reversed(list(enumerate(found)))}


def _outlines(
    board: Graph, use: str, places: Sequence[Point], scale: float
) -> list[tuple[Point, ...]]:
    """The outline of each site: a circle for a point, a strip for an edge, a cell's corners."""
    at = [(x * scale, y * scale) for x, y in board.points]
    if use == VERTEX:
        size = min(POINT_SIZE, closest(places) * scale * HALF)
        return [around(x, y, size) for x, y in at]
    if use == EDGE:
        return [_strip(at[a], at[b]) for a, b in board.lines]
    return [
        tuple((round(at[corner][0], 4), round(at[corner][1], 4)) for corner in face)
        for face in board.faces
    ]


def _strip(a: Point, b: Point) -> tuple[Point, ...]:
    """A narrow outline along an edge."""
    dx, dy = (b[0] - a[0]) * THIN, (b[1] - a[1]) * THIN
    corners = (
        (a[0] - dy, a[1] + dx), (b[0] - dy, b[1] + dx), (b[0] + dy, b[1] - dx),
        (a[0] + dy, a[1] - dx),
    )  # fmt: skip
    return tuple((round(x, 4), round(y, 4)) for x, y in corners)


class _Roads(Roads):
    """The directions of a board. `Rotational` means the ways round, in, out, and straight on.

    A way in that reaches the middle goes on beyond it; a way that is the beginning of another
    one is left out.
    """

    def __init__(self, found: dict[str, list[list[int]]], places: Sequence[Point]) -> None:
        super().__init__(found, places)
        here = [word for word in ROUND if word in found]
        if here:
            self._rotate(here, places)

    def _rotate(self, here: Sequence[str], places: Sequence[Point]) -> None:
        sites = range(len(places))
        targets = [list(dict.fromkeys(t for w in here for t in self.found[w][s])) for s in sites]
        straight = lines({ROTATIONAL: targets}, ROTATIONAL, places)
        self.ways[ROTATIONAL] = [
            _longest([*straight[s], *(way for word in here for way in self.ways[word][s])])
            for s in sites
        ]
        self._number(ROTATIONAL)


def _longest(ways: Sequence[Way]) -> list[Way]:
    """The ways that are not the beginning of another, each once."""
    each = list(dict.fromkeys(ways))
    return [
        way for way in each if not any(way != other and other[: len(way)] == way for other in each)
    ]
