"""Boards of rings: `(concentric {n0 n1 …})`, that many cells in each ring, innermost first.

Sites are numbered ring by ring from the centre out; within a ring from due west anticlockwise. A
first number of 0 leaves the centre empty; 1 makes it a cell. The radial lines stand one above the
other, so rings are either of the same size or multiples of each other.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from games.boards.graph import RING, Board, BoardError, Point, Site

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
def concentric(cells: tuple[int, ...]) -> Board:
    """A ring board. Raises BoardError for rings that cannot be lined up."""
    _check(cells)
    starts = [sum(cells[:ring]) for ring in range(len(cells))]
    sites = tuple(
        _site(ring, step, count, starts[ring] + step, cells)
        for ring, count in enumerate(cells)
        for step in range(count)
    )
    following = {
        name: tuple(
            _next(ring, step, name, cells, starts)
            for ring, count in enumerate(cells)
            for step in range(count)
        )
        for name in RING
    }
    rings = tuple(
        tuple(range(starts[ring], starts[ring] + count))
        for ring, count in enumerate(cells)
        if count
    )
    spokes = _spokes(cells, starts)
    sides = {"Inner": rings[0], "Outer": rings[-1]}
    return Board("concentric", sites, RING, following, rings, spokes, sides, GROUPS)


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


def _next(ring: int, step: int, name: str, cells: tuple[int, ...], starts: list[int]) -> int:
    """The next site; of several neighbours outwards, the first anticlockwise."""
    count = cells[ring]
    around = (-1 if name.startswith("CW") else 1) if name.startswith(("CW", "CCW")) else 0
    across = 1 if name.endswith("Out") else -1 if name.endswith("In") else 0
    if count == 1 and (around or across < 0):
        return -1
    target = ring + across
    if not 0 <= target < len(cells) or cells[target] == 0:
        return -1
    if cells[target] == 1:
        return starts[target] if not around else -1
    turned = (step + around) % count
    return starts[target] + turned * cells[target] // count


def _site(ring: int, step: int, count: int, index: int, cells: tuple[int, ...]) -> Site:
    label = f"{chr(ord('a') + sum(1 for c in cells[:ring] if c))}{step + 1}"
    radius = ring + _wider(cells)
    inner, outer = max(0.0, radius - 0.5), radius + 0.5
    if count == 1:
        return Site(index, label, 0.0, 0.0, _arc(outer, -pi, pi, ARC_STEPS * 6)[:-1])
    width = 2 * pi / count
    start = -pi + step * width
    middle = start + width / 2
    outline = _arc(inner, start, start + width) + _arc(outer, start, start + width)[::-1]
    return Site(index, label, radius * cos(middle), radius * sin(middle), outline)


def _wider(cells: tuple[int, ...]) -> float:
    """How far an empty centre moves the rings out, so that the inmost cells hold a piece."""
    return 0.0 if cells[0] else max(0.0, cells[1] * NARROWEST / (2 * pi) - 1)


def _arc(radius: float, start: float, end: float, steps: int = ARC_STEPS) -> tuple[Point, ...]:
    angles = (start + (end - start) * step / steps for step in range(steps + 1))
    return tuple((round(radius * cos(a), 4), round(radius * sin(a), 4)) for a in angles)
