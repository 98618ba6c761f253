"""Moves made of others, passes, swaps and threats, as the published language means them."""

from __future__ import annotations

from games.engine.play.traces import board_words, move_word
from tests.engine.test_perft import machine_of


def words(machine) -> list[str]:
    return sorted(move_word(machine, move) for move in machine.legal_moves())


def play(machine, *wanted: str) -> list[str]:
    """The board after some moves."""
    for word in wanted:
        moves = machine.legal_moves()
        machine.play(next(m for m in moves if move_word(machine, m) == word))
    return board_words(machine)


REVERSI = """
(game "Reversi" (players 2)
    (equipment {(board (square 8)) (piece "Disc" Neutral (flips 1 2))})
    (rules
        (start {(place "Disc0" {"D4" "E5"} state:2) (place "Disc0" {"D5" "E4"} state:1)})
        (play (forEach Site (sites Empty)
            (append (custodial (from (site))
                (between if:(is Enemy (state at:(between)))
                    (apply (allCombinations
                        (add (piece "Disc0" state:(mover)) (to (site)))
                        (flip (between)))))
                (to if:(is Friend (state at:(to))))))))
        (end (if (all Passed) (result Mover Draw)))))
"""


def test_reversi_has_as_many_games_as_are_published():
    machine = machine_of(REVERSI)

    assert [machine.call("leaves", n) for n in (1, 2, 3, 4, 5)] == [4, 12, 56, 244, 1396]


DRAUGHTS_ROW = """
(game "The longest row of captures" (players {(player N) (player S)})
    (equipment {(board (square 6)) (piece "Man" Each) (piece "Post" Neutral)})
    (rules
        (start {(place "Man1" {0 5}) (place "Man2" {6 18 11})})
        (play (if (is Prev Mover)
            (max Moves HOP_FROM_LAST)
            (max Moves (forEach Piece HOP))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
HOP = """(move Hop FROM Orthogonal
    (between if:(is Enemy (who at:(between))) (apply (remove (between))))
    (to if:(is Empty (to)))
    (then (if (can Move (hop (from (last To)) Orthogonal
        (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain))))"""


def test_only_the_start_of_the_longest_row_of_captures_is_legal():
    text = DRAUGHTS_ROW.replace("HOP_FROM_LAST", HOP.replace("FROM", "(from (last To))"))
    machine = machine_of(text.replace("HOP", HOP.replace("FROM", "")))

    assert words(machine) == ["0-12"]
    assert play(machine, "0-12", "12-24") == ["5:Man1", "11:Man2", "24:Man1"]


PASSES = """
(game "Two actions a turn" (players 2)
    (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules (meta (passEnd NoEnd))
        (play (or (move Add (to (sites Empty))) (move Pass)
            (then (if (< (count MovesThisTurn) 1) (moveAgain)))))
        (end (if (all Passed) (result Mover Win)))))
"""


def test_a_pass_after_another_action_of_the_turn_is_no_passed_turn():
    machine = machine_of(PASSES)

    play(machine, "0-0=Disc1", "pass", "pass")
    assert not machine.over
    play(machine, "pass")
    assert machine.over


SWAP = """
(game "Changing places" (players 2)
    (equipment {(board (rectangle 1 4)) (piece "King" Each) (piece "Man" Each)})
    (rules
        (start {(place "King1" 0) (place "Man1" {1 2}) (place "King2" 3)})
        (play (forEach Site (sites Occupied by:Mover component:"Man")
            (move Swap Pieces (where "King" Mover) (site))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_a_swap_is_a_move_from_one_of_its_sites_to_the_other():
    machine = machine_of(SWAP)

    assert words(machine) == ["0-1", "0-2"]
    assert play(machine, "0-2") == ["0:Man1", "1:Man1", "2:King1", "3:King2"]


ADDED = """
(game "Added to what stands there" (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Disc" Each) (hand Each size:2) (piece "King" Each)})
    (rules
        (start {(place "Disc2" 0) (place "King1" {0 1})
            (place "Disc" "Hand") (place "King" "Hand")})
        (play (move Select (from 0) (then (add (piece (id "King" Mover)) (to 0)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_what_is_added_to_an_occupied_site_does_not_replace_what_stands_there():
    machine = machine_of(ADDED)

    assert [word.split(",")[0] for word in play(machine, "0-0")][:2] == ["0:Disc2", "1:King1"]


def test_pieces_placed_in_a_hand_take_its_free_sites_in_turn():
    machine = machine_of(ADDED)

    assert board_words(machine)[2:] == ["3:Disc1", "4:King1", "5:Disc2", "6:King2"]


VALUED = """
(game "A value set before a piece comes" (players 2)
    (equipment {(board (rectangle 1 2)) (piece "Disc" Each)})
    (rules
        (play (move Add (to 0 (apply (set Value at:0 3)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_a_piece_that_is_added_takes_the_value_that_its_site_has_been_given():
    machine = machine_of(VALUED)

    assert play(machine, "0-0=Disc1") == ["0:Disc1,v3"]


ON_POINTS = """
(game "On crossing lines" (players 2)
    (equipment {(board (square 3 diagonals:Solid) use:Vertex) (piece "Disc" Each) (hand Each)})
    (rules
        (start (place "Disc" "Hand" count:2))
        (play (move (from (handSite Mover)) (to (sites Empty))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_hands_are_numbered_after_the_cells_where_these_are_more_than_the_points():
    machine = machine_of(ON_POINTS)

    # Thirteen points, with sixteen triangles between them.
    assert {(move.frm, move.to) for move in machine.legal_moves()} == {(16, n) for n in range(13)}


TILES = """
(game "Two squares in a row" (players 2)
    (equipment {(board (square 2))
        (tile "Across" P1 {R F} numSides:4) (tile "Up" P2 {F} numSides:4)})
    (rules
        (play (move Add (piece (mover) state:0) (to (sites Empty))))
        (end (if (no Moves Next) (result Next Loss)))))
"""


def test_a_tile_is_laid_where_all_its_sites_are_free():
    machine = machine_of(TILES)

    assert words(machine) == ["0-0=Across1", "2-2=Across1"]
    assert play(machine, "0-0=Across1") == ["0:Across1"]
    assert machine.over
    assert machine.get("winner") == 1


CELLS_UNDER_POINTS = """
(game "Cells under points" (players 2)
    (equipment {(board (square 2) use:Vertex) (piece "Man" Each) (hand Each)})
    (rules (play (move Add (to Cell (union (sites Board) (sites Hand Mover)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_a_piece_that_comes_on_a_cell_of_a_board_of_points_is_in_no_sites_way():
    machine = machine_of(CELLS_UNDER_POINTS)

    assert words(machine) == ["0-0=Man1", "1-1=Man1", "2-2=Man1", "3-3=Man1", "4-4=Man1"]
    assert play(machine, "0-0=Man1", "5-5=Man2") == ["5:Man2"]


HUDDLED = """
(game "Huddled" (players 2)
    (equipment {%s (piece "Disc" Each)})
    (rules (play (move Add (to (sites Playable)))) (end (if (no Moves Next) (result Mover Win)))))
"""


def test_pieces_are_played_next_to_others_and_the_first_on_the_centre():
    machine = machine_of(HUDDLED % "(board (hex 3))")

    assert words(machine) == ["9-9=Disc1"]
    play(machine, "9-9=Disc1")
    assert [move.to for move in machine.legal_moves()] == [4, 5, 8, 10, 13, 14]


def test_a_game_without_a_board_is_played_on_a_large_part_of_a_tiling():
    machine = machine_of(HUDDLED % "(boardless Hexagonal)")

    play(machine, "630-630=Disc1")
    assert [move.to for move in machine.legal_moves()] == [589, 590, 629, 631, 670, 671]


VALUED_ROW = """
(game "The row of captures that is worth most" (players {(player N) (player S)})
    (equipment {(board (square 6)) (piece "Man" Each)})
    (rules
        (start {(place "Man1" {0 5}) (place "Man2" {1 3} value:2) (place "Man2" {11} value:5)})
        (play (if (is Prev Mover)
            (max Moves withValue:True HOP_FROM_LAST)
            (max Moves withValue:True (forEach Piece HOP))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_by_value_one_costly_piece_is_taken_rather_than_two_cheap_ones():
    text = VALUED_ROW.replace("HOP_FROM_LAST", HOP.replace("FROM", "(from (last To))"))
    machine = machine_of(text.replace("HOP", HOP.replace("FROM", "")))

    assert words(machine) == ["5-17"]


NEXT_BY_CHOICE = """
(game "Stay or hand over" (players 2)
    (equipment {(board (square 3)) (piece "Ball" Each)})
    (rules
        (play (or (move Add (to (sites {0}) if:(is Empty (to))))
            (move Set NextPlayer (player (next)))))
        (end (if (= (count Turns) 9) (result Mover Win)))))
"""


def test_a_move_that_says_who_is_next_is_no_pass_and_names_the_player():
    machine = machine_of(NEXT_BY_CHOICE)

    assert words(machine) == ["-1--1=Ball2", "0-0=Ball1"]
    assert play(machine, "-1--1=Ball2") == []
    assert words(machine) == ["-1--1=Ball1", "0-0=Ball2"]


DIFFERENT = """
(game "Three that differ" (players 2)
    (equipment {(board (square 2)) (piece "Ball" Each) (piece "Disc" Each)})
    (rules
        (start {(place "Ball1" {0}) (place "Disc1" {1})})
        (play (move Add (piece {"Ball" "Disc"}) (to (sites Empty))))
        (end (if (all Different (sites {0 1 2}) if:(is Occupied (site))) (result Mover Win)))))
"""


def test_pieces_of_several_sites_differ_where_none_is_empty_and_no_two_are_alike():
    machine = machine_of(DIFFERENT)

    play(machine, "3-3=Ball1")
    assert machine.legal_moves()
    play(machine, "2-2=Disc2")
    assert machine.legal_moves() == []


NOT_BACK = """
(game "No way back" (players 2)
    (equipment {(board (rectangle 1 4)) (piece "Man" Each)})
    (rules
        (start {(place "Man1" {1}) (place "Man2" {3})})
        (play (avoidStoredState (or
            (move (from (sites Occupied by:Mover)) (to (sites Around (from)) if:(is Empty (to)))
                (then (if (is Prev Mover) (remember State) (moveAgain))))
            (move Pass (then (remember State))))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_a_turn_may_not_end_in_the_position_that_was_remembered():
    machine = machine_of(NOT_BACK)

    assert words(machine) == ["1-0", "1-2", "pass"]
    play(machine, "pass")
    assert words(machine) == ["3-2"]
    play(machine, "3-2")
    assert words(machine) == ["pass"]


CONVERTED = """
(game "What stands beside comes over" (players 2)
    (equipment {(board (rectangle 1 6)) (piece "Man" Each (move Step (to if:(is Empty (to)))))
        (piece "Lord" P2) (piece "Man" Neutral)})
    (rules
        (start {(place "Man1" {0}) (place "Man2" {2} state:3 value:4) (place "Lord2" {4})
            (place "Man0" {5})})
        (play (forEach Piece (then (take Control OF by:Mover))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_pieces_come_over_that_the_new_owner_has_of_the_same_name():
    after = {
        ("of:Next", ""): ["1:Man1", "2:Man1,s3,v4", "4:Lord2", "5:Man0"],
        ("of:All", "at:5"): ["1:Man1", "2:Man2,s3,v4", "4:Lord2", "5:Man1"],
        ("of:P2", "to:(sites {4 5})"): ["1:Man1", "2:Man2,s3,v4", "4:Lord2", "5:Man0"],
    }
    for (owner, where), board in after.items():
        text = CONVERTED.replace("OF by:Mover", f"{owner} by:Mover {where}")
        assert play(machine_of(text), "0-1") == board
