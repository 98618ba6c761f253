"""Positions of mancala in four rows, worked out by hand."""

from __future__ import annotations

import pytest

from tests.games.sowing import holes, lying, past_the_opening, played, rules


def test_the_openings_of_mweso_run_one_lap_or_two_and_take_nothing():
    start = rules("omweso").start()
    ends = {}
    for move in start.legal_moves:
        after = [0 if each is None else each.count for each in played(start, move.label).standing]
        ends[move.label[0]] = (after[:8].count(0), after[8:16].index(1))
        assert after[16:] == [0] * 8 + [4] * 8
    first = [0 if each is None else each.count for each in played(start, "a1").standing]

    emptied_and_end = [(2, 6), (2, 5), (2, 4), (2, 3), (1, 7), (1, 6), (1, 5), (1, 4)]
    assert ends == dict(zip("abcdefgh", emptied_and_end, strict=True))
    assert first[:16] == [0, 5, 5, 5, 0, 5, 5, 5, 0, 0, 0, 0, 0, 0, 1, 1]


def test_seeds_taken_in_mweso_are_sown_from_where_the_lap_began():
    start = lying("omweso", {"g1": 2, "h2": 1, "h3": 3, "h4": 2, "a4": 3})

    after = {"h1": 2, "h2": 3, "g2": 1, "f2": 1, "e2": 1, "a4": 3}
    assert holes(played(start, "g1")) == after


@pytest.mark.parametrize(
    ("options", "own"),
    [
        ((), {"a1": 1, "a2": 2, "c1": 1, "d1": 1}),
        (
            ("After a capture with the clock/Seeds go on with the clock",),
            {"a1": 2, "b2": 1, "c2": 1, "d2": 1},
        ),
    ],
)
def test_a_hole_of_mweso_at_the_left_goes_with_the_clock_only_to_take(options, own):
    filled = {"b1": 2, "a2": 1, "a3": 1, "a4": 1, "h4": 3}
    start = lying("omweso", filled, *options)
    assert sorted(move.label for move in start.legal_moves) == ["b1-a1", "b1-c1"]
    assert holes(played(start, "b1-a1")) == {**own, "h4": 3}

    start = lying("omweso", {**filled, "a3": 0}, *options)
    assert [move.label for move in start.legal_moves] == ["b1-c1"]


@pytest.mark.parametrize(
    ("options", "own"),
    [
        ((), {"p1": 1, "o2": 1, "n2": 1, "p3": 1}),
        (("Pits that are taken/The inner one must be filled",), {"p1": 1, "p2": 2, "o2": 1}),
    ],
)
def test_facing_pits_of_hus_are_taken_if_both_are_filled_or_by_option_the_inner_one(options, own):
    start = past_the_opening("hus-nama", {"o1": 2, "p2": 1, "p3": 1, "a4": 3}, *options)
    assert holes(played(start, "o1")) == {**own, "a4": 3}

    start = past_the_opening("hus-nama", {"o1": 2, "p2": 1, "p3": 1, "p4": 1, "a4": 3}, *options)
    taken = {"p1": 1, "p2": 2, "o2": 1, "n2": 1, "a4": 3}
    assert holes(played(start, "o1")) == taken


def test_half_of_the_openings_of_the_simple_bao_end_in_the_inner_row_and_take_six():
    start = rules("bao-kiarabu-1").start()
    taken = {move.label: holes(played(start, move.label)) for move in start.legal_moves}

    assert sorted(after.get("Hand1", 0) for after in taken.values()) == [0] * 16 + [6] * 16
    ends = {"a1-a2": "c2", "h1-h2": "f2", "d2-c2": "a2"}
    assert [taken[way][end] for way, end in ends.items()] == [1, 1, 1]


def test_inner_holes_of_the_stricter_bao_end_in_themselves_and_take_four():
    start = rules("bao-kiarabu-2").start()
    for move in start.legal_moves:
        after = holes(played(start, move.label[:2]))
        assert after[move.label[:2]] == 1
        assert after.get("Hand1", 0) == (4 if move.label[1] == "2" else 0)


@pytest.mark.parametrize(("facing", "taken"), [({"c3": 2, "c4": 3}, 5), ({"c4": 3}, 0)])
def test_the_stricter_bao_takes_the_outer_hole_only_with_the_inner_one(facing, taken):
    start = lying("bao-kiarabu-2", {"d2": 1, **facing, "a4": 1})

    assert holes(played(start, "d2")).get("Hand1", 0) == taken


def test_sowings_of_hus_on_eight_pits_run_from_one_lap_to_five_and_take_nothing():
    start = rules("hus-nama", "Pits in a row/Eight").start()
    turns = {move.label[:2]: start.play(move) for move in start.legal_moves}

    laps = {pit: after.field("var")[0] for pit, after in turns.items()}
    outer = dict(zip((f"{each}1" for each in "abcdefgh"), (5, 4, 4, 4, 3, 3, 3, 2), strict=True))
    assert laps == {**outer, "e2": 1, "f2": 1, "g2": 2, "h2": 2}
    enemy = start.standing[16:]
    assert all(after.standing[16:] == enemy for after in turns.values())
