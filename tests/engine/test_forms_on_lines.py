"""Pieces pushed, shot and placed along lines, and lines of pieces in stacks."""

from __future__ import annotations

import pytest

from games.engine.play.traces import board_words, move_word
from tests.engine.test_perft import machine_of

GAME = """
(game "A game" (players 2)
    (equipment {{(board {board}) {pieces}}})
    (rules (start {{{start}}}) (play {play}) (end (if (no Moves Next) (result Mover Win)))))
"""


def game(
    play: str, start: str, board: str = "(rectangle 1 6)", pieces: str = '(piece "Disc" Each)'
):
    """The game that begins so, set up."""
    return machine_of(GAME.format(board=board, pieces=pieces, start=start, play=play))


def played(machine, word: str) -> list[str]:
    """The board after a move."""
    moves = machine.legal_moves()
    machine.play(moves[[move_word(machine, move) for move in moves].index(word)])
    return board_words(machine)


def words(machine) -> list[str]:
    return sorted(move_word(machine, move) for move in machine.legal_moves())


def test_a_push_moves_a_row_of_pieces_up_to_the_first_gap():
    machine = game(
        "(move Select (from 0) (then (push (from (last To)) E)))",
        '(place "Disc1" 0) (place "Disc2" {1 2}) (place "Disc1" 4)',
    )

    assert played(machine, "0-0") == ["1:Disc1", "2:Disc2", "3:Disc2", "4:Disc1"]


def test_what_is_pushed_over_the_edge_leaves_the_board():
    machine = game(
        "(move Select (from 3) (then (push (from (last To)) E)))",
        '(place "Disc1" {3 5}) (place "Disc2" 4)',
    )

    assert played(machine, "3-3") == ["4:Disc1", "5:Disc2"]


def test_an_arrow_flies_over_empty_sites_from_where_the_last_move_went():
    machine = game(
        '(if (is Even (count Moves)) (forEach Piece) (move Shoot (piece "Arrow0")))',
        '(place "Queen1" 0) (place "Queen2" 15)',
        "(square 4)",
        '(piece "Queen" Each (move Step N (to if:(is Empty (to))) (then (moveAgain))))'
        ' (piece "Arrow" Neutral)',
    )
    played(machine, "0-4")

    assert words(machine) == [
        f"{site}-{site}=Arrow0" for site in sorted((0, 1, 5, 6, 7, 8, 9, 12, 14), key=str)
    ]


CONNECT_FOUR = """
(game "Connect four" (players 2)
    (equipment {(board (rectangle 1 7)) (piece "Counter" Each)})
    (rules
        (play (move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 6))) stack:True))
        (end (if (is Line 4 byLevel:True) (result Mover Win)))))
"""


def test_connect_four_has_as_many_games_as_are_published():
    machine = machine_of(CONNECT_FOUR)

    published = [7, 49, 343, 2401, 16807, 117649]
    assert [machine.call("leaves", n) for n in range(1, 7)] == published


@pytest.mark.parametrize(
    "columns",
    ["0 1 0 1 0 1 0", "0 0 1 1 2 2 3", "0 1 1 2 2 3 2 3 3 5 3", "6 5 5 4 4 3 4 3 3 1 3"],
    ids=["up a column", "along a row", "rising to the right", "rising to the left"],
)
def test_four_in_a_row_on_any_slope_win_and_no_fewer(columns):
    machine = machine_of(CONNECT_FOUR)
    for number in columns.split():
        assert not machine.over
        machine.play(next(m for m in machine.legal_moves() if m.to == int(number)))

    assert machine.over
    assert machine.get("winner") == 1


COVERED = """
(game "Covered" (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})
    (rules (start {(place Stack items:{"Disc1" "Disc2"} 0) (place "Disc1" {1})})
        (play (move Add (to 2) stack:True (then (if (is Line 3 %s) (moveAgain)))))
        (end (if (is Line 9) (result Mover Win)))))
"""


@pytest.mark.parametrize(("wanted", "mover"), [("", 1), ("top:True", 2)])
def test_a_covered_piece_is_part_of_a_line_unless_the_top_is_wanted(wanted, mover):
    machine = machine_of(COVERED % wanted)
    machine.play(machine.legal_moves()[0])

    assert machine.mover == mover


def test_pieces_slide_over_a_board_with_more_rays_than_two_bytes_can_number():
    pieces = '(piece "Queen" P1 (move Slide All))'
    machine = game("(forEach Piece)", '(place "Queen1" 899)', "(square 30)", pieces)

    moves = machine.legal_moves()

    # Along two edges and a diagonal, from the corner.
    assert sorted(move.to for move in moves) == sorted(
        [*range(870, 899), *range(29, 899, 30), *range(0, 899, 31)]
    )


@pytest.mark.parametrize(
    ("rotations", "ends"), [("", [2, 3, 5, 10, 14, 19, 21, 22]), ("rotations:False", [21, 22])]
)
def test_walks_end_where_they_turn_from_each_direction(rotations, ends):
    machine = game(
        f"(move (from (sites Mover)) (to (sites (from) {{{{F F L F}} {{F F}}}} {rotations})"
        " if:(is Empty (to))))",
        '(place "Disc1" 12)',
        "(square 5)",
        '(piece "Disc" Each) (regions P1 (sites {12}))',
    )

    assert sorted(move.to for move in machine.legal_moves()) == ends
