"""Positions of mancala in two rows, worked out by hand."""

from __future__ import annotations

import pytest

from games.play.second.position import SecondPosition
from tests.games.sowing import after_the_opening, numbers, origins, played, rules, standing

ALL_OF_IT = "Taking all that the enemy has"
SLAM = ((1, 0, 0, 0, 0, 2), (1, 2, 0, 0, 0, 0), (22, 20))


def test_taking_all_in_wari_is_not_allowed_unless_an_option_says_so():
    assert origins(standing("oware", *SLAM)) == ["b1"]


@pytest.mark.parametrize(
    ("option", "north", "south_has"),
    [
        ("Takes nothing", (2, 3, 0, 0, 0, 0), 22),
        ("Takes all", (0, 0, 0, 0, 0, 0), 27),
        ("Leaves the last hole", (2, 0, 0, 0, 0, 0), 25),
    ],
)
def test_taking_all_in_wari_ends_as_the_option_says(option, north, south_has):
    after = played(standing("oware", *SLAM, f"{ALL_OF_IT}/{option}"), "g1")

    assert numbers("oware", after) == ((1, 0, 0, 0, 0, 0), north, (south_has, 20))
    assert (after.outcome is not None) == (south_has >= 25)


def test_a_full_round_of_wari_leaves_the_emptied_hole_out_and_one_of_kale_ends_in_it():
    holes = (0, 0, 0, 12, 0, 0), (4, 4, 4, 4, 4, 4), (6, 6)

    assert numbers("oware", played(standing("oware", *holes), "e1"))[0] == (1, 1, 1, 0, 2, 1)
    assert numbers("kale", played(standing("kale", *holes), "e1"))[0] == (1, 1, 1, 1, 1, 1)


def test_an_enemy_without_counters_must_be_fed_in_wari():
    bare = (2, 0, 0, 0, 1, 2), (0, 0, 0, 0, 0, 0), (22, 21)

    assert origins(standing("oware", *bare)) == ["g1"]
    assert origins(standing("kale", *bare)) == ["b1", "f1", "g1"]


def test_a_lone_counter_at_the_end_of_the_row_takes_nothing_in_kale():
    holes = (0, 0, 0, 0, 2, 1), (1, 2, 0, 0, 3, 0), (0, 0)

    assert numbers("kale", played(standing("kale", *holes), "f1"))[2] == (2, 0)
    assert numbers("kale", played(standing("kale", *holes), "g1"))[2] == (0, 0)


def test_um_el_bagara_takes_the_run_of_twos_and_fours_and_plays_no_single():
    start = standing("um-el-bagara", (0, 0, 0, 3, 0), (1, 3, 1, 0, 5))
    assert origins(start) == ["d1"]

    after = played(start, "d1")
    assert numbers("um-el-bagara", after) == ((0, 0, 0, 0, 1), (0, 0, 1, 0, 5), (6, 0))


def test_the_first_ball_stays_in_toguz_and_an_even_number_is_taken():
    start = rules("toguz-almasy").start()
    south, north, cups = numbers("toguz-almasy", played(start, "j1"))

    assert (south[8], north, cups) == (1, (10,) * 7 + (0, 9), (10, 0))
    assert numbers("toguz-almasy", played(start, "b1"))[2] == (0, 0)


@pytest.mark.parametrize(("hole", "shrines"), [("i1", 3), ("j1", 3)])
def test_three_that_the_last_ball_makes_in_toguz_kumalak_are_the_players(hole, shrines):
    start = standing("toguz-pantusov", (0,) * 7 + (3, 2), (2, 1) + (0,) * 7)
    position = played(start, hole)

    assert numbers("toguz-pantusov", position)[2] == (shrines, 0)


@pytest.mark.parametrize(("hole", "taken"), [("b1", 1), ("f1", 0)])
def test_adji_boto_takes_beyond_the_last_bean_up_to_another_number(hole, taken):
    start = after_the_opening((2, 1, 1, 0, 3), (1, 5, 2, 0, 4))
    assert origins(start) == ["b1", "f1"]

    assert numbers("adji-boto", played(start, hole))[2] == (taken, 0)


def test_six_openings_of_jongkak_win_nine_and_the_seventh_ends_in_the_house():
    start = rules("congklak-hellier").start()
    for hole in ("b1", "c1", "d1", "e1", "f1", "g1"):
        after = played(start, hole)
        assert (numbers("congklak-hellier", after)[2], after.mover) == ((10, 0), 2)
    after = played(start, "h1")
    assert (numbers("congklak-hellier", after)[2], after.mover) == ((1, 0), 1)


def test_a_new_round_of_jongkak_fills_sevens_and_leaves_the_rest_ruined():
    end = (0, 0, 0, 0, 0, 0, 1), (0,) * 7, (60, 37)
    after = played(standing("congklak-hellier", *end), "h1")

    assert numbers("congklak-hellier", after) == ((7,) * 7, (0, 0, 7, 7, 7, 7, 7)[::-1], (12, 2))


def test_six_openings_of_tchonka_take_eight_and_the_seventh_ends_the_turn():
    start = rules("chongka").start()
    for n, hole in enumerate(("b1", "c1", "d1", "e1", "f1", "g1")):
        south, _, stores = numbers("chongka", played(start, hole))
        assert (stores, south[n]) == ((9, 0), 1)
    after = played(start, "h1")
    assert (numbers("chongka", after)[2], after.mover) == ((1, 0), 2)
    again = rules("chongka", "The last seed in the store/Allows another turn").start()
    assert played(again, "h1").mover == 1


def test_openings_of_pallankuli_against_the_clock_win_ten_but_the_first_ends_in_the_store():
    start = rules("pallankuli-parker").start()
    south = "bcdefgh"
    ways = [f"{a}1-{b}1" for a, b in zip(south, f"{south[1:]}i", strict=True)]

    won = [numbers("pallankuli-parker", played(start, way))[2] for way in ways]
    assert won == [(1, 0)] + [(10, 0)] * 6


def test_a_player_of_pallankuli_keeps_his_direction_where_it_is_kept_for_the_game():
    kept = rules("pallankuli-parker", "The direction/Is kept for the game").start()
    assert len(list(kept.legal_moves)) == 14

    for move in ("c1-d1", "d2-c2"):
        kept = kept.play(move)
    assert {move.label[3] > move.label[0] for move in kept.legal_moves} == {True}
    assert {move.label[3] > move.label[0] for move in kept.play("d1-e1").legal_moves} == {False}


def test_two_openings_of_o_an_quan_win_an_end_and_the_others_win_a_square():
    start = rules("o-an-quan").start()
    labels = [move.label for move in start.legal_moves]
    won = {label: numbers("o-an-quan", played(start, label))[2][0] for label in labels}

    assert won == {**dict.fromkeys(won, 6), "b1-a1": 11, "f1-g1": 11}
    assert numbers("o-an-quan", played(start, "b1-c1"))[0] == (0, 0, 6, 6, 6)


def test_stones_are_put_back_in_o_an_quan_for_a_player_without_any():
    slug = "o-an-quan"
    position = standing(slug, (0, 0, 0, 0, 1), (0,) * 5, (20, 20))
    machine = rules(slug).core.machines.machine()
    machine.position = position.content
    for end, count in ((0, 8), (11, 1)):
        machine.set("count", count, end)
    after = played(SecondPosition(position.rules, machine.position), "f1-e1")

    assert numbers(slug, after)[1:] == ((1,) * 5, (20, 15))


def test_six_openings_of_chungcajan_leave_one_shell_in_the_end_hole_and_the_seventh_goes_on():
    start = rules("sungka-1936").start()
    for n, hole in enumerate(("b1", "c1", "d1", "e1", "f1", "g1")):
        after = played(start, hole)
        south, _, ends = numbers("sungka-1936", after)
        assert (ends, south[n], after.mover) == ((1, 0), 1, 2)
    assert played(start, "h1").mover == 1


def test_a_last_shell_of_chungcajan_takes_the_opposite_shells_by_option_alone():
    holes_of = (0, 0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 5, 0, 0)
    option = "A last shell in an empty hole/Takes the opposite shells"

    assert numbers("sungka-1936", played(standing("sungka-1936", *holes_of), "e1"))[2] == (0, 0)
    start = standing("sungka-1936", *holes_of, (0, 0), option)
    assert numbers("sungka-1936", played(start, "e1"))[2] == (6, 0)
