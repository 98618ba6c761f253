"""Moves, what they did, how games end, and the list of legal moves as a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from games.boards import Board
from games.notation.apart import CLAUSE
from games.notation.coordinates import PASS, read_move
from games.notation.errors import (
    AmbiguousMove,
    IllegalMove,
    MoveError,
    NeedsThrow,
    NotationError,
    UnreadableMove,
)

__all__ = [
    "AmbiguousMove",
    "Effect",
    "Forbidden",
    "IllegalMove",
    "LegalMoves",
    "Move",
    "MoveError",
    "NeedsThrow",
    "Outcome",
    "UnreadableMove",
]


# The sites of a pass, and of what players only say.
NOWHERE = (-1, -1)


@dataclass(frozen=True)
class Move:
    """A legal move. Sites are numbers, -1 where the move has none; `clause` is what allows it.

    `record` is the move as the module keeps it: from, to, kind, extra.
    """

    label: str
    frm: int
    to: int
    promotion: str | None
    clause: str
    record: bytes

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True)
class Forbidden:
    """A move that a clause forbids; all others would allow it."""

    move: Move
    clause: str


@dataclass(frozen=True)
class Effect:
    """What a move did beside moving: `kind` is one of games.compiler.layout.EFFECTS.

    `value` is what came of it in numbers: the count, the state, the player who is told.
    """

    kind: str
    site: int
    piece: str
    clause: str
    value: int = 0


@dataclass(frozen=True)
class Outcome:
    """How a game ended. `winner` is 0 for a draw; `clause` is "" where no end rule ended it.

    `ranking` has each player's place from the first: 1 is the first place, 1.5 a first place that
    two share; 0 is no place.
    """

    winner: int
    clause: str
    reason: str
    ranking: tuple[float, ...] = field(default=(), compare=False)


def ranking_of(winner: int, players: int) -> tuple[float, ...]:
    """The places of a game with one winner, or with none: all others share what is left."""
    if not winner:
        return ((players + 1) / 2,) * players
    return tuple(1.0 if each == winner else (players + 2) / 2 for each in range(1, players + 1))


class LegalMoves(Sequence[Move]):
    """The legal moves of a position: count them, loop over them, ask for one by its text.

    `position` is written only where a text is refused.
    """

    def __init__(
        self, moves: Sequence[Move], board: Board, position: object, hands: Sequence[str] = ()
    ) -> None:
        self.moves = moves
        self.board = board
        self.hands = hands
        self.position = position

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return self.moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __contains__(self, move: object) -> bool:
        return move in self.moves or any(each.label == move for each in self.moves)

    def find(self, text: str) -> Move:
        """The move with that label, or by those coordinates.

        Raises UnreadableMove, IllegalMove or AmbiguousMove; all quote text and position.
        """
        found = [move for move in self.moves if move.label == text] or self._by_coordinates(text)
        if not found:
            raise IllegalMove(text, f"{text} is not legal in the position {self.position}")
        if len(found) > 1:
            labels = " or ".join(dict.fromkeys(move.label for move in found))
            message = f"{text} may mean {labels} in the position {self.position}"
            raise AmbiguousMove(text, message)
        return found[0]

    def _by_coordinates(self, text: str) -> list[Move]:
        try:
            wanted = read_move(self.board, CLAUSE.sub("", text), self.hands)
        except NotationError as error:
            message = f"{text!r} is no move in the position {self.position}: {error}"
            raise UnreadableMove(text, message) from error
        found = [m for m in self.moves if (m.frm, m.to, m.promotion) == wanted]
        if wanted[:2] == NOWHERE:
            found = [m for m in found if m.label.startswith(PASS)]
        return found if CLAUSE.search(text) is None else []
