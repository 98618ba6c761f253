"""Positions and first moves of chess and its kin, worked out by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.play.second import SecondPosition
from tests.games.cast import destinations, labels, standing
from tests.games.families import after, rules
from tests.games.races import begun


def test_the_sixteen_first_moves_of_the_manasollasa():
    feet = {f"{file}2-{file}3" for file in "abcdefgh"}
    horses = {"b1-a3", "b1-c3", "g1-f3", "g1-h3"}
    chariots_and_elephants = {"a1-c3", "h1-f3", "c1-c3", "f1-f3"}

    found = set(labels(rules("chaturanga-manasollasa").start()))
    assert found == feet | horses | chariots_and_elephants


def test_the_twenty_four_first_moves_of_timurs_chess():
    baidaqs = {f"{file}3-{file}4" for file in "bcdefghijkl"}
    jamals = {"d1-c4", "d1-e4", "j1-i4", "j1-k4"}
    asbs = {"c2-b4", "c2-d4", "c2-e1", "k2-i1", "k2-j4", "k2-l4"}
    firzan, shah = {"f2-e1", "f2-g1"}, {"g2-g1"}

    assert (
        set(labels(rules("shatranj-al-kabir").start())) == baidaqs | jamals | asbs | firzan | shah
    )


def test_a_fil_reaches_eight_squares_of_the_board():
    reached, new = {"f1"}, {"f1"}
    while new:
        found = set[str]()
        for site in new:
            setup = f"1;{site}:Fil1;a1:Shah1;a8:Shah2;a7:Baidaq2"
            found |= destinations(after("shatranj", setup), site)
        new = found - reached
        reached |= new

    assert reached == {"f1", "h3", "d3", "b1", "b5", "d7", "f5", "h7"}


def test_a_pawn_of_the_verses_waits_on_the_last_rank_while_the_queen_lives():
    men = "1;e7:Pawn1;d1:Queen1;a1:King1;h8:King2;h2:Pawn2"
    waiting = after("european-early", men, "e7-e8", "h8-h7")

    assert standing(waiting)["e8"] == "Pawn1"
    assert not [move for move in labels(waiting) if move.startswith("e8")]
    barred = after("european-early", men, options=(BARRED,))
    assert "e7-e8" not in labels(barred)


BARRED = "A pawn while the queen lives/May not go to the last rank"


def test_an_elephant_of_ethiopia_leaps_to_the_second_square():
    found = {move for move in labels(rules("senterej-pankhurst").start()) if move[:2] == "c1"}

    assert found == {"c1-a3", "c1-e3"}


@pytest.mark.parametrize(
    ("foot", "steps", "square"),
    [("H4", 4, "h8"), ("G4", 3, "g7"), ("F4", 2, "f6"), ("E4", 1, "e5"), ("D3", 1, "d4")],
)
def test_five_foot_of_the_burmese_go_straight_to_the_long_diagonal(foot, steps, square):
    kings = '(place "King1" coord:"A1") (place "King2" coord:"A8")'
    position = begun("sittuyin-cox", f'(place "Foot1" coord:"{foot}" state:1) {kings}').start()
    file, rank = foot[0].lower(), int(foot[1])
    for step in range(rank, rank + steps):
        assert not [move for move in on(position) if "=" in move]
        position = position.play(f"{file}{step}-{file}{step + 1}")
        position = position.play("a8-a7" if "a8-a7" in on(position) else "a7-a8")

    assert [move for move in on(position) if "=" in move] == [f"{square}-{square}=SubGeneral1"]


def on(position: SecondPosition) -> list[str]:
    return [move.label for move in position.legal_moves]


def test_both_dice_are_played_and_in_either_order():
    start = rules("chaturaji-biruni").start().with_throw((0, 2))
    horse, others = {"b1-a3", "b1-c3"}, {"a2-a3", "b2-b3", "c2-c3", "d2-d3", "d1-e1", "d1-e2"}

    assert {move.label.split()[-1] for move in start.legal_moves} == horse | others
    assert set(on(start.play("[1 3] b1-c3"))) == others - {"c2-c3"}
    assert set(on(start.play("[1 3] d2-d3"))) == horse | {"b1-d2"}


def test_two_fours_carry_an_elephant_over_fifteen_squares():
    kings = " ".join(
        f'(place "King{n}" coord:"{site}")' for n, site in enumerate(("C5", "B7", "F6", "G3"), 1)
    )
    start = begun("chaturaji-biruni", f'(place "Elephant1" coord:"A1") {kings}').start()
    first = start.play("[4 4] a1-h1")

    assert "h1-h8" in on(first)
    assert first.play("h1-h8").mover == 2


def test_south_opens_chaturaji_by_the_number_of_the_long_die():
    start = rules("chaturaji-tithitattva").start()
    first = {
        face + 2: {move.label.split()[-1] for move in start.with_throw((face,)).legal_moves}
        for face in range(4)
    }

    assert first == {
        5: {"a2-a3", "b2-b3", "c2-c3", "d2-d3", "d1-e1", "d1-e2"},
        4: {"pass"},
        3: {"b1-a3", "b1-c3"},
        2: {"a1-c3"},
    }


def boat_from(site: int) -> set[int]:
    """The squares to which a boat leaps from one."""
    start = rules("chaturaji-tithitattva").start()
    machine = start.rules.machines.machine()
    machine.position = start.content
    boat = next(iter(machine.numbers("what")))
    for other in range(64):
        machine.set("what", boat if other == site else 0, other)
    position = SecondPosition(start.rules, machine.position)
    return {move.to for move in position.with_throw((0,)).legal_moves if move.to >= 0}


def test_no_boat_ever_meets_another_and_five_squares_of_four_can_hold_all():
    leaps = {site: boat_from(site) for site in range(64)}
    waters = []
    for corner in (0, 7, 63, 56):
        reached, new = {corner}, {corner}
        while new:
            new = set().union(*(leaps[site] for site in new)) - reached
            reached |= new
        waters.append(reached)
    name = "abcdefgh"
    blocks = [
        f"{name[site % 8]}{site // 8 + 1}"
        for site in range(55)
        if site % 8 < 7 and all(water & {site, site + 1, site + 8, site + 9} for water in waters)
    ]

    assert {f"{name[site % 8]}{site // 8 + 1}" for site in waters[0]} == {
        "a1", "c3", "e1", "a5", "e5", "g3", "c7", "g7"
    }  # fmt: skip
    assert all(not one & other for one, other in combinations(waters, 2))
    assert blocks == ["b2", "f2", "d4", "b6", "f6"]
