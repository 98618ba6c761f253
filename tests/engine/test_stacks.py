"""Stacks: what a piece carries when it is taken out by its level, and who stands below."""

import pytest

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.play.traces import board_words
from tests.engine.machines import quick

GAME = """
(game "Stack" (players 2)
    (equipment {(board (rectangle 1 4) use:%s) (piece "Disc" Each)})
    (rules (start {%s}) (play %s) (end (if (no Moves Next) (result Mover Win)))))
"""


def started(use, start, play):
    bound = read_and_bind(GAME % (use, start, play))
    assert bound.faults == ()
    machine = quick(compile_typed(bound.root))
    machine.start()
    return machine


@pytest.mark.parametrize(("use", "there"), [("Edge", "1:Disc1,s2"), ("Cell", "1:Disc1,s2")])
def test_a_piece_moved_by_its_level_keeps_its_state(use, there):
    machine = started(
        use,
        '(place Stack items:{"Disc1"} 0 state:2)',
        "(move (from 0 level:0) (to 1))",
    )
    assert board_words(machine) == ["0:Disc1,s2"]
    (move,) = machine.legal_moves()
    machine.play(move)
    assert board_words(machine) == [there]


@pytest.mark.parametrize(("top", "sites"), [("", [2]), ("top:True", [2]), ("top:False", [0, 2])])
def test_pieces_below_others_are_found_where_not_only_the_top_is_looked_at(top, sites):
    machine = started(
        "Cell",
        '(place Stack items:{"Disc2" "Disc1"} 0) (place Stack items:{"Disc1" "Disc2"} 2)',
        f"(move Remove (sites Occupied by:P2 {top}))",
    )
    assert [move.to for move in machine.legal_moves()] == sites


def test_whose_pieces_are_counted_is_asked_before_the_levels_are_looked_at():
    machine = started(
        "Cell",
        '(place Stack items:{"Disc2" "Disc1" "Disc1"} 0)',
        "(move Add (to 3) (then (forEach Level 0 (add (to "
        "(- 3 (count Pieces of:(who at:0 level:(level)) in:(sites {0}))))))))",
    )
    (move,) = machine.legal_moves()
    machine.play(move)
    assert board_words(machine)[1:] == ["1:Disc1/Disc1", "2:Disc1", "3:Disc1"]


def test_what_was_not_the_top_when_the_removal_was_listed_leaves_its_state():
    machine = started(
        "Cell",
        '(place Stack items:{"Disc1" "Disc1"} 0 state:2) (place Stack items:{"Disc2"} 1)',
        "(if (is Occupied 0)"
        "    (move Pass (then (forEach Level 0 FromTop (remove 0 level:(level)))))"
        "    (move (from 1) (to 0)))",
    )
    for left in (["1:Disc2"], ["0:Disc2,s2"]):
        (move,) = machine.legal_moves()
        machine.play(move)
        assert board_words(machine) == left


@pytest.mark.parametrize(
    ("level", "after"), [("", "1:Disc2,s1/Disc1"), (" level:1", "1:Disc2/Disc1,s1")]
)
def test_the_level_that_a_move_went_to_is_the_one_it_names_else_the_lowest(level, after):
    machine = started(
        "Cell",
        '(place Stack items:{"Disc2"} 1) (place Stack items:{"Disc1"} 0)',
        f"(move (from 0) (to 1{level}) (then (set State at:(last To) level:(last LevelTo) 1)))",
    )
    machine.play(machine.legal_moves()[0])
    assert board_words(machine) == [after]


def test_who_chooses_a_piece_by_its_level_goes_to_that_level():
    machine = started(
        "Cell",
        '(place Stack items:{"Disc2" "Disc1" "Disc2"} 1)',
        "(move Select (from 1 level:1) (then (set State at:(last To) level:(last LevelTo) 1)))",
    )
    machine.play(machine.legal_moves()[0])
    assert board_words(machine) == ["1:Disc2/Disc1,s1/Disc2"]
