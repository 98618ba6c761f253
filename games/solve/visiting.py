"""The positions after those of a chunk, found inside WebAssembly by any process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from games.engine.play.machine import Machine
from games.solve.limits import SolveError
from games.solve.problem import WORD, Problem, Ready

Bytes = NDArray[np.uint8]
Keys = NDArray[np.uint64]
# Of the generator that the factors of keys come from: the same in all processes.
SEED = 20250


@dataclass(frozen=True)
class Positions:
    """Different positions: two keys of each, its bytes that count, who moves, who has won.

    `winner` is 0 while a game goes on, a player, or 3 where nobody has won. The first key tells
    positions apart; the second finds out should it ever not do so.
    """

    keys: Keys
    checks: Keys
    rows: Bytes
    movers: NDArray[np.uint8]
    winners: NDArray[np.uint8]


@dataclass(frozen=True)
class Visited:
    """What follows some positions: how many moves each has, and where each of these leads.

    `to` counts the positions of `found`, which are in the order of their keys.
    """

    counts: NDArray[np.int32]
    to: NDArray[np.int32]
    found: Positions


class Wider(Exception):
    """A byte that was the same in all random games has changed."""


class Visitor(Machine):
    """A machine that plays all moves of many positions in one call."""

    def __init__(self, ready: Ready) -> None:
        super().__init__(ready.compiled)
        self.ready, self.columns = ready, ready.columns
        random = np.random.default_rng(SEED)
        factors = random.integers(1, 2**63, (2, len(self.columns)), np.uint64)
        self._factors = factors * np.uint64(2) + np.uint64(1)
        self.start()
        self._state = np.frombuffer(self.state, np.uint8)
        self._others = np.zeros(len(self._state), np.uint8)
        self._others[np.setdiff1d(ready.counting, self.columns)] = 255
        count = self.manifest.fields["solve_count"]
        self._most = count.length

    def opening(self) -> Positions:
        """The position before the first move."""
        return self.read(self._state.reshape(1, -1).copy())

    def read(self, states: Bytes) -> Positions:
        """What counts of some states. Raises Wider."""
        for at, cap in self.ready.caps:
            column = states[:, at : at + WORD].copy().view("<i4")
            states[:, at : at + WORD] = np.minimum(column, cap).view(np.uint8)
        if ((states ^ self._state) & self._others).any():
            raise Wider
        rows = states[:, self.columns]
        keys, checks = (rows.astype(np.uint64) @ self._factors.T).T
        mover, winner, active = (
            states[:, at : at + WORD].copy().view("<i4").ravel()
            for at in map(self.ready.place, ("mover", "winner", "active_count"))
        )
        won = np.where((winner == 1) | (winner == 2), winner, 3)
        over = np.where(active == 0, won, 0)
        return Positions(keys, checks, rows, mover.astype(np.uint8), over.astype(np.uint8))

    def visit(self, rows: Bytes) -> Visited:
        """The positions after those with these bytes. Raises SolveError."""
        counts, after = [], []
        done = 0
        while done < len(rows):
            count, states = self._some(rows[done : done + self._most])
            counts.append(count)
            after.append(states)
            done += len(count)
        read = self.read(np.concatenate(after))
        found, to = different(read)
        return Visited(np.concatenate(counts), to, found)

    def _some(self, rows: Bytes) -> tuple[NDArray[np.int32], Bytes]:
        states = np.repeat(self._state.reshape(1, -1), len(rows), axis=0)
        states[:, self.columns] = rows
        fields, size = self.manifest.fields, self.manifest.state.size
        entry = fields["solve_in"].offset
        self._memory[entry : entry + states.size] = states.tobytes()
        done = self.call("successors", len(rows))
        if not done:
            raise SolveError("a position has more moves than there is room for")
        counts = np.array(self.numbers("solve_count", 0, done), np.int32)
        begin, length = fields["solve_out"].offset, int(counts.sum()) * size
        after = np.frombuffer(bytes(self._memory[begin : begin + length]), np.uint8)
        return counts, after.reshape(-1, size).copy()


@lru_cache(maxsize=1)
def visitor(problem: Problem) -> Visitor:
    """The machine of this process for a problem. Raises RulesError."""
    return Visitor(problem.ready)


def visit(problem: Problem, rows: Bytes) -> Visited:
    """The positions after those with these bytes. Raises RulesError."""
    return visitor(problem).visit(rows)


def different(read: Positions) -> tuple[Positions, NDArray[np.int32]]:
    """Each position once, in the order of keys, and for all where they are among these."""
    keys, first, back = np.unique(read.keys, return_index=True, return_inverse=True)
    if not np.array_equal(read.checks[first][back], read.checks):
        raise SolveError("two positions have the same key")
    movers, winners = read.movers[first], read.winners[first]
    found = Positions(keys, read.checks[first], read.rows[first], movers, winners)
    return found, back.astype(np.int32)
