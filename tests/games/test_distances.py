"""How far it is, which site is the n-th of a region, and where moves lead."""

from __future__ import annotations

import pytest

from games.play import load
from tests.games.cast import duel

STEP = "(move Step (to if:(is Empty (to))))"


def holds(condition: str, start: str = '(place "Man1" 0) (place "Man2" 8)') -> bool:
    """Whether a condition holds on the board of nine after a1-a2."""
    text = duel(STEP, start=start, end=f"(if {condition} (result Mover Win))")
    return load(text).start().play("a1-a2").outcome is not None


@pytest.mark.parametrize(
    ("steps", "count"),
    [
        ("0 8", 2),
        ("Orthogonal 0 8", 4),
        ("Diagonal 0 8", 2),
        ("(step Orthogonal (to if:(is Empty (to)))) 0 (sites {5 7})", 3),
        ("(step Orthogonal (to if:(is Empty (to)))) 0 (sites {1 0})", 0),
        ("(step (to if:(is Empty (to)))) 0 (sites {8})", 1_000_000_000),
        ("(step (to if:(is Empty (to)))) 0 (sites {})", 0),
    ],
)
def test_steps_are_counted_as_they_may_be_made(steps: str, count: int):
    assert holds(f"(= {count} (count Steps {steps}))")
    assert not holds(f"(= {count + 1} (count Steps {steps}))")


def test_a_site_of_a_region_is_found_by_how_many_come_before_it():
    top = "(regionSite (sites Top) index:{})".format

    assert holds(f"(= 6 {top(0)})")
    assert holds(f"(= 8 {top(2)})")
    assert holds(f"(= -1 {top(3)})")
    assert holds("(= 3 (regionSite (sites Occupied by:Mover) index:0))")


def test_moves_lead_to_sites_and_come_from_sites():
    moves = "(step (from (last To)) Orthogonal (to if:(is Empty (to))))"

    assert holds(f"(= 3 (count Sites in:(sites To {moves})))")
    assert holds(f"(is In 6 (sites To {moves}))")
    assert not holds(f"(is In 8 (sites To {moves}))")
    assert holds(f"(and (is In 3 (sites From {moves})) (not (is In 6 (sites From {moves}))))")
