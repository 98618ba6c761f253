"""Sizes of boards that are worked out."""

import pytest

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from tests.engine.machines import quick

GAME = """(game "Sized" (players 2) (equipment {(board (square %s)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize("size", ["(min 3 5)", "(max 2 3)", "(abs -3)", "(abs (- 1 4))"])
def test_the_size_of_a_board_may_be_the_least_or_greatest_or_without_sign(size):
    bound = read_and_bind(GAME % size)

    assert bound.faults == ()
    assert compile_typed(bound.root).equipment.sites == 9


def test_a_region_grows_over_a_board_however_many_ways_lead_to_a_site():
    text = GAME.replace("(rules ", '(rules (start (place "Disc1" (expand (sites Left) steps:17))) ')
    machine = quick(compile_typed(read_and_bind(text % 20).root))

    machine.start()

    assert machine.numbers("what").count(1) == 18 * 20
