"""Directions that depend on the position, are put together, or follow from where one looks."""

from __future__ import annotations

import pytest

from games.play import LudemeError, Rules, load
from tests.games.cast import destinations, duel, labels, standing

TO_EMPTY = "(to if:(is Empty (to)))"


def step(towards: str) -> str:
    return f"(move Step {towards} {TO_EMPTY})"


def rules(text: str) -> Rules:
    return load(text, limits=None)


def alone(man: str, at: str = "b2", **more: str) -> set[str]:
    """Where a man may go that stands on the board with nobody near."""
    board = rules(duel(man, board=more.pop("board", "(square 5)"), **more))
    return destinations(board.position({at: "Man1"}), at)


# Directions put together


def test_a_union_of_directions_has_those_of_all_its_parts():
    assert alone(step("(union N (union E Diagonal))")) == {"b3", "c2", "a1", "a3", "c1", "c3"}


def test_a_difference_of_directions_leaves_some_out():
    assert alone(step("(difference Orthogonal (union N S))")) == {"a2", "c2"}


def test_relative_directions_of_a_relation_are_its_own():
    assert alone(step("(directions {Forward FL} of:Orthogonal)")) == {"b3", "a2"}
    assert alone(step("(directions {Forward FL} of:Adjacent)")) == {"b3", "a3"}


def test_directions_of_no_sort_are_refused():
    with pytest.raises(LudemeError, match="a direction belongs here, not 3"):
        rules(duel(step("3")))


# Directions that depend on the position


def test_directions_may_depend_on_the_state_of_the_piece():
    man = step("(if (= (state at:(from)) 1) Orthogonal Diagonal)")
    game = rules(duel(man, start='(place "Man1" 0) (place "Man2" 8 state:1)'))

    assert destinations(game.start(), "a1") == {"b2"}
    assert destinations(game.start().play("a1-b2"), "c3") == {"b3", "c2"}


def test_directions_may_depend_on_the_player_asked_for_in_any_way():
    game = rules(duel(step("(if (= 1 (mover)) (union N NE) (union S SW))")))

    assert destinations(game.start(), "a1") == {"a2", "b2"}
    assert destinations(game.start().play("a1-a2"), "c3") == {"b2", "c2"}


def test_choices_may_be_nested_and_part_of_a_union():
    man = step("(union E (if (is In (from) (sites Bottom)) (if (is Mover P2) S N) W))")

    assert alone(man, "b1") == {"c1", "b2"}
    assert alone(man, "b2") == {"c2", "a2"}


def test_a_piece_may_go_on_as_it_went_or_back():
    for word, ends in {"SameDirection": {"c2"}, "OppositeDirection": {"a2"}}.items():
        man = f"(if (= 0 (count Moves)) {step('E')} {step(word)})"
        game = rules(duel(man, start='(place "Man1" 0) (place "Man2" {4 6})'))
        after = game.start().play("a1-b1")

        assert destinations(after, "b2") == ends


def test_a_direction_may_be_that_from_one_site_to_another():
    man = step("(directions Cell from:(from) to:(last To))")
    game = rules(duel(f"(if (= 0 (count Moves)) {step('E')} {man})", board="(square 5)"))
    after = game.position({"a1": "Man1", "b5": "Man2", "e4": "Man2"}).play("a1-b1")

    assert destinations(after, "b5") == {"b4"}
    assert destinations(after, "e4") == {"d3"}


# Ahead


def test_ahead_looks_as_the_piece_that_stands_there():
    man = "(move Step N (to if:(is Empty (to))) (then (remove (ahead (last To) Forward))))"
    game = rules(duel(man, start='(place "Man1" {0 6}) (place "Man2" 8)'))

    assert standing(game.start().play("a1-a2")) == {"a2": "Man1", "c3": "Man2"}


def test_ahead_of_an_empty_site_is_the_site_itself():
    man = f"(move Step N {TO_EMPTY} (then (remove (ahead (last From) Forward))))"
    game = rules(duel(man))

    assert standing(game.start().play("a1-a2")) == {"a2": "Man1", "c3": "Man2"}


def test_ahead_goes_as_far_as_a_number_says_and_stays_where_the_board_ends():
    man = "(move (from) (to (ahead (from) steps:(+ 1 (count Moves)) E) if:(is Empty (to))))"
    game = rules(duel(man, board="(square 4)", start='(place "Man1" 0) (place "Man2" {8 15})'))

    assert labels(game.start()) == ["a1-b1"]
    assert labels(game.start().play("a1-b1")) == ["a3-c3"]
    assert labels(game.start().play("a1-b1").play("a3-c3")) == ["pass"]


# Hops


def hop(between: str, to: str = TO_EMPTY) -> str:
    return f"(move Hop Orthogonal (between {between}) {to})"


LEAP = "if:(is Occupied (between))"


def hopping(man: str, **pieces: str) -> set[str]:
    game = rules(duel(man, board="(square 8)"))
    return destinations(game.position({"a1": "Man1", **pieces}), "a1")


def test_a_hop_from_far_begins_before_the_hurdle_and_may_end_beyond():
    far = hop(f"before:7 after:2 {LEAP}")

    assert hopping(far, a4="Man2", d1="Man1") == {"a5", "a6", "a7", "e1", "f1", "g1"}
    assert hopping(far, a4="Man2", a6="Man2", d1="Man1", e1="Man2") == {"a5"}


def test_a_hop_goes_no_further_before_or_after_than_it_says():
    assert hopping(hop(f"before:1 {LEAP}"), a3="Man2", d1="Man2") == {"a4"}
    assert hopping(hop(f"after:1 {LEAP}"), a2="Man2", d1="Man2") == {"a3", "a4"}


def test_a_hop_with_a_condition_on_its_effect_ends_only_where_that_holds():
    over = "(to if:(is Empty (to)) (apply if:(is Enemy (who at:(to))) (remove (to))))"
    cannon = hop(f"before:7 after:7 {LEAP}", over)

    assert hopping(cannon, a3="Man2", a6="Man2", c1="Man2", e1="Man1") == {"a6"}


def test_a_hop_over_several_sites_measures_its_hurdle():
    several = hop(f"(range 1 2) {LEAP}")

    assert hopping(several, a2="Man2", a3="Man1") == {"a4"}
    assert hopping(several, a2="Man2", a3="Man1", a4="Man1") == set()


def test_an_effect_on_what_was_passed_is_on_all_of_it():
    taking = hop(f"(exact 2) {LEAP} (apply (remove (between)))")
    game = rules(duel(taking, board="(square 8)"))
    start = game.position({"a1": "Man1", "b1": "Man2", "c1": "Man2", "h8": "Man2"})

    assert standing(start.play("a1-d1")) == {"d1": "Man1", "h8": "Man2"}


def test_a_slide_may_have_an_effect_on_all_sites_passed():
    mowing = "(move Slide E (between if:True (apply (remove (between)))))"
    game = rules(duel(mowing, board="(square 5)"))
    start = game.position({"a1": "Man1", "b1": "Man2", "d1": "Man2", "e5": "Man2"})

    assert standing(start.play("a1-e1")) == {"e1": "Man1", "e5": "Man2"}
    assert standing(start.play("a1-c1")) == {"c1": "Man1", "d1": "Man2", "e5": "Man2"}


# What is pending


def test_several_sites_may_be_pending():
    waiting = (
        "(or (move Slide E (between if:(is Empty (between)) (apply (set Pending (between)))))"
        " (move Step W (to if:(is In (to) (sites Pending)))))"
    )
    game = rules(duel(waiting, board="(square 5)"))
    start = game.position({"a1": "Man1", "d1": "Man2", "c5": "Man2"})

    assert destinations(start.play("a1-c1"), "d1") == {"e1"}
    assert destinations(game.position({"a1": "Man1", "d1": "Man2"}).play("a1-c1"), "d1") == {"e1"}


# Removing


def test_a_whole_region_may_be_removed_and_what_then_happens_happens_for_each_piece():
    man = f"(move Step N {TO_EMPTY} (then (remove (sites Top) (then (addScore Mover 1)))))"
    man = man.replace("(addScore Mover 1)", "(set Var (+ (var) 1))")
    # A variable is -1 before it is set.
    game = rules(duel(man, end="(if (= (var) 1) (result Mover Win))"))
    start = game.position({"a1": "Man1", "a3": "Man1", "c3": "Man2"})
    after = start.play("a1-a2")

    assert standing(after) == {"a2": "Man1"}
    assert after.outcome is not None
