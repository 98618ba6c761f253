"""What a tally says: a flat list of measures, the same for tables, JSON and comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from games.study import estimates
from games.study.estimates import Estimate, wilson
from games.study.tally import Shown, Tally


@dataclass(frozen=True)
class Measure:
    """One figure: what is measured, of what (a player, a clause, a cause), and in what role.

    `count` is how many were seen, None where nothing is counted.
    """

    figure: str
    of: str
    role: str
    estimate: Estimate
    count: int | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same measure in another study."""
        return self.figure, self.of, self.role

    def written(self) -> dict[str, Any]:
        """As JSON, and as a row of a table."""
        names = {"figure": self.figure, "of": self.of, "role": self.role, "count": self.count}
        return names | asdict(self.estimate)


def figures(tally: Tally, players: int = 2, clauses: Iterable[str] = ()) -> list[Measure]:
    """All measures of a tally; `clauses` gives their order, others come after."""
    found = [
        *_outcomes(tally, players),
        *_first_mover(tally, players),
        *_lengths(tally),
        _made("branching factor", "", "", _branching(tally), tally.moves),
        *_causes(tally),
    ]
    order = {name: place for place, name in enumerate(clauses)}
    shown = sorted(tally.clauses.items(), key=lambda each: order.get(each[0][0], len(order)))
    for (name, role), counts in shown:
        found += _clause(tally, name, role, counts)
    return [measure for measure in found if measure is not None]


def _made(
    figure: str, of: str, role: str, estimate: Estimate | None, count: int | None = None
) -> Measure | None:
    return None if estimate is None else Measure(figure, of, role, estimate, count)


def _outcomes(tally: Tally, players: int) -> Iterator[Measure | None]:
    """The share of games that each player won, and of those that nobody did."""
    for player in range(1, players + 1):
        won = tally.won(player)
        yield _made("outcome", f"player {player} wins", "", wilson(won, tally.games), won)
    drawn = tally.won(0)
    yield _made("outcome", "draw", "", wilson(drawn, tally.games), drawn)


def _first_mover(tally: Tally, players: int) -> Iterator[Measure | None]:
    """Of decided games, those that the first player won; of all, points where a draw is a half.

    With more than two players only the former.
    """
    won = tally.won(1)
    decided = tally.games - tally.won(0)
    yield _made("first mover", "wins of decided games", "", wilson(won, decided), decided)
    if players == 2:
        # In half points, so that all is whole.
        points, squares = 2 * won + tally.won(0), 4 * won + tally.won(0)
        whole, games = 2 * tally.games, tally.games
        score = estimates.share(points, squares, 2 * points, whole, 4 * games, games)
        yield _made("first mover", "score", "", score, games)


def _lengths(tally: Tally) -> Iterator[Measure | None]:
    """How many plies games take."""
    mean = estimates.mean(tally.positions, tally.positions_squares, tally.games)
    yield _made("length", "mean", "", mean, tally.games)
    yield _made("length", "median", "", estimates.median(tally.plies), tally.games)
    if tally.plies:
        yield Measure("length", "shortest", "", Estimate(min(tally.plies)))
        yield Measure("length", "longest", "", Estimate(max(tally.plies)))


def _branching(tally: Tally) -> Estimate | None:
    """Legal moves in a position."""
    return estimates.ratio(
        tally.moves, tally.moves_squares, tally.moves_crossed,
        tally.positions, tally.positions_squares, tally.games,
    )  # fmt: skip


def _causes(tally: Tally) -> Iterator[Measure | None]:
    """What ended games: of the drawn ones by cause, then of all by winner and cause."""
    drawn = tally.won(0)
    ordered = sorted(tally.endings.items(), key=lambda each: (each[0][0], -each[1], each[0][1]))
    for (winner, cause), count in ordered:
        if winner == 0:
            yield _made("draws", cause, "of draws", wilson(count, drawn), count)
    for (winner, cause), count in ordered:
        who = f"player {winner} wins" if winner else "draw"
        yield _made("endings", cause, who, wilson(count, tally.games), count)


def _clause(tally: Tally, name: str, role: str, shown: Shown) -> Iterator[Measure | None]:
    """In what share of positions and of games a clause shows up, and when."""
    positions = estimates.share(
        shown.count, shown.squares, shown.crossed,
        tally.positions, tally.positions_squares, tally.games,
    )  # fmt: skip
    yield _made("positions", name, role, positions, shown.count)
    yield _made("games", name, role, wilson(shown.games, tally.games), shown.games)
    yield Measure("earliest ply", name, role, Estimate(min(shown.firsts)))
    yield _made("first ply, median", name, role, estimates.median(shown.firsts), shown.games)
    yield _made("ply, median", name, role, estimates.median(shown.plies, False), shown.count)
