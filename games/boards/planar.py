"""Boards in the making: points, the edges that join them, and the faces between the edges.

Numbers of points and faces follow Ludii, since rules name sites by them: faces are found from
the points in order, each point's edges by angle; `reorder` numbers row by row from the bottom.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, floor, hypot, pi, radians, sin
from typing import Self

from games.boards.graph import BoardError, Point

SAME_PLACE = 0.001
SAME_WHEN_MERGED = 0.01
TILE = 1.1
MOST_SIDES = 32
MOST_POINTS = 1000
# How far from the middle a point may lie: sums of squares of such numbers are still exact enough.
FARTHEST = 1e7


class Face(list[int]):
    """The corners of a face; `born` numbers the faces of a board in the order of their making."""

    born = 0

    @classmethod
    def of(cls, corners: Iterable[int], born: int) -> Self:
        """A face with these corners."""
        made = cls(corners)
        made.born = born
        return made


@dataclass
class Planar:
    """`around[point]` lists the points joined to it, by angle; a face lists its corners clockwise.

    Around a point faces lie in the order of their making; `turned` is how many of the first of
    them lie in the order of their angles instead, as they were before the board was turned by
    `spin`.

    `pivots` gives the points that others turn around, `curved` the edges that run round a pivot.
    """

    points: list[Point] = field(default_factory=list)
    around: list[list[int]] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    pivots: dict[int, int] = field(default_factory=dict)
    curved: set[frozenset[int]] = field(default_factory=set)
    most: int = MOST_POINTS
    turned: int = 0
    spin: float = 0.0

    @classmethod
    def from_edges(cls, points: Iterable[Point], edges: Iterable[tuple[int, int]]) -> Self:
        """A graph of points and edges, with its faces."""
        made = cls()
        for x, y in points:
            made.add_point(x, y)
        for a, b in edges:
            made.join(a, b)
        made.make_faces()
        made.turn_faces()
        return made

    # Reading

    def find(self, x: float, y: float) -> int | None:
        """The number of the point at a place, or None."""
        for number, (px, py) in enumerate(self.points):
            if abs(px - x) + abs(py - y) < SAME_PLACE:
                return number
        return None

    def edges(self) -> list[tuple[int, int]]:
        """All edges, each once, the lower number first."""
        return [(a, b) for a, joined in enumerate(self.around) for b in joined if a < b]

    def middle(self, face: Sequence[int]) -> Point:
        """The mean of a face's corners."""
        x = y = 0.0
        for corner in face:
            x += self.points[corner][0]
            y += self.points[corner][1]
        return x / len(face), y / len(face)

    def faces_by_edge(self) -> dict[frozenset[int], list[int]]:
        """For each edge of a face, the one or two faces that it belongs to."""
        found: dict[frozenset[int], list[int]] = {}
        for number, face in enumerate(self.faces):
            for edge in sides_of(face):
                found.setdefault(frozenset(edge), []).append(number)
        return found

    def faces_by_point(self) -> list[list[int]]:
        """For each point, the faces that it is a corner of."""
        found: list[list[int]] = [[] for _ in self.points]
        for number, face in enumerate(self.faces):
            for corner in face:
                found[corner].append(number)
        for point, numbers in enumerate(found):
            numbers.sort(key=lambda number, point=point: self._rank(point, number))  # type: ignore[misc]
        return found

    def _rank(self, point: int, number: int) -> tuple[float, int]:
        """Where a face stands among those around a point."""
        face = self.faces[number]
        if face.born >= self.turned:
            return FARTHEST, face.born
        (x, y), (to_x, to_y) = self.points[point], self.middle(face)
        return (atan2(to_y - y, to_x - x) - self.spin + pi) % (2 * pi), face.born

    # Adding

    def add_point(self, x: float, y: float) -> int:
        """A new point; its number. Raises BoardError where there are too many."""
        if len(self.points) >= self.most:
            raise BoardError(f"a board of over {self.most} points: make it smaller")
        self.points.append((x, y))
        self.around.append([])
        return len(self.points) - 1

    def find_or_add(self, x: float, y: float) -> int:
        """The point at a place, a new one where there is none."""
        found = self.find(x, y)
        return self.add_point(x, y) if found is None else found

    def join(self, a: int, b: int) -> None:
        """An edge between two points, unless there is one. Raises BoardError for no such point."""
        for point in (a, b):
            if not 0 <= point < len(self.points):
                last = len(self.points) - 1
                raise BoardError(f"there is no point {point} to join: write 0 to {last}")
        if a == b or b in self.around[a]:
            return
        for here, there in ((a, b), (b, a)):
            self.around[here].append(there)
            self.around[here].sort(key=lambda other, here=here: self._angle(here, other))  # type: ignore[misc]

    def join_all(self, edges: Iterable[tuple[int, int]]) -> None:
        """Many new edges at once."""
        for a, b in edges:
            self.around[a].append(b)
            self.around[b].append(a)
        self.sort_around()

    def sort_around(self) -> None:
        """Put every point's edges in the order of their angles."""
        for here, joined in enumerate(self.around):
            joined.sort(key=lambda other, here=here: self._angle(here, other))  # type: ignore[misc]

    def _angle(self, here: int, there: int) -> float:
        (x, y), (to_x, to_y) = self.points[here], self.points[there]
        return atan2(to_y - y, to_x - x)

    def make_faces(self) -> None:
        """Find all faces anew."""
        self.faces, self.turned = [], 0
        known: set[frozenset[int]] = set()
        for start, joined in enumerate(self.around):
            for other in joined:
                face = self._face_from(start, other)
                if face and frozenset(face) not in known and self._area(face) < 0:
                    known.add(frozenset(face))
                    self.faces.append(Face.of(face, len(self.faces)))

    def turn_faces(self) -> None:
        """Let the faces around each point lie in the order of their angles."""
        self.turned, self.spin = len(self.faces), 0.0

    def _face_from(self, start: int, other: int) -> list[int]:
        """The corners met turning right at each point, from `start` as if come from `other`."""
        face, before, here = [start], other, start
        while len(face) <= MOST_SIDES:
            joined = self.around[here]
            if len(joined) < 2:
                return []
            turn = joined[(joined.index(before) + 1) % len(joined)]
            before, here = here, turn
            if here == start:
                return face if len(face) > 2 else []
            if here in face:
                return []
            face.append(here)
        return []

    def _area(self, face: Sequence[int]) -> float:
        return area([self.points[corner] for corner in face])

    # Changing

    def reorder(self, points: bool = True, faces: bool = True) -> None:
        """Number points and faces row by row from the bottom, each row from the left."""
        if points:
            order = sorted(range(len(self.points)), key=lambda p: _score(self.points[p]))
            self._keep(order)
        if faces:
            self.faces.sort(key=lambda face: _score(self.middle(face)))

    def _keep(self, order: Sequence[int]) -> None:
        """Keep these points only, in this order; nothing else may hang on the others."""
        new = {old: number for number, old in enumerate(order)}
        self.points = [self.points[old] for old in order]
        self.around = [[new[n] for n in self.around[old] if n in new] for old in order]
        self.faces = [
            Face.of((new[c] for c in face), face.born)
            for face in self.faces
            if all(c in new for c in face)
        ]
        self.pivots = {new[a]: new[b] for a, b in self.pivots.items() if a in new and b in new}
        kept = [edge for edge in self.curved if all(point in new for point in edge)]
        self.curved = {frozenset(new[point] for point in edge) for edge in kept}

    def moved(self, change: Callable[[float, float], Point]) -> Planar:
        """The same board with every point moved. Raises BoardError for one that is too far away."""
        self.points = [change(x, y) for x, y in self.points]
        if not all(abs(number) <= FARTHEST for point in self.points for number in point):
            raise BoardError(f"a point lies too far out: {FARTHEST:,.0f} at the most")
        return self

    def shift(self, dx: float, dy: float) -> Planar:
        """The board moved along."""
        return self.moved(lambda x, y: (x + dx, y + dy))

    def scale(self, by_x: float, by_y: float) -> Planar:
        """The board made larger or smaller, from the origin."""
        return self.moved(lambda x, y: (x * by_x, y * by_y))

    def rotate(self, degrees: float) -> Planar:
        """The board turned anticlockwise about the middle of its bounds; numbers stay."""
        if not self.points:
            return self
        xs, ys = zip(*self.points, strict=True)
        x0, y0 = min(xs), min(ys)
        mid_x, mid_y = x0 + (max(xs) - x0) / 2, y0 + (max(ys) - y0) / 2
        c, s = cos(radians(degrees)), sin(radians(degrees))
        self.spin += radians(degrees)
        return self.moved(
            lambda x, y: (
                mid_x + (x - mid_x) * c - (y - mid_y) * s,
                mid_y + (y - mid_y) * c + (x - mid_x) * s,
            )
        )

    def remove_points(self, gone: Iterable[int]) -> None:
        """Take points away, with the edges and faces that touch them."""
        without = set(gone)
        self._keep([point for point in range(len(self.points)) if point not in without])

    def remove_edge(self, a: int, b: int) -> None:
        """Take an edge away, if there, with the faces that it bounds."""
        if b not in self.around[a]:
            return
        self.around[a].remove(b)
        self.around[b].remove(a)
        edge = {a, b}
        self.faces = [
            face for face in self.faces if not any(edge == {*side} for side in sides_of(face))
        ]

    def remove_faces(self, gone: Iterable[int], trim: bool = True) -> None:
        """Take faces away; `trim` takes edges that bound no face then, too."""
        without = set(gone)
        dropped = [face for number, face in enumerate(self.faces) if number in without]
        self.faces = [face for number, face in enumerate(self.faces) if number not in without]
        kept = self.faces_by_edge()
        for a, b in (edge for face in dropped for edge in sides_of(face) if trim):
            if frozenset((a, b)) not in kept and b in self.around[a]:
                self.around[a].remove(b)
                self.around[b].remove(a)


def sides_of(face: Sequence[int]) -> list[tuple[int, int]]:
    """The edges of a face, in order, as pairs of corners."""
    return list(zip(face, [*face[1:], face[0]], strict=True))


def area(outline: Sequence[Point]) -> float:
    """Twice the area inside, below 0 where the outline runs clockwise."""
    pairs = zip(outline, [*outline[1:], outline[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)


def merge(boards: Sequence[Planar]) -> Planar:
    """Boards laid over each other: points in the same place become one, faces are found anew."""
    merged = Planar()
    places: dict[tuple[int, int], list[int]] = {}
    edges: dict[frozenset[int], tuple[int, int]] = {}
    for board in boards:
        new = [placed(merged, places, x, y) for x, y in board.points]
        for a, b in board.edges():
            if new[a] != new[b]:
                edges.setdefault(frozenset((new[a], new[b])), (new[a], new[b]))
        merged.pivots |= {new[a]: new[b] for a, b in board.pivots.items()}
        merged.curved |= {frozenset(new[p] for p in edge) for edge in board.curved}
    merged.join_all(edges.values())
    merged.make_faces()
    merged.turn_faces()
    return merged


def placed(board: Planar, places: dict[tuple[int, int], list[int]], x: float, y: float) -> int:
    """The point of a board at a place, with some tolerance, or a new one."""
    for number in (n for place in _near(x, y) for n in places.get(place, ())):
        px, py = board.points[number]
        if abs(px - x) + abs(py - y) < SAME_WHEN_MERGED:
            return number
    number = board.add_point(x, y)
    places.setdefault(_tile(x, y), []).append(number)
    return number


def _tile(x: float, y: float) -> tuple[int, int]:
    """The tile of a grid that a place lies in: a unit away is the same tile or the next."""
    return floor(x / TILE), floor(y / TILE)


def _near(x: float, y: float) -> list[tuple[int, int]]:
    column, row = _tile(x, y)
    return [(c, r) for c in (column - 1, column, column + 1) for r in (row - 1, row, row + 1)]


def joined_at_one(points: Sequence[Point], most: int = MOST_POINTS) -> Planar:
    """A board of these points, with an edge between any two that are a unit apart, and faces."""
    board = Planar(most=most)
    places: dict[tuple[int, int], list[int]] = {}
    for number, (x, y) in enumerate(points):
        board.add_point(x, y)
        places.setdefault(_tile(x, y), []).append(number)
    edges = [
        (a, b)
        for a, (x, y) in enumerate(points)
        for place in _near(x, y)
        for b in places.get(place, ())
        if b > a and abs(hypot(points[b][0] - x, points[b][1] - y) - 1) < 0.01
    ]
    board.join_all(sorted(edges))
    board.make_faces()
    board.turn_faces()
    return board


def made_of(points: Sequence[Point]) -> Planar:
    """The same, numbered from the bottom, made as Ludii does of points rounded to 32 bits.

    The rounding decides which lines gather sites best where several are equally good.
    """
    made = joined_at_one(rounded(points))
    made.reorder()
    return made


def rounded(points: Sequence[Point]) -> list[Point]:
    """Points rounded to 32 bits. Raises BoardError where there are too many."""
    if len(points) > MOST_POINTS:
        raise BoardError(f"a board of over {MOST_POINTS} points: make it smaller")
    flat = [value for point in points for value in point]
    shape = f"{len(flat)}f"
    short = struct.unpack(shape, struct.pack(shape, *flat))
    return list(zip(short[::2], short[1::2], strict=True))


def _score(point: Point) -> float:
    return point[1] * 100 + point[0]
