"""What a solution may cost, and why a game is not solved."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from games.ludemes import RulesError

POSITIONS, SECONDS, MEMORY = 50_000_000, 600.0, 8 << 30
# Bytes of memory: of a position in the table of positions, and of a move in both directions.
OF_POSITION, OF_MOVE = 48, 24


class SolveError(RulesError):
    """A game that is not solved; the message says why."""


class Unsolvable(SolveError):
    """A game of a kind that is not solved, however small it is."""


@dataclass
class Bounds:
    """How many positions, seconds and bytes of memory a solution may take."""

    positions: int = POSITIONS
    seconds: float = SECONDS
    memory: int = MEMORY
    began: float = field(default_factory=time.monotonic)

    def check(self, positions: int, moves: int, waiting: int = 0) -> None:
        """Raise SolveError where what is known so far passes a bound; `waiting` counts bytes."""
        so_far = f"after {positions:,} positions the end is not in sight"
        if positions > self.positions:
            raise SolveError(f"there are more than {self.positions:,} positions")
        if time.monotonic() - self.began > self.seconds:
            raise SolveError(f"it takes longer than {self.seconds:g} seconds: {so_far}")
        if positions * OF_POSITION + moves * OF_MOVE + waiting > self.memory:
            raise SolveError(f"it takes more than {self.memory >> 20:,} MiB of memory: {so_far}")
