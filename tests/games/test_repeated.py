"""Effects for each player and number, exchanges, and small regions and numbers of all sorts."""

from __future__ import annotations

import pytest

from games.play import Position, load
from tests.games.cast import duel, standing
from tests.games.test_lines import reached

A2 = 3
STEP = "(move Step N (to if:(is Empty (to))) (then {}))"


def after(effect: str, end: str = "(no Pieces Next)", **pieces: str) -> Position:
    text = duel(STEP.format(effect), end=f"(if {end} (result Mover Win))")
    start = load(text, limits=None).position({"a1": "Man1", "c3": "Man2", **pieces})
    return start.play("a1-a2")


def test_an_effect_comes_for_each_player():
    played = after("(forEach Player (set Value Player 3))", "(= 6 (+ (value Player P1) 3))")

    assert played.outcome is not None


def test_an_effect_comes_for_each_number():
    played = after("(forEach Value min:1 max:3 (set State at:(last To) (value)))")

    assert played.state_of(A2) == 3


def test_two_pieces_change_places():
    assert standing(after("(swap Pieces (last To) 8)")) == {"a2": "Man2", "c3": "Man1"}
    assert standing(after("(swap Pieces)")) == {"a1": "Man1", "c3": "Man2"}


@pytest.mark.parametrize(
    ("number", "value"),
    [
        ("(+ {1 2 3})", 6),
        ("(+ 1 2 3 4)", 10),
        ("(* {2 3 2})", 12),
        ("(+ 9 (- 4))", 5),
        ("(toInt (is Empty 0))", 1),
        ("(toInt (is Empty 12))", 0),
    ],
)
def test_numbers_of_all_sorts(number: str, value: int):
    site = f"{'abcde'[value % 5]}{value // 5 + 1}"

    assert reached(f"(sites {{{number}}})") == {site}


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("(xor (is Empty 0) (is Empty 12))", True),
        ("(xor (is Empty 0) (is Empty 1))", False),
        ("(toBool (count Moves))", False),
        ("(toBool (sites Occupied by:Mover))", True),
        ("(toBool (sites Occupied by:Next))", False),
    ],
)
def test_conditions_of_all_sorts(test: str, holds: bool):
    assert bool(reached(f"(if {test} (sites Top))")) == holds


def test_the_sites_of_the_last_move_and_of_a_state_are_regions():
    played = after("(if (is In (last To) (sites LastTo)) (set State at:(last To) 2))")
    assert played.state_of(A2) == 2

    marked = after(
        "(and (set State at:(last To) 2) (forEach Site (sites State 2) (remove (site))))"
    )
    assert standing(marked) == {"c3": "Man2"}

    began = after('(forEach Site (sites LastFrom) (add (piece "Man1") (to (site))))')
    assert standing(began) == {"a1": "Man1", "a2": "Man1", "c3": "Man2"}


def test_the_regions_of_a_player_are_one_without_a_name():
    text = duel("(move (from) (to (sites Mover)))", board="(square 5)")
    text = text.replace("(equipment {", '(equipment {(regions "A" P1 {3 4}) (regions "B" P1 {4 9})')
    rules = load(text, limits=None)

    moves = {m.to for m in rules.position({"c3": "Man1"}).legal_moves}
    assert moves == {3, 4, 9}
