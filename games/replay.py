"""Recorded games, of which each move is played once however often what it led to is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from games.models import Match
from games.play import Move, Position, Rules
from games.rules_cache import rules_of_game


class Replay:
    """The moves of a recorded game, played as far as they are asked for."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._played: list[tuple[Position, Move, Position]] = []

    @cached_property
    def rules(self) -> Rules:
        """What it is played by. Raises games.play.RulesError."""
        return rules_of_game(self._match)

    def end(self) -> Position:
        """The position after all moves. Raises RulesError, or MoveError for an illegal move."""
        steps = list(self.steps(len(self._match.moves)))
        return steps[-1][2] if steps else self.rules.start()

    def steps(self, count: int) -> Iterator[tuple[Position, Move, Position]]:
        """Each of the first moves with the positions before and after it. Raises like `end`."""
        for number, label in enumerate(self._match.moves[:count]):
            if number == len(self._played):
                before = self._played[-1][2] if self._played else self.rules.start()
                move = before.legal_moves.find(label)
                self._played.append((before, move, before.play(move)))
            yield self._played[number]
