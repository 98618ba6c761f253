"""The ten things about the rules language that are easiest to get wrong, one by one.

Each test is a small game in which the wrong reading gives another result. More of the fifth stands
in test_semantics.
"""

from __future__ import annotations

import pytest

from games.play import LudemeError, load
from tests.games.cast import destinations, duel, labels, standing

STEP = "(move Step (to if:(is Empty (to))))"
NO_END = "(if (= 0 1) (result Mover Draw))"


# 1. Expansion is textual and ordered


SIZES = """(option "Size" <Size> args:{<side> <rule>} {
    (item "Small" <2> <"Slow"> "") (item "Large" <4> <"Quick"> "")*
})"""
MEN = """
(define "Board" (board (square <Size:side>)))
(define "Slow" (move Step #1 (to if:(is Empty (to)))))
(define "Quick" (move Slide #1))
(define "Figure" (piece "#1" Each (<Size:rule> #2)))
"""
PLACED = '(place "Man1" 0) (place "Man2" 3)'


def with_options(man: str) -> str:
    head = '(game "Duel" (players {(player N) (player S)}) (equipment {("Board") '
    tail = f"}}) (rules (start {{{PLACED}}}) (play (forEach Piece)) (end {NO_END})))"
    return f"{MEN}\n{head}\n{man}\n{tail}\n{SIZES}"


def test_options_come_before_definitions_and_arguments_are_text():
    text = with_options('("Figure" Man Orthogonal)')

    assert labels(load(text).start()) == ["a1-a2", "a1-a3", "a1-a4", "a1-b1", "a1-c1"]
    assert labels(load(text, ["Size/Small"]).start()) == ["a1-a2", "a1-b1"]


def test_an_argument_left_empty_leaves_nothing():
    text = with_options('("Figure" Man ~)')

    assert labels(load(text, ["Size/Small"]).start()) == ["a1-a2", "a1-b1"]
    assert "a1-c3" in labels(load(text).start())


def test_a_fault_is_shown_where_the_author_wrote_it():
    with pytest.raises(LudemeError) as caught:
        load(with_options('("Figure" Man Sideways)'))

    first, line, caret = str(caught.value).splitlines()
    assert first.startswith("rules, line 8, column 15: a square board has no direction Sideways")
    assert line[caret.index("^") :] == "Sideways)"


# 2. Who cannot move passes


BLOCKED = {"board": "(rectangle 1 3)", "start": '(place "Man1" 0) (place "Man2" 2)'}
FORWARD_ONLY = "(if (is Mover P1) (move Step (to if:(is Empty (to)))))"


def test_next_is_found_stuck_at_once_and_mover_only_after_the_pass():
    at_once = load(duel(FORWARD_ONLY, end="(if (no Moves Next) (result Mover Win))", **BLOCKED))
    after = load(duel(FORWARD_ONLY, end="(if (no Moves Mover) (result Mover Loss))", **BLOCKED))

    assert at_once.start().play("a1-b1").outcome.winner == 1
    moved = after.start().play("a1-b1")
    assert (moved.outcome, labels(moved)) == (None, ["pass"])
    assert moved.play("pass").outcome.winner == 1


def test_a_full_round_of_passes_is_a_draw():
    moved = load(duel("(move Step E (to if:(is Empty (to))))", end=NO_END, **BLOCKED)).start()

    position = moved.play("a1-b1").play("pass")
    assert position.outcome is None
    assert position.play("pass").outcome.winner == 0


# 3. Promotion by moving again


PROMOTED = '(piece "Lord" Each (move Slide))'


def promoting(play: str, man: str) -> str:
    text = duel(man, play=play, end=NO_END)
    return text.replace('(piece "Man"', f'{PROMOTED} (piece "Man"')


def test_a_promotion_after_move_again_is_a_second_move_of_the_same_player():
    again = "(then (if (is In (last To) (sites Top)) (moveAgain)))"
    man = f"(move Step Forward (to if:(is Empty (to))) {again})"
    choice = '(move Promote (last To) (piece "Lord") Mover)'
    rules = load(promoting(f"(if (is Prev Mover) {choice} (forEach Piece))", man))
    position = rules.start().play("a1-a2").play("c3-c2").play("a2-a3")
    promoted = position.play("a3-a3=Lord")

    assert (position.mover, labels(position)) == (1, ["a3-a3=Lord"])
    assert (promoted.mover, promoted.ply) == (2, 4)


def test_a_promotion_in_a_consequence_belongs_to_the_move():
    promote = '(then (promote (last To) (piece "Lord") Mover))'
    man = f"(move Step Forward (to if:(is Empty (to))) {promote})"
    position = load(promoting("(forEach Piece)", man)).start().play("a1-a2")

    assert standing(position)["a2"] == "Lord1"
    assert (position.mover, position.ply) == (2, 1)


# 4. Threats


def test_a_pinned_piece_still_gives_check():
    rook = "(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
    king = "(move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
    start = '(place "Man1" 1) (place "King1" 4) (place "Man2" 5) (place "King2" 13)'
    play = '(do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover))))'
    text = duel(rook, board="(square 4)", start=start, play=play, end=NO_END)
    with_kings = text.replace('(piece "Man"', f'(piece "King" Each {king}) (piece "Man"')
    position = load(with_kings).start()

    assert "b1-b2" in labels(position)
    assert "b1-a1" not in labels(position)


def test_a_threat_test_inside_a_threat_test_is_false():
    careful = '(move Step (to if:(not (is Threatened (id "Man" Mover) at:(to)))))'
    near = {"board": "(rectangle 1 4)", "start": '(place "Man1" 0) (place "Man2" 2)'}
    far = {**near, "start": '(place "Man1" 0) (place "Man2" 3)'}

    assert labels(load(duel(careful, end=NO_END, **near)).start()) == ["pass"]
    assert labels(load(duel(careful, end=NO_END, **far)).start()) == ["a1-b1"]


# 5. A do looks before any moveAgain takes effect


def test_a_do_looks_at_the_position_with_the_moves_own_then_before_it_moves_again():
    man = "(move Step (to if:(is Empty (to))) (then (and (remove 8) (moveAgain))))"
    empty = "(do (forEach Piece) ifAfterwards:(and (is Empty 8) (is Next P2)))"

    assert "a1-a2" in labels(load(duel(man, play=empty, end=NO_END)).start())


# 6. End rules run before the turn passes


def test_in_the_end_rules_the_mover_is_who_has_just_moved():
    rules = load(duel(end="(if (and (is Mover P1) (is Next P2)) (result Mover Win))"))

    assert rules.start().play("a1-a2").outcome.winner == 1


def test_every_end_rule_is_looked_at():
    three = duel(board="(rectangle 1 9)", start='(place "Man1" 0)', end="{losses}")
    lost = "(if (no Pieces P2) (result P2 Loss)) (if (no Pieces P3) (result P3 Loss))"
    rules = load(three.replace("{(player N) (player S)}", "3").replace("{losses}", lost))

    assert rules.start().play("a1-b1").outcome.winner == 1


# 7. What is fixed when a move is generated, and when it has been made


def test_apply_comes_before_the_move_and_then_after_it():
    before = "(apply (if (is Occupied (from)) (remove 8)))"
    after = '(then (if (is Empty (last From)) (add (piece "Man2") (to 2))))'
    man = f"(move Step (to if:(is Empty (to)) {before}) {after})"
    position = load(duel(man, end=NO_END)).start().play("a1-a2")

    assert standing(position) == {"a2": "Man1", "c1": "Man2"}


def test_last_to_is_the_previous_moves_in_a_rule_of_play_and_this_ones_in_a_then():
    man = "(move Step (to if:(and (is Empty (to)) (!= (to) (last To)))) (then (remove (last To))))"
    position = load(duel(man, board="(rectangle 1 3)", start=PLACED.replace("3", "2"))).start()

    assert standing(position.play("a1-b1")) == {"c1": "Man2"}
    assert labels(position.play("a1-b1")) == ["pass"]


# 8. Defaults


def test_a_hop_whose_between_is_always_true_passes_over_empty_sites():
    man = "(move Hop Orthogonal (between if:True) (to if:(is Empty (to))))"

    assert destinations(load(duel(man, end=NO_END)).start(), "a1") == {"a3", "c1"}


def test_a_step_goes_to_all_neighbours_and_a_slide_takes_nothing():
    assert destinations(load(duel(STEP, end=NO_END)).start(), "a1") == {"a2", "b1", "b2"}
    assert destinations(load(duel("(move Slide)", end=NO_END)).start(), "a1") == {
        "a2", "a3", "b1", "c1", "b2",
    }  # fmt: skip


def test_the_counter_counts_after_the_end_rules():
    position = load(duel(end="(if (= 1 (counter)) (result Mover Win))")).start()

    assert position.play("a1-a2").outcome is None
    assert position.play("a1-a2").play("c3-c2").outcome.winner == 2


# 9. Directions


def test_directions_are_absolute_or_as_the_player_looks_or_as_the_board_lies():
    for direction, first, second in (
        ("N", {"a2"}, set()),
        ("Forward", {"a2"}, {"c2"}),
        ("FL", set(), set()),
        ("FR", {"b2"}, {"b2"}),
        ("Diagonal", {"b2"}, {"b2"}),
    ):
        start = load(duel(f"(move Step {direction} (to if:(is Empty (to))))", end=NO_END)).start()
        assert destinations(start, "a1") == first
        waiting = start.with_board(start.board, 2)
        assert destinations(waiting, "c3") == second


def test_what_is_ahead_of_the_edge_is_the_edge_itself():
    end = "(if (= (ahead (last To) steps:{steps} N) (last To)) (result Mover Win))"

    for steps, over in ((1, False), (2, True)):
        rules = load(duel(STEP, end=end.format(steps=steps)))
        assert (rules.start().play("a1-a2").outcome is not None) == over


# 10. State that hides


def test_what_is_pending_is_forgotten_before_the_next_move():
    man = "(move Step (to if:(is Empty (to))) (then (if (= 1 (count Moves)) (set Pending))))"
    play = "(if (is Pending) (move Pass) (forEach Piece))"
    position = load(duel(man, play=play, end=NO_END)).start().play("a1-a2")

    assert labels(position) == ["pass"]
    assert "a2-a1" in labels(position.play("pass"))


def test_that_a_piece_has_never_moved_is_what_its_author_keeps():
    fresh = "(if (= 1 (state at:(from))) (move Slide) (move Step Forward (to if:(is Empty (to)))))"
    moved = f"(or {{{fresh}}} (then (set State at:(last To) 0)))"
    start = '(place "Man1" 0 state:1) (place "Man2" 8)'
    position = load(duel(moved, start=start, end=NO_END)).start()

    assert destinations(position, "a1") == {"a2", "a3", "b1", "c1", "b2"}
    assert destinations(position.play("a1-a2").play("c3-c2"), "a2") == {"a3"}


def test_1250_turns_a_player_without_an_end_are_a_draw():
    games = load(duel(STEP, end=NO_END)).playouts(1)

    assert (games.plies, games.wins[0]) == (2500, 1)
