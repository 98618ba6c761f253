"""Rings, spirals and regular polygons as graphs."""

from __future__ import annotations

from math import cos, pi, sin

from games.boards import rings as published
from games.boards.graph import BoardError, Point
from games.boards.planar import MOST_POINTS
from games.engine.boards import values
from games.engine.boards.graph import Graph
from games.engine.boards.registry import CELL, makes
from games.engine.language import Typed

POLYGONS = {"Triangle": 3, "Square": 4, "Hexagon": 6}
CLOSE = 0.001
CLOSE_POINTS = 0.1

# A place on a ring with its angle.
Sample = tuple[float, Point]


@makes("graph concentric")
def concentric(item: Typed, use: str) -> Graph:
    """Rings of sites around a middle, or polygons inside each other."""
    if item.has("cells"):
        return rings(values.wholes(item.args["cells"]), use, values.flag(item.get("stagger")))
    shape = item.get("shape")
    word = "" if shape is None else shape.word
    if word == "Target" and item.has("steps") and item.has("rings"):
        count = values.whole(item.args["rings"])
        return rings((values.whole(item.args["steps"]),) * min(count, MOST_POINTS), use)
    if word and word not in POLYGONS:
        raise BoardError(f"(concentric {word} …) is not implemented")
    return _polygons(item, POLYGONS[word] if word else values.whole(item.args["sides"]), use)


def _polygons(item: Typed, corners: int, use: str) -> Graph:
    count = item.get("rings")
    defaults = {"midpoints": True, "joinMidpoints": True, "joinCorners": False}
    flags = [values.flag(item.get(name), default) for name, default in defaults.items()]
    if use == CELL:
        raise BoardError("polygons inside each other are implemented with use:Vertex only")
    size = 3 if count is None else values.whole(count)
    return Graph.of(published.polygons(corners, size, *flags))


def rings(counts: tuple[int, ...], use: str, stagger: bool = False) -> Graph:
    """`(concentric {n0 n1 …})`: so many cells or points on each ring, the centre first."""
    counts = tuple(abs(count) for count in counts)
    if not counts or sum(counts) > MOST_POINTS:
        raise BoardError(f"rings of {counts}: write one or more, {MOST_POINTS} sites at the most")
    if use == CELL:
        return _of_cells(counts, stagger)
    if len(counts) == 1:
        return polygon(counts[0])
    return _of_points(counts if counts[0] <= 1 else (0, *counts), stagger)


def polygon(sides: int, star: bool = False) -> Graph:
    """So many points on a circle, each joined to the next, or across as in a star."""
    if not 3 <= sides <= MOST_POINTS:
        raise BoardError(f"a polygon of {sides} sides: write 3 to {MOST_POINTS}")
    radius, first = sides / (2 * pi), pi / 4 if sides == 4 else pi / 2
    board = Graph()
    for n in range(sides):
        turn = first + n / sides * 2 * pi
        board.add_point(radius * cos(turn), radius * sin(turn))
    step = (sides - 1) // 2 if star else 1
    for n in range(sides):
        board.join(n, (n + step) % sides)
    board.reorder()
    return board


@makes("graph regular")
def regular(item: Typed, use: str) -> Graph:
    """A regular polygon, or a star."""
    board = polygon(values.whole(item.args["numSides"]), item.has("star"))
    if use == CELL:
        board.make_faces(uncrossed=True)
        board.reorder(points=False)
    return board


# Rings


def _angles(count: int, ring: int, stagger: bool) -> list[float]:
    """The angles of a ring's places, begun at the top and run clockwise."""
    offset = pi / count if stagger and ring % 2 == 1 else 0.0
    return [pi / 2 + offset - 2 * pi * step / count for step in range(count)]


def _sorted(samples: list[Sample], close: float) -> list[Point]:
    """Places by angle, those that lie at the same place once."""
    found = [place for _, place in sorted(samples, key=lambda one: one[0])]
    for n in range(len(found) - 1, 0, -1):
        (ax, ay), (bx, by) = found[n], found[n - 1]
        if ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 < close:
            del found[n]
    return found


def _of_points(counts: tuple[int, ...], stagger: bool) -> Graph:
    board = Graph()
    placed: list[list[int]] = []
    for ring, count in enumerate(counts):
        samples = [(a, (ring * cos(a), ring * sin(a))) for a in _angles(count, ring, stagger)]
        ordered = _sorted(samples, CLOSE_POINTS) if ring else [place for _, place in samples]
        placed.append([board.find_or_add(x, y) for x, y in ordered])
    for places, count in zip(placed[1:], counts[1:], strict=True):
        if count > 1:
            _close(board, places)
    _spokes(board, placed)
    return board


def _close(board: Graph, ring: list[int]) -> None:
    for a, b in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        if a != b:
            board.join(a, b)
            board.curved.add(frozenset((a, b)))


def _spokes(board: Graph, placed: list[list[int]]) -> None:
    for centre in placed[0]:
        for point in placed[1]:
            board.join(centre, point)
    for radius, ring in enumerate(placed[1:-1], start=1):
        for point in ring:
            x, y = board.points[point]
            outer = board.find(x * (radius + 1) / radius, y * (radius + 1) / radius)
            if outer is not None:
                board.join(point, outer)
                if not placed[0]:
                    board.pivots[outer] = point
    if placed[0]:
        board.pivots = dict.fromkeys(range(len(board.points)), placed[0][0])


def _of_cells(counts: tuple[int, ...], stagger: bool) -> Graph:
    """The lines around and between the cells of rings, about a point in the middle."""
    board = Graph()
    board.add_point(0.0, 0.0)
    samples: list[list[Sample]] = [[] for _ in range(len(counts) + 1)]
    for ring, count in enumerate(counts):
        for angle in _angles(count, ring, stagger) if count > 1 else ():
            turn = _wrapped(angle)
            for n, radius in ((ring, max(0.0, ring - 0.5)), (ring + 1, ring + 0.5)):
                samples[n].append((turn, (radius * cos(turn), radius * sin(turn))))
    placed = [[board.find_or_add(x, y) for x, y in _sorted(each, CLOSE)] for each in samples]
    for places in placed:
        if len(places) > 1:
            _close(board, places)
    _walls(board, counts, stagger)
    board.pivots = dict.fromkeys(range(len(board.points)), 0)
    board.make_faces()
    return board


def _wrapped(angle: float) -> float:
    while angle < -pi:
        angle += 2 * pi
    while angle > pi:
        angle -= 2 * pi
    return angle


def _walls(board: Graph, counts: tuple[int, ...], stagger: bool) -> None:
    """The straight lines between the cells of each ring."""
    for ring, count in enumerate(counts):
        inner, outer = max(0.0, ring - 0.5), ring + 0.5
        for angle in _angles(count, ring, stagger) if count > 1 else ():
            a = board.find_or_add(inner * cos(angle), inner * sin(angle))
            b = board.find_or_add(outer * cos(angle), outer * sin(angle))
            board.join(a, b)


# Spirals


@makes("graph spiral")
def spiral(item: Typed, use: str) -> Graph:
    """A line of sites that winds outwards."""
    turns, count = values.whole(item.args["turns"]), values.whole(item.args["sites"])
    if not (1 <= turns <= count <= MOST_POINTS):
        raise BoardError(f"a spiral of {count} sites in {turns} turns: write up to {MOST_POINTS}")
    way = -1 if values.flag(item.get("clockwise"), True) else 1
    board = Graph()
    board.add_point(0.0, 0.0)
    for turn in _smooth(_winding(turns, count), count)[1:count]:
        board.add_point(way * turn * cos(turn), turn * sin(turn))
    for n in range(count - 1):
        board.join(n, n + 1)
        board.curved.add(frozenset((n, n + 1)))
    board.pivots = dict.fromkeys(range(count), 0)
    return board


def _winding(turns: int, count: int) -> list[float]:
    """The angle of each site: rings of equally many sites from the third on."""
    steps, angles = _innermost(turns, count), [0.0]
    if steps < 1:
        raise BoardError(f"{count} sites are too few for a spiral of {turns} turns")
    for ring in range(1, turns + 2):
        step = 2 * pi / steps
        first = 2 * pi * ring - (step / 2 if ring <= 2 or ring % 2 == 1 else 0)
        angles += [first + step * n for n in range(steps)]
        steps *= 2 if ring <= 2 else 1
    return angles + [0.0] * (4 * count - len(angles))


def _innermost(turns: int, count: int) -> int:
    """How many sites the innermost ring has, where the next two have twice as many each."""
    for base in range(1, count):
        steps, total = base, 1
        for ring in range(1, turns):
            total += steps
            if total > count:
                return base - 1
            steps *= 2 if ring <= 2 else 1
    return 0


def _smooth(angles: list[float], count: int) -> list[float]:
    for _ in range(2):
        for n in range(2, count):
            angles[n] = (angles[n - 1] + angles[n + 1]) / 2
    angles[1] -= 0.5 * (angles[2] - angles[1])
    return angles
