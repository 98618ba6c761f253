"""What players are called: as the pieces of the ruleset say, whoever moves first."""

from __future__ import annotations

import json

import pytest
from django.conf import settings

from games.play import load_rules
from games.sides import called

USUAL = {"1": "White", "2": "Black"}
FOLDER = settings.BASE_DIR / "fixtures" / "rulesets"


@pytest.mark.parametrize(
    ("path", "options", "names"),
    [
        ("war/tablut-linnaeus", [], ["Muscovite", "Swede"]),
        ("war/tablut-linnaeus", ["Who begins/Swedes"], ["Swede", "Muscovite"]),
        ("sow/oware", [], ["South", "North"]),
        ("shodra", [], ["White", "Black"]),
    ],
)
def test_players_have_the_names_that_their_pieces_give(
    path: str, options: list[str], names: list[str]
) -> None:
    rules = load_rules((FOLDER / f"{path}.lud").read_text(), options)
    looks = json.loads((FOLDER / f"{path}.json").read_text())["pieces"]
    assert list(called(USUAL, rules, looks).values()) == names
