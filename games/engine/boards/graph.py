"""Boards in the making: points, numbered edges between them, and faces.

The first design's `Planar` finds faces and numbers points and faces as Ludii does; edges have
numbers of their own here, since a game may be played on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot

from games.boards.graph import BoardError, Point
from games.boards.planar import MOST_POINTS, Face, Planar, sides_of
from games.engine.boards.crossed import Edge, crossed


@dataclass
class Graph(Planar):
    """A `Planar` whose edges are listed in the order of their numbers."""

    lines: list[Edge] = field(default_factory=list)
    _crossed: frozenset[frozenset[int]] = frozenset()

    @classmethod
    def of(cls, made: Planar) -> Graph:
        """The graph of a shape that numbers everything row by row."""
        found = cls(made.points, made.around, made.faces, made.pivots, made.curved)
        found.turned, found.spin = made.turned, made.spin
        found.lines = Planar.edges(made)
        found.reorder_edges()
        return found

    def edges(self) -> list[Edge]:
        """All edges in the order of their numbers."""
        return list(self.lines)

    def join(self, a: int, b: int) -> None:
        """An edge between two points, unless there is one. Raises BoardError for no such point."""
        known = 0 <= a < len(self.points) and b in self.around[a]
        super().join(a, b)
        if a != b and not known:
            self.lines.append((a, b))

    def join_all(self, edges: Iterable[Edge]) -> None:
        """Many new edges at once."""
        listed = list(edges)
        super().join_all(listed)
        self.lines += listed

    def remove_edge(self, a: int, b: int) -> None:
        """Take an edge away, if there, with the faces that it bounds."""
        super().remove_edge(a, b)
        self._drop_lines()

    def remove_faces(self, gone: Iterable[int], trim: bool = True) -> None:
        """Take faces away; `trim` takes edges that bound no face then, too."""
        super().remove_faces(gone, trim)
        self._drop_lines()

    def _drop_lines(self) -> None:
        self.lines = [(a, b) for a, b in self.lines if b in self.around[a]]

    def _keep(self, order: Sequence[int]) -> None:
        super()._keep(order)
        new = {old: number for number, old in enumerate(order)}
        self.lines = [(new[a], new[b]) for a, b in self.lines if a in new and b in new]

    def reorder(self, points: bool = True, faces: bool = True, edges: bool | None = None) -> None:
        """Number points, faces and edges row by row from the bottom, each row from the left."""
        super().reorder(points, faces)
        if edges or (edges is None and points and faces):
            self.reorder_edges()

    def clear_edges(self) -> None:
        """Take all edges away, and with them all faces."""
        self.around, self.lines, self.faces = [[] for _ in self.points], [], []

    def make_faces(self, uncrossed: bool = False) -> None:
        """Find all faces anew; `uncrossed` leaves out those with a side that an edge crosses."""
        self._crossed = crossed(self.points, self.lines) if uncrossed else frozenset()
        super().make_faces()

    def _face_from(self, start: int, other: int) -> list[int]:
        face = super()._face_from(start, other)
        # Ludii does not look at the side that closes a face.
        sides = map(frozenset, pairwise(face))
        return [] if self._crossed and any(side in self._crossed for side in sides) else face

    def reorder_edges(self) -> None:
        """Number the edges by their middles, row by row from the bottom."""
        self.lines.sort(key=lambda edge: _score(self.halfway(edge)))

    def halfway(self, edge: Edge) -> Point:
        """The middle of an edge."""
        (ax, ay), (bx, by) = self.points[edge[0]], self.points[edge[1]]
        return (ax + bx) * 0.5, (ay + by) * 0.5

    def average_length(self) -> float:
        """The mean length of the edges; 0 without any."""
        lengths = [self.length(edge) for edge in self.lines]
        return sum(lengths) / len(lengths) if lengths else 0.0

    def length(self, edge: Edge) -> float:
        """How long an edge is."""
        (ax, ay), (bx, by) = self.points[edge[0]], self.points[edge[1]]
        return hypot(ax - bx, ay - by)

    def add_face(self, corners: Sequence[int]) -> None:
        """A face with these corners, whose edges are there. Raises BoardError for others."""
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            if not 0 <= a < len(self.points) or b not in self.around[a]:
                raise BoardError(f"there is no edge from point {a} to point {b} for a cell")
        if not any(set(face) == set(corners) for face in self.faces):
            self.faces.append(Face.of(corners, self._next_born()))

    def _next_born(self) -> int:
        return max((face.born for face in self.faces), default=-1) + 1

    def faces_by_edge(self) -> dict[frozenset[int], list[int]]:
        """For each edge, its faces: the one made last on each of its two sides."""
        sides: dict[Edge, int] = {}
        for number in sorted(range(len(self.faces)), key=lambda n: self.faces[n].born):
            for side in sides_of(self.faces[number]):
                sides[side] = number
        found: dict[frozenset[int], list[int]] = {}
        for side, number in sides.items():
            found.setdefault(frozenset(side), []).append(number)
        return found

    def append(self, other: Graph) -> None:
        """Another graph beside this one, not joined to it."""
        if len(self.points) + len(other.points) > MOST_POINTS:
            raise BoardError(f"a board of over {MOST_POINTS} points: make it smaller")
        first = len(self.points)
        self.points += other.points
        self.around += [[first + n for n in joined] for joined in other.around]
        self.lines += [(first + a, first + b) for a, b in other.lines]
        self._append_faces(first, other)
        self.pivots |= {first + a: first + b for a, b in other.pivots.items()}
        self.curved |= {frozenset(first + n for n in edge) for edge in other.curved}

    def _append_faces(self, first: int, other: Graph) -> None:
        """The faces of another graph whose points follow on from a number.

        Where faces around points lie by their angles, what is appended keeps that.
        """
        born = max(self._next_born(), self.turned)
        if self.turned == len(self.faces) == born and other.turned == len(other.faces):
            self.turned += other.turned
        self.faces += [Face.of((first + n for n in face), born + face.born) for face in other.faces]


def _score(point: Point) -> float:
    return point[1] * 100 + point[0]
