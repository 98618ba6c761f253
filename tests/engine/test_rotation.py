"""Pieces that are turned: what relative directions mean for them."""

import pytest

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.lowering.registry import NotImplementedLudeme
from tests.engine.test_published_meaning import compiled, play, started, words

STEP = "(forEach Piece (or (move Step Forward (to if:(is Empty (to)))) (move Set Rotation)))"


@pytest.mark.parametrize(
    ("rotation", "legal"), [(0, "4-7"), (1, "4-8"), (2, "4-5"), (4, "4-1"), (7, "4-6")]
)
def test_a_piece_steps_forward_the_way_that_it_is_turned(rotation, legal):
    machine = started(STEP, f'(place "Disc1" 4 rotation:{rotation})')

    assert words(machine) == sorted(["4-4", "4-4", legal])


def test_a_piece_is_turned_to_either_side_and_keeps_its_rotation_when_it_moves():
    machine = started(
        STEP, '(place "Disc1" 4 rotation:2)', end="(if (is Full) (result Mover Draw))"
    )
    turns = [move for move in machine.legal_moves() if move.frm == move.to]
    machine.play(turns[0])
    play(machine)
    assert words(machine) == ["4-4", "4-4", "4-8"]

    step = next(move for move in machine.legal_moves() if move.frm != move.to)
    machine.play(step)
    assert machine.numbers("rotation", 8, 1) == [1]


def test_only_the_wanted_rotations_are_offered():
    turn = "(move Set Rotation (to 4) {3 5} previous:False next:False)"
    machine = started(turn, '(place "Disc1" 4)')

    rotations = []
    before = machine.position
    for number in range(2):
        machine.position = before
        machine.play(machine.legal_moves()[number])
        rotations += machine.numbers("rotation", 4, 1)
    assert rotations == [3, 5]


def test_rotation_in_stacks_is_refused():
    with pytest.raises(NotImplementedLudeme, match="rotation in stacks"):
        compiled(STEP, '(place Stack "Disc1" 4 rotation:1)')


PAIRS = """
(game "Pairs" (players 2) (equipment {(board (square 12)) (piece "Disc" Each)})
    (rules (play (move Select (from (sites Empty)) (to (sites Empty))))
    (end (if (no Moves Next) (result Mover Win)))))
"""


def test_all_pairs_of_sites_of_a_large_board_can_be_chosen():
    bound = read_and_bind(PAIRS)
    machine = started("(move Pass)").__class__(compile_typed(bound.root))
    machine.start()

    assert len(machine.legal_moves()) == 144 * 144


def test_a_region_of_no_sites_may_be_written():
    assert words(started("(move Add (to (sites {})))")) == ["pass"]
