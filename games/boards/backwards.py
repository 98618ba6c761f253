"""Steps and rays of a board looked at from where they lead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

Line = tuple[int, ...]


def turned_round(pairs: Iterable[tuple[int, int]], count: int) -> tuple[Line, ...]:
    """For each of `count` sites, where the pairs (origin, end) that end there begin, each once."""
    found: list[dict[int, None]] = [{} for _ in range(count)]
    for origin, end in pairs:
        if end >= 0:
            found[end][origin] = None
    return tuple(tuple(each) for each in found)


@dataclass(frozen=True)
class LinesBack:
    """For each site, the lines on which rays come to it, nearest site first.

    The last site of a line has a ray that runs along it to the site in question. Where `longest`
    is not None, so has every other site of a line, and it holds the lines that no other begins
    with.
    """

    lines: tuple[tuple[Line, ...], ...]
    longest: tuple[tuple[Line, ...], ...] | None


def lines_back(rays: Sequence[Line]) -> LinesBack:
    """Where rays come from; `rays` has the ray of each site."""
    lines: list[dict[Line, None]] = [{} for _ in rays]
    for origin, ray in enumerate(rays):
        for index, site in enumerate(ray):
            lines[site][*ray[:index][::-1], origin] = None
    closed = all(len(line) == 1 or line[:-1] in each for each in lines for line in each)
    longest = tuple(_longest(each) for each in lines) if closed else None
    return LinesBack(tuple(tuple(each) for each in lines), longest)


def _longest(lines: Collection[Line]) -> tuple[Line, ...]:
    begun = {line[:-1] for line in lines}
    return tuple(line for line in lines if line not in begun)
