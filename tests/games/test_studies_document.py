"""docs/studies.md: what it says of the rulesets with short games is counted again."""

from __future__ import annotations

import re

import pytest

from games.study import Tally, count, figures
from games.study.printing import value_text
from tests.games.cast import PROJECT, RULESETS
from tests.games.test_study_counts import design

DOCUMENT = (PROJECT / "docs" / "studies.md").read_text(encoding="utf-8")
GAMES = 10_000


def section(slug: str) -> str:
    """What stands between two headings and asks of that ruleset."""
    (found,) = [each for each in DOCUMENT.split("\n## ") if f"`study {slug} " in each]
    return found


def said(tally: Tally, figure: str, of: str, role: str = "") -> str:
    """A value as the document writes it."""
    (found,) = [m for m in figures(tally) if m.key == (figure, of, role)]
    return value_text(figure, found.estimate.value)


@pytest.mark.parametrize("slug", sorted(path.stem for path in RULESETS.glob("*.lud")))
def test_every_ruleset_has_its_question_and_its_command_is_right(slug):
    without = re.findall(rf"`study {slug} --without (\w+)`", section(slug))
    instead = re.findall(rf"`study {slug} --instead \"([^\"]+)\"`", section(slug))
    assert len(without) + len(instead) == 1
    for clause in without:
        assert design(slug, without=clause).rules().start().legal_moves
    for option in instead:
        assert option in design(slug, options=(option,)).rules().chosen


def test_kar_ouk_counted_again():
    tally, text = count(design("kar-ouk"), 0, GAMES), section("kar-ouk")
    assert said(tally, "positions", "KingLeaps", "allowed") in text
    assert said(tally, "positions", "NeangLeaps", "allowed") in text
    assert said(tally, "outcome", "player 1 wins") in text
    assert f"{tally.positions / GAMES:.1f} plies" in text


def test_rek_counted_again():
    tally, text = count(design("rek"), 0, GAMES), section("rek")
    for clause in ("CaptureByEnclosure", "CaptureByRek"):
        assert said(tally, "games", clause, "effect") in text
    assert said(tally, "games", "OwnKingWithoutMove", "ended") in text


def test_kar_ouk_counted_again_without_its_clause():
    tally, text = count(design("kar-ouk", without="KingLeaps"), 0, GAMES), section("kar-ouk")
    assert f"{said(tally, 'outcome', 'player 1 wins')} without" in text
    with_it = float(re.search(r"\((\S+) plies", text)[1])
    longer = float(re.search(r"they would be (\S+) plies longer", text)[1])
    assert tally.positions / GAMES == pytest.approx(with_it + longer, abs=0.1)
