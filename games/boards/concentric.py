"""Boards of rings: `(concentric {n0 n1 …})`, that many cells in each ring, innermost first.

Sites are numbered ring by ring from the centre out; within a ring from due west anticlockwise. A
first number of 0 leaves the centre empty; 1 makes it a cell, more cut it into sectors. The radial
lines stand one above the other, so rings are either of the same size or multiples of each other.

A cell with several neighbours outwards has the first of them `Out` and the others `Out#2` and so
on, all of which `Out` and `Orthogonal` mean. A diagonal leads through a corner to a cell that is
no neighbour already. Sectors that meet in the middle only are not joined there.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import cos, pi, radians, sin

from games.boards.graph import RING, Board, BoardError, Point, Site

Words = dict[str, tuple[str, ...]]

MAX_CELLS = 400
ARC_STEPS = 6
NARROWEST = 0.8
GROUPS = {
    "Orthogonal": RING[::2],
    "Diagonal": RING[1::2],
    "Adjacent": RING,
    "All": RING,
    "Rotational": ("CW", "CCW"),
    "Radial": ("In", "Out"),
}


@lru_cache(maxsize=64)
def concentric(cells: tuple[int, ...], degrees: float = 0.0) -> Board:
    """A ring board, turned anticlockwise. Raises BoardError for rings that cannot be lined up."""
    _check(cells)
    starts = [sum(cells[:ring]) for ring in range(len(cells))]
    places = [(ring, step) for ring, count in enumerate(cells) for step in range(count)]
    sites = tuple(
        _site(ring, step, starts[ring] + step, cells, radians(degrees)) for ring, step in places
    )
    following = {
        name: tuple(_next(ring, step, name, cells, starts) for ring, step in places)
        for name in (*RING, *_more_ways_out(cells))
    }
    rings = tuple(
        tuple(range(starts[ring], starts[ring] + count))
        for ring, count in enumerate(cells)
        if count
    )
    spokes = _spokes(cells, starts)
    sides = {"Inner": rings[0], "Outer": rings[-1]}
    return Board(
        "concentric", sites, RING, following, rings, spokes, sides, _groups(cells),
        lines=_lines(cells, following),
    )  # fmt: skip


def _check(cells: tuple[int, ...]) -> None:
    rings = [count for count in cells if count > 1]
    if not rings or sum(cells) > MAX_CELLS:
        raise BoardError(f"rings of {cells}: write at least one, and at most {MAX_CELLS} cells")
    if any(count < 3 for count in rings) or any(count < 2 for count in cells[1:]) or cells[0] < 0:
        raise BoardError(f"rings of {cells}: every ring but the first needs 3 cells or more")
    for inner, outer in pairwise(rings):
        if outer % inner:
            raise BoardError(f"a ring of {outer} around one of {inner}: the lines do not meet")


def _spokes(cells: tuple[int, ...], starts: list[int]) -> tuple[tuple[int, ...], ...]:
    """Sites that share a spoke, innermost first, where all rings have the same size."""
    rings = [(start, count) for start, count in zip(starts, cells, strict=True) if count > 1]
    if len({count for _, count in rings}) != 1:
        return ()
    return tuple(tuple(start + step for start, _ in rings) for step in range(rings[0][1]))


def _more_ways_out(cells: tuple[int, ...]) -> tuple[str, ...]:
    """The directions that lead out beside `Out`, where an outer ring has more cells."""
    most = max((b // a for a, b in pairwise(cells) if a), default=1)
    return tuple(f"Out#{way}" for way in range(2, most + 1))


def _groups(cells: tuple[int, ...]) -> Words:
    """What the words for several directions mean."""
    more = _more_ways_out(cells)
    if not more:
        return GROUPS
    out = {"Out": ("Out", *more)}
    return out | {word: (*ways, *more) if "Out" in ways else ways for word, ways in GROUPS.items()}


def _lines(
    cells: tuple[int, ...], following: dict[str, tuple[int, ...]]
) -> dict[str, tuple[tuple[int, ...], ...]]:
    """The further ways out go on straight, as `Out`."""

    def line(first: int) -> tuple[int, ...]:
        return (first, *line(following["Out"][first])) if first >= 0 else ()

    return {way: tuple(map(line, following[way])) for way in _more_ways_out(cells)}


def _next(ring: int, step: int, name: str, cells: tuple[int, ...], starts: list[int]) -> int:
    """The next site in a direction, or -1."""
    count = cells[ring]
    name, _, way = name.partition("#")
    around = (-1 if name.startswith("CW") else 1) if name.startswith(("CW", "CCW")) else 0
    if count == 1 and around:
        return -1
    if name in ("CW", "CCW"):
        return starts[ring] + (step + around) % count
    target = ring + (1 if name.endswith("Out") else -1)
    if not 0 <= target < len(cells) or cells[target] == 0:
        return -1
    across = _inwards if target < ring else _outwards
    there = across(step, around, count, cells[target], int(way or 1))
    return starts[target] + there if there >= 0 else -1


def _inwards(step: int, around: int, count: int, inner: int, way: int) -> int:
    below, beside = step * inner // count, (step + around) % count * inner // count
    return -1 if around and beside == below else beside


def _outwards(step: int, around: int, count: int, outer: int, way: int) -> int:
    """The cells above are `first` and so many after it."""
    above = outer // count
    first = step * above
    if around:
        return (first + (above if around > 0 else -1)) % outer
    return first + way - 1 if way <= above else -1


def _site(ring: int, step: int, index: int, cells: tuple[int, ...], turn: float) -> Site:
    count = cells[ring]
    label = f"{chr(ord('a') + sum(1 for c in cells[:ring] if c))}{step + 1}"
    wider = _wider(cells)
    inner, outer = max(0.0, ring + wider - 0.5) if ring else 0.0, ring + wider + 0.5
    if count == 1:
        return Site(index, label, 0.0, 0.0, _arc(outer, -pi, pi, ARC_STEPS * 6)[:-1])
    width = 2 * pi / count
    start = turn - pi + step * width
    middle = start + width / 2
    beginning = _arc(inner, start, start + width) if ring else ((0.0, 0.0),)
    outline = beginning + _arc(outer, start, start + width)[::-1]
    # A sector's piece stands on its centre of gravity.
    radius = ring + wider if ring else 4 * outer * sin(width / 2) / (3 * width)
    return Site(index, label, radius * cos(middle), radius * sin(middle), outline)


def _wider(cells: tuple[int, ...]) -> float:
    """How far the rings move out, so that the cells around an empty or cut centre hold a piece."""
    if cells[0] == 1 or len(cells) == 1:
        return 0.0
    return max(0.0, cells[1] * NARROWEST / (2 * pi) - 1)


def _arc(radius: float, start: float, end: float, steps: int = ARC_STEPS) -> tuple[Point, ...]:
    angles = (start + (end - start) * step / steps for step in range(steps + 1))
    return tuple((round(radius * cos(a), 4), round(radius * sin(a), 4)) for a in angles)
