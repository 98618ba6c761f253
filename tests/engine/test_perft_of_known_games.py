"""Connect four and reversi have as many games as are published."""

from __future__ import annotations

import pytest

from tests.engine.test_perft import machine_of

CONNECT_FOUR = """
(game "Connect four" (players 2)
    (equipment {(board (rectangle 6 7)) (piece "Disc" Each)})
    (rules
        (play (forEach Site (sites Bottom)
            (if (is Empty (ahead (site) steps:5 N))
                (move Add (to (min (array (difference
                    (sites Direction from:(site) N included:True) (sites Occupied by:All)))))))))
        (end (if (is Line 4) (result Mover Win)))))
"""

FLANKING = """(custodial (from FROM)
    (between if:(is Enemy (who at:(between))) (apply EFFECT))
    (to if:(is Friend (who at:(to)))))"""

REVERSI = """
(game "Reversi" (players 2)
    (equipment {(board (square 8)) (piece "Disc" Each)})
    (rules
        (start {(place "Disc1" {28 35}) (place "Disc2" {27 36})})
        (play (forEach Site (sites Empty)
            (if (can Move FLANKED) (move Add (to (site)) (then TURNED)))))
        (end (if (all Passed) (byScore)))))
""".replace("FLANKED", FLANKING.replace("FROM", "(site)").replace("EFFECT", "(remove (between))"))
REVERSI = REVERSI.replace(
    "TURNED",
    FLANKING.replace("FROM", "(last To)").replace(
        "EFFECT", '(promote (between) (piece "Disc") Mover)'
    ),
)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (CONNECT_FOUR, [7, 49, 343, 2401, 16807]),
        (REVERSI, [4, 12, 56, 244, 1396]),
    ],
    ids=["connect four", "reversi"],
)
def test_a_known_game_has_as_many_games_as_are_published(text, counts):
    machine = machine_of(text)

    assert [machine.call("leaves", depth) for depth in range(1, 6)] == counts
