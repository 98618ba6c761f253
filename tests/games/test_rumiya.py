"""Shatranj ar-Rumiya of 1140 on its round board, in positions worked out by hand.

Rings are a (innermost) to d, each of sixteen spaces counted anticlockwise from due west: in a ring
the neighbours of space n are n - 1 (clockwise, CW) and n + 1 (anticlockwise, CCW), 1 and 16 being
neighbours; on a radius the number stays and the letter changes. A diagonal step changes both.
"""

from __future__ import annotations

import pytest

from games.play import Position
from tests.games.cast import destinations, labels, rumiya, standing


def board(mover: int = 1, **pieces: str) -> Position:
    return rumiya().position(pieces, mover)


def ring(letter: str, *left_out: int) -> set[str]:
    return {f"{letter}{n}" for n in range(1, 17) if n not in left_out}


# The start


def test_the_men_stand_opposite_each_other_and_there_are_sixteen_a_side():
    start = standing(rumiya().start())

    assert start["a4"] == "Fers1"
    assert start["a5"] == "Shah1"
    assert start["d4"] == start["d5"] == "Rukh1"
    assert len(start) == 32
    for site, piece in start.items():
        opposite = f"{site[0]}{(int(site[1:]) + 7) % 16 + 1}"
        assert start[opposite] == f"{piece[:-1]}{3 - int(piece[-1])}"


def test_at_first_only_baidaqs_and_leapers_find_room():
    movers = {standing(rumiya().start())[label.split("-")[0]] for label in labels(rumiya().start())}

    assert movers == {"Asb1", "Pil1", "BaidaqCW1", "BaidaqCCW1"}


# The rukh


def test_a_rukh_alone_reaches_the_whole_ring_once_each_and_the_radius_both_ways():
    position = board(b4="Rukh1")

    assert destinations(position, "b4") == ring("b", 4) | {"a4", "c4", "d4"}
    # Fifteen spaces, although all of them can be reached either way round; and three.
    assert len(position.legal_moves) == 18


def test_a_rukh_on_the_innermost_ring_does_not_cross_the_middle():
    # Straight across from a4 lies a12: it is reached along the ring alone, and b12 not at all.
    assert destinations(board(a4="Rukh1"), "a4") == ring("a", 4) | {"b4", "c4", "d4"}


def test_a_friend_on_the_ring_is_gone_round_to_but_not_onto():
    # Anticlockwise b5 and b6, clockwise b3 … b1, b16 … b8: all but the friend's own space.
    position = board(b4="Rukh1", b7="Fers1")

    assert destinations(position, "b4") == ring("b", 4, 7) | {"a4", "c4", "d4"}


def test_an_enemy_on_the_ring_is_taken_from_either_side_in_one_move():
    position = board(b4="Rukh1", b7="Fers2")

    assert destinations(position, "b4") == ring("b", 4) | {"a4", "c4", "d4"}
    assert labels(position).count("b4-b7") == 1
    after = position.play("b4-b7")
    assert [(e.kind, e.piece, e.clause) for e in after.effects] == [
        ("capture", "Fers", "CaptureByReplacement")
    ]


def test_two_enemies_bound_the_ring_on_both_sides():
    # b6 ends the way anticlockwise, b2 the way clockwise; c4 ends the radius outwards.
    position = board(b4="Rukh1", b6="Fers2", b2="Pil2", c4="Asb2")

    assert destinations(position, "b4") == {"b5", "b6", "b3", "b2", "a4", "c4"}


def test_two_friends_leave_a_rukh_only_what_lies_between():
    position = board(b4="Rukh1", b6="Fers1", b3="Pil1", c4="Asb1", a4="Asb1")

    assert destinations(position, "b4") == {"b5"}


def test_a_rukh_may_not_pass_by_going_all_the_way_round():
    assert "b4-b4" not in labels(board(b4="Rukh1"))


# Asb, pil, fers, shah


@pytest.mark.parametrize(
    ("origin", "ends"),
    [
        # Two out to c4, one aside: c3, c5. Two along to a2 and a6, one out: b2, b6. In is nothing.
        ("a4", {"c3", "c5", "b2", "b6"}),
        # The same over the seam of the ring: two clockwise from a1 is a15.
        ("a1", {"c16", "c2", "b15", "b3"}),
        # Out: d3, d5. Along to b2, b6: one out c2, c6, one in a2, a6. In by two there is nothing.
        ("b4", {"d3", "d5", "c2", "c6", "a2", "a6"}),
        # In by two to a4: a3, a5. Along to c2, c6: b2, b6, d2, d6. Out by two there is nothing.
        ("c4", {"a3", "a5", "b2", "b6", "d2", "d6"}),
        # In by two to b4: b3, b5. Along to d2, d6: only inwards, c2, c6.
        ("d4", {"b3", "b5", "c2", "c6"}),
    ],
)
def test_the_asb_leaps_two_and_one(origin: str, ends: set[str]):
    assert destinations(board(**{origin: "Asb1"}), origin) == ends


@pytest.mark.parametrize(
    ("origin", "ends"),
    [
        # Outwards over b3 to c2 and over b5 to c6; inwards there is nothing.
        ("a4", {"c2", "c6"}),
        # Over the seam: b16, c15 and b2, c3.
        ("a1", {"c15", "c3"}),
        # Outwards d2, d6; inwards only one ring is left, where two are needed.
        ("b4", {"d2", "d6"}),
        # Inwards a2, a6; outwards only one ring is left.
        ("c4", {"a2", "a6"}),
        ("d4", {"b2", "b6"}),
    ],
)
def test_the_pil_leaps_two_diagonally(origin: str, ends: set[str]):
    assert destinations(board(**{origin: "Pil1"}), origin) == ends


def test_the_pil_leaps_over_whatever_stands_between():
    position = board(a4="Pil1", b3="Fers1", b5="Fers2", c6="Asb2", c2="Asb1")

    assert destinations(position, "a4") == {"c6"}


def test_the_fers_steps_diagonally_and_the_shah_any_way():
    assert destinations(board(a4="Fers1"), "a4") == {"b3", "b5"}
    assert destinations(board(b4="Fers1"), "b4") == {"a3", "a5", "c3", "c5"}
    assert destinations(board(a4="Shah1"), "a4") == {"a3", "a5", "b3", "b4", "b5"}
    assert len(destinations(board(c4="Shah1"), "c4")) == 8


# Baidaqs


def test_baidaqs_of_the_left_flank_go_clockwise_the_others_anticlockwise():
    assert destinations(board(b4="BaidaqCW1"), "b4") == {"b3"}
    assert destinations(board(b4="BaidaqCCW1"), "b4") == {"b5"}
    assert destinations(board(b1="BaidaqCW1"), "b1") == {"b16"}


def test_baidaqs_of_both_players_keep_to_their_own_way_round():
    assert destinations(board(2, b4="BaidaqCW2"), "b4") == {"b3"}
    assert destinations(board(2, b4="BaidaqCCW2"), "b4") == {"b5"}


def test_a_baidaq_takes_diagonally_forward_and_nothing_else():
    enemies = dict.fromkeys(("c3", "a3", "c5", "a5", "b3", "b5", "c4"), "Fers2")

    assert destinations(board(b4="BaidaqCW1", **enemies), "b4") == {"c3", "a3"}
    assert destinations(board(b4="BaidaqCCW1", **enemies), "b4") == {"c5", "a5"}


def test_at_the_edges_of_the_board_one_diagonal_is_left():
    assert destinations(board(a4="BaidaqCW1", b3="Fers2"), "a4") == {"a3", "b3"}
    assert destinations(board(d4="BaidaqCW1", c3="Fers2"), "d4") == {"d3", "c3"}


def test_a_baidaq_does_not_take_a_friend():
    assert destinations(board(b4="BaidaqCW1", c3="Fers1"), "b4") == {"b3"}


@pytest.mark.parametrize("move", ["b6-b5", "b3-b4"])
def test_two_baidaqs_of_one_player_that_meet_by_a_step_are_both_taken_off(move: str):
    # One space is between them at first: whichever fills it meets the other head on.
    partner = {"b6-b5": {"b4": "BaidaqCCW1"}, "b3-b4": {"b5": "BaidaqCW1"}}[move]
    mover = {"b6-b5": {"b6": "BaidaqCW1"}, "b3-b4": {"b3": "BaidaqCCW1"}}[move]

    after = board(**partner, **mover, d12="Shah2").play(move)

    assert standing(after) == {"d12": "Shah2"}
    assert {(e.kind, e.clause) for e in after.effects} == {("removal", "BaidaqsMeet")}
    assert {rumiya().board.sites[e.site].label for e in after.effects} == {
        move.split("-")[1],
        next(iter(partner)),
    }


def test_with_a_space_still_between_them_they_stand():
    after = board(b7="BaidaqCW1", b4="BaidaqCCW1", d12="Shah2").play("b7-b6")

    assert standing(after)["b6"] == "BaidaqCW1"
    assert after.effects == ()


def test_baidaqs_meet_over_the_seam_of_the_ring_too():
    after = board(c2="BaidaqCW1", c16="BaidaqCCW1", d12="Shah2").play("c2-c1")

    assert standing(after) == {"d12": "Shah2"}


def test_two_baidaqs_that_meet_by_a_capture_are_both_taken_off():
    # The baidaq on b6 takes on c5 and then faces its brother on c4.
    after = board(b6="BaidaqCW1", c5="Fers2", c4="BaidaqCCW1", d12="Shah2").play("b6-c5")

    assert standing(after) == {"d12": "Shah2"}
    assert [(e.kind, e.piece, e.clause) for e in after.effects] == [
        ("capture", "Fers", "CaptureByReplacement"),
        ("removal", "BaidaqCCW", "BaidaqsMeet"),
        ("removal", "BaidaqCW", "BaidaqsMeet"),
    ]


def test_enemies_that_meet_only_block_each_other():
    after = board(b6="BaidaqCW1", b4="BaidaqCCW2", d12="Shah2", d4="Shah1").play("b6-b5")

    assert standing(after)["b5"] == "BaidaqCW1"
    assert standing(after)["b4"] == "BaidaqCCW2"
    assert "b4-b5" not in labels(after)


def test_baidaqs_that_go_the_same_way_do_not_meet():
    after = board(b6="BaidaqCW1", b4="BaidaqCW1", d12="Shah2").play("b6-b5")

    assert after.effects == ()
    assert set(standing(after)) == {"b5", "b4", "d12"}


def test_baidaqs_side_by_side_on_two_rings_do_not_meet():
    after = board(b6="BaidaqCW1", c4="BaidaqCCW1", d12="Shah2").play("b6-b5")

    assert set(standing(after)) == {"b5", "c4", "d12"}


# Check and the end


def test_a_shah_may_not_step_onto_a_ring_that_a_rukh_commands():
    # The rukh commands all of ring c; on ring d the shah goes along.
    position = board(2, d4="Shah2", c10="Rukh1", a12="Shah1")

    assert destinations(position, "d4") == {"d3", "d5"}
    forbidden = {(f.move.label, f.clause) for f in position.forbidden}
    assert forbidden == {(f"d4-c{n}", "ShahNotLeftInCheck") for n in (3, 4, 5)}


def test_two_rukhs_on_two_rings_mate_a_shah_on_the_outermost():
    # From d11 the rukh checks both ways round; c3, c4 and c5 belong to the other rukh.
    after = board(d4="Shah2", c10="Rukh1", b11="Rukh1", a12="Shah1").play("b11-d11")

    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.clause) == (1, "MateWins")
    assert list(after.legal_moves) == []


def test_a_check_from_both_ways_round_is_not_parried_on_one_side():
    # The pil may come to b4 or b8, out of the way; the way by d16 and d1 is open besides.
    men = {"d4": "Shah2", "d6": "Pil2", "c10": "Rukh1", "b11": "Rukh1", "a12": "Shah1"}

    after = board(**men).play("b11-d11")

    assert after.outcome is not None
    assert after.outcome.clause == "MateWins"


def test_a_check_that_a_capture_answers_is_no_mate():
    # The asb on b12 takes the rukh: two along to b10 … or two out to d12, one aside to d11.
    men = {"d4": "Shah2", "b12": "Asb2", "c10": "Rukh1", "b11": "Rukh1", "a12": "Shah1"}

    after = board(**men).play("b11-d11")

    assert after.outcome is None
    assert labels(after) == ["b12-d11"]


def test_stalemate_draws():
    # The radii of b3 and b5 cover d3 and d5, ring c covers the rest; d4 itself is not attacked.
    men = {"d4": "Shah2", "c10": "Rukh1", "b3": "Rukh1", "a5": "Rukh1", "a12": "Shah1"}

    after = board(**men).play("a5-b5")

    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.clause) == (0, "StalemateDraws")


def test_a_shah_with_another_man_to_move_is_not_stalemated():
    men = {"d4": "Shah2", "c10": "Rukh1", "b3": "Rukh1", "a5": "Rukh1", "a12": "Shah1"}

    after = board(**men, d8="BaidaqCW2").play("a5-b5")

    assert after.outcome is None
    assert labels(after) == ["d8-d7"]
