"""Estimates with intervals of 95 %: of shares, means, medians, and of differences between them.

Games are independent of each other, positions of one game are not: what is counted by position is
estimated as a ratio of sums over games (Cochran 1977, chapter 6).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil, floor, inf, sqrt

# The quantile of the normal distribution for 95 % within.
Z = 1.959963984540054


@dataclass(frozen=True)
class Estimate:
    """A value and the bounds of its interval, None where there is none."""

    value: float
    low: float | None = None
    high: float | None = None


def wilson(count: float, of: float) -> Estimate | None:
    """A share by Wilson's score interval (1927); None of nothing.

    None of many and all of them are bounds themselves: reckoned, they would miss 0 or 1 by a hair.
    """
    if of <= 0:
        return None
    share = count / of
    middle = (share + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z / (1 + Z * Z / of) * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Estimate(share, low if share > 0 else 0.0, high if share < 1 else 1.0)


def mean(total: int, squares: int, count: int) -> Estimate | None:
    """A mean of independent numbers, from their sum and the sum of their squares."""
    return ratio(total, squares, total, count, count, count)


def ratio(
    total: int, squares: int, crossed: int, base: int, base_squares: int, games: int
) -> Estimate | None:
    """A sum over games by another, such as legal moves by positions.

    `crossed` is the sum of the products of both. Without two games there is no interval.
    """
    if base == 0:
        return None
    value = total / base
    spread = _variance(total, squares, crossed, base, base_squares, games)
    if spread is None:
        return Estimate(value)
    return Estimate(value, value - Z * sqrt(spread), value + Z * sqrt(spread))


def share(
    total: int, squares: int, crossed: int, base: int, base_squares: int, games: int
) -> Estimate | None:
    """The same for a part of a whole: Wilson's interval for as many independent ones.

    That is the number of independent ones that would leave as much to chance; for none and for
    all it is that of the games.
    """
    if base == 0:
        return None
    value = total / base
    spread = _variance(total, squares, crossed, base, base_squares, games)
    return wilson(value * (of := _independent(value, spread, base, games)), of)


def _independent(value: float, spread: float | None, base: int, games: int) -> float:
    if spread is None or value in (0.0, 1.0):
        return games
    return min(base, value * (1 - value) / spread) if spread else base


def _variance(
    total: int, squares: int, crossed: int, base: int, base_squares: int, games: int
) -> float | None:
    """Of a ratio; in whole numbers as long as possible, as the terms nearly cancel out."""
    if games < 2:
        return None
    rest = squares * base**2 - 2 * total * base * crossed + total**2 * base_squares
    return games * rest / ((games - 1) * base**4)


def median(numbers: Counter[int], independent: bool = True) -> Estimate | None:
    """The lower median of counted numbers; bounds are order statistics, if they are independent."""
    count = sum(numbers.values())
    if count == 0:
        return None
    middle = (count + 1) // 2
    if not independent:
        return Estimate(_at(numbers, middle))
    reach = Z * sqrt(count) / 2
    low, high = max(1, floor(count / 2 - reach)), min(count, ceil(count / 2 + reach) + 1)
    return Estimate(_at(numbers, middle), _at(numbers, low), _at(numbers, high))


def _at(numbers: Counter[int], rank: int) -> int:
    """The number with that rank, from 1."""
    seen = 0
    for number, count in sorted(numbers.items()):
        seen += count
        if seen >= rank:
            return number
    raise ValueError(f"there are only {seen} numbers")


def difference(one: Estimate, other: Estimate) -> Estimate:
    """The other less the one; bounds from those of both (Newcombe 1998, for shares and means)."""
    value = other.value - one.value
    if None in (one.low, one.high, other.low, other.high):
        return Estimate(value)
    below = sqrt(_reach(other.value, other.low) ** 2 + _reach(one.value, one.high) ** 2)
    above = sqrt(_reach(other.value, other.high) ** 2 + _reach(one.value, one.low) ** 2)
    return Estimate(value, value - below, value + above)


def _reach(value: float, bound: float | None) -> float:
    return inf if bound is None else abs(bound - value)
