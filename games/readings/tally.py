"""What many games between computer players add up to: integers only, whoever played them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class Played:
    """One game. `winner` is 0 where nobody won; `since` is the ply from which the winner led."""

    plies: int
    moves: int
    winner: int
    changes: int
    since: int
    strong: int
    is_over: bool


@dataclass
class Sums:
    """Sums over games of one kind; `squares` and `crossed` are of the number before each.

    `open` sums, over decided games, in how many of a thousand plies nobody led for good. `points`
    counts, of the strong player, two for a win and one for what nobody won.
    """

    games: int = 0
    too_long: int = 0
    plies: int = 0
    plies_squares: int = 0
    moves: int = 0
    moves_squares: int = 0
    moves_crossed: int = 0
    changes: int = 0
    changes_squares: int = 0
    open: int = 0
    open_squares: int = 0
    points: int = 0
    points_squares: int = 0
    winners: Counter[int] = field(default_factory=Counter)

    def note(self, game: Played) -> None:
        """Count one more game."""
        self.games += 1
        self.too_long += not game.is_over
        self.plies += game.plies
        self.plies_squares += game.plies**2
        self.moves += game.moves
        self.moves_squares += game.moves**2
        self.moves_crossed += game.moves * game.plies
        self.changes += game.changes
        self.changes_squares += game.changes**2
        self.winners[game.winner] += 1
        if game.winner and game.plies:
            share = 1000 * game.since // game.plies
            self.open += share
            self.open_squares += share**2
        points = 1 if game.winner == 0 else 2 * (game.winner == game.strong)
        self.points += points
        self.points_squares += points**2

    def add(self, other: Sums) -> None:
        """Count another's games too."""
        for each in fields(self):
            mine, more = getattr(self, each.name), getattr(other, each.name)
            setattr(self, each.name, mine + more)

    @property
    def decided(self) -> int:
        """How many games somebody won."""
        return self.games - self.winners[0]

    def written(self) -> dict[str, Any]:
        """As JSON."""
        plain = {each.name: getattr(self, each.name) for each in fields(self)}
        return plain | {"winners": [list(pair) for pair in sorted(self.winners.items())]}

    @staticmethod
    def read(data: dict[str, Any]) -> Sums:
        """From what `written` gives."""
        return Sums(**{**data, "winners": Counter(dict(data["winners"]))})


@dataclass
class Tally:
    """All games of a reading by kind, after so many rounds."""

    players: int = 2
    rounds: int = 0
    random: Sums = field(default_factory=Sums)
    equal: Sums = field(default_factory=Sums)
    skill: Sums = field(default_factory=Sums)

    def written(self) -> dict[str, Any]:
        """As JSON."""
        sums = {name: getattr(self, name).written() for name in ("random", "equal", "skill")}
        return {"players": self.players, "rounds": self.rounds, **sums}

    @staticmethod
    def read(data: dict[str, Any]) -> Tally:
        """From what `written` gives; a new one from nothing."""
        if not data:
            return Tally()
        sums = {name: Sums.read(data[name]) for name in ("random", "equal", "skill")}
        return Tally(data["players"], data["rounds"], **sums)
