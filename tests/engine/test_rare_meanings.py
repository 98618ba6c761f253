"""Meanings that seldom show: replayed random games of published texts have shown them."""

from __future__ import annotations

import pytest

from tests.engine.test_published_meaning import play, started, words


def test_moves_for_sites_that_none_has_come_once_and_nothing_follows_on_them():
    machine = started(
        "(forEach Site (sites {0 1 2}) (if (is Occupied (site)) (move Remove (site)))"
        " noMoveYet:(move Add (to 4)) (then (moveAgain)))"
    )

    assert words(machine) == ["4-4=Disc1"]
    play(machine)
    assert machine.mover == 2


def test_no_position_since_the_first_move_of_the_last_turn_may_come_again():
    machine = started(
        "(do (move (from (sites Occupied by:Neutral)) (to (sites {0 1 2 3}) if:(is Empty (to))"
        " ) (then (if (!= (mover) (prev)) (moveAgain))))"
        " ifAfterwards:(not (is Repeat PositionalInTurn)))",
        '(place "Post0" {0})',
    )
    assert words(machine) == ["0-1", "0-2", "0-3"]
    play(machine)
    play(machine, words(machine).index("1-2"))

    assert machine.mover == 2
    assert words(machine) == ["2-0", "2-3"]


def test_a_piece_that_comes_by_where_it_stands_has_gone_on_along_its_track():
    steps = "(if (= 0 (count Moves)) 2 1)"
    machine = started(
        f"(move (from 0) (to (trackSite Move from:0 steps:{steps})))",
        '(place "Disc" {0})',
        tracks='(track "Round" {0 1 0 2} P1 directed:True)',
        players=1,
    )

    assert words(machine) == ["0-0"]
    play(machine)
    assert words(machine) == ["0-2"]


def test_a_bet_is_a_move_for_each_amount():
    machine = started("(move Bet Mover (range 3 5))", end="(if (= 5 (amount P1)) (result P1 Win))")

    assert words(machine) == ["-1--1"] * 3
    machine.play(machine.legal_moves()[2])
    assert machine.over


@pytest.mark.parametrize(("others", "posts"), [("1", 7), ("5", 0)])
def test_empty_sites_are_enclosed_by_one_chain_of_pieces(others, posts):
    machine = started(
        "(move Add (to 3) (then (enclose (from (last To)) Orthogonal (between"
        ' if:(is Empty (between)) (apply (add (piece "Post0") (to (between))))))))',
        f'(place "Disc1" {{{others}}})',
    )

    assert sum("Post" in word for word in play(machine)) == posts


def test_a_board_of_edges_has_a_middle():
    centre, inner = (
        words(started(f"(move Add (to (sites {part})))", tracks="use:Edge"))
        for part in ("Centre", "Inner")
    )

    assert len(centre) == 4
    assert centre == inner
