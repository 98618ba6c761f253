"""The places of races that rules single out: rosettes, forts, geese."""

from __future__ import annotations

import pytest

from games.frames import drawn
from games.play.second import SecondRules
from tests.games.families import rules as rules_of


def singled(slug: str) -> dict[str, list[str]]:
    rules = rules_of(slug)
    assert isinstance(rules, SecondRules)
    names = rules.core.board_names
    return {name: [names[site] for site in sites] for name, sites in rules.marked.items()}


@pytest.mark.parametrize(
    ("slug", "counts"),
    [
        ("ur-simple", {"Rosettes": 5}),
        ("pachisi-herklots", {"Fort": 12}),
        ("goose", {"Geese": 13, "Inn": 1, "Well and prison": 2}),
        ("chaturaji-tithitattva", {}),
        ("backgammon-1665", {}),
    ],
)
def test_regions_of_nobody_s_in_races_are_singled_out(slug: str, counts: dict[str, int]) -> None:
    assert {name: len(sites) for name, sites in singled(slug).items()} == counts


def test_they_are_drawn_and_named() -> None:
    rules = rules_of("goose")
    picture = drawn(rules, rules.start(), "", {}, {"1": "White", "2": "Black"}, "")

    assert picture.count('data-called="Geese"') == 13
    marks = picture.split('<g class="singled"')[1].split("</g>")[0]
    assert marks.count("<path") == 16
    assert len({each.split('"')[1] for each in marks.split("<path ")[1:]}) == 3
