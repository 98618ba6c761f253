"""Steps and rays of a board looked at from where they lead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Line = tuple[int, ...]


def turned_round(pairs: Iterable[tuple[int, int]], count: int) -> tuple[Line, ...]:
    """For each of `count` sites, where the pairs (origin, end) that end there begin, each once."""
    found: list[dict[int, None]] = [{} for _ in range(count)]
    for origin, end in pairs:
        if end >= 0:
            found[end][origin] = None
    return tuple(tuple(each) for each in found)


def lines_back(rays: Sequence[Line]) -> tuple[tuple[Line, ...], ...] | None:
    """For each site, the longest lines on which the rays come to it, nearest site first.

    `rays` has the ray of each site. None where some site of such a line has another ray itself.
    """
    lines: list[set[Line]] = [set() for _ in rays]
    for origin, ray in enumerate(rays):
        for index, site in enumerate(ray):
            lines[site].add((*ray[:index][::-1], origin))
    if any(len(line) > 1 and line[:-1] not in each for each in lines for line in each):
        return None
    return tuple(_longest(each) for each in lines)


def _longest(lines: set[Line]) -> tuple[Line, ...]:
    begun = {line[:-1] for line in lines}
    return tuple(sorted(line for line in lines if line not in begun))
