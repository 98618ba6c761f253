"""Shatranj ar-Rumiya of 1352: round chess inside out, with four citadels, worked out by hand.

The citadels are a1 (due south, White's), a2 (east), a3 (north, Black's) and a4 (west). Around them
are rings b (innermost) to e, each of sixteen spaces counted anticlockwise: 1 to 4 are White's
quarter and touch a1, 5 to 8 touch a2, 9 to 12 are Black's and touch a3, 13 to 16 touch a4.
"""

from __future__ import annotations

from functools import lru_cache

import pytest

from games.play import Outcome, Position, Rules, load
from tests.games.cast import RULESETS, destinations, labels, standing
from tests.games.test_compiler import machine, perft

CITADELS = {"a1", "a2", "a3", "a4"}


@lru_cache
def rumiya() -> Rules:
    text = (RULESETS / "shatranj-ar-rumiya-1352.lud").read_text(encoding="utf-8")
    return load(text, limits=None)


def board(mover: int = 1, **pieces: str) -> Position:
    return rumiya().position(pieces, mover)


def forbidden(position: Position) -> set[tuple[str, str]]:
    return {(each.move.label, each.clause) for each in position.forbidden}


# The board and the start


def test_each_citadel_touches_a_quarter_of_the_innermost_ring():
    graph = rumiya().board
    touched = {
        f"a{n}": {label for k in graph.directions("Out") if (label := beyond(f"a{n}", k))}
        for n in range(1, 5)
    }

    assert touched == {
        "a1": {"b1", "b2", "b3", "b4"},
        "a2": {"b5", "b6", "b7", "b8"},
        "a3": {"b9", "b10", "b11", "b12"},
        "a4": {"b13", "b14", "b15", "b16"},
    }
    assert {beyond(f"b{n}", "In") for n in range(1, 5)} == {"a1"}


def beyond(label: str, direction: str) -> str:
    graph = rumiya().board
    site = graph.following[direction][graph.site(label)]
    return graph.sites[site].label if site >= 0 else ""


def test_the_citadels_are_drawn_as_quarter_discs_before_the_players_quarters():
    south, east, north, west = rumiya().board.sites[:4]

    assert (round(south.x, 9), round(north.x, 9)) == (0, 0)
    assert south.y < 0 < north.y
    assert (round(east.y, 9), round(west.y, 9)) == (0, 0)
    assert west.x < 0 < east.x
    for site in (south, east, north, west):
        assert site.outline[0] == (0, 0)
        reaches = {round(x * x + y * y, 2) for x, y in site.outline[1:]}
        assert len(reaches) == 1
    # White's two columns of men stand left and right of due south.
    left, right = (rumiya().board.sites[rumiya().board.site(label)] for label in ("e2", "e3"))
    assert left.x == pytest.approx(-right.x)
    assert left.x < 0
    assert left.y == pytest.approx(right.y)
    assert left.y < 0


def test_the_arrangement_is_that_of_1140_turned_inside_out():
    start = standing(rumiya().start())

    assert [start[f"{ring}2"] for ring in "bcde"] == ["Rukh1", "Asb1", "Pil1", "Fers1"]
    assert [start[f"{ring}3"] for ring in "bcde"] == ["Rukh1", "Asb1", "Pil1", "Shah1"]
    assert {start[f"{ring}1"] for ring in "bcde"} == {"BaidaqCW1"}
    assert {start[f"{ring}4"] for ring in "bcde"} == {"BaidaqCCW1"}
    assert len(start) == 32
    assert not CITADELS & set(start)
    for site, piece in start.items():
        opposite = f"{site[0]}{(int(site[1:]) + 7) % 16 + 1}"
        assert start[opposite] == f"{piece[:-1]}{3 - int(piece[-1])}"


def test_the_reference_machine_counts_the_same_moves():
    # Eight baidaqs step; asbs go to b5, d5 and b16, d16, pils to b5 and b16.
    assert labels(rumiya().start()) == sorted(
        [f"{ring}1-{ring}16" for ring in "bcde"]
        + [f"{ring}4-{ring}5" for ring in "bcde"]
        + ["c2-b16", "c2-d16", "c3-b5", "c3-d5", "d2-b16", "d3-b5"]
    )
    counts = [perft(machine(rumiya()), depth) for depth in (1, 2)]
    assert counts == [14, 14 * 14]
    # A generator written apart from the engine counts as many.
    assert [rumiya().perft(depth) for depth in (1, 2, 3)] == [14, 14 * 14, 2912]


# The citadels


@pytest.mark.parametrize(
    ("origin", "entered"),
    [
        ("b2", {"a1"}),
        ("b3", {"a1"}),
        # The spaces at the end of a quarter touch the next citadel with a corner.
        ("b4", {"a1", "a2"}),
        ("b5", {"a1", "a2"}),
        ("b1", {"a4", "a1"}),
        ("b16", {"a4", "a1"}),
        ("b10", {"a3"}),
        ("c2", set()),
        ("e2", set()),
    ],
)
def test_a_shah_enters_the_citadels_that_its_space_touches(origin: str, entered: set[str]):
    position = board(**{origin: "Shah1"})

    assert destinations(position, origin) & CITADELS == entered
    assert {m.clause for m in position.legal_moves if m.to < 4} <= {"ShahEntersCitadel"}


@pytest.mark.parametrize("citadel", ["a3", "a4"])
@pytest.mark.parametrize("mover", [1, 2])
def test_a_shah_that_enters_a_citadel_draws_at_once(mover: int, citadel: str):
    other = {1: "Shah2", 2: "Shah1"}[mover]

    after = board(mover, b13=f"Shah{mover}", e5=other).play(f"b13-{citadel}")

    assert after.outcome == Outcome(0, "CitadelDraws", "(result Mover Draw)")
    assert list(after.legal_moves) == []


def test_a_shah_in_check_may_take_refuge():
    # The rukh rakes the radius of b2, but goes no further than that space.
    position = board(2, b2="Shah2", e2="Rukh1", e12="Shah1")

    assert "b2-a1" in labels(position)
    after = position.play("b2-a1")
    assert after.outcome == Outcome(0, "CitadelDraws", "(result Mover Draw)")


def test_a_baidaq_does_not_attack_a_citadel_over_the_corner():
    assert "b14-a4" in labels(board(2, b14="Shah2", b1="BaidaqCW1", e12="Shah1"))


def test_a_shah_beside_a_citadel_is_not_mated():
    # The rukhs will command ring b both ways round, and ring c; a1 and a2 are left.
    men = {"b4": "Shah2", "c10": "Rukh1", "d12": "Rukh1", "e14": "Shah1"}

    after = board(**men).play("d12-b12")

    assert after.outcome is None
    assert labels(after) == ["b4-a1", "b4-a2"]


def test_a_citadel_in_the_other_shahs_reach_may_be_entered_too():
    assert {"a1"} == destinations(board(b2="Shah1", b4="Shah2"), "b2") & CITADELS


def test_no_other_piece_enters_a_citadel():
    men = {"b2": "Rukh1", "b4": "Fers1", "c6": "Asb1", "c10": "Pil1", "b13": "BaidaqCW1"}
    position = board(**men, e15="Shah1", e7="Shah2")

    assert not any(destinations(position, origin) & CITADELS for origin in men)
    # The rukh straight in; the fers through the corner of its space; the asb two in, where it is on
    # a2, and one aside; the pil over b9 and on through the corner of that.
    assert {each for each in forbidden(position) if each[0][-2:] in CITADELS} == {
        ("b2-a1", "OnlyShahMayEnter"),
        ("b4-a2", "OnlyShahMayEnter"),
        ("c6-a1", "OnlyShahMayEnter"),
        ("c6-a3", "OnlyShahMayEnter"),
        ("c10-a2", "OnlyShahMayEnter"),
    }


def test_a_rukh_does_not_slide_through_a_citadel():
    position = board(e2="Rukh1", e13="Shah1", e8="Shah2")

    assert destinations(position, "e2") == {
        "d2", "c2", "b2", "e1", "e16", "e15", "e14", *(f"e{n}" for n in range(3, 9)),
    }  # fmt: skip


def test_nothing_threatens_a_shah_across_the_middle():
    # The rukh stands straight across; round the ring the baidaqs keep it off.
    men = {"b10": "Shah2", "b9": "BaidaqCCW2", "b11": "BaidaqCW2", "b2": "Rukh1", "e5": "Shah1"}

    assert labels(board(2, **men, e16="Fers2")).count("e16-d1") == 1


# The men, as in 1140


def test_pieces_move_as_in_1140_one_ring_further_out():
    assert destinations(board(e4="Fers1"), "e4") == {"d3", "d5"}
    assert destinations(board(d4="Shah1"), "d4") == {
        "c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5",
    }  # fmt: skip
    assert destinations(board(b3="Pil1"), "b3") == {"d1", "d5"}
    assert destinations(board(e1="Pil1"), "e1") == {"c15", "c3"}
    # Two out and one aside; two along and one out. Inwards there are citadels only.
    assert destinations(board(b2="Asb1"), "b2") == {"d1", "d3", "c16", "c4"}
    assert destinations(board(b4="Rukh1"), "b4") == {
        *(f"b{n}" for n in range(1, 17) if n != 4), "c4", "d4", "e4",
    }  # fmt: skip


def test_baidaqs_run_round_and_take_aslant():
    enemies = dict.fromkeys(("d3", "b3", "d5", "b5"), "Fers2")

    assert destinations(board(c4="BaidaqCW1", **enemies), "c4") == {"c3", "d3", "b3"}
    assert destinations(board(c4="BaidaqCCW1", **enemies), "c4") == {"c5", "d5", "b5"}
    # Nothing is taken into a citadel.
    assert destinations(board(b1="BaidaqCW1"), "b1") == {"b16"}


@pytest.mark.parametrize(("mover", "other"), [("CW", "CCW"), ("CCW", "CW")])
def test_two_baidaqs_of_one_player_that_meet_are_taken_off(mover: str, other: str):
    start, end, far = ("c2", "c1", "c16") if mover == "CW" else ("c15", "c16", "c1")
    men = {start: f"Baidaq{mover}1", far: f"Baidaq{other}1", "e12": "Shah2", "e4": "Shah1"}

    after = board(**men).play(f"{start}-{end}")

    assert standing(after) == {"e12": "Shah2", "e4": "Shah1"}
    assert [(e.kind, e.clause) for e in after.effects] == [("removal", "BaidaqsMeet")] * 2


def test_baidaqs_of_two_players_only_block_each_other():
    men = {"c2": "BaidaqCW1", "c16": "BaidaqCCW2", "e12": "Shah2", "e4": "Shah1"}

    after = board(**men).play("c2-c1")

    assert len(standing(after)) == 4
    assert destinations(after, "c16") == set()


# The end


def test_two_rukhs_mate_a_shah_on_the_outermost_ring():
    after = board(e4="Shah2", d10="Rukh1", b11="Rukh1", b14="Shah1").play("b11-e11")

    assert after.outcome == Outcome(1, "MateWins", "(result Mover Win)")


def test_stalemate_draws():
    # Ring d is commanded, e3 and e5 by the radii; e4 itself is not attacked.
    men = {"e4": "Shah2", "d10": "Rukh1", "c3": "Rukh1", "b6": "Rukh1", "b14": "Shah1"}
    position = board(**men)

    after = position.play("b6-b5")

    assert after.outcome is None or after.outcome.clause == "StalemateDraws"
    assert labels(board(2, **{**men, "b5": "Rukh1"})) == ["pass"]
    assert after.outcome == Outcome(0, "StalemateDraws", "(result Mover Draw)")
