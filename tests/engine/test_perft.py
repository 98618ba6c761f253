"""The second design counts the same leaves as the first."""

from __future__ import annotations

import pytest

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.play.machine import Machine
from tests.engine.machines import quick
from tests.games.families import rules as shipped
from tests.machine import PROJECT

SHIPPED = sorted((PROJECT / "fixtures" / "rulesets").glob("*.lud"))
DEPTH = 3
# Deeper counts than this are left out.
ENOUGH = 10_000

TWO_THAT_MOVE_ALIKE = """
(game "Two kinds of piece that move alike" (players 2)
    (equipment {(board (square 3))
        (piece "King" Each (move Step Orthogonal (to if:(is Empty (to)))))
        (piece "Man" Each (move Step Orthogonal (to if:(is Empty (to)))))})
    (rules
        (start {(place "King1" 0) (place "Man1" 1) (place "King2" 8) (place "Man2" 7)})
        (play (forEach Piece))
        (end (if (not (can Move (forEach Piece "King" Mover))) (result Mover Loss)))))
"""


def machine_of(text: str) -> Machine:
    """The game set up, in the second design."""
    machine = quick(compile_typed(read_and_bind(text, strict=True).root))
    machine.start()
    return machine


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_ruleset_has_as_many_games_as_in_the_first_design(path):
    text = path.read_text(encoding="utf-8")
    machine, rules = machine_of(text), shipped(path.stem)
    counts = [rules.perft(n) for n in range(1, DEPTH + 1)]
    counts = [n for n in counts if n < ENOUGH]

    assert [machine.call("leaves", n) for n in range(1, len(counts) + 1)] == counts
    assert len(counts) > 1


def test_the_moves_of_one_kind_of_piece_do_not_replace_those_of_all():
    machine = machine_of(TWO_THAT_MOVE_ALIKE)

    assert len(machine.legal_moves()) == 3
