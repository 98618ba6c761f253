"""The second design counts the same leaves as the first."""

from __future__ import annotations

import pytest

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.play.machine import Machine
from games.play import load
from tests.machine import PROJECT

SHIPPED = sorted((PROJECT / "fixtures" / "rulesets").glob("*.lud"))
DEPTH = 3

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
    machine = Machine(compile_typed(read_and_bind(text, strict=True).root))
    machine.start()
    return machine


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_ruleset_has_as_many_games_as_in_the_first_design(path):
    text = path.read_text(encoding="utf-8")
    machine, rules = machine_of(text), load(text, limits=None)
    depths = range(1, DEPTH + 1)

    assert [machine.call("leaves", n) for n in depths] == [rules.perft(n) for n in depths]


def test_the_moves_of_one_kind_of_piece_do_not_replace_those_of_all():
    machine = machine_of(TWO_THAT_MOVE_ALIKE)

    assert len(machine.legal_moves()) == 3
