"""Turn a planar board into a `Board`: sites, directions, lines, regions, labels, outlines."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from games.boards.compass import WINDS
from games.boards.graph import Board, BoardError, Point, Site, around
from games.boards.measure import regions, rows_and_columns
from games.boards.planar import Planar
from games.boards.square import letters
from games.boards.steps import RELATIONS, ROUND, Steps, centres, lines, steps

POINT_SIZE, HALF = 0.42, 0.47


def assembled(planar: Planar, on_points: bool) -> Board:
    """The board played on the cells or on the points. Raises BoardError where it has none."""
    middles = centres(planar, on_points)
    if not middles:
        raise BoardError("a board without sites: it needs cells, or points with use:Vertex")
    found = steps(planar, on_points)
    rows, columns = rows_and_columns(middles)
    roads = Roads(found, middles)
    scale = scale_of(found.get("Orthogonal", []), middles)
    size = min(POINT_SIZE, closest(middles) * scale * HALF) if on_points else None
    sites = tuple(
        _site(planar, n, middle, f"{letters(columns[n])}{rows[n] + 1}", scale, size)
        for n, middle in enumerate(middles)
    )
    return Board(
        "points" if on_points else "cells",
        sites,
        roads.winds["All"],
        roads.following,
        grouped(rows),
        grouped(columns),
        regions(planar, on_points, middles),
        roads.groups,
        roads.winds,
        roads.lines,
        on_points,
        _edges(planar, scale) if on_points else (),
        cells=len(planar.faces),
    )


def scale_of(orthogonal: Sequence[Sequence[int]], middles: Sequence[Point]) -> float:
    """By what to multiply for neighbours to be a unit apart, on the average."""
    apart = [
        hypot(middles[a][0] - middles[b][0], middles[a][1] - middles[b][1])
        for a, others in enumerate(orthogonal)
        for b in others
    ]
    return len(apart) / sum(apart) if sum(apart) else 1.0


def _site(
    planar: Planar, number: int, middle: Point, label: str, scale: float, size: float | None
) -> Site:
    """A site; `size` is the radius of a point, or None for a cell."""
    x, y = middle[0] * scale, middle[1] * scale
    if size is not None:
        return Site(number, label, x, y, around(x, y, size))
    corners = (planar.points[corner] for corner in planar.faces[number])
    outline = tuple((round(cx * scale, 4), round(cy * scale, 4)) for cx, cy in corners)
    return Site(number, label, x, y, outline)


def closest(middles: Sequence[Point]) -> float:
    """How far apart the two sites are that lie nearest to each other."""
    near = (
        hypot(ax - bx, ay - by)
        for number, (ax, ay) in enumerate(middles)
        for bx, by in middles[number + 1 :]
    )
    return min(near, default=1.0)


def _edges(planar: Planar, scale: float) -> tuple[tuple[Point, Point], ...]:
    at = [(x * scale, y * scale) for x, y in planar.points]
    return tuple((at[a], at[b]) for a, b in planar.edges())


def grouped(numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The sites of each line, from the line of each site."""
    found: list[list[int]] = [[] for _ in range(max(numbers) + 1)]
    for site, number in enumerate(numbers):
        found[number].append(site)
    return tuple(map(tuple, found))


class Roads:
    """The directions of a board, and what the words for several of them mean.

    A relation means some winds, where on every site the steps in those winds are just the steps
    in the relation and go on to the same sites. Otherwise it gets directions of its own, one for
    each step that a site may have.
    """

    def __init__(self, found: Steps, middles: Sequence[Point]) -> None:
        self.found = found
        self.ways = {word: lines(found, word, middles) for word in found}
        self.following: dict[str, tuple[int, ...]] = {}
        self.lines: dict[str, tuple[tuple[int, ...], ...]] = {}
        self.groups: dict[str, tuple[str, ...]] = {}
        self.winds = {relation: self._winds(relation) for relation in RELATIONS}
        for word in (*WINDS, *ROUND):
            if word in found:
                self._add(word)
        for relation in RELATIONS:
            self._relate(relation)
        if any(word in found for word in ROUND):
            round_ = [self.groups.get(word, (word,)) for word in ROUND if word in found]
            self.groups["Rotational"] = tuple(key for keys in round_ for key in keys)

    def _winds(self, relation: str) -> tuple[str, ...]:
        targets = self.found.get(relation, [])
        return tuple(
            word
            for word in WINDS
            if any(
                not set(others).isdisjoint(here)
                for others, here in zip(targets, self.found.get(word, []), strict=False)
            )
        )

    def _add(self, word: str) -> None:
        """A direction; where a site has several steps in it, one direction for each."""
        ways = self.ways[word]
        if max(map(len, ways)) > 1:
            self._number(word)
        self.following[word] = tuple(way[-1][0] if way else -1 for way in ways)
        self.lines[word] = tuple(way[-1] if way else () for way in ways)

    def _number(self, word: str) -> None:
        ways = self.ways[word]
        keys = [f"{word}#{n}" for n in range(max(map(len, ways)))]
        for n, key in enumerate(keys):
            self.following[key] = tuple(way[n][0] if len(way) > n else -1 for way in ways)
            self.lines[key] = tuple(way[n] if len(way) > n else () for way in ways)
        self.groups[word] = tuple(keys)

    def _relate(self, relation: str) -> None:
        if relation not in self.found:
            self.groups[relation] = ()
            return
        words = self.winds[relation]
        each = [
            {way for word in words for way in self.ways[word][site]}
            for site in range(len(self.ways[relation]))
        ]
        plain = all(set(way) == other for way, other in zip(self.ways[relation], each, strict=True))
        if plain and not any(word in self.groups for word in words):
            self.groups[relation] = words
        else:
            self._number(relation)
