"""What is easy to get wrong: small games in which the wrong reading gives another result."""

from __future__ import annotations

import pytest

from games.play import LudemeError, Rules, load
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


# Names of pieces, as Ludii reads them


HOUSEHOLD = '(piece "Manservant" P1 (move Step (to if:(is Empty (to))))) (piece "Maid" P1)'


def household(end: str, man: str = "(move Step (to if:(is Empty (to))))") -> Rules:
    """A board with a manservant and a maid on one side, and a man on the other."""
    start = '(place "Manservant1" 0) (place "Maid1" 1) (place "Man2" 8)'
    text = duel(man, start=start, end=f"(if {end} (result P2 Win))")
    return load(text.replace('(piece "Man"', f'{HOUSEHOLD} (piece "Man"'))


def over_after_the_first_step(rules: Rules) -> bool:
    return rules.start().play("a1-a2").outcome is not None


def test_part_of_a_name_and_a_role_mean_the_first_piece_that_holds_it():
    assert over_after_the_first_step(household('(= (what at:3) (id "Man" P1))'))
    assert not over_after_the_first_step(household('(= (what at:3) (id "Maid" P1))'))


def test_pieces_are_counted_by_a_part_of_their_name_but_found_by_the_whole_of_it():
    assert over_after_the_first_step(household('(= 2 (count Pieces P1 "Ma"))'))
    assert over_after_the_first_step(
        household('(= 0 (count Sites in:(sites Occupied by:P1 component:"Man")))')
    )


def test_a_name_that_no_piece_has_is_no_piece_and_a_doubt():
    rules = household('(= (what at:0) (id "Mann" P1))')

    assert not over_after_the_first_step(rules)
    assert over_after_the_first_step(household('(= Off (where "Mann" P1))'))
    (doubt,) = rules.program.doubts
    assert doubt.message == 'there is no piece "Mann": there are "Manservant", "Maid", "Man"'


def test_nothing_becomes_of_a_promotion_into_no_piece():
    man = '(move Step (to if:(is Empty (to))) (then (promote (last To) (piece (id "Mann" Mover)))))'
    position = load(duel(man, end=NO_END)).start().play("a1-a2")

    assert standing(position) == {"a2": "Man1", "c3": "Man2"}


def test_a_promoted_piece_has_lost_its_state():
    promoted = '(and (set State at:(last To) 1) (promote (last To) (piece "Man1")))'
    man = f"(move Step (to if:(is Empty (to))) (then {promoted}))"
    position = load(duel(man, end=NO_END)).start().play("a1-a2")

    assert position.state_of(3) == 0


def test_of_several_pieces_that_may_be_threatened_the_first_is_meant():
    end = '(if (is Threatened (id "Man" P1)) (result P2 Win))'
    forward = "(move Step Forward (to if:(not (is Friend (who at:(to))))))"
    second = load(duel(forward, start='(place "Man1" {0 1 2}) (place "Man2" 5)', end=end))
    first = load(duel(forward, start='(place "Man1" {0 1 2}) (place "Man2" 3)', end=end))

    assert second.start().play("b1-b2").outcome is None
    assert first.start().play("b1-b2").outcome is not None


# The next player's moves


def test_whether_next_has_a_move_is_not_asked_again_while_it_is_being_asked():
    judged = "(do (forEach Piece) ifAfterwards:(not (no Moves Next)))"
    rules = load(duel(play=judged, end="(if (no Moves Next) (result Mover Win))"))

    assert "a1-a2" in labels(rules.start())


# What is remembered, and what takes the most


def test_a_number_is_remembered_under_its_name_only():
    man = '(move Step (to if:(is Empty (to))) (then (remember Value "seen" (last To))))'
    seen = "(if (is In 3 (values Remembered {name})) (result Mover Win))"
    named = load(duel(man, end=seen.format(name='"seen"'))).start()
    unnamed = load(duel(man, end=seen.format(name=""))).start()

    assert named.play("a1-b1").outcome is None
    assert named.play("a1-a2").outcome is not None
    assert unnamed.play("a1-a2").outcome is None


def test_of_several_moves_only_those_are_made_that_take_the_most():
    taking = "(move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
    rules = load(
        duel(
            taking,
            start='(place "Man1" 0) (place "Man2" {3 8})',
            play="(max Captures (forEach Piece))",
        )
    )

    assert labels(rules.start()) == ["a1-a2"]
    assert len(labels(rules.start().play("a1-a2"))) == 3


def test_what_follows_a_capture_does_not_follow_where_nothing_is_taken():
    flanking = """(custodial (from (last To)) Orthogonal
        (between if:(is Enemy (who at:(between))) (apply (remove (between))))
        (to if:(is Friend (who at:(to)))) (then (moveAgain)))"""
    man = f"(move Step Orthogonal (to if:(is Empty (to))) (then {flanking}))"
    rules = load(duel(man, start='(place "Man1" {0 5}) (place "Man2" 4)', end=NO_END))

    assert rules.start().play("a1-b1").mover == 2
    assert rules.start().play("a1-a2").mover == 1


# End rules


def test_while_the_same_player_goes_on_next_is_that_player():
    man = "(move Step (to if:(is Empty (to))) (then (if (is In (last To) {3}) (moveAgain))))"
    rules = load(duel(man, end="(if (is Next P1) (result Mover Win))"))

    assert rules.start().play("a1-b1").outcome is None
    assert rules.start().play("a1-a2").outcome is not None


def test_of_results_under_one_condition_the_first_that_holds_counts():
    both = "(if True (if (is Mover P2) (result P2 Win)) (if True (result P1 Win)) (result P2 Win))"

    assert load(duel(end=both)).start().play("a1-a2").outcome.winner == 1


def test_a_result_for_each_other_player_leaves_the_mover_out():
    lost = "(forEach NonMover if:(= 1 (count Pieces Player)) (result Player Loss))"
    every = lost.replace("NonMover", "Player")

    assert load(duel(end=lost)).start().play("a1-a2").outcome.winner == 1
    assert load(duel(end=every)).start().play("a1-a2").outcome.winner == 2


# Moves are counted as soon as they are made


def test_a_move_counts_in_its_own_consequences_and_where_it_is_judged():
    man = "(move Step (to if:(is Empty (to))) (then (if (= 1 (count Moves)) (moveAgain))))"
    judged = "(do (forEach Piece) ifAfterwards:(!= 2 (count Moves)))"
    position = load(duel(man, play=judged, end=NO_END)).start().play("a1-a2")

    assert position.mover == 1
    assert labels(position) == ["pass"]


# Moves that are found as if effects had come first


LED = '(do (set Var "led" 1) next:(forEach Piece))'
WHEN_LED = '(if (= 1 (var "led")) (move Step (to if:(is Empty (to)))))'


def test_what_leads_is_seen_where_the_moves_are_found_and_is_part_of_each():
    found = load(duel(WHEN_LED, play=LED, end='(if (= 1 (var "led")) (result Mover Win))')).start()
    alone = load(duel(WHEN_LED, end=NO_END)).start()

    assert labels(alone) == ["pass"]
    assert labels(found) == ["a1-a2", "a1-b1", "a1-b2"]
    assert found.play("a1-a2").outcome.winner == 1


def test_what_leads_is_done_once_also_where_the_move_is_judged():
    led = "(do (set Value at:8 (+ 1 (value Piece at:8))) next:(forEach Piece))"
    judged = f"(do {led} ifAfterwards:(= 1 (value Piece at:8)))"
    position = load(duel(play=judged, end=NO_END)).start()

    assert "a1-a2" in labels(position)
    assert position.value_of(8) == 0
    assert position.play("a1-a2").value_of(8) == 1


def test_a_consequence_may_lead_to_another():
    led = '(do (set Value at:8 7) next:(promote (last To) (piece "Man2")))'
    man = f"(move Step (to if:(is Empty (to))) (then {led}))"
    position = load(duel(man, end=NO_END)).start().play("a1-a2")

    assert standing(position)["a2"] == "Man2"
    assert position.value_of(8) == 7


# Passing


def test_consequences_of_passing_are_refused_rather_than_ignored():
    with pytest.raises(LudemeError, match="with consequences is not implemented"):
        load(duel(play="(move Pass (then (moveAgain)))"))
