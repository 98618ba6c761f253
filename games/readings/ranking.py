"""Readings in the order of a score: how good each criterion is, by movable weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from typing import Generic, TypeVar

from games.readings.measures import CRITERIA, Measured
from games.study.estimates import Estimate

Weights = Mapping[str, float]
ATTESTED = "attested"
NAMES = (*(each.name for each in CRITERIA), ATTESTED)
# Play alone, unless somebody moves the weights: what is attested stands beside the score.
USUAL: Weights = {name: 0.0 if name == ATTESTED else 1.0 for name in NAMES}
HEAVIEST = 10.0

What = TypeVar("What")


@dataclass(frozen=True)
class Row(Generic[What]):
    """A reading (or a control) with its measures, its score, and how well it is attested."""

    what: What
    measures: Mapping[str, Measured]
    attested: float | None
    score: Estimate
    place: int = 0


def score(measures: Mapping[str, Measured], attested: float | None, weights: Weights) -> Estimate:
    """The weighted mean of how good the criteria are; what is not known counts as the worst.

    The criteria count as independent of each other for the interval.
    """
    whole = sum(weights.get(name, 0.0) for name in NAMES)
    if whole <= 0:
        return Estimate(0.0, 0.0, 0.0)
    value = weights.get(ATTESTED, 0.0) * (attested or 0.0)
    below = above = 0.0
    for name, each in measures.items():
        weight, worth = weights.get(name, 0.0), each.worth
        value += weight * worth.value
        below += (weight * (worth.value - (worth.low or 0.0))) ** 2
        above += (weight * ((1.0 if worth.high is None else worth.high) - worth.value)) ** 2
    low, high = (value - sqrt(below)) / whole, (value + sqrt(above)) / whole
    return Estimate(value / whole, max(0.0, low), min(1.0, high))


def ranked(
    readings: Iterable[tuple[What, Mapping[str, Measured], float | None]], weights: Weights
) -> list[Row[What]]:
    """The readings, best score first; those of one score keep their order and share a place."""
    rows = [
        Row(what, measures, attested, score(measures, attested, weights))
        for what, measures, attested in readings
    ]
    rows.sort(key=lambda row: -row.score.value)
    first: dict[float, int] = {}
    return [
        replace(row, place=first.setdefault(row.score.value, place))
        for place, row in enumerate(rows, 1)
    ]


def out(measures: Mapping[str, Measured], others: Iterable[Mapping[str, Measured]]) -> str:
    """Why a reading is clearly out whatever the weights, "" where it is not.

    Its games do not work, or another reading is better by every criterion, beyond all intervals.
    """
    for name, why in FAULTS.items():
        worth = measures[name].worth if name in measures else None
        if worth is not None and worth.high is not None and worth.high < LEAST:
            return why
    return DOMINATED if any(_is_better(other, measures) for other in others) else ""


# A criterion below this, even at the upper bound of its interval, is not that of a working game.
LEAST = 0.2
FAULTS = {
    "balance": "one side wins nearly always",
    "draws": "hardly any game is won",
    "length": "games are over at once, or do not end",
    "choices": "there is hardly a choice",
}
DOMINATED = "another reading is better by every criterion"


def _is_better(one: Mapping[str, Measured], other: Mapping[str, Measured]) -> bool:
    names = [each.name for each in CRITERIA]
    if not all(name in one and name in other for name in names):
        return False
    lows = [one[name].worth.low or 0.0 for name in names]
    highs = [other[name].worth.high for name in names]
    return all(high is not None and low > high for low, high in zip(lows, highs, strict=True))
