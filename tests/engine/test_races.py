"""Races: tracks that pass a site twice, stacks, throws, and how far it is."""

from __future__ import annotations

import pytest

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.play.machine import Machine
from games.engine.play.traces import first_difference
from tests.engine.machines import quick

LOOPED = """
(game "There and back" (players 2)
    (equipment {
        (board (rectangle 1 5) (track "Way" {0 1 2 1 3 4 End} P1))
        (piece "Runner" Each
            (move (from) (to (trackSite Move from:(from) steps:1))))})
    (rules
        (start (place "Runner1" 0))
        (play (if (is Mover P1) (forEach Piece) (move Pass)))
        (end (if (is In 4 (sites Occupied by:P1)) (result P1 Win)))))
"""

STACKED = """
(game "Stacked" (players 2)
    (equipment {(board (rectangle 1 4)) (piece "Man" Each)})
    (rules
        (start {(place Stack "Man1" 0 count:2) (place Stack "Man2" 3 count:3)})
        (play %s)
        (end (if (no Moves Next) (result Mover Win)))))
"""

TABULA = """
(game "Emperor's throw" (players 2)
    (equipment {
        (board (rectangle 1 24) (track "Tables" {0..23 End}))
        (dice d:6 num:3)
        (hand P2)
        (piece "Man" Each (forEach Die if:(!= 0 (pips))
            (if (= End (trackSite Move steps:(pips)))
                (if (all Sites (sites Occupied by:Mover) if:(< 17 (site)))
                    (move Remove (from)))
                (move (from) (to (trackSite Move steps:(pips))
                    if:(or (not (is Enemy (who at:(to)))) (= 1 (size Stack at:(to))))
                    (apply (if (is Enemy (who at:(to)))
                        (fromTo (from (to)) (to (handSite P2))))))))))})
    (rules
        (start {
            (place Stack "Man1" 5 count:7) (place "Man1" {8 22})
            (place Stack "Man1" (sites {9 18 19}) count:2)
            (place "Man2" 12)
            (place Stack "Man2" (sites {7 10 11 13 14 17 20}) count:2)})
        (play (do (if (not (is Prev Mover)) (roll))
            next:(forEach Piece top:True (then (if (not (all DiceUsed)) (moveAgain))))))
        (end (if (no Pieces Mover) (result Mover Win)))))
"""


def started(text: str) -> Machine:
    machine = quick(compile_typed(read_and_bind(text, strict=True).root))
    machine.start()
    return machine


def complete_plays(machine: Machine, left: int) -> set[tuple[int, ...]]:
    """The positions after plays that use as many dice as are left."""
    if not left:
        return {tuple(machine.numbers("what") + machine.numbers("size"))}
    found: set[tuple[int, ...]] = set()
    before = machine.position
    for number, move in enumerate(machine.legal_moves()):
        if not move.is_pass:
            machine.play(machine.legal_moves()[number])
            found |= complete_plays(machine, left - 1)
            machine.position = before
    return found


def test_a_piece_that_comes_to_a_site_again_goes_on_from_there():
    machine = started(LOOPED)
    went = []

    while not machine.over:
        move = machine.legal_moves()[0]
        went += [] if move.is_pass else [move.to]
        machine.play(move)

    assert went == [1, 2, 1, 3, 4]


def test_zenos_throw_can_be_played_in_one_way_that_leaves_eight_single_men():
    machine = started(TABULA)
    machine.throw([1, 4, 5])

    [position] = complete_plays(machine, 3)

    total = len(machine.manifest.sites)
    what, size = position[:total], position[total:]
    mine = [(site + 1, size[site]) for site in range(24) if what[site] == 1]
    assert [place for place, men in mine if men == 1] == [9, 10, 16, 19, 20, 22, 23, 24]
    assert [(place, men) for place, men in mine if men > 1] == [(6, 7)]


def test_the_top_piece_of_a_stack_goes_without_its_state():
    machine = started(STACKED % "(move (from 0) (to 1))")
    machine.set("level_state", 2, 1)
    machine.set("state", 2, 0)

    machine.play(machine.legal_moves()[0])

    assert machine.numbers("state") == [0, 0, 0, 0]


def test_a_piece_taken_from_within_a_stack_takes_its_state_along():
    machine = started(STACKED % "(move (from 0 level:0) (to 1))")
    machine.set("level_state", 2, 0)

    machine.play(machine.legal_moves()[0])

    assert machine.numbers("state") == [0, 2, 0, 0]


def test_no_part_of_a_stack_goes_where_it_is_smaller_than_that():
    machine = started(STACKED % "(move (from 0) (to 1) count:3)")

    machine.play(machine.legal_moves()[0])

    assert machine.numbers("size") == [2, 0, 0, 3]


def test_of_two_levels_that_go_one_after_the_other_the_second_is_what_is_left():
    each_away = "(forEach Level 3 (fromTo (from 3 level:(level)) (to (+ 1 (level)))))"
    machine = started(STACKED % f"(move Pass (then {each_away}))")
    machine.play(machine.legal_moves()[0])

    assert machine.numbers("size") == [2, 1, 1, 1]


def test_whose_pieces_are_counted_is_asked_before_they_are_looked_through():
    counted = "(count Pieces of:(who at:3 level:(level)) in:(sites {3}))"
    machine = started(STACKED % f"(forEach Level 3 (move (from 3) (to (- {counted} 1))))")
    machine.set("level_what", 1, machine.manifest.levels * 3)

    assert sorted(move.to for move in machine.legal_moves()) == [0, 1, 1]


def test_a_loop_over_sites_goes_by_their_numbers():
    machine = started(
        STACKED
        % """(move Pass (then
        (forEach Site (sites {3 0}) (fromTo (from (site)) (to 1)))))"""
    )
    machine.play(machine.legal_moves()[0])

    levels = machine.manifest.levels
    assert machine.numbers("level_what", levels, 2) == [1, 2]


def test_a_level_of_a_stack_goes_alone_though_stacks_may_move():
    machine = started(STACKED % "(move (from 3 level:1) (to 1) stack:True)")

    machine.play(machine.legal_moves()[0])

    assert machine.numbers("size") == [2, 1, 0, 2]


def test_a_site_counts_every_piece_of_its_stack():
    machine = started(STACKED % "(move (from 3) (to (- (count at:3) 1)))")

    assert [move.to for move in machine.legal_moves()] == [2]


def test_a_player_whose_pieces_lie_below_others_is_not_without_pieces():
    machine = started(STACKED % "(if (no Pieces P1) (move Pass) (move (from 3) (to 1)))")
    machine.set("level_what", 2, 1)
    machine.set("what", 2, 0)

    assert [move.to for move in machine.legal_moves()] == [1]


def test_a_swap_goes_from_the_one_site_to_the_other():
    machine = started(STACKED % "(move Swap Pieces 0 3)")
    [move] = machine.legal_moves()

    machine.play(move)

    assert (move.frm, move.to) == (0, 3)
    assert machine.numbers("size") == [3, 0, 0, 2]


def test_directions_between_sites_are_those_before_the_step_sets_its_start():
    machine = started("""
        (game "In step" (players 2)
            (equipment {(board (square 3))
                (piece "Man" Each (step (from 3) (directions Cell from:(from) to:(+ 1 (from)))
                    (to if:(is Empty (to)))))})
            (rules
                (start {(place "Man1" 0) (place "Man2" 3)})
                (play (forEach Piece))
                (end (if (no Moves Next) (result Mover Win)))))
    """)

    assert [(move.frm, move.to) for move in machine.legal_moves()] == [(3, 4)]


def test_the_level_of_a_piece_is_found_from_the_top_and_from_the_bottom():
    machine = started(
        STACKED
        % """(or
        (move (from 3) (to (where Level "Man" P2 at:3)))
        (move (from 3) (to (where Level "Man" P2 at:3 fromTop:False))))"""
    )

    assert [move.to for move in machine.legal_moves()] == [2, 0]


def test_a_stack_is_occupied_by_those_within_it_where_that_is_asked():
    play = "(move (from (sites Occupied by:P2 {})) (to 1))"
    buried, top = (started(STACKED % play.format(word)) for word in ("top:False", ""))
    for machine in (buried, top):
        machine.set("level_what", 1, machine.manifest.levels * 3 + 2)
        machine.set("what", 1, 3)

    assert [move.frm for move in buried.legal_moves()] == [3]
    assert all(move.is_pass for move in top.legal_moves())


STEPS = """
(game "Steps" (players 2)
    (equipment {(board (square 4)) (piece "Man" Each)})
    (rules
        (start {(place "Man1" 0) (place "Man2" (sites {1 5 9}))})
        (play (move (from 0) (to (count Steps %s))))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_steps_are_counted_to_the_nearest_site_of_a_region():
    machine = started(STEPS % "0 (sites {15 6})")

    assert [move.to for move in machine.legal_moves()] == [2]


def test_steps_of_their_own_go_round_what_stands_in_the_way():
    machine = started(STEPS % "(step Orthogonal (to if:(is Empty (to)))) 0 2")

    assert [move.to for move in machine.legal_moves()] == [8]


TWO_DICE = """
(game "Two dice" (players 2)
    (equipment {
        (board (rectangle 1 9)) (dice d:6 num:2)
        (piece "Man" Each (forEach Die %s if:(!= 0 (pips))
            (move (from) (to (if (= 0 (from)) 8 (pips)) if:(!= 6 (to))))))})
    (rules
        (start (place "Man1" 0))
        (play (do (if (not (is Prev Mover)) (roll))
            next:(forEach Piece (then (if (not (all DiceUsed)) (moveAgain))))))
        (end (if (< 99 (count Moves)) (result Mover Win)))))
"""


def replayed(dice: str, *plies: dict[str, object]) -> str | None:
    """Where the replay of a trace in which player 1 moves differs."""
    lines = [{"game": "Two dice"}, {"trial": 0, "start": "0:Man1 9:Die1 10:Die2"}]
    lines += [{"ply": n, "mover": 1, "next": 1, **each} for n, each in enumerate(plies)]
    program = compile_typed(read_and_bind(TWO_DICE % dice, strict=True).root)
    found = first_difference(program, lines)
    return None if found is None else f"{found.ply}: {found.what}"


@pytest.mark.parametrize(("left", "target"), [([0, 5], 5), ([3, 0], 3)])
def test_of_moves_that_are_written_alike_the_one_is_played_that_the_trace_goes_on_from(
    left, target
):
    dice = "9:Die1,s2 10:Die2,s4"
    first = {"legal": ["0-8", "0-8"], "played": "0-8", "dice": [[3, 5]], "board": f"8:Man1 {dice}"}
    then = {
        "legal": [f"8-{target}"], "played": f"8-{target}", "dice": [left],
        "board": f"{target}:Man1 {dice}", "next": 2,
    }  # fmt: skip

    assert replayed("", first, then) is None


def test_a_throw_that_the_move_replaced_is_the_one_with_the_legal_moves():
    six, low = "9:Die1,s5 10:Die2,s5", "9:Die1,s1 10:Die2,s2"
    # A double is begun and left; when it goes on, the dice are set to it again.
    plies = [
        {"legal": ["0-8", "0-8"], "played": "0-8", "dice": [[6, 6]], "board": f"8:Man1 {six}"},
        {"legal": ["pass"], "played": "pass", "dice": [[0, 6]], "board": f"8:Man1 {six}",
         "next": 2},
        {"mover": 2, "legal": ["pass"], "played": "pass", "dice": [[2, 3]],
         "board": f"8:Man1 {low}"},
        {"legal": ["8-2", "8-3"], "played": "8-2", "dice": [[6, 6]], "board": f"2:Man1 {six}"},
    ]  # fmt: skip

    assert replayed("replayDouble:True", *plies) is None
    plies[3]["legal"] = ["8-2", "8-7"]
    assert replayed("replayDouble:True", *plies[:3]) is None
    assert "moves" in (replayed("replayDouble:True", *plies) or "")
