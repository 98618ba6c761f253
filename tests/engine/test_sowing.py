"""Sowing: along a track, with what the last seed captures."""

from __future__ import annotations

import pytest

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.play.machine import Machine
from tests.engine.machines import quick

TWO_OR_THREE = """
(game "Twos and threes" (players 2)
    (equipment {
        (mancalaBoard 2 6 store:None (track "Round" "0,E,N,W" loop:True))
        (regions P1 (sites Bottom)) (regions P2 (sites Top))
        (piece "Seed" Shared) (hand Each)})
    (rules
        (start (set Count 4 to:(sites Track)))
        (play (do
            (move Select (from (sites Mover) if:(is Occupied (from)))
                (then (sow includeSelf:False backtracking:True
                    if:(and (is In (to) (sites Next))
                        (or (= 2 (count at:(to))) (= 3 (count at:(to)))))
                    apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to))))))
            ifAfterwards:(< 0 (count in:(sites Next)))))
        (end (if (< 24 (count Cell at:(handSite Mover))) (result Mover Win)))))
"""

SOWN_AGAIN = """
(game "Sown again" (players 2)
    (equipment {
        (mancalaBoard 2 3 store:None (track "Round" "0,E,N,W" loop:True))
        (piece "Seed" Shared) (hand Each)})
    (rules
        (start (set Count 2 to:(sites Bottom)))
        (play (move Select
            (from (if (is Prev Mover) (sites {(last To afterConsequence:True)}) (sites Bottom))
                if:(is Occupied (from)))
            (then (sow %s))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def started(text: str) -> Machine:
    machine = quick(compile_typed(read_and_bind(text, strict=True).root))
    machine.start()
    return machine


def play(machine: Machine, frm: int) -> None:
    move = next(move for move in machine.legal_moves() if move.frm == frm)
    machine.play(move)


def test_the_opening_of_oware_is_counted_as_published():
    machine = started(TWO_OR_THREE)

    # The first counts on which an independent recount and the published player agree.
    assert [machine.call("leaves", depth) for depth in (1, 2, 3, 4)] == [6, 36, 190, 1014]


def test_a_move_that_takes_all_seeds_of_the_other_is_not_legal():
    machine = started(TWO_OR_THREE)
    for site, seeds in enumerate((1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 1)):
        machine.set("count", seeds, site)
        machine.set("what", int(seeds > 0), site)

    assert [move.frm for move in machine.legal_moves()] == [0]


def test_captures_of_one_sowing_do_not_see_each_other():
    machine = started(
        SOWN_AGAIN
        % """if:(is Occupied 5) backtracking:True apply:(and
            (fromTo (from 5) (to (handSite Mover)) count:(count at:5))
            (addScore Mover 1))"""
    )

    play(machine, 2)

    # From the last hole and from the one before it, though the first capture empties that hole.
    assert machine.numbers("score")[1] == 2
    assert machine.numbers("count") == [2, 2, 0, 0, 1, 0, 1, 0]


def test_what_follows_a_sowing_sees_the_choice_as_the_last_action():
    machine = started(SOWN_AGAIN % "(then (if (= 2 (last To afterConsequence:True)) (moveAgain)))")

    play(machine, 2)

    assert machine.mover == 1
    assert [move.frm for move in machine.legal_moves()] == [4]


@pytest.mark.parametrize(("state", "after"), [(0, 0), (7, 7)])
def test_seeds_that_are_taken_leave_their_state_behind(state, after):
    machine = started(
        SOWN_AGAIN % "apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))"
    )
    machine.set("state", 3, 4)
    machine.set("state", state, 6)

    play(machine, 2)

    assert machine.numbers("count")[6] == 1
    assert machine.numbers("state")[6] == after
