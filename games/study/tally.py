"""What many games add up to: integers only, so that parts in any order make the same whole."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

Numbers = Counter[int]


@dataclass
class Shown:
    """How a clause showed up in one role.

    `plies` is how many there were of these by ply, `games` how many games had any, `firsts` the
    first in a game by ply; over the games, `squares` sums the square of their number in a game,
    `crossed` that number times the plies of the game.
    """

    count: int = 0
    games: int = 0
    squares: int = 0
    crossed: int = 0
    plies: Numbers = field(default_factory=Counter)
    firsts: Numbers = field(default_factory=Counter)

    def add(self, other: Shown) -> None:
        """Count another's too."""
        for each in fields(self):
            _add(self, other, each.name)

    def written(self) -> dict[str, Any]:
        """As JSON."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}

    @staticmethod
    def read(data: dict[str, Any]) -> Shown:
        """From what `written` gives."""
        return Shown(**{name: _counted(value) for name, value in data.items()})


@dataclass
class Tally:
    """Sums over random games.

    `plies` counts games by their length; `positions` and `moves` are the positions in which
    somebody was to move, and the legal moves in them; `moves_squares`, `moves_crossed` and
    `positions_squares` sum, over the games, the squares and products of a game's moves and plies.
    `endings` counts games by winner (0: nobody) and what ended them: the clause, or in words where
    no clause did. `clauses` has the clauses that showed up by name and role.
    """

    games: int = 0
    positions: int = 0
    positions_squares: int = 0
    moves: int = 0
    moves_squares: int = 0
    moves_crossed: int = 0
    plies: Numbers = field(default_factory=Counter)
    endings: Counter[tuple[int, str]] = field(default_factory=Counter)
    clauses: dict[tuple[str, str], Shown] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Count another's games too."""
        for each in fields(self):
            if each.name != "clauses":
                _add(self, other, each.name)
        for key, shown in other.clauses.items():
            self.clauses.setdefault(key, Shown()).add(shown)

    def won(self, winner: int) -> int:
        """How many games a player won; 0 for those that nobody did."""
        return sum(count for (who, _), count in self.endings.items() if who == winner)

    def written(self) -> dict[str, Any]:
        """As JSON, in an order that depends on the figures alone."""
        plain = {
            each.name: _plain(getattr(self, each.name))
            for each in fields(self)
            if each.name not in ("endings", "clauses")
        }
        endings = [[*key, count] for key, count in sorted(self.endings.items())]
        clauses = [[*key, shown.written()] for key, shown in sorted(self.clauses.items())]
        return {**plain, "endings": endings, "clauses": clauses}

    @staticmethod
    def read(data: dict[str, Any]) -> Tally:
        """From what `written` gives."""
        keys = ("endings", "clauses")
        plain = {name: _counted(value) for name, value in data.items() if name not in keys}
        tally = Tally(**plain)
        tally.endings.update({(who, cause): count for who, cause, count in data["endings"]})
        tally.clauses |= {(name, role): Shown.read(s) for name, role, s in data["clauses"]}
        return tally


def _add(mine: Any, other: Any, name: str) -> None:
    value = getattr(mine, name)
    if isinstance(value, Counter):
        value.update(getattr(other, name))
    else:
        setattr(mine, name, value + getattr(other, name))


def _plain(value: int | Numbers) -> int | list[list[int]]:
    return value if isinstance(value, int) else [list(pair) for pair in sorted(value.items())]


def _counted(value: Any) -> Any:
    return Counter(dict(value)) if isinstance(value, list) else value
