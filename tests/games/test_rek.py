"""Rek in positions worked out by hand from its description.

Units move as rooks. One that stops between two enemies takes both; enemies whose group is left
without an empty square beside it are taken too. Nothing is taken by moving onto it.
"""

from __future__ import annotations

from functools import lru_cache

import pytest

from games.play import Position, Rules, load
from tests.games.cast import RULESETS, destinations, standing

TO_THE_RIGHT = "Kings/To the right"
KINGS = {"a1": "King1", "h8": "King2"}


@lru_cache
def rek(*options: str) -> Rules:
    return load((RULESETS / "rek.lud").read_text(encoding="utf-8"), options, limits=None)


def board(mover: int = 1, **units: str) -> Position:
    """Units by square, m and k being White's, M and K Black's; kings in two corners if not said."""
    names = {"m": "Man1", "k": "King1", "M": "Man2", "K": "King2"}
    placed = {square: names[unit] for square, unit in units.items()}
    kings = {square: king for square, king in KINGS.items() if king not in placed.values()}
    return rek().position(placed | kings, mover)


def taken(position: Position) -> dict[str, str]:
    """What the move just played took: square → clause."""
    sites = rek().board.sites
    return {sites[e.site].label: e.clause for e in position.effects if e.kind == "capture"}


def ending(position: Position) -> tuple[int, str] | None:
    """Who won, and by which clause."""
    return position.outcome and (position.outcome.winner, position.outcome.clause)


# The start


@pytest.mark.parametrize(
    ("option", "white", "black"),
    [((), ("d2", "d1"), ("e7", "e8")), ((TO_THE_RIGHT,), ("e2", "e1"), ("d7", "d8"))],
)
def test_fifteen_men_stand_on_two_ranks_and_the_king_before_the_gap(
    option: tuple[str, ...], white: tuple[str, str], black: tuple[str, str]
):
    start = standing(rek(*option).start())

    expected = {f"{file}{rank}": "Man1" for file in "abcdefgh" for rank in (1, 3)}
    expected |= {f"{file}{rank}": "Man2" for file in "abcdefgh" for rank in (6, 8)}
    (king, gap), (other, other_gap) = white, black
    expected |= {king: "King1", other: "King2"}
    del expected[gap], expected[other_gap]
    assert start == expected
    assert len(start) == 32


def test_the_first_two_moves_are_as_many_as_counted_by_hand():
    # Third rank: two forward each, 16, and back all but d3, 7. First rank: one forward each, 7, and
    # c1 and e1 into the gap, 2. The king: back 1, left 3, right 4.
    assert rek().perft(1) == 16 + 7 + 7 + 2 + 8 == 40
    # Black has the same, less 1 where White stands on the fourth rank, less 2 on the fifth, and
    # one more where White's man has left the third rank backwards.
    assert rek().perft(2) == 40 * 40 - 8 * 1 - 8 * 2 + 7 * 1 == 1583


# Moves


def test_men_and_kings_go_along_ranks_and_files_as_far_as_the_way_is_free():
    position = board(d4="m", d6="M", b4="m")

    assert destinations(position, "d4") == {"d3", "d2", "d1", "d5", "c4", "e4", "f4", "g4", "h4"}
    assert destinations(position, "a1") == {
        *(f"{file}1" for file in "bcdefgh"),
        *(f"a{rank}" for rank in range(2, 9)),
    }


def test_nothing_is_taken_by_moving_onto_it():
    assert "d6" not in destinations(board(d4="m", d6="M"), "d4")


# Rek


def test_a_man_that_moves_in_between_two_men_takes_both():
    after = board(d1="m", c4="M", e4="M").play("d1-d4")

    assert taken(after) == {"c4": "CaptureByRek", "e4": "CaptureByRek"}
    assert standing(after) == {**KINGS, "d4": "Man1"}
    assert after.outcome is None


def test_the_two_may_stand_along_a_file_and_the_king_may_carry_them_too():
    after = board(c2="M", c4="M", a3="k").play("a3-c3")

    assert set(taken(after)) == {"c2", "c4"}


def test_black_takes_as_white_does():
    assert set(taken(board(2, d8="M", c4="m", e4="m").play("d8-d4"))) == {"c4", "e4"}


def test_a_man_and_a_king_are_carried_off_together_and_that_wins():
    after = board(d1="m", c4="M", e4="K").play("d1-d4")

    assert set(taken(after)) == {"c4", "e4"}
    assert ending(after) == (1, "KingTaken")
    assert list(after.legal_moves) == []


def test_black_wins_by_taking_whites_king():
    assert ending(board(2, d8="M", c4="k", e4="m").play("d8-d4")) == (2, "KingTaken")


@pytest.mark.parametrize(
    "others",
    [
        {"c4": "M"},  # one enemy only
        {"c4": "M", "e4": "m"},  # an enemy and a friend
        {"c4": "m", "e4": "m"},  # two friends
        {"b4": "M", "f4": "M"},  # each a square too far
        {"c4": "M", "f4": "M"},  # one of them a square too far
        {"c4": "M", "d5": "M"},  # round a corner
        {"c3": "M", "e5": "M"},  # along a diagonal
    ],
)
def test_all_else_takes_nothing(others: dict[str, str]):
    after = board(d1="m", **others).play("d1-d4")

    assert taken(after) == {}
    assert len(standing(after)) == 3 + len(others)


def test_passing_between_two_enemies_without_stopping_takes_nothing():
    assert taken(board(d1="m", c4="M", e4="M").play("d1-d5")) == {}


def test_at_the_edge_there_is_no_second_enemy():
    assert taken(board(d4="m", b4="M").play("d4-c4")) == {}
    assert taken(board(d1="m", d8="M", e7="M").play("d1-d7")) == {}


def test_only_the_two_that_stand_next_to_it_are_taken():
    after = board(d1="m", b4="M", c4="M", e4="M", f4="M").play("d1-d4")

    assert set(taken(after)) == {"c4", "e4"}


def test_never_more_than_two_are_taken_by_rek():
    # A unit comes in over a square beside the one where it stops: that square is empty. Between
    # enemies on the three other sides it takes the two that face each other.
    after = board(h4="m", c4="M", d3="M", d5="M").play("h4-d4")

    assert set(taken(after)) == {"d3", "d5"}
    assert standing(after)["c4"] == "Man2"


def test_a_square_with_enemies_on_all_four_sides_cannot_be_reached():
    position = board(d1="m", h4="m", c4="M", e4="M", d3="M", d5="M")

    assert all(move.to != rek().board.site("d4") for move in position.legal_moves)


def test_to_stand_between_two_enemies_is_safe():
    # Black's second man closes in on d4, which had one beside it: nothing happens to it.
    after = board(2, d4="m", c4="M", e8="M").play("e8-e4")

    assert after.effects == ()
    assert standing(after)["d4"] == "Man1"


# Enclosure


def test_a_man_in_a_corner_is_taken_when_both_ways_out_are_closed():
    after = board(h1="M", h2="m", g5="m", c1="k").play("g5-g1")

    assert taken(after) == {"h1": "CaptureByEnclosure"}
    assert standing(after) == {"h8": "King2", "c1": "King1", "h2": "Man1", "g1": "Man1"}


def test_a_man_at_the_edge_has_three_ways_out_and_one_in_the_middle_four():
    assert set(taken(board(h4="M", h3="m", h5="m", g8="m").play("g8-g4"))) == {"h4"}
    # With e4 empty a man on d4 may leave; with a man there it is taken.
    ring = {"d4": "M", "c4": "m", "d3": "m"}
    assert taken(board(**ring, d8="m").play("d8-d5")) == {}
    assert set(taken(board(**ring, d5="m", h4="m").play("h4-e4"))) == {"d4"}


def test_a_group_is_taken_whole_when_none_of_it_can_move():
    # c4 and d4 have six squares round them: White's last man comes to d5.
    ring = {"b4": "m", "c3": "m", "d3": "m", "e4": "m", "c5": "m", "d8": "m"}

    after = board(**ring, c4="M", d4="M").play("d8-d5")

    assert taken(after) == dict.fromkeys(("c4", "d4"), "CaptureByEnclosure")


def test_a_group_of_which_one_can_move_stays():
    # d4 may still leave over e4, although c4 cannot move.
    ring = {"b4": "m", "c3": "m", "d3": "m", "c5": "m", "d8": "m"}

    assert taken(board(**ring, c4="M", d4="M").play("d8-d5")) == {}


def test_men_that_touch_at_a_corner_only_are_no_group():
    # a1 is shut in by a2 and b1; b2 touches it aslant and has c2 and b3 to go to.
    after = board(a1="M", a2="m", b2="M", h1="m", h7="k").play("h1-b1")

    assert set(taken(after)) == {"a1"}


def test_one_move_may_close_in_two_groups():
    # c1 is the last way out of a1 with b1, and of e1 with d1.
    men = {"a1": "M", "b1": "M", "d1": "M", "e1": "M", "c8": "m", "h7": "k"}
    ring = {"a2": "m", "b2": "m", "d2": "m", "e2": "m", "f1": "m"}

    # b1 and d1 are carried off by rek first; that leaves a1 and e1 a square to go to.
    assert taken(board(**men, **ring).play("c8-c1")) == dict.fromkeys(("b1", "d1"), "CaptureByRek")

    # Where the groups stand round a corner of each other there is no rek: b1 and c2 beside c1.
    men = {"b1": "M", "a1": "M", "c2": "M", "g1": "m", "h7": "k"}
    ring = {"a2": "m", "b2": "m", "d2": "m", "c3": "m"}
    after = board(**men, **ring).play("g1-c1")
    assert taken(after) == dict.fromkeys(("a1", "b1", "c2"), "CaptureByEnclosure")


def test_what_rek_carries_off_is_gone_before_enclosure_is_looked_at():
    # b4 can move only once c4 is gone.
    ring = {"a4": "m", "b3": "m", "b5": "m", "c3": "m", "c5": "m", "d1": "m"}

    after = board(**ring, b4="M", c4="M", e4="M").play("d1-d4")

    assert set(taken(after)) == {"c4", "e4"}
    assert standing(after)["b4"] == "Man2"


def test_who_moves_into_a_narrow_place_is_not_taken_by_its_own_move():
    # The man goes into the corner and could go back; when Black closes the way it is taken.
    position = board(a5="m", b1="M", h2="M", h7="k").play("a5-a1")
    assert position.effects == ()

    assert taken(position.play("h2-a2")) == {"a1": "CaptureByEnclosure"}


def test_a_group_with_the_king_is_taken_and_that_wins():
    after = board(h8="K", g8="M", f8="m", g7="m", h1="m").play("h1-h7")

    assert taken(after) == dict.fromkeys(("g8", "h8"), "CaptureByEnclosure")
    assert ending(after) == (1, "KingTaken")


# A king without a move


def test_a_king_that_cannot_move_is_lost_though_its_men_can():
    # h8 is shut in by g8, its own man, and by White's on h7; g8 may still go to f8 or g7.
    after = board(h8="K", g8="M", h1="m").play("h1-h7")

    assert after.effects == ()
    assert ending(after) == (1, "KingWithoutMove")


def test_black_wins_so_too():
    assert ending(board(2, a1="k", b1="m", a8="M").play("a8-a2")) == (2, "KingWithoutMove")


def test_a_king_with_one_square_left_goes_on():
    after = board(h8="K", g8="M", h1="m").play("h1-h6")

    assert after.outcome is None
    assert destinations(after, "h8") == {"h7"}


def test_who_shuts_in_his_own_king_has_lost():
    assert ending(board(a1="k", b1="m", c2="m").play("c2-a2")) == (2, "OwnKingWithoutMove")


def test_where_both_kings_are_shut_in_the_other_one_is_lost_first():
    # The man on a5 shuts in a4, its own king, and a6, Black's.
    men = {"a4": "k", "a3": "m", "b4": "m", "a6": "K", "a7": "M", "b6": "M", "h5": "m"}

    assert ending(board(**men).play("h5-a5")) == (1, "KingWithoutMove")


def test_a_player_whose_men_cannot_move_goes_on_with_the_king():
    position = board(2, h8="M", g8="m", h7="m", a8="K", d5="m")

    assert {move.label for move in position.legal_moves} == {
        *(f"a8-{file}8" for file in "bcdef"),
        *(f"a8-a{rank}" for rank in range(2, 8)),
    }
