"""One of two rulesets: moves of many positions at once, as numbers that both understand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from games.play import Move, Position, Rules

Numbers = NDArray[np.int64]
Contents = NDArray[np.uint8]
# A key is the place of a position among others, and the number of a move's text.
PLACE = 32


class Texts:
    """Numbers for the texts of moves: the same text is the same number for both sides."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._next = count()

    def number(self, text: str) -> int:
        """The number of a text; two threads that ask at once get the same."""
        return self._numbers.setdefault(text, next(self._next))

    def text(self, number: int) -> str:
        """The text of a number."""
        return next(text for text, each in self._numbers.items() if each == number)


@dataclass(frozen=True)
class Listed:
    """How many moves each of some positions has, and the numbers of all these moves in a row."""

    counts: Numbers
    moves: Numbers

    @property
    def keys(self) -> Numbers:
        """Each move with the place of its position."""
        places = np.repeat(np.arange(len(self.counts), dtype=np.int64), self.counts)
        return (places << PLACE) | self.moves


class Side(ABC):
    """A ruleset that is compared. A content is a position as bytes, all of them `size` long."""

    rules: Rules
    texts: Texts
    size: int
    at_once: int  # positions whose moves are found at one go, between looks at the clock

    @abstractmethod
    def start(self) -> bytes:
        """The position before the first move."""

    @abstractmethod
    def winner(self, content: bytes) -> int:
        """Who has won in a position in which the game is over."""

    @abstractmethod
    def listed(self, contents: Sequence[bytes]) -> Listed:
        """The legal moves of positions, over all throws."""

    @abstractmethod
    def spread(self, contents: Sequence[bytes]) -> tuple[Listed, Contents]:
        """The legal moves of positions, and a row for the position after each."""

    @abstractmethod
    def called(self, move: Move) -> str:
        """The text of a move, with the other's name for what a piece becomes."""

    def written(self, position: Position) -> dict[str, Move]:
        """The legal moves of a position by their texts, the pieces called as by the other."""
        return {self.called(move): move for move in position.all_moves()}
