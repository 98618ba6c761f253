"""What a search for moments finds."""

from __future__ import annotations

from dataclasses import dataclass

# Moments kept for each clause and role.
KEPT = 2


@dataclass(frozen=True)
class Found:
    """A moment: the game with this number up to it, the last move perhaps another one.

    `ply` is that of the last move, for a move that was forbidden as well.
    """

    clause: str
    role: str
    number: int
    moves: tuple[str, ...]

    @property
    def ply(self) -> int:
        """1 is the first move."""
        return len(self.moves)
