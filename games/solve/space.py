"""All positions that can arise, and the moves between them, found breadth first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from games.solve.index import UNKNOWN, Index, Numbers
from games.solve.limits import Bounds
from games.solve.problem import Problem
from games.solve.visiting import Bytes, Positions, Visited, Wider, visit, visitor

# Positions of a call; fewer at a time are visited by this process alone.
CHUNK = 4096
# Chunks that are under way or wait to be read.
AHEAD = 8


@dataclass(frozen=True)
class Space:
    """Positions by number, from 0, the opening; `moves` lists where the moves of each lead.

    Those of position n are `moves[first[n]:first[n + 1]]`, in the order of the legal moves.
    """

    movers: NDArray[np.uint8]
    winners: NDArray[np.uint8]
    first: NDArray[np.int64]
    moves: Numbers
    index: Index

    @property
    def size(self) -> int:
        """How many positions there are."""
        return len(self.movers)

    def after(self, position: int) -> Numbers:
        """The positions after each legal move of one."""
        return self.moves[self.first[position] : self.first[position + 1]]


class Growing:
    """What is known while positions are being found."""

    def __init__(self) -> None:
        self.index = Index()
        self.size = 0
        self.edges = 0
        self.movers: list[NDArray[np.uint8]] = []
        self.winners: list[NDArray[np.uint8]] = []
        self.visited: list[Numbers] = []
        self.counts: list[Numbers] = []
        self.moves: list[Numbers] = []

    def note(self, found: Positions) -> tuple[Numbers, Numbers, Bytes]:
        """The numbers of some positions; of those to be visited yet, numbers and bytes."""
        numbers = self.index.find(found.keys, found.checks)
        new = numbers == UNKNOWN
        numbers[new] = np.arange(self.size, self.size + int(new.sum()), dtype=np.int32)
        self.size += int(new.sum())
        self.index.add(found.keys[new], found.checks[new], numbers[new])
        self.movers.append(found.movers[new])
        self.winners.append(found.winners[new])
        open_ = new & (found.winners == 0)
        return numbers, numbers[open_], found.rows[open_]

    def take(self, numbers: Numbers, visited: Visited) -> tuple[Numbers, Bytes]:
        """What follows some positions: of those to be visited yet, numbers and bytes."""
        known, new, rows = self.note(visited.found)
        self.visited.append(numbers)
        self.counts.append(visited.counts)
        self.moves.append(known[visited.to])
        self.edges += len(visited.to)
        return new, rows

    def space(self) -> Space:
        """All that was found."""
        counts = np.zeros(self.size, np.int64)
        visited = np.concatenate(self.visited)
        counts[visited] = np.concatenate(self.counts)
        first = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        movers, winners = np.concatenate(self.movers), np.concatenate(self.winners)
        return Space(movers, winners, first, np.concatenate(self.moves), self.index)


def explore(
    problem: Problem,
    bounds: Bounds,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda positions: None,
) -> Space:
    """All positions of a game; `progress` is told how many are known. Raises RulesError."""
    try:
        return _explored(problem, bounds, executor, progress)
    except Wider:
        return _explored(replace(problem, wide=True), bounds, executor, progress)


def _explored(
    problem: Problem,
    bounds: Bounds,
    executor: Executor | None,
    progress: Callable[[int], None],
) -> Space:
    growing = Growing()
    chunks = partial(_chunks, problem, executor)
    grow(growing, visitor(problem).opening(), chunks, bounds, progress)
    return growing.space()


def grow(
    growing: Growing,
    opening: Positions,
    chunks: Callable[[Numbers, Bytes], Iterable[tuple[Numbers, Visited]]],
    bounds: Bounds,
    progress: Callable[[int], None],
) -> None:
    """Find all positions, level by level; `chunks` visits those of a level. Raises RulesError."""
    _, numbers, rows = growing.note(opening)
    while len(numbers):
        next_numbers, next_rows = [], []
        waiting = 2 * rows.nbytes
        for part, visited in chunks(numbers, rows):
            new, after = growing.take(part, visited)
            next_numbers.append(new)
            next_rows.append(after)
            waiting += after.nbytes
            progress(growing.size)
            bounds.check(growing.size, growing.edges, waiting)
        numbers, rows = np.concatenate(next_numbers), np.concatenate(next_rows)


def parts(count: int) -> Iterable[tuple[int, int]]:
    """Where each chunk of so many positions begins and ends."""
    return pairwise([*range(0, count, CHUNK), count])


def _chunks(
    problem: Problem, executor: Executor | None, numbers: Numbers, rows: Bytes
) -> Iterator[tuple[Numbers, Visited]]:
    """What follows the positions of a level, in the order of their numbers."""
    bounds = parts(len(numbers))
    if executor is None or len(numbers) <= CHUNK:
        for low, high in bounds:
            yield numbers[low:high], visit(problem, rows[low:high])
        return
    ahead: deque[tuple[Numbers, Future[Visited]]] = deque()
    for low, high in bounds:
        ahead.append((numbers[low:high], executor.submit(visit, problem, rows[low:high])))
        if len(ahead) >= AHEAD:
            part, future = ahead.popleft()
            yield part, future.result()
    for part, future in ahead:
        yield part, future.result()
