"""Positions set up by hand as text: read, written, played from, and refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.play import Rules, RulesError
from games.play.setups import LONGEST, begun_from, checked_from, written_setup
from games.play.showing import shown
from tests.games.families import first
from tests.pages.conftest import RULES

BARE = "2;a1:Noyion1;d4:Oi2;h8:Noyion2"


@pytest.fixture(scope="module")
def shodra() -> Rules:
    return first("shodra")


def test_a_game_begins_from_what_was_set_up(shodra: Rules) -> None:
    start = checked_from(shodra, BARE).start()
    assert set(start.pieces()) == {("a1", "Noyion", 1), ("d4", "Oi", 2), ("h8", "Noyion", 2)}
    assert start.mover == 2
    assert ("d3", "Oi", 2) in set(start.play("d4-d3").pieces())
    assert len(list(shodra.start().pieces())) == 32  # the rules themselves stay as they were


def test_what_is_read_is_written_in_the_order_of_the_sites(shodra: Rules) -> None:
    start = begun_from(shodra, "2;H8:Noyion2;d4:Oi2;a1:Noyion1").start()
    assert written_setup(start) == BARE
    assert begun_from(shodra, BARE).start() == start


def test_the_usual_opening_has_a_text_too(shodra: Rules) -> None:
    text = written_setup(shodra.start())
    assert begun_from(shodra, text).start() == shodra.start()
    assert begun_from(shodra, "") is shodra


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x", "'x' is no player: begin with who moves, as in 2;e1:King1"),
        ("²;a1:Noyion1", "'²' is no player"),
        ("9;a1:Noyion1", "there is no player 9 to move: there are 1 to 2"),
        ("1;a1", "'a1' says no piece and its site: write it as e1:King1"),
        ("1;", "'' says no piece"),
        ("1;a1:Noyion1;A1:Oi1", "two pieces stand on A1"),
        ("1;a1:King1", "there is no piece 'King1': there are Noyion1, Noyion2"),
        ("1;a1:", "there is no piece '': there are Noyion1"),
        ("1;j1:Noyion1", "no site 'j1'"),
        ("1;a1:Noyion2", "the side to move has no legal move"),
        ("1", "the side to move has no legal move"),
        ("1" + ";a1:Oi1" * LONGEST, "characters: 20,000 at most are read"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    shodra: Rules, text: str, reason: str
) -> None:
    with pytest.raises(RulesError) as refused:
        checked_from(shodra, text)
    assert reason in str(refused.value)


def test_no_clause_of_the_opening_shows_up_in_what_was_set_up(shodra: Rules) -> None:
    usual, bare = shown(shodra, [])[0], shown(begun_from(shodra, BARE), ["d4-d3"])[0]
    assert ("PiecesBehindOi", "effect") in usual
    assert bare < usual
    assert ("PiecesBehindOi", "effect") not in bare


@pytest.mark.parametrize("path", sorted(RULES.glob("*.lud")), ids=lambda path: path.stem)
def test_each_clause_of_the_opening_knows_the_men_that_it_places(path: Path) -> None:
    rules = first(path.stem)
    men = [site for site, man in enumerate(rules.start().board) if man]
    assert sorted(site for sites in rules.placed.values() for site in sites) == men
    assert rules.placed[rules.program.board_clause] == []
    begun = rules.begun_from(rules.start())
    assert begun.placed == {rules.program.board_clause: []}
