"""What the games of a reading say: each criterion with its interval, and how good it is.

The criteria are those by which games have been judged before: balance, draws, duration and lead
changes after Browne (Automatic Generation and Evaluation of Recombination Games, 2008); depth is
how often the stronger player wins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.readings.tally import Sums, Tally
from games.study.estimates import Estimate, mean, ratio, share, wilson

# Fewer plies than the first, or more than the second, are worth less and less.
SHORT, LONG = 20, 200


@dataclass(frozen=True)
class Criterion:
    """A criterion: what it is called, how it is measured, and how good a value is, from 0 to 1."""

    name: str
    estimate: Callable[[Tally], Estimate | None]
    worth: Callable[[float, int], float]


def _first(tally: Tally) -> Estimate | None:
    """Points of the first of two players; of more, the share of the seat that wins most often."""
    sums = tally.equal
    if tally.players > 2:
        return wilson(max(sums.winners[who] for who in range(1, tally.players + 1)), sums.decided)
    won, drawn = sums.winners[1], sums.winners[0]
    points, squares, whole = 2 * won + drawn, 4 * won + drawn, 2 * sums.games
    return share(points, squares, 2 * points, whole, 4 * sums.games, sums.games)


def _balance(value: float, players: int) -> float:
    if players > 2:
        return 1 - max(0.0, value - 1 / players) / (1 - 1 / players)
    return 1 - abs(2 * value - 1)


def _strong(tally: Tally) -> Estimate | None:
    """Points of the stronger player."""
    sums = tally.skill
    if tally.players > 2:
        return wilson(sums.points / 2, sums.games)
    whole = 2 * sums.games
    return share(
        sums.points, sums.points_squares, 2 * sums.points, whole, 4 * sums.games, sums.games
    )


def _depth(value: float, players: int) -> float:
    even = 1 / players
    return max(0.0, value - even) / (1 - even)


def _open(tally: Tally) -> Estimate | None:
    found = mean(tally.equal.open, tally.equal.open_squares, tally.equal.decided)
    if found is None:
        return None
    if found.low is None or found.high is None:
        return Estimate(found.value / 1000)
    return Estimate(found.value / 1000, max(0.0, found.low / 1000), min(1.0, found.high / 1000))


def _length(sums: Sums) -> Estimate | None:
    return mean(sums.plies, sums.plies_squares, sums.games)


def _choices(tally: Tally) -> Estimate | None:
    sums = tally.equal
    return ratio(
        sums.moves, sums.moves_squares, sums.moves_crossed,
        sums.plies, sums.plies_squares, sums.games,
    )  # fmt: skip


CRITERIA = (
    Criterion("length", lambda tally: _length(tally.equal), lambda v, _: _in_time(v)),
    Criterion("choices", _choices, lambda v, _: max(0.0, 1 - 1 / max(v, 1.0))),
    Criterion("balance", _first, _balance),
    Criterion(
        "draws", lambda tally: wilson(tally.equal.winners[0], tally.equal.games), lambda v, _: 1 - v
    ),
    Criterion(
        "lead changes",
        lambda tally: mean(tally.equal.changes, tally.equal.changes_squares, tally.equal.games),
        lambda v, _: max(v, 0.0) / (1 + max(v, 0.0)),
    ),
    Criterion("open until", _open, lambda v, _: v),
    Criterion("depth", _strong, _depth),
)


def _in_time(plies: float) -> float:
    return min(1.0, max(plies, 0.0) / SHORT, LONG / max(plies, 1.0))


@dataclass(frozen=True)
class Measured:
    """A criterion of a reading: its estimate, and how good that is, with bounds."""

    name: str
    estimate: Estimate
    worth: Estimate


def measured(tally: Tally) -> dict[str, Measured]:
    """The criteria of a reading by name, those that its games say something about."""
    found = {}
    for each in CRITERIA:
        estimate = each.estimate(tally)
        if estimate is not None:
            found[each.name] = Measured(each.name, estimate, _worth(each, estimate, tally.players))
    return found


def _worth(criterion: Criterion, estimate: Estimate, players: int) -> Estimate:
    """How good an estimate is; the bounds are the worst and best within its own."""
    value = criterion.worth(estimate.value, players)
    if estimate.low is None or estimate.high is None:
        return Estimate(value, 0.0, 1.0)
    steps = [estimate.low + n * (estimate.high - estimate.low) / 16 for n in range(17)]
    within = [value, *(criterion.worth(each, players) for each in steps)]
    return Estimate(value, min(within), max(within))
