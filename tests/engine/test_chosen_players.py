"""Players chosen by their teams, and each team in turn."""

from __future__ import annotations

import pytest

from tests.engine.test_perft import machine_of

GAME = """
(game "Sides" (players 4)
    (equipment {(board (rectangle 1 6)) (piece "Man" Each)})
    (rules
        (start {%s})
        (play (move Add (to (sites (%s)))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
TEAMS = "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"
APART = '(place "Man1" 5)'


def chosen(array, start):
    """The players that an array chooses, shown by the sites with their numbers."""
    moves = machine_of(GAME % (start, array)).legal_moves()
    return [move.to for move in moves if not move.is_pass]


@pytest.mark.parametrize(
    ("array", "apart", "in_teams"),
    [
        ("players Ally", [], [3]),
        ("players Ally of:(next)", [], [4]),
        ("players Enemy", [2, 3, 4], [2, 4]),
        ("players Enemy of:(next)", [1, 3, 4], [3]),
        ("players Friend", [1], [1, 3]),
        ("players Friend of:0", [], []),
        ("players NonMover", [0, 2, 3, 4], [0, 2, 3, 4]),
        ("players All", [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]),
        ("players Enemy if:(!= 4 (player))", [2, 3], [2]),
        ("players Team2", [2], [2, 4]),
        ("players Team3", [3], []),
    ],
)
def test_players_are_chosen_by_their_relation_to_one(array, apart, in_teams):
    assert chosen(array, APART) == apart
    assert chosen(array, TEAMS) == in_teams


EACH = """
(game "Each team" (players 4)
    (equipment {(board (rectangle 1 6)) (piece "Man" Each)})
    (rules
        (start {%s})
        (play (forEach Team (move Add (to (sites (team)) if:(!= 4 (to))))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize(("start", "order"), [(APART, [1, 2, 3]), (TEAMS, [1, 3, 2])])
def test_the_teams_are_looked_at_one_by_one(start, order):
    assert [move.to for move in machine_of(EACH % start).legal_moves()] == order
