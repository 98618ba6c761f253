"""Shodra as its clauses say, in positions small enough to check by eye."""

from __future__ import annotations

import pytest

from games.play import Outcome, Position, Rules
from tests.games.cast import (
    AFTER_ONE_STEP,
    EACH_FIRST_MOVE,
    EITHER_SIDE,
    ON_D,
    destinations,
    labels,
    shodra,
    standing,
)


def board(mover: int = 1, rules: Rules | None = None, **pieces: str) -> Position:
    return (rules or shodra()).position(pieces, mover)


def clauses(position: Position, origin: str) -> dict[str, str]:
    """Each destination of the piece on a square, with the clause that allows it."""
    site = position.rules.program.board.site(origin)
    return {m.label.split("-")[1]: m.clause for m in position.legal_moves if m.frm == site}


# Counts


def test_perft_of_each_ois_first_move_is_the_known_one():
    counts = [shodra(EACH_FIRST_MOVE).perft(depth) for depth in range(1, 6)]

    assert counts == [24, 576, 13638, 322592, 7654570]


def test_perft_counts_from_any_position_and_nothing_at_depth_none():
    start = shodra(EACH_FIRST_MOVE).start()

    assert start.perft(0) == 1
    assert start.perft(2) == sum(start.play(move).perft(1) for move in start.legal_moves) == 576


# Set-up


def test_the_kings_face_each_other_on_the_e_file_or_on_the_d_file():
    on_e, on_d = standing(shodra().start()), standing(shodra(ON_D).start())

    assert (on_e["e1"], on_e["d1"], on_e["e8"], on_e["d8"]) == (
        "Noyion1", "Merze1", "Noyion2", "Merze2",
    )  # fmt: skip
    assert (on_d["d1"], on_d["e1"], on_d["d8"], on_d["e8"]) == (
        "Noyion1", "Merze1", "Noyion2", "Merze2",
    )  # fmt: skip
    assert len(on_e) == len(on_d) == 32


def test_white_begins_with_nothing_ended_and_nothing_done():
    start = shodra().start()

    assert (start.mover, start.ply, start.outcome, start.effects) == (1, 0, None, ())


def test_the_near_left_corner_is_black_for_each_player():
    drawing = shodra().svg("Shodra")

    for corner in ("a1", "h8"):
        assert f'class="site dark" data-site="{shodra().board.site(corner)}"' in drawing
    assert f'class="site dark" data-site="{shodra().board.site("h1")}"' not in drawing


# How the men move


def test_each_man_moves_as_its_clause_says():
    assert destinations(board(d4="Noyion1"), "d4") == {
        "c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5",
    }  # fmt: skip
    assert destinations(board(d4="Merze1"), "d4") == {"c3", "e3", "c5", "e5"}
    assert destinations(board(d4="Taba1"), "d4") == {"b2", "f2", "b6", "f6"}
    assert destinations(board(d4="Ot1"), "d4") == {
        "b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5",
    }  # fmt: skip
    assert destinations(board(a1="Targa1", a4="Oi2", c1="Oi1"), "a1") == {"a2", "a3", "a4", "b1"}


def test_the_taba_leaps_over_friend_and_enemy_but_not_onto_a_friend():
    position = board(d4="Taba1", c5="Oi1", e5="Oi2", b6="Ot1", f6="Ot2")

    assert destinations(position, "d4") == {"f6", "b2", "f2"}


def test_an_oi_steps_straight_and_takes_aslant():
    rules = shodra(EACH_FIRST_MOVE)
    position = board(rules=rules, d4="Oi1", c5="Ot2", d5="Ot2", e5="Ot1")

    assert clauses(position, "d4") == {"c5": "OiCaptures"}
    assert clauses(board(2, rules, d4="Oi2", e3="Ot1"), "d4") == {
        "d3": "OiSteps",
        "e3": "OiCaptures",
    }


def test_a_capture_is_an_effect_with_its_clause():
    after = board(d4="Ot1", e6="Targa2").play("d4-e6")

    (effect,) = after.effects
    assert (effect.kind, effect.piece, effect.clause) == (
        "capture",
        "Targa",
        "CaptureByReplacement",
    )
    assert effect.site == shodra().board.site("e6")
    assert standing(after) == {"e6": "Ot1"}


def test_a_quiet_move_has_no_effects():
    assert shodra().start().play("e2-e3").effects == ()


# The double step


def test_by_default_an_oi_steps_twice_on_each_players_very_first_turn():
    start = shodra().start()
    assert clauses(start, "e2") == {"e3": "OiSteps", "e4": "OiStepsTwice"}

    black = start.play("e2-e4")
    assert clauses(black, "d7") == {"d6": "OiSteps", "d5": "OiStepsTwice"}

    white_again = black.play("a7-a5")
    assert clauses(white_again, "d2") == {"d3": "OiSteps"}
    assert clauses(white_again.play("d2-d3"), "d7") == {"d6": "OiSteps"}


def test_with_the_option_every_oi_may_step_twice_when_it_first_moves():
    later = shodra(EACH_FIRST_MOVE).start().play("e2-e4").play("a7-a5")

    assert clauses(later, "d2") == {"d3": "OiSteps", "d4": "OiStepsTwice"}
    assert clauses(later, "e4") == {"e5": "OiSteps"}


@pytest.mark.parametrize("rules", [shodra(), shodra(EACH_FIRST_MOVE)], ids=["first", "each"])
@pytest.mark.parametrize("blocker", ["Ot1", "Ot2"])
def test_a_double_step_needs_both_squares_empty(rules: Rules, blocker: str):
    assert destinations(board(rules=rules, d2="Oi1", d3=blocker), "d2") == set()
    assert destinations(board(rules=rules, d2="Oi1", d4=blocker), "d2") == {"d3"}


# Promotion


def test_an_oi_becomes_a_merze_on_the_far_rank_at_once():
    after = board(d7="Oi1").play("d7-d8")

    assert standing(after) == {"d8": "Merze1"}
    assert [(e.kind, e.piece, e.clause) for e in after.effects] == [
        ("promotion", "Merze", "OiBecomesMerze")
    ]


def test_so_does_one_that_gets_there_by_a_capture_and_a_black_one_on_the_first_rank():
    after = board(2, d2="Oi2", e1="Ot1").play("d2-e1")

    assert standing(after) == {"e1": "Merze2"}
    assert [e.clause for e in after.effects] == ["CaptureByReplacement", "OiBecomesMerze"]


def test_with_the_option_an_oi_waits_on_the_far_rank_and_turns_with_a_diagonal_step():
    rules = shodra(AFTER_ONE_STEP)
    waiting = board(rules=rules, d7="Oi1", h2="Noyion2").play("d7-d8").play("h2-h1")

    assert standing(waiting)["d8"] == "Oi1"
    assert clauses(waiting, "d8") == dict.fromkeys(("c7", "e7"), "OiTurnsThenBecomesMerze")

    after = waiting.play("d8-e7")
    assert standing(after)["e7"] == "Merze1"
    assert [(e.kind, e.clause) for e in after.effects] == [("promotion", "OiTurnsThenBecomesMerze")]


def test_the_turning_step_may_take_but_not_a_friend():
    position = board(rules=shodra(AFTER_ONE_STEP), d8="Oi1", c7="Ot2", e7="Ot1")

    assert destinations(position, "d8") == {"c7"}


def test_an_oi_elsewhere_does_not_turn():
    rules = shodra(AFTER_ONE_STEP, EACH_FIRST_MOVE)

    assert destinations(board(rules=rules, d5="Oi1"), "d5") == {"d6"}


# Check

CHECKED = {"e1": "Noyion1", "a2": "Oi1", "d1": "Merze1", "e8": "Targa2", "b8": "Noyion2"}


def test_a_check_must_be_answered():
    # Off the file, or the merzé in between on e2; the oi may not move on.
    position = board(**CHECKED)

    assert labels(position) == ["d1-e2", "e1-d2", "e1-f1", "e1-f2"]


def test_what_check_forbids_is_listed_with_its_clause():
    forbidden = {(f.move.label, f.clause) for f in board(**CHECKED).forbidden}

    # Moves that are good as moves but leave the noyion on the open file.
    assert {name for name, _ in forbidden} >= {"a2-a3", "d1-c2", "e1-e2"}
    assert {clause for _, clause in forbidden} == {"CheckMustBeAnswered", "NoCastling"}


def test_what_is_no_move_at_all_is_not_listed_as_forbidden():
    forbidden = {f.move.label for f in board(**CHECKED).forbidden}

    assert not forbidden & {"a2-b3", "d1-d2", "e1-d1"}


def test_a_pinned_man_may_not_leave_its_line():
    position = board(e1="Noyion1", e4="Targa1", e8="Targa2", b8="Noyion2")

    assert destinations(position, "e4") == {"e2", "e3", "e5", "e6", "e7", "e8"}


def test_a_pinned_man_still_gives_check():
    # The targa on e4 may not leave the e file, and yet the noyion may not step onto its rank.
    position = board(2, e1="Noyion1", e4="Targa1", e8="Targa2", a5="Noyion2")

    assert destinations(position, "a5") == {"a6", "b5", "b6"}
    assert ("a5-a4", "CheckMustBeAnswered") in {
        (f.move.label, f.clause) for f in position.forbidden
    }


def test_noyions_keep_apart():
    assert destinations(board(e4="Noyion1", e6="Noyion2"), "e4") == {"d4", "f4", "d3", "e3", "f3"}


# The end

MATING = {"a7": "Targa1", "b1": "Targa1", "e1": "Noyion1", "h8": "Noyion2"}


def test_mate_wins_where_the_mated_side_has_no_oi():
    after = board(**MATING).play("b1-b8")

    assert after.outcome == Outcome(1, "MateWinsWithoutOi", "(result Mover Win)")
    assert list(after.legal_moves) == []
    assert list(after.forbidden) == []


def test_mate_draws_where_the_mated_side_has_an_oi_left():
    after = board(**MATING, d5="Oi2").play("b1-b8")

    assert after.outcome == Outcome(0, "MateWithOiDraws", "(result Mover Draw)")


def test_the_winners_own_oi_does_not_count_unless_either_sides_does():
    men = {**MATING, "c2": "Oi1"}

    by_default, by_option = board(**men), board(rules=shodra(EITHER_SIDE), **men)

    assert by_default.play("b1-b8").outcome == Outcome(1, "MateWinsWithoutOi", "(result Mover Win)")
    assert by_option.play("b1-b8").outcome == Outcome(0, "MateWithOiDraws", "(result Mover Draw)")


def test_with_no_oi_at_all_mate_wins_under_either_reading():
    after = board(rules=shodra(EITHER_SIDE), **MATING).play("b1-b8")

    assert after.outcome == Outcome(1, "MateWinsWithoutOi", "(result Mover Win)")


def test_black_mates_too():
    men = {"a2": "Targa2", "b8": "Targa2", "e8": "Noyion2", "h1": "Noyion1"}

    assert board(2, **men).play("b8-b1").outcome == Outcome(
        2, "MateWinsWithoutOi", "(result Mover Win)"
    )


def test_a_check_with_a_way_out_ends_nothing():
    # Without the second targa the seventh rank is open.
    after = board(b1="Targa1", e1="Noyion1", h8="Noyion2").play("b1-b8")

    assert after.outcome is None
    assert labels(after) == ["h8-g7", "h8-h7"]


STALEMATING = {"a6": "Targa1", "g1": "Targa1", "e1": "Noyion1", "h8": "Noyion2"}


def test_stalemate_draws():
    # The targas take g7, g8 and h7; on h8 the noyion stands safe.
    after = board(**STALEMATING).play("a6-a7")

    assert after.outcome == Outcome(0, "StalemateDraws", "(result Mover Draw)")


def test_an_oi_that_can_still_move_is_no_stalemate_and_a_blocked_one_is():
    rules = shodra(EACH_FIRST_MOVE)
    free = board(rules=rules, **STALEMATING, c5="Oi2").play("a6-a7")
    blocked = board(rules=rules, **STALEMATING, c5="Oi2", c4="Oi1").play("a6-a7")

    assert free.outcome is None
    assert labels(free) == ["c5-c4"]
    assert blocked.outcome == Outcome(0, "StalemateDraws", "(result Mover Draw)")


def test_a_finished_game_stays_finished():
    after = board(**MATING).play("b1-b8")

    assert after.perft(1) == 0
    assert len(after.legal_moves) == 0
