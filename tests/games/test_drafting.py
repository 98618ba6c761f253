"""Beginnings of new rules: each family's text plays, and so does what the form asks for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.checking import definitions_in
from games.drafting import FAMILIES, DraftingError, Man, Simple, template, written
from games.play import load_rules

CHESS_MEN = (
    Man("King", "K", ("step-straight", "step-diagonal")),
    Man("Rook", "R", ("slide-straight",)),
    Man("Bishop", "B", ("slide-diagonal",)),
    Man("Knight", "N", ("leap-knight",)),
    Man("Pawn", "P", ("move-ahead", "capture-diagonal-ahead"), "Rook"),
)
CHESS = Simple(
    "Small chess", 5, 6, False, CHESS_MEN, ("RNBBK", "PPPPP"), "replacement", "mate", "King"
)
STEPPER = (Man("Man", "m", ("step-straight", "step-diagonal")),)
RUNNER = (Man("Man", "m", ("step-ahead", "step-diagonal-ahead")),)
GAMES = [
    CHESS,
    replace(CHESS, goal="take"),
    Simple("Leapers", 5, 5, True, STEPPER, ("mmmmm", "mm.mm"), "leap", "all"),
    Simple("Between", 5, 5, False, STEPPER, ("mmmmm",), "between", "all"),
    Simple("Runners", 6, 7, False, RUNNER, ("mmmmmm", "mmmmmm"), "replacement", "reach"),
    Simple("One runs", 4, 6, False, RUNNER, ("mmmm",), "replacement", "reach", "Man"),
    Simple("Added", 3, 3, True, (Man("Man", "m", ()),), (), "none", "line", line=3),
    Simple("Added and taken", 5, 5, False, (Man("Man", "m", ()),), (), "between", "line", line=4),
    Simple("Moved", 3, 3, True, STEPPER, ("mmm",), "none", "line", line=3),
]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_text_of_each_family_is_played_to_an_end(family: str) -> None:
    begun = template(family)
    rules = load_rules(begun.text)

    played = rules.playouts(40, 1)

    assert sum(played.wins) == 40
    assert sum(played.wins[1:]) >= 4
    assert not rules.doubts


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_said_of_a_family_is_defined_in_its_text(family: str) -> None:
    begun = template(family)
    defined = {each["name"] for each in definitions_in(begun.text)}
    owned = {each.name for each in load_rules(begun.text).kinds}

    assert {each.name for each in begun.rules} <= defined
    assert set(begun.pieces) <= owned


@pytest.mark.parametrize("asked", GAMES, ids=lambda each: each.name)
def test_what_the_form_asks_for_is_played(asked: Simple) -> None:
    begun = written(asked)
    rules = load_rules(begun.text)

    played = rules.playouts(40, 1)

    assert sum(played.wins) == 40
    assert [each["name"] for each in definitions_in(begun.text)] == [
        each.name for each in begun.rules
    ]


def test_the_men_of_the_form_move_as_it_says() -> None:
    rules = load_rules(written(CHESS).text)
    position = rules.start()

    labels = {move.label for move in position.legal_moves}

    assert labels == {"a2-a3", "b2-b3", "c2-c3", "d2-d3", "e2-e3", "b1-a3", "b1-c3"}


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"ranks": ("RNBBK", "PPPP")}, "rank2", "rank 2 has 4 places: write 5"),
        ({"ranks": ("RNBBK", "PPPXP")}, "rank2", "no man has the letter 'X'"),
        ({"ranks": ("RNBBK", "PPPPP", ".....", ".....")}, "ranks", "do not fit"),
        ({"ranks": ("KNBBK", "PPPPP")}, "ranks", "has to have one King"),
        ({"ranks": ()}, "ranks", "one King"),
        ({"goal_man": "Emperor"}, "goal_man", "no man is called Emperor"),
        ({"goal_man": ""}, "goal_man", "which man"),
        ({"capture": "leap"}, "capture", "mate needs"),
        ({"men": ()}, "men", "at least one man"),
        ({"men": (*CHESS_MEN, Man("King", "k", ()))}, "men", "the same name"),
        ({"men": (*CHESS_MEN, Man("Duke", "K", ()))}, "men", "the same letter"),
        ({"men": (*CHESS_MEN, Man('D" (', "D", ()))}, "men", "one word"),
        ({"men": (*CHESS_MEN, Man("Duke", "D", ("fly",)))}, "men", "no move"),
        ({"men": (*CHESS_MEN, Man("Duke", "D", (), "Tsar"))}, "men", "is no man"),
    ],
)
def test_what_cannot_be_rules_is_refused_with_its_field(
    changed: dict[str, object], field: str, said: str
) -> None:
    with pytest.raises(DraftingError, match=said) as refused:
        written(replace(CHESS, **changed))
    assert refused.value.field == field
