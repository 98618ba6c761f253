"""Whether a player's regions can still be joined."""

from __future__ import annotations

import pytest

from tests.engine.test_perft import machine_of

CROSSING = """
(game "Crossing the board" (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each) (regions P1 {(sites Top) (sites Bottom)})})
    (rules
        (start {(place "Stone1" {PLACE1}) (place "Stone2" {PLACE2})})
        (play (move Add (to (sites Empty))))
        (end (if (is Blocked Orthogonal P1) (result P1 Loss)))))
"""


def over_after(own: str, others: str, site: int) -> bool:
    machine = machine_of(CROSSING.replace("PLACE1", own).replace("PLACE2", others))
    machine.play(next(move for move in machine.legal_moves() if move.to == site))
    return machine.over


@pytest.mark.parametrize(
    ("own", "others", "blocked"),
    [
        ("1", "3 4", False),
        ("1", "3 4 5", True),
        ("4", "3 1 7", False),
        ("4", "1 3 2 8", True),
    ],
    ids=["a gap is left", "a wall", "round a corner", "walled in"],
)
def test_a_side_is_blocked_once_no_way_of_own_or_empty_sites_is_left(own, others, blocked):
    assert over_after(own, others, site=0) is blocked
