"""Texts are typed by the table of signatures, and all of their faults are found at once."""

import pytest

from games.engine.language import LanguageError, read_and_bind, walk
from tests.machine import PROJECT

SHIPPED = sorted((PROJECT / "fixtures" / "rulesets").glob("*.lud"))
GAME = """
(game "Small" (players 2)
    (equipment { (board (square 3)) (piece "Pawn" Each (move Step Forward (to))) })
    (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_text_binds_without_a_fault(path):
    bound = read_and_bind(path.read_text(encoding="utf-8"), name=path.name)
    # These four directions are the project's own words: the language does not have them.
    assert {fault.found for fault in bound.faults} <= {"CWOut", "CWIn", "CCWOut", "CCWIn"}
    assert all(node.row or node.items or node.value is not None for node in walk(bound.root))


def test_arguments_have_the_names_and_types_of_the_table():
    root = read_and_bind(GAME).root
    assert root.key == "game game"
    piece = root.args["equipment"].args["items"].items[1]
    step = piece.args["generator"]
    assert (step.key, step.kind, step.word) == ("moves move Step", "moves", "Step")
    assert step.args["directions"].value == "Forward"
    assert step.args["to"].key == "parts to"
    assert not step.has("then")
    assert step.get("from") is None
    players = root.args["players"].args["numPlayers"]
    assert (players.value, players.kind) == (2, "ints")


def test_one_slip_is_one_fault_at_its_place_and_all_are_found():
    text = GAME.replace("Step", "Stepp").replace("forEach", "forEech").replace("Win", "Won")
    found = read_and_bind(text).faults
    assert [fault.span.text for fault in found] == ["Stepp", "forEech", "Won"]
    with pytest.raises(LanguageError) as refusal:
        read_and_bind(text, strict=True)
    assert refusal.value.faults == found
