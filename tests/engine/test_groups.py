"""What belongs to a group, what encloses it, and what is counted of it."""

from __future__ import annotations

import pytest

from games.engine.play.traces import board_words
from tests.engine.test_perft import machine_of

SCORED = """
(game "Counted" (players 2)
    (equipment {(board (square 4)) (piece "Stone" Each) (piece "Wall" Each)})
    (rules
        (start {(set Score Each 0)
            (place "Stone1" {0 1 5}) (place "Wall1" 4) (place "Stone2" {2 9 11})})
        (play (move Add (piece (id "Stone" Mover)) (to 15)
            (then (set Score P1 NUMBER))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("(count Liberties at:0 Orthogonal)", 1),
        ("(count Liberties at:4 Orthogonal)", 1),
        ("(count Liberties at:0 Orthogonal if:(= (to) 0))", 0),
        ("(count Groups Orthogonal)", 2),
        ("(count Groups Orthogonal if:(is Empty (to)))", 1),
        ("(max (sizes Group Orthogonal P1))", 4),
        ("(max (sizes Group Orthogonal))", 6),
        ("(count Sites in:(sites Group at:0 Orthogonal))", 3),
        ("(count Sites in:(sites Group from:(sites {9 11}) Orthogonal))", 2),
        ("(count Sites in:(sites Group at:8 Orthogonal))", 8),
        ("(count Steps 0 (sites Occupied by:P2))", 2),
        ("(count Steps 0 (sites Occupied by:Neutral))", 0),
        ("(count Steps (step Orthogonal (to if:(is Empty (to)))) 6 10)", 1),
        ("(count Steps (step Orthogonal (to if:(is Empty (to)))) 3 8)", 7),
        ("(count Sites in:(sites Distance Orthogonal from:0 (exact (count Players))))", 3),
        ("(count Sites in:(sites State 0))", 16),
    ],
)  # fmt: skip
def test_a_number_of_a_position(number, expected):
    machine = machine_of(SCORED.replace("NUMBER", number))
    machine.play(machine.legal_moves()[0])

    assert machine.get("score", 1) == expected


ENCLOSING = """
(game "Enclosing" (players 2)
    (equipment {(board (square 4)) (piece "Stone" Each)})
    (rules
        (start {(place "Stone1" {PLACE1}) (place "Stone2" {PLACE2})})
        (play (move Add (to SITE) (then (enclose Orthogonal (between
            if:(is Enemy (who at:(between))) (apply (remove (between)))) EXCEPT))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize(
    ("own", "others", "exception", "left"),
    [
        ("4", "0", "", []),
        ("4", "0 2", "", ["2:Stone2"]),
        ("5", "0", "", ["0:Stone2"]),
        ("5", "0", "numException:1", ["0:Stone2"]),
        ("5 8", "0", "numException:1", []),
    ],
)
def test_a_group_is_taken_without_liberties_but_for_so_many_empty_sites(
    own, others, exception, left
):
    text = ENCLOSING.replace("SITE", "1").replace("EXCEPT", exception)
    machine = machine_of(text.replace("PLACE1", own).replace("PLACE2", others))
    machine.play(machine.legal_moves()[0])

    assert [word for word in board_words(machine) if "Stone2" in word] == left
