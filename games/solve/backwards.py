"""From the ends of games to the positions that lead there, whatever the other player does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from games.solve.space import Space

NOT = -1
# Who wins an endless game, beside the two players: nobody.
NOBODY = 0
# The winner of a game that has ended and that nobody has won.
DRAWN = 3
Numbers = NDArray[np.int64]


class Reversed:
    """The moves of a space by the position that they lead to."""

    def __init__(self, space: Space) -> None:
        self.space = space
        counts = np.bincount(space.moves, minlength=space.size)
        self.first = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        order = np.argsort(space.moves, kind="stable")
        owners = np.repeat(np.arange(space.size, dtype=np.int32), np.diff(space.first))
        self.owners: NDArray[np.int32] = owners[order]

    def before(self, positions: Numbers) -> NDArray[np.int32]:
        """The positions before these, one for each move."""
        starts, counts = self.first[positions], np.diff(self.first)[positions]
        ends = np.cumsum(counts)
        at = np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - counts), counts)
        found: NDArray[np.int32] = self.owners[at]
        return found

    @cached_property
    def counts(self) -> Numbers:
        """How many moves each position has."""
        return np.diff(self.space.first)


def attracted(backwards: Reversed, targets: NDArray[np.bool_], player: int) -> NDArray[np.int32]:
    """In how many moves a player can surely reach a target from each position, -1 where not.

    The player takes the shortest way, the other makes it as long as possible.
    """
    space = backwards.space
    distance = np.full(space.size, NOT, np.int32)
    left = backwards.counts.copy()
    reached, moves = np.flatnonzero(targets), 0
    while len(reached):
        distance[reached] = moves
        before = backwards.before(reached)
        before = before[distance[before] == NOT]
        own = space.movers[before] == player
        others, times = np.unique(before[~own], return_counts=True)
        left[others] -= times
        reached = np.concatenate([np.unique(before[own]), others[left[others] == 0]])
        moves += 1
    return distance


@dataclass(frozen=True)
class Values:
    """Of each position: who wins it, 0 for nobody, and in how many moves.

    It is -1 where nobody wins, or only by going on for ever.
    """

    winners: NDArray[np.uint8]
    moves: NDArray[np.int32]


def values(space: Space, endless: int = NOBODY) -> Values:
    """The value of every position; `endless` says who wins a game that never ends."""
    backwards = Reversed(space)
    winners = np.zeros(space.size, np.uint8)
    moves = np.full(space.size, NOT, np.int32)
    for who in (1, 2):
        distance = attracted(backwards, space.winners == who, who)
        surely = distance != NOT
        winners[surely], moves[surely] = who, distance[surely]
    if endless != NOBODY:
        other = 3 - endless
        saved = attracted(backwards, (space.winners == DRAWN) | (winners == other), other)
        winners[(winners == NOBODY) & (saved == NOT)] = endless
    return Values(winners, moves)
