"""Moves from and to hands as readers see them, on the server and in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.frames import drawn
from games.notation.hands import dropped
from games.notation.points import go_points
from games.play import IllegalMove, Rules, load, load_rules
from games.said_moves import said
from tests.games.cast import RULESETS
from tests.games.node import told

SAID = {
    "Hand1-d1": "@d1",
    "hand2-a5": "@a5",
    "[2 2] Hand1-d1 (2)": "[2 2] @d1 (2)",
    "hand1.3-e5": "3@e5",
    "c3-Hand1": "c3-hand",
    "g1-Hand1.2": "g1-hand.2",
    "Hand1.1-Hand1.2": "1@hand.2",
    "a1-a2": "a1-a2",
    "d4-d4=Stone1": "Stone@d4",
    "[3] aa10-aa10=WhiteMan2 (2)": "[3] WhiteMan@aa10 (2)",
    "c1-c1": "c1",
    "c1-c1(Order)": "c1(Order)",
    "f8-f8=Horse": "f8=Horse",
    "a1-a10": "a1-a10",
    "c1-c1.2": "c1-c1.2",
    "e7-e8=Queen1": "e7-e8=Queen1",
    "b1-b2(HandedOver)": "b1-b2(HandedOver)",
}


@pytest.mark.parametrize(("label", "said"), SAID.items())
def test_a_drop_has_its_sign(label: str, said: str) -> None:
    assert dropped(label) == said


def test_the_browser_says_the_same(tmp_path: Path) -> None:
    rules = load((RULESETS / "rek.lud").read_text(encoding="utf-8"))
    script = """
    const { dropped } = await import(`${library}/words.js`);
    console.log(JSON.stringify(JSON.parse(asked).map(dropped)));
    """
    assert told(script, rules, tmp_path, list(SAID)) == list(SAID.values())


@pytest.fixture(scope="module")
def go() -> Rules:
    return load_rules((RULESETS / "space" / "go-territory.lud").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "label"),
    [(text, "d4-d4=Stone1") for text in ("d4-d4=Stone1", "D4-d4=stone1", "d4", "D4", "Stone@d4")]
    + [("j4", "i4-i4=Stone1"), ("T19", "s19-s19=Stone1"), ("j4-j4=Stone1", "j4-j4=Stone1")],
)
def test_a_move_is_found_by_what_readers_see(go: Rules, text: str, label: str) -> None:
    assert go.start().legal_moves.find(text).label == label


def test_points_of_go_have_no_i(go: Rules) -> None:
    before = go.start()
    assert said(go, before, "h8-h8=Stone1") == "Stone@H8"
    assert said(go, before, "i9-i9=Stone1") == "Stone@J9"
    with pytest.raises(IllegalMove):
        before.legal_moves.find("i9")
    board = drawn(go, before, "", {}, {"1": "Black", "2": "White"}, "")
    assert 'data-label="J9"' in board and ">T</text>" in board
    assert 'data-label="I9"' not in board and ">I</text>" not in board
    assert not load_rules((RULESETS / "rek.lud").read_text(encoding="utf-8")).points


def test_boards_wider_than_the_letters_keep_their_labels() -> None:
    assert go_points(["a1", "y25"]) == {"a1": "A1", "y25": "Z25"}
    assert go_points(["a1", "z26"]) == {}
