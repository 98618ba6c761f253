"""The positions after those of a chunk where dice are thrown, found inside WebAssembly.

How the dice lie makes no difference where the next thing is to throw all of them: such positions
are one, unless random games show that their rules look at the dice before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from games.engine.play.chance import Chance
from games.engine.play.random_play import random_ply
from games.solve.limits import SolveError, Unsolvable
from games.solve.problem import Problem, Ready
from games.solve.visiting import Bytes, Positions, Visited, Visitor, different

# Positions of random games at which is tried whether it matters how dice lie.
TRIED, PLIES = 40, 60
MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Thrown(Visited):
    """What may follow some positions, by the throws that make a difference.

    `throws` counts those of each position, `chances` says how likely each is, `counts` how many
    different positions its moves lead to; `to` counts these in `found`.
    """

    throws: NDArray[np.int32]
    chances: NDArray[np.float64]


class Thrower(Visitor):
    """A machine that plays all moves under all throws of many positions in one call."""

    def __init__(self, ready: Ready) -> None:
        super().__init__(ready)
        dice = self.manifest.dice
        shares = [[weight / sum(die.weights) for weight in die.weights] for die in dice]
        # How likely each throw is, in the order of `Manifest.throws`.
        self.chances = np.array([np.prod(each) for each in product(*shares)])
        self._begin = self.manifest.state.offset
        self._lying = np.zeros(0, np.int64)
        self._lying = self._bytes_of_dice()

    def opening(self) -> Positions:
        """The position before the first move."""
        return self.known(bytes(self._state))

    def known(self, state: bytes) -> Positions:
        """A state as a position, which is another one while it waits for a throw."""
        self._memory[self._begin : self._begin + len(state)] = state
        row = np.frombuffer(state, np.uint8).reshape(1, -1).copy()
        if not self.over:
            self.throw(None)
            self.call("generate")
            if self.waits_for_throw:
                row[:, self._lying] = self._state[self._lying]
        return self.read(row)

    def outcomes(self, rows: Bytes) -> Thrown:
        """What may follow the positions with these bytes. Raises SolveError."""
        states = np.repeat(self._state.reshape(1, -1), len(rows), axis=0)
        states[:, self.columns] = rows
        throws, moves, after = self._after(states)
        found, to = different(self.read(after))
        return _joined(throws, moves, self._likely(throws), to.astype(np.int64), found)

    def _after(self, states: Bytes) -> tuple[NDArray[np.int32], NDArray[np.int32], Bytes]:
        """Of some states: how many throws each has, each throw moves, and the states after."""
        throws, moves, after = [], [], []
        done = 0
        while done < len(states):
            count, branches, positions = self._some_thrown(states[done : done + self._most])
            throws.append(count)
            moves.append(branches)
            after.append(positions)
            done += len(count)
        return np.concatenate(throws), np.concatenate(moves), np.concatenate(after)

    def _some_thrown(self, states: Bytes) -> tuple[NDArray[np.int32], NDArray[np.int32], Bytes]:
        fields, size = self.manifest.fields, self.manifest.state.size
        entry = fields["solve_in"].offset
        self._memory[entry : entry + states.size] = states.tobytes()
        done = self.call("outcomes", len(states))
        if not done:
            raise SolveError("a position has more throws and moves than there is room for")
        if self.get("solve_late"):
            raise Unsolvable("dice are thrown after a move has been chosen: that is not solved")
        throws = np.array(self.numbers("solve_count", 0, done), np.int32)
        moves = np.array(self.numbers("solve_moves", 0, int(throws.sum())), np.int32)
        if not moves.all():
            raise SolveError("a position that goes on has no moves")
        length = int(moves.sum())
        begin = fields["solve_out"].offset
        after = np.frombuffer(bytes(self._memory[begin : begin + length * size]), np.uint8)
        waits = np.array(self.numbers("solve_waits", 0, length), np.bool_)
        states = after.reshape(-1, size).copy()
        states[np.ix_(waits, self._lying)] = self._state[self._lying]
        return throws, moves, states

    def _likely(self, throws: NDArray[np.int32]) -> NDArray[np.float64]:
        """How likely each throw is, position by position."""
        parts = [self.chances if count == len(self.chances) else np.ones(1) for count in throws]
        return np.concatenate(parts)

    def _bytes_of_dice(self) -> NDArray[np.int64]:
        """The bytes of a state that say how dice lie, if that makes no difference."""
        fields, first = self.manifest.fields, self.manifest.state.offset
        sites = [die.site for die in self.manifest.dice]
        places = [("state", site) for site in sites]
        places += [("die_face", n) for n in range(len(sites))] + [("dice_equal", 0)]
        found = [
            fields[name].offset - first + fields[name].width * at + byte
            for name, at in places if name in fields and at < fields[name].length
            for byte in range(fields[name].width)
        ]  # fmt: skip
        lying = np.array(found, np.int64)
        lying = lying[(lying >= 0) & (lying < len(self._state))]
        return lying if self._make_no_difference(lying) else np.zeros(0, np.int64)

    def _make_no_difference(self, lying: NDArray[np.int64]) -> bool:
        """Whether positions of random games go on alike however the dice lie."""
        thrown = self._waiting()
        rested = thrown.copy()
        rested[:, lying] = self._state[lying]
        told = []
        for states in (thrown, rested):
            throws, moves, after = self._after(states)
            after[:, lying] = 0
            told.append((throws, moves, after))
        return all(map(np.array_equal, *told))

    def _waiting(self) -> Bytes:
        """Positions of random games that wait for a throw."""
        chance, found = Chance(1), [self._state]
        self.start()
        for _ in range(TRIED * PLIES):
            if len(found) == TRIED:
                break
            if self.over:
                self.start()
            random_ply(self, chance)
            self.throw(None)
            if not self.over and self.call("generate") and not self.waits_for_throw:
                continue
            if not self.over and chance.below(8) == 0:
                found.append(np.frombuffer(self.state, np.uint8))
        return np.array(found)


def _joined(
    throws: NDArray[np.int32],
    moves: NDArray[np.int32],
    chances: NDArray[np.float64],
    to: NDArray[np.int64],
    found: Positions,
) -> Thrown:
    """Throws after which the same can be reached are one, and so are moves that lead alike."""
    size, branches = len(found.keys), len(moves)
    throw = np.repeat(np.arange(branches), moves)
    throw, to = np.divmod(np.unique(throw * size + to), size)
    first = np.searchsorted(throw, np.arange(branches))
    alike = np.add.reduceat((found.keys[to] ^ MIX) * MIX, first)
    owner = np.repeat(np.arange(len(throws)), throws)
    order = np.lexsort((alike, owner))
    new = np.ones(branches, np.bool_)
    new[1:] = (np.diff(owner[order]) != 0) | (alike[order][1:] != alike[order][:-1])
    starts = np.flatnonzero(new)
    kept = order[starts]
    counts = np.diff(np.append(first, len(to)))[kept]
    ends = np.cumsum(counts)
    at = np.arange(int(counts.sum())) + np.repeat(first[kept] - (ends - counts), counts)
    return Thrown(
        counts.astype(np.int32),
        to[at].astype(np.int32),
        found,
        np.bincount(owner[kept], minlength=len(throws)).astype(np.int32),
        np.add.reduceat(chances[order], starts),
    )


@lru_cache(maxsize=1)
def thrower(problem: Problem) -> Thrower:
    """The machine of this process for a problem. Raises RulesError."""
    return Thrower(problem.ready)


def throw(problem: Problem, rows: Bytes) -> Thrown:
    """What may follow the positions with these bytes. Raises RulesError."""
    return thrower(problem).outcomes(rows)
