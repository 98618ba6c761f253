"""Rulesets of the engine's second design compared, and with those of the first."""

from __future__ import annotations

from itertools import count

import pytest

from games.compare import Bounds, compare
from games.play import load
from games.play.second import load_second
from tests.engine.texts import PILES, RACE, ROLLED_AFTER
from tests.games.cast import RULESETS, duel
from tests.games.test_compare import (
    ADD,
    DIAGONAL,
    ENDS,
    LONG,
    SLIDE,
    STEP,
    TAKE,
    assert_shortest,
    in_row,
)

DUEL = {"board": LONG, "start": ENDS}


@pytest.mark.parametrize(
    ("b", "plies"), [(SLIDE, 0), (in_row(1), 2), (in_row(2), 4)], ids=["slide", "row 1", "row 2"]
)
def test_no_line_is_shorter_on_the_second_design(b: str, plies: int):
    ours, theirs = load_second(duel(STEP, **DUEL)), load_second(duel(b, **DUEL))
    assert_shortest(ours, theirs, plies)
    assert_shortest(load(duel(STEP, **DUEL)), theirs, plies)


@pytest.mark.parametrize(
    "text",
    [duel(STEP), duel(TAKE, **DUEL), duel(DIAGONAL, play=ADD), "kar-ouk", "space/mu-torere-best"],
    ids=["step", "take", "place", "kar-ouk", "mu torere"],
)
def test_the_same_text_has_the_same_moves_on_both_designs(text: str):
    if "(" not in text:
        text = (RULESETS / f"{text}.lud").read_text(encoding="utf-8")
    found = compare(load(text), load_second(text), bounds=Bounds(positions=60))
    assert (found.difference, found.ending, found.apart) == (None, None, "")
    assert found.found.plies >= 1


@pytest.mark.parametrize(
    ("text", "old", "new", "plies"),
    [
        (RACE, "", "", None),
        (RACE, "(- (count Pips) 1) if:(is Empty (to))", "(count Pips) if:(is Empty (to))", 0),
        (RACE, "(not (is Friend (who at:(to))))", "(is Empty (to))", 2),
        (ROLLED_AFTER, "(then (roll))", "", 0),
        (PILES, "Adjacent", "Orthogonal", 0),
    ],
    ids=["same", "entering", "hitting", "rolling", "stacks"],
)
def test_plies_are_compared_with_their_throws(text: str, old: str, new: str, plies: int | None):
    a, b = load_second(text), load_second(text.replace(old, new))
    found = compare(a, b, bounds=Bounds(positions=150))
    if plies is None:
        assert (found.difference, found.found.stopped) == (None, "positions")
        return
    assert found.difference is not None
    assert len(found.difference.line) == plies
    assert [step.a for step in found.difference.line] == [s.b for s in found.difference.line]
    lone = [*found.difference.only_a, *found.difference.only_b]
    assert lone
    assert all(each.move.startswith("[") for each in lone) or text is not RACE


def test_time_is_up_amid_the_positions_that_one_move_leads_to(monkeypatch: pytest.MonkeyPatch):
    clock = count()  # a second goes by at each look
    monkeypatch.setattr("games.compare.search.monotonic", lambda: next(clock))
    text = duel(play=ADD, board="(square 9)")
    found = compare(load_second(text), load_second(text), bounds=Bounds(seconds=3)).found
    assert (found.line, found.stopped, found.plies) == (None, "seconds", 0)
    assert 16 < found.positions < 79  # all that the first move leads to


def test_heaps_of_other_sizes_are_another_array():
    few = (RULESETS / "sow" / "oware.lud").read_text(encoding="utf-8")
    more = few.replace("set Count 4", "set Count 3")
    assert more != few
    assert (
        compare(load_second(few), load_second(more), bounds=Bounds(positions=2)).apart == "arrays"
    )
