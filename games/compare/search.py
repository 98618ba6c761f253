"""Breadth first over pairs of positions: the first after which the legal moves are not the same.

All lines of one length are looked at before any longer one, so the line found is the shortest.
Pairs that are reached by several lines are looked at once; as a position counts its plies, that
happens only among lines of one length.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import blake2b
from time import monotonic

import numpy as np

from games.compare.sides import PLACE, Listed, Side

# What waits for its turn is packed, to a tenth or less: positions of one ply are much alike.
QUICKLY = 1
DIGEST = 16  # bytes, by which a pair is known again


@dataclass(frozen=True)
class Bounds:
    """Where to stop: pairs of positions looked at, seconds, and moves in a line."""

    positions: int = 500_000
    seconds: float = 120.0
    plies: int = 1000


@dataclass(frozen=True)
class Found:
    """What a search found.

    `line` has the texts of the moves, None where no difference was found: then all lines of up to
    `plies` moves were looked at. `positions` says how many pairs of positions were. `stopped`
    names the bound that was met, "" where none was. `ending` is the first line after which both
    games are over, but with another result.
    """

    line: tuple[str, ...] | None
    plies: int
    positions: int
    stopped: str = ""
    ending: tuple[str, ...] | None = None


@dataclass
class _Level:
    """The pairs of one ply: both contents in one; the pair before and the move that led here."""

    size: int
    packed: list[bytes] = field(default_factory=list)
    parents: array[int] = field(default_factory=lambda: array("q"))
    moves: array[int] = field(default_factory=lambda: array("q"))

    def keep(self, pairs: Sequence[bytes]) -> None:
        """Put pairs behind those that are there."""
        self.packed.append(zlib.compress(b"".join(pairs), QUICKLY))

    def batches(self, most: int) -> Iterator[list[bytes]]:
        """All pairs in their order, at most so many at a time; they can be had once."""
        while self.packed:
            content = zlib.decompress(self.packed.pop(0))
            pairs = [content[at : at + self.size] for at in range(0, len(content), self.size)]
            for first in range(0, len(pairs), most):
                yield pairs[first : first + most]


class Search:
    """One search."""

    def __init__(self, a: Side, b: Side, bounds: Bounds) -> None:
        self.a, self.b, self.bounds = a, b, bounds
        self.until = monotonic() + bounds.seconds
        self.size = a.size + b.size
        self.at_once = min(a.at_once, b.at_once)
        self.levels: list[_Level] = []
        self.positions = 0
        self.plies = 0
        self.ending: tuple[str, ...] | None = None

    def run(self) -> Found:
        """Search from the start to the first difference, or to a bound."""
        with ThreadPoolExecutor(1) as self.other:
            level = _Level(self.size, [], array("q", [0]), array("q", [-1]))
            self.levels.append(level)
            start = [self.a.start() + self.b.start()]
            level.keep(start)
            found, _seen = self._look(start, 0)
            while found is None and level.moves and not self._stopped():
                level, found = self._next(level)
            return self._result(found, over=not level.moves)

    def _result(self, found: tuple[str, ...] | None, *, over: bool) -> Found:
        stopped = "" if found is not None or over else self._stopped()
        plies = self.plies if found is None else len(found)
        return Found(found, plies, self.positions, stopped, self.ending)

    def _stopped(self) -> str:
        """The bound that has been met, or ""."""
        if self.positions >= self.bounds.positions:
            return "positions"
        if monotonic() > self.until:
            return "seconds"
        return "plies" if self.plies >= self.bounds.plies else ""

    def _exhausted(self) -> bool:
        """Whether a bound is met that may be met anywhere within a level."""
        return self._stopped() in ("positions", "seconds")

    def _next(self, level: _Level) -> tuple[_Level, tuple[str, ...] | None]:
        """The pairs one ply on; those before lose their contents, which are not needed any more."""
        after, met, done = _Level(self.size), set[bytes](), 0
        self.levels.append(after)
        for pairs in level.batches(self.at_once):
            begin = len(after.moves)
            newest = self._spread(pairs, done, after, met)
            done += len(pairs)
            found, seen = self._look(newest, begin)
            if found is not None:
                return after, found
            after.keep(newest)
            whole = seen and done == len(level.moves)
            if not whole and self._exhausted():
                return after, None
        self.plies += bool(after.moves)
        return after, None

    def _halves(self, pairs: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
        size = self.a.size
        return [pair[:size] for pair in pairs], [pair[size:] for pair in pairs]

    def _spread(
        self, pairs: Sequence[bytes], first: int, after: _Level, met: set[bytes]
    ) -> list[bytes]:
        """The new pairs after each move that the pairs, numbered from `first`, have in common."""
        for_a, for_b = self._halves(pairs)
        waiting = self.other.submit(self.b.spread, for_b)
        listed, rows_a = self.a.spread(for_a)
        listed_b, rows_b = waiting.result()
        rows = np.hstack([rows_a, rows_b[_order(listed, listed_b)]])
        content, size, newest = rows.tobytes(), self.size, list[bytes]()
        parents = np.repeat(np.arange(first, first + len(pairs)), listed.counts)
        for at, (parent, move) in enumerate(
            zip(parents.tolist(), listed.moves.tolist(), strict=True)
        ):
            pair = content[at * size : (at + 1) * size]
            digest = blake2b(pair, digest_size=DIGEST).digest()
            if digest not in met:
                met.add(digest)
                newest.append(pair)
                after.parents.append(parent)
                after.moves.append(move)
        return newest

    def _look(self, pairs: Sequence[bytes], begin: int) -> tuple[tuple[str, ...] | None, bool]:
        """Compare the moves of the newest pairs, from `begin`.

        Gives the line to the first difference, and whether all pairs were looked at before a bound.
        """
        for first in range(0, len(pairs), self.at_once):
            if first and self._exhausted():
                return None, False
            found = self._look_at(pairs[first : first + self.at_once], begin + first)
            if found is not None:
                return found, True
        return None, True

    def _look_at(self, pairs: Sequence[bytes], begin: int) -> tuple[str, ...] | None:
        self.positions += len(pairs)
        for_a, for_b = self._halves(pairs)
        waiting = self.other.submit(self.b.listed, for_b)
        listed, listed_b = self.a.listed(for_a), waiting.result()
        if self.ending is None:
            self._look_at_ends(begin, for_a, for_b, (listed.counts + listed_b.counts) == 0)
        place = _first_difference(listed, listed_b)
        return None if place is None else self._line(begin + place)

    def _look_at_ends(
        self, begin: int, for_a: list[bytes], for_b: list[bytes], over: np.ndarray
    ) -> None:
        for place in map(int, np.flatnonzero(over)):
            if self.a.winner(for_a[place]) != self.b.winner(for_b[place]):
                self.ending = self._line(begin + place)
                return

    def _line(self, place: int) -> tuple[str, ...]:
        """The texts of the moves that lead to a pair of the last level."""
        numbers = []
        for level in reversed(self.levels[1:]):
            numbers.append(level.moves[place])
            place = level.parents[place]
        return tuple(self.a.texts.text(number) for number in reversed(numbers))


def _first_difference(a: Listed, b: Listed) -> int | None:
    """The place of the first position whose moves are not the same."""
    if np.array_equal(a.counts, b.counts) and np.array_equal(a.moves, b.moves):
        return None
    alone = np.setxor1d(a.keys, b.keys, assume_unique=True)
    return int(alone[0] >> PLACE) if len(alone) else None


def _order(a: Listed, b: Listed) -> np.ndarray:
    """For each move of `a` the place of the same move among those of `b`."""
    places = np.empty(len(a.moves), np.int64)
    places[np.argsort(a.keys)] = np.argsort(b.keys)
    return places
