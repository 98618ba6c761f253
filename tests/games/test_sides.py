"""What players are called: as the pieces of the ruleset say, whoever moves first."""

from __future__ import annotations

import json

import pytest
from django.conf import settings

from games.drawing.looks import fill_of
from games.play import load_rules
from games.sides import called
from tests.games.families import rules as rules_of
from tests.games.node import told

USUAL = {"1": "White", "2": "Black"}
FOLDER = settings.BASE_DIR / "fixtures" / "rulesets"


@pytest.mark.parametrize(
    ("path", "options", "names"),
    [
        ("war/tablut-linnaeus", [], ["Muscovite", "Swede"]),
        ("war/tablut-linnaeus", ["Who begins/Swedes"], ["Swede", "Muscovite"]),
        ("sow/oware", [], ["South", "North"]),
        ("war/konane-papamu", [], ["Black", "White"]),
        ("war/draughts-english", [], ["Dark", "Light"]),
        ("space/go-territory", [], ["Black", "White"]),
        ("shodra", [], ["White", "Black"]),
    ],
)
def test_players_have_the_names_that_their_pieces_give(
    path: str, options: list[str], names: list[str]
) -> None:
    rules = rules_of(path.rpartition("/")[2], *options)
    looks = json.loads((FOLDER / f"{path}.json").read_text())["pieces"]
    assert list(called(USUAL, rules, looks).values()) == names


class TestColours:
    @pytest.mark.parametrize(
        ("sides", "fills"),
        [
            ({"1": "White", "2": "Black"}, [0, 1, 2]),
            ({"1": "Black", "2": "White"}, [0, 2, 1]),
            ({"1": "Dark", "2": "Light"}, [0, 2, 1]),
            ({"1": "Red", "2": "Black"}, [0, 1, 2]),
            ({"1": "Black", "2": "White", "3": "Red"}, [0, 2, 1, 3]),
            ({}, [0]),
        ],
    )
    def test_who_is_called_dark_has_the_dark_pieces(self, sides, fills, tmp_path):
        assert [fill_of(owner, sides) for owner in range(len(fills))] == fills
        script = """
            const { fillOf } = await import(`${library}/words.js`);
            const { sides, owners } = JSON.parse(asked);
            console.log(JSON.stringify(owners.map((owner) => fillOf(owner, sides))));
        """
        asked = {"sides": sides, "owners": list(range(len(fills)))}
        rules = load_rules((FOLDER / "shodra.lud").read_text())
        assert told(script, rules, tmp_path, asked) == fills
