"""Games in the notation of their family: turns written, read again, and the same in the browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.matches.log import Log, parse, read, write
from games.play import IllegalMove
from games.play.turns import read_turn, turns_of
from tests.games.cast import PROJECT
from tests.games.families import rules as rules_of
from tests.games.node import told

FOLDER = PROJECT / "fixtures" / "rulesets"

PLAYED = ["draughts-english", "draughts-polish", "congklak-hellier", "backgammon-1665"]

# A few turns of each family, by hand: what the plies are, and what is written of them.
TURNS = {
    "draughts-english": (
        ["c3-d4", "f6-e5", "d4-f6", "g7-e5"],
        ["11-15", "22-18", "15x22", "25x18"],
    ),
    "draughts-polish": (["b4-c5", "c7-b6", "h4-i5"], ["31-27", "17-21", "34-30"]),
    "oware": (["d1-d1", "b2-b2", "g1-g1"], ["C", "f", "F"]),
    "congklak-hellier": (["d1-d1", "b2-b2"], ["C", "g"]),
    "omweso": (["f1-g1", "d4-c4", "g1-h1"], ["B6>B7", "b5>b6", "B7>B8"]),
    "toguz-almasy": (["f1-f1", "d2-d2"], ["5", "7"]),
    "goose": (["[3 5] Hand1-e15"], ["35: hand/8"]),
    "backgammon-1665": (
        ["[5 3] pass", "[5 3] l2-j1", "j1-e1"],
        ["53: pass 53: 13/10 10/5"],
    ),
}  # fmt: skip

SCRIPT = """
const { Line } = await import(`${library}/line.js`);
const { siteLabels, turnsOf } = await import(`${library}/family.js`);
const { family, turns } = JSON.parse(asked);
const line = new Line({ ...rules, family }, turns);
const texts = [...turnsOf(family, line, siteLabels(rules.manifest)).values()];
console.log(JSON.stringify({ labels: line.labels, texts }));
"""


def shipped(slug: str) -> list[str]:
    """The longest game of a ruleset that shows its clauses, under the usual options."""
    lines = (PROJECT / "fixtures" / "moments" / f"{slug}.jsonl").read_text().splitlines()
    games: list[dict[str, Any]] = [json.loads(line) for line in lines[1:]]
    usual = [game["moves"] for game in games if not game["options"] and not game.get("setup")]
    return max(usual, key=len)[:24]


@pytest.mark.parametrize("slug", TURNS)
def test_the_turns_of_a_family_are_written_as_its_books_do(slug: str) -> None:
    labels, texts = TURNS[slug]
    assert [turn.text for turn in turns_of(rules_of(slug), labels)] == texts


@pytest.mark.parametrize("slug", PLAYED)
def test_a_turn_is_read_as_it_is_written_here_and_in_the_browser(slug: str, tmp_path: Path) -> None:
    rules, labels = rules_of(slug), shipped(slug)
    turns = list(turns_of(rules, labels))
    assert rules.family is not None
    position = rules.start()
    for turn in turns:
        if turn.labels != (turn.text,):
            assert read_turn(rules.family, position, turn.text) == list(turn.labels)
        for label in turn.labels:
            position = position.play(label)
    texts = [turn.text for turn in turns]
    seen = told(SCRIPT, rules, tmp_path, {"family": rules.family.as_json(), "turns": texts})
    assert seen == {"labels": labels, "texts": texts}


@pytest.mark.parametrize("slug", ["draughts-english", "backgammon-1665"])
def test_a_log_is_written_by_turns_with_what_is_said_of_plies_within(slug: str) -> None:
    labels = shipped(slug)
    log = Log(slug, "0" * 64, labels, annotations={0: "Before.", 2: "Of the second ply.\nMore."})
    text = write(log, rules_of(slug), {})
    assert read(parse(text), rules_of(slug), {}, "0" * 64) == log


def test_a_turn_that_is_over_does_not_go_on() -> None:
    rules = rules_of("oware")
    assert rules.family is not None
    with pytest.raises(IllegalMove, match="goes on when the turn is over"):
        read_turn(rules.family, rules.start(), "C D")


def test_boards_of_no_such_family_are_written_by_coordinates_alone() -> None:
    assert rules_of("konane-papamu").family is None
