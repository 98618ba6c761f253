"""Moves that exist twice, with and without a consequence: the fast build finds them in one go."""

from __future__ import annotations

import pytest

from games.play import load
from tests.games.cast import duel

STEP = "(move Step Orthogonal (to if:(is Empty (to)))"
STAY = '(then (add (piece "Man") (to (last From))))'
GO = "(then (remove (ahead (last To) N)))"


@pytest.mark.parametrize(
    "man",
    [
        f"(or {STEP}) {STEP} {STAY}))",
        f"(or {{{STEP}) {STEP} {STAY}) {STEP} {GO})}})",
        # Consequences around each choice, and around all of them.
        f"(or {{{STEP}) (or {{{STEP}) {STEP} {GO})}} {STAY})}} {GO})",
        # Ways that only look alike: other directions, other destinations, another distance.
        f"(or {{{STEP}) (move Step Diagonal (to if:(is Empty (to))))}} {STAY})",
        f"(or {{{STEP}) (move Step Orthogonal (to if:(is Enemy (who at:(to)))))}})",
        "(or {(move Slide Orthogonal) (move Slide Orthogonal (between (max 1)))})",
        # The same twice is two moves.
        f"(or {STEP}) {STEP}))",
    ],
)
def test_every_choice_is_there_with_its_own_consequences(man: str):
    rules = load(duel(man, board="(square 4)"), limits=None)

    assert [rules.perft(depth) for depth in (1, 2, 3)] == [
        rules.start().perft(depth) for depth in (1, 2, 3)
    ]


def test_a_move_and_its_twin_are_two():
    # From the corner of a board of three by three a man may step two ways, and stay behind or not.
    assert load(duel(f"(or {STEP}) {STEP} {STAY}))"), limits=None).perft(1) == 4


def test_a_twin_is_played_as_it_was_found():
    men = '(place "Man1" "A1") (place "Man2" "D4")'
    rules = load(duel(f"(or {STEP}) {STEP} {STAY}))", board="(square 4)", start=men), limits=None)

    # White goes from a1 to b1 or a2, and Black has four moves whatever White did. Then White has
    # one man with 3 steps, or two, of which that in the corner has 1 and the other 2.
    assert rules.perft(3) == 2 * 4 * (3 * 2) + 2 * 4 * ((1 + 2) * 2) == 96
