"""Positions of senet, worked out by hand."""

from __future__ import annotations

import pytest

from games.play.second import SecondPosition
from tests.games.races import begun, standing

# The squares of senet in their order, as sites.
SQUARES = [*range(20, 30), *range(19, 9, -1), *range(10)]


def senet(white: set[int], black: set[int], *flats: int, option: str = "") -> SecondPosition:
    """Men on squares of senet, after throws with so many flat sides; White has thrown his 1."""
    placed = " ".join(
        f'(place "Man{player}" {SQUARES[square - 1]})'
        for player, men in ((1, {*white, 14}), (2, black))
        for square in sorted(men)
    )
    options = [option] if option else []
    position = begun("senet-kendall", placed, *options).start().play("[0 0 0 1] g2-f2")
    for flat in flats:
        throw = " ".join("1" if stick < flat else "0" for stick in range(4))
        position = position.play(f"[{throw}] pass")
    return position


def squares(position: SecondPosition) -> set[str]:
    """The legal moves of senet by squares; off the board is 31."""
    return {
        "pass" if move.frm < 0 else f"{_square(move.frm)}-{_square(move.to)}"
        for move in position.legal_moves
    }


def _square(site: int) -> int:
    return SQUARES.index(site) + 1 if site < len(SQUARES) else 31


EVENS, ODDS = {2, 4, 6, 8, 10, 12}, {1, 3, 5, 7, 9, 11, 13}
BY_ONE = {"2-3", "4-5", "6-7", "8-9", "10-11", "12-13", "15-16"}
BY_TWO = {"12-14", "15-17"}
BY_THREE = {"2-5", "4-7", "6-9", "8-11", "10-13", "15-18"}
BY_FOUR = {"10-14", "12-16", "15-19"}
BY_FIVE = {"2-7", "4-9", "6-11", "8-13", "12-17", "15-20"}


@pytest.mark.parametrize(
    ("flats", "reached"),
    [
        ((2,), BY_TWO),
        ((3,), BY_THREE),
        ((1, 2), BY_ONE),
        ((4, 2), BY_FOUR),
        ((0, 3), BY_FIVE),
    ],
)
def test_after_the_first_move_of_senet_each_throw_reaches_free_squares_and_single_enemies(
    flats, reached
):
    assert squares(senet(EVENS, ODDS, *flats)) == reached


def test_who_throws_the_first_1_of_senet_has_the_men_in_front():
    start = begun("senet-kendall").start()
    first = start.play("[0 0 0 1] g2-f2")
    second = start.play("[1 1 1 0] pass").play("[0 0 1 0] g2-f2")

    assert [first.mover, second.mover] == [1, 2]
    assert [standing(first, 15), standing(second, 15)] == ["Man1", "Man2"]
    assert standing(second, 20) == "Man1"


@pytest.mark.parametrize(
    ("white", "black", "flats", "reached"),
    [
        ({1}, {3, 4}, 2, {"15-17"}),
        ({8}, {10, 11}, 2, {"15-17"}),
        ({8}, {10, 13}, 2, {"8-10", "15-17"}),
        ({18}, {20, 21}, 2, {"15-17"}),
        ({25}, {1}, 3, {"15-18"}),
        ({24}, {1}, 2, {"24-26", "15-17"}),
        ({26}, {1}, 3, {"26-29", "15-18"}),
        ({26}, {28}, 2, {"26-28", "15-17"}),
        ({26}, {28, 29}, 2, {"15-17"}),
        ({28}, {1}, 3, {"28-31", "15-18"}),
        ({29}, {1}, 3, {"15-18"}),
        ({30}, {1}, 2, {"30-31", "15-17"}),
        ({27}, {1}, 3, {"pass"}),
        ({29}, {18, 19}, 3, {"15-12"}),
        ({29}, {12, 11, 18, 19}, 3, {"pass"}),
    ],
)
def test_men_of_senet_stop_on_twenty_six_and_leave_by_the_numbers_of_their_squares(
    white, black, flats, reached
):
    assert squares(senet(white, black, flats)) == reached


def test_a_man_met_on_the_last_squares_of_senet_goes_to_twenty_seven():
    position = senet({26}, {28}, 2).play("f1-h1")

    assert [standing(position, site) for site in (5, 6, 7)] == [None, "Man2", "Man1"]


def test_a_five_takes_a_man_of_senet_off_from_twenty_six():
    assert squares(senet({26}, {1}, 0, 2)) == {"26-31", "15-20"}


def test_a_man_of_senet_in_the_water_waits_for_a_four_or_goes_back_and_must_move_first():
    position = senet({26, 3}, {2}, 4, 1, 2).play("f2-b2").play("f1-g1")
    assert squares(position) == {"pass", "27-15"}
    position = position.play("pass").play("[1 1 0 0] pass").play("b3-d3")
    four = position.play("[1 1 1 1] pass").play("[1 1 0 0] pass")
    position = position.play("[1 1 0 0] pass")

    assert squares(four) == {"27-31"}
    assert squares(four.play("g1-Hand1.2")) == {"3-5", "19-21"}
    assert squares(position) == {"pass", "27-15"}
    position = position.play("g1-f2").play("[1 1 0 0] pass").play("d3-f3")
    assert squares(position.play("[1 1 0 0] pass")) == {"15-17"}


@pytest.mark.parametrize(
    ("option", "white", "black", "flats", "reached"),
    [
        ("Three in a row/Cannot be passed", {3}, {16, 17, 18}, (4, 2), {"3-7"}),
        ("Beyond square 26/Falls into square 27", {25}, {1}, (2,), {"25-27", "15-17"}),
        ("Leaving/With the first row clear", {30, 3}, {1}, (2,), {"3-5", "15-17"}),
        ("Leaving/With the first row clear", {30}, {1}, (2,), {"30-31", "15-17"}),
    ],
)
def test_options_of_senet_bar_passing_and_leaving_or_open_the_water(
    option, white, black, flats, reached
):
    assert squares(senet(white, black, *flats, option=option)) == reached
