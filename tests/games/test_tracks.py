"""Slides along tracks, and pieces that are surrounded."""

from __future__ import annotations

import pytest

from games.play import LudemeError, load
from tests.games.cast import destinations, duel, standing

ROUND = (
    '(move Slide "{}" (between if:(or (= (between) (from)) (is Empty (between))))'
    " (to if:(is Enemy (who at:(to))) (apply if:False (remove (to)))))"
)


def looped(man: str) -> str:
    text = duel(man, board="(square 6)")
    return text.replace("(board (square 6))", "(surakartaBoard (square 6))")


def test_a_slide_round_corners_takes_only_behind_one():
    rules = load(looped(ROUND.format("AllTracks")), limits=None)
    near = {"a2": "Man1", "c2": "Man2"}

    assert destinations(rules.position(near), "a2") == {"c2"}
    assert destinations(rules.position({**near, "b1": "Man1"}), "a2") == set()


def test_what_stands_in_the_way_ends_a_slide_along_a_track():
    rules = load(looped(ROUND.format("AllTracks")), limits=None)
    free = {"a2": "Man1", "b1": "Man1", "e1": "Man2"}

    assert destinations(rules.position(free), "a2") == {"e1"}
    assert destinations(rules.position({**free, "d2": "Man1"}), "a2") == set()


def test_a_slide_along_one_track_needs_no_corner():
    rules = load(looped(ROUND.format("Track1F")), limits=None)

    assert "d2" in destinations(rules.position({"a2": "Man1", "d2": "Man2"}), "a2")


# Surrounding

STEP = "(move Step Orthogonal (to if:(is Empty (to))) (then {}))"
SURROUND = (
    "(surround (from (last To)) Orthogonal"
    " (between if:(is Enemy (who at:(between))) (apply (remove (between))))"
    " (to if:(is Friend (who at:(to)))) {})"
)


def after(more: str, move: str, **pieces: str) -> dict[str, str]:
    rules = load(duel(STEP.format(SURROUND.format(more)), board="(square 5)"), limits=None)
    return standing(rules.position(pieces).play(move))


def test_a_piece_with_enemies_on_all_sides_is_taken():
    around = {"a2": "Man1", "b2": "Man1"}

    assert "a1" not in after("", "b2-b1", a1="Man2", e5="Man2", **around)
    assert "a1" in after("", "b2-b1", a1="Man2", e5="Man2", b2="Man1")


def test_some_sides_may_be_open():
    assert "a1" not in after("except:1", "b2-b1", a1="Man2", e5="Man2", b2="Man1")


def test_a_certain_piece_may_be_needed():
    around = {"a1": "Man2", "e5": "Man2", "a2": "Man1", "b2": "Man1"}
    mine, theirs = 'with:(piece (id "Man" Mover))', 'with:(piece (id "Man" Next))'

    assert "a1" not in after(mine, "b2-b1", **around)
    assert "a1" in after(theirs, "b2-b1", **around)


def test_what_is_surrounded_is_taken_unless_something_else_befalls_it():
    man = STEP.format(SURROUND.format("").replace(" (apply (remove (between)))", ""))
    rules = load(duel(man, board="(square 5)"), limits=None)
    after_it = rules.position({"a1": "Man2", "e5": "Man2", "a2": "Man1", "b2": "Man1"}).play(
        "b2-b1"
    )

    assert "a1" not in standing(after_it)
    assert [(effect.kind, effect.piece) for effect in after_it.effects] == [("capture", "Man")]


def test_a_surrounding_says_who_is_surrounded_and_by_whom():
    with pytest.raises(LudemeError, match="without a condition in both between and to"):
        load(duel(STEP.format("(surround (from (last To)) Orthogonal)"), board="(square 5)"))


def test_whether_anything_would_be_surrounded_can_be_asked():
    asking = f"(if (can Move {SURROUND.format('')}) (set State at:(last To) 1))"
    rules = load(duel(STEP.format(asking), board="(square 5)"), limits=None)
    start = rules.position({"a1": "Man2", "e5": "Man2", "a2": "Man1", "b2": "Man1"})
    taken, board = start.play("b2-b1"), rules.board

    assert taken.state_of(board.site("b1")) == 1
    assert start.play("b2-c2").state_of(board.site("c2")) == 0
    assert "a1" in standing(taken)
