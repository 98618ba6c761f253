"""Games are counted over all throws, or over those that are given."""

from __future__ import annotations

import pytest

from games.engine.play.machine import Machine
from games.engine.play.perft import perft
from tests.engine.machines import quick
from tests.engine.test_back_ends import compiled
from tests.engine.texts import CROSSING, RACE, ROLLED_AFTER, THREE_IN_A_ROW

LOADED = RACE.replace("num:1", "num:1 biased:{1 2 5}")


def begun(text: str) -> Machine:
    machine = quick(compiled(text))
    machine.start()
    return machine


@pytest.mark.parametrize("text", [THREE_IN_A_ROW, CROSSING])
def test_games_without_dice_are_counted_as_the_module_counts_them(text):
    machine = begun(text)
    before = machine.position

    counts = [perft(machine, depth) for depth in (1, 2, 3)]

    assert counts == [machine.call("leaves", depth) for depth in (1, 2, 3)]
    assert machine.position == before


def test_each_throw_is_counted_with_each_move_that_it_allows():
    # Three throws, each of which allows one move: a runner enters, moves on or captures.
    assert [perft(begun(RACE), depth) for depth in (0, 1, 2, 3)] == [1, 3, 9, 27]
    # Weights say how often a throw falls, not how many there are.
    assert perft(begun(LOADED), 2) == 9


def test_given_throws_are_counted_once_and_all_throws_after_them():
    machine = begun(RACE)

    assert [perft(machine, depth, [(2,)]) for depth in (1, 2, 3)] == [1, 3, 9]
    assert perft(machine, 3, [(2,), (0,), (1,)]) == 1


def test_a_throw_that_follows_from_a_move_is_counted_after_it():
    coins = ROLLED_AFTER.replace("d:6", "d:2")

    # Nine sites, and two dice of two faces after each disc.
    assert [perft(begun(coins), depth) for depth in (1, 2)] == [9 * 4, 9 * 4 * 8 * 4]
    assert perft(begun(ROLLED_AFTER), 2, [(0, 0), (5, 3)]) == 9 * 8
