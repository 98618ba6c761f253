"""All positions of a game with throws, and how likely each is won: value iteration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from games.solve.backwards import DRAWN
from games.solve.index import Index, Numbers
from games.solve.limits import Bounds
from games.solve.problem import Problem
from games.solve.space import Growing, grow, parts
from games.solve.throwing import Thrown, throw, thrower
from games.solve.visiting import Bytes, Wider

# A sweep that changes no chance by as much is the last one.
ENOUGH = 1e-9
# Positions whose chances are reckoned anew together, from those found last to the opening.
BLOCK = 1 << 15
HALF = 0.5

Chances = NDArray[np.float64]


@dataclass(frozen=True)
class Lots:
    """Positions by number, from 0, the opening, with the throws of each and what these allow.

    The throws of position n are those from `throws[n]` to `throws[n + 1]`, each with its chance;
    the positions to which the moves under throw t lead are `moves[first[t]:first[t + 1]]`.
    """

    movers: NDArray[np.uint8]
    winners: NDArray[np.uint8]
    throws: NDArray[np.int64]
    chances: Chances
    first: NDArray[np.int64]
    moves: Numbers
    index: Index

    @property
    def size(self) -> int:
        """How many positions there are."""
        return len(self.movers)


class _Growing(Growing):
    """What is known while positions are being found."""

    def __init__(self) -> None:
        super().__init__()
        self.chances: list[Chances] = []
        self.throws: list[NDArray[np.int32]] = []

    def note_throws(self, thrown: Thrown) -> None:
        """The throws of the positions that are taken next."""
        self.throws.append(thrown.throws)
        self.chances.append(thrown.chances)

    def lots(self) -> Lots:
        """All that was found."""
        throws = np.zeros(self.size, np.int64)
        throws[np.concatenate(self.visited)] = np.concatenate(self.throws)
        return Lots(
            np.concatenate(self.movers),
            np.concatenate(self.winners),
            _sums(throws),
            np.concatenate(self.chances),
            _sums(np.concatenate(self.counts)),
            np.concatenate(self.moves),
            self.index,
        )


def _sums(counts: NDArray[np.int64] | NDArray[np.int32]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])


def explore(
    problem: Problem, bounds: Bounds, progress: Callable[[int], None] = lambda positions: None
) -> tuple[Problem, Lots]:
    """All positions of a game, and the problem as it was read for that. Raises RulesError."""
    try:
        return problem, _explored(problem, bounds, progress)
    except Wider:
        wide = replace(problem, wide=True)
        return wide, _explored(wide, bounds, progress)


def _explored(problem: Problem, bounds: Bounds, progress: Callable[[int], None]) -> Lots:
    growing = _Growing()

    def chunks(numbers: Numbers, rows: Bytes) -> Iterator[tuple[Numbers, Thrown]]:
        for low, high in parts(len(numbers)):
            thrown = throw(problem, rows[low:high])
            growing.note_throws(thrown)
            yield numbers[low:high], thrown

    grow(growing, thrower(problem).opening(), chunks, bounds, progress)
    return growing.lots()


@dataclass(frozen=True)
class Swept:
    """How likely the first player wins each position, and after how many sweeps that is known."""

    chances: Chances
    sweeps: int


def swept(lots: Lots, bounds: Bounds) -> Swept:
    """How likely the first player wins each position, both playing for the most. Raises SolveError.

    A draw counts as half a win, and so does a game that never ends. Sweeps go from the positions
    found last to the opening, until none changes a chance by a billionth.
    """
    chances = np.where(lots.winners == DRAWN, HALF, np.where(lots.winners == 1, 1.0, 0.0))
    chances[lots.winners == 0] = HALF
    starts = range(0, lots.size, BLOCK)
    blocks = [_Block(lots, low, min(low + BLOCK, lots.size)) for low in reversed(starts)]
    sweeps, change = 0, 1.0
    while change >= ENOUGH:
        change = max(block.reckon(chances) for block in blocks)
        sweeps += 1
        bounds.check(lots.size, len(lots.moves))
    return Swept(chances, sweeps)


class _Block:
    """The open ones of some positions, whose chances are reckoned anew together."""

    def __init__(self, lots: Lots, low: int, high: int) -> None:
        self.open = low + np.flatnonzero(np.diff(lots.throws[low : high + 1]))
        first, last = lots.throws[low], lots.throws[high]
        self.throws = lots.throws[self.open] - first
        self.likely = lots.chances[first:last]
        self.first = lots.first[first:last] - lots.first[first]
        self.moves = lots.moves[lots.first[first] : lots.first[last]]
        owners = np.repeat(self.open, np.diff(lots.throws)[self.open])
        self.side = np.where(lots.movers[owners] == 1, 1.0, -1.0)
        self.sides = np.repeat(self.side, np.diff(np.append(self.first, len(self.moves))))

    def reckon(self, chances: Chances) -> float:
        """Reckon these chances from all; the most by which one changes."""
        if not len(self.open):
            return 0.0
        best = np.maximum.reduceat(chances[self.moves] * self.sides, self.first) * self.side
        new = np.add.reduceat(best * self.likely, self.throws)
        change = float(np.abs(new - chances[self.open]).max())
        chances[self.open] = new
        return change
