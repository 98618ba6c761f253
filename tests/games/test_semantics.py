"""What is easy to get wrong: small games in which the wrong reading gives another result."""

from __future__ import annotations

from games.play import load
from tests.games.cast import duel, labels, standing

NO_END = "(if (= 0 1) (result Mover Draw))"

# A `do` looks at the position after the move with its own `then`


def test_a_move_is_judged_with_its_own_consequences():
    man = "(move Step (to if:(is Empty (to))) (then (remove 8)))"
    rules = load(duel(man, play="(do (forEach Piece) ifAfterwards:(is Empty 8))", end=NO_END))

    assert "a1-a2" in labels(rules.start())


def test_a_move_is_judged_before_the_consequences_of_what_judges_it():
    judged = "(do (forEach Piece) ifAfterwards:(is Empty 8) (then (remove 8)))"
    rules = load(duel(play=judged, end=NO_END))

    assert labels(rules.start()) == ["pass"]


def test_a_move_is_judged_before_the_consequences_around_what_judges_it():
    judged = "(or (do (forEach Piece) ifAfterwards:(is Occupied 8)) (then (remove 8)))"
    position = load(duel(play=judged, end=NO_END)).start()

    assert "a1-a2" in labels(position)
    assert standing(position.play("a1-a2")) == {"a2": "Man1"}


def test_inner_consequences_are_judged_and_outer_ones_are_not():
    man = "(move Step (to if:(is Empty (to))) (then (remove 8)))"
    inner = (
        '(do (forEach Piece) ifAfterwards:(is Empty 8) (then (add (piece (id "Man" P2)) (to 8))))'
    )
    judged = f"(do {inner} ifAfterwards:(is Occupied 8) (then (remove 8)))"
    position = load(duel(man, play=judged, end=NO_END)).start()

    assert standing(position.play("a1-a2")) == {"a2": "Man1"}


def test_a_move_is_judged_before_the_same_player_moves_again():
    man = "(move Step (to if:(is Empty (to))) (then (moveAgain)))"
    rules = load(duel(man, play="(do (forEach Piece) ifAfterwards:(is Next P2))", end=NO_END))

    assert "a1-a2" in labels(rules.start())
