"""Intervals: against figures published with them, and against plain formulas."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from statistics import mean, variance

import pytest

from games.study import estimates
from games.study.estimates import Estimate, difference, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_s_interval_as_published(count, of, low, high):
    """Table I of Newcombe 1998, Statistics in Medicine 17: 857-872, method 3."""
    found = wilson(count, of)
    assert found.value == count / of
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ],
)
def test_the_interval_of_a_difference_as_published(one, other, low, high):
    """Table II of Newcombe 1998, Statistics in Medicine 17: 873-890, method 10."""
    found = difference(wilson(*other), wilson(*one))
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize("of", [1, 2, 3, 60, 4321, 10_000, 200_000, 12.5, 987.654])
def test_none_and_all_are_bounds_exactly(of):
    none, every = wilson(0, of), wilson(of, of)
    assert (none.value, none.low) == (0, 0)
    assert (every.value, every.high) == (1, 1)
    assert 0 < none.high < 1
    assert none.high == pytest.approx(1 - every.low)
    assert difference(none, none).low == -none.high


def test_of_nothing_there_is_no_share():
    assert wilson(0, 0) is None
    assert estimates.mean(0, 0, 0) is None
    assert estimates.median(Counter()) is None


def test_a_mean_as_statistics_has_it():
    numbers = [3, 8, 8, 20, 41]
    found = estimates.mean(sum(numbers), sum(n * n for n in numbers), len(numbers))
    half = estimates.Z * sqrt(variance(numbers) / len(numbers))
    assert found.value == mean(numbers)
    assert found.low == pytest.approx(mean(numbers) - half)
    assert found.high == pytest.approx(mean(numbers) + half)


def sums(pairs: list[tuple[int, int]]) -> tuple[int, ...]:
    return (
        sum(x for x, _ in pairs),
        sum(x * x for x, _ in pairs),
        sum(x * n for x, n in pairs),
        sum(n for _, n in pairs),
        sum(n * n for _, n in pairs),
        len(pairs),
    )


def test_a_share_of_positions_is_as_sure_as_its_games_are_alike():
    """Positions of one game resemble each other: a hundred of them are not a hundred games."""
    alike = estimates.share(*sums([(10, 100)] * 50))
    unlike = estimates.share(*sums([(0, 100)] * 45 + [(100, 100)] * 5))
    assert alike.value == unlike.value == 0.1
    assert unlike.high - unlike.low > 3 * (alike.high - alike.low)


def test_the_interval_of_a_share_of_positions_holds_it_19_times_in_20():
    """A thousand studies of 60 games whose clauses come in clumps."""
    chance, held = Random(4), 0
    true = 0.25
    for _ in range(1000):
        pairs = []
        for _ in range(60):
            length = chance.randint(20, 200)
            inside = chance.betavariate(1, 3)
            pairs.append((sum(chance.random() < inside for _ in range(length)), length))
        found = estimates.share(*sums(pairs))
        held += found.low <= true <= found.high
    assert 920 <= held <= 980


def test_medians_are_numbers_that_occur():
    assert estimates.median(Counter({2: 3, 9: 1})) == Estimate(2, 2, 9)
    assert estimates.median(Counter(range(1, 101))).value == 50
    found = estimates.median(Counter(range(1, 101)))
    assert (found.low, found.high) == (40, 61)
    assert estimates.median(Counter([5, 7, 9]), False) == Estimate(7)


def test_without_bounds_a_difference_has_none():
    assert difference(Estimate(3), Estimate(5, 4, 6)) == Estimate(2)
