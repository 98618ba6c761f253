"""Each pass can be left out, and none changes what is played."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import lru_cache

import pytest

from games.engine.ir import nodes as ir
from games.engine.ir.walking import facts, walk
from games.engine.language import Typed, read_and_bind
from games.engine.lowering.compile import Compiled, compile_typed
from games.engine.passes import OPTIONAL, optimised
from games.engine.passes.keeping import KEEPING
from games.engine.play.machine import Machine, Position
from games.engine.play.traces import first_difference
from games.ludemes import Library
from tests.engine.machines import quick, quick_code
from tests.engine.texts import ANNOUNCED, CHECK, CROSSING, PILES, PRIORITY, RACE, THREE_IN_A_ROW
from tests.games.cast import ORACLES, RULESETS

# Checks, promotion, hops: what the passes look at. Each pass is left out of one of them.
PUBLISHED = ("Quick_Chess", "Kharberg")
NO_POSITION_TWICE = """
(game "No position twice" (players 2)
    (equipment {(board (square 2))
        (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to)))))})
    (rules (meta (no Repeat)) (start {(place "Disc1" 0) (place "Disc2" 3)})
        (play (or (forEach Piece) (move Pass)))
        (end (if (is Full) (result Mover Win)))))
"""
# Nine sites with a disc, and then nine with a cross.
EITHER_OF_TWO = """
(game "Either of two" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each) (piece "Cross" Each)})
    (rules
        (play (or
            (move Add (piece "Disc") (to (sites Empty)))
            (move Add (piece "Cross") (to (sites Empty)))))
        (end (if (is Line 3) (result Mover Win)))))
"""
# Where a stride leads is asked before and after what changes the answer.
STRIDES = """
(define "Ahead" (trackSite Move from:(from) steps:(+ 1 (count Pieces Mover))))
(define "AheadNow" (trackSite Move from:(last To) steps:(+ 1 (count Pieces Mover))))
(game "Strides" (players 2)
    (equipment {(board (rectangle 1 9) (track "Track" {0..8} loop:True))
        (piece "Runner" Each
            (if (!= "Ahead" Off)
                (move (from) (to "Ahead" if:(not (is Friend (who at:"Ahead")))
                    (apply (if (is Enemy (who at:"Ahead")) (remove "Ahead"))))
                    (then (if (is Empty "AheadNow") (and (remove (last To))
                        (add (piece (id "Runner" Mover)) (to "AheadNow"))))))))})
    (rules
        (start {(place "Runner1" {0 1}) (place "Runner2" {4 5})})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))
"""
MAY_SWAP = THREE_IN_A_ROW.replace("(rules", "(rules (meta (swap))")
TEXTS = {
    "piles": PILES,
    "three": THREE_IN_A_ROW, "crossing": CROSSING, "check": CHECK, "announced": ANNOUNCED,
    "priority": PRIORITY, "strides": STRIDES,
}  # fmt: skip


@lru_cache
def bound(text: str) -> Typed:
    return read_and_bind(text, strict=True).root


def compiled(text: str, *without: str) -> Compiled:
    return compile_typed(bound(text), without)


def played(text: str, *without: str) -> list[object]:
    """Perft, and a game that takes the first move each time, by its boards and lists of moves."""
    machine = quick(compiled(text, *without))
    machine.start()
    found: list[object] = [machine.call("leaves", depth) for depth in (1, 2, 3)]
    for ply in range(30):
        moves = machine.legal_moves()
        if machine.over or not moves:
            break
        found.append([(move.frm, move.to, move.label) for move in moves])
        machine.play(moves[ply % len(moves)])
        found.append((machine.numbers("what"), machine.numbers("state"), machine.get("winner")))
    return found


@pytest.fixture(scope="module", params=TEXTS)
def text(request) -> str:
    return TEXTS[request.param]


@pytest.fixture(scope="module")
def plain(text) -> list[object]:
    """What is played without any pass."""
    return played(text, *OPTIONAL)


@pytest.mark.parametrize("name", [*OPTIONAL, ""])
def test_a_program_without_one_pass_plays_as_without_any(text, plain, name):
    assert played(text, *filter(None, [name])) == plain


@pytest.mark.parametrize("name", TEXTS)
def test_random_games_choose_among_all_legal_moves_and_no_others(name):
    machine = quick(compiled(TEXTS[name]))
    machine.start()
    legal = set()
    for move in machine.legal_moves():
        machine.call("push_state")
        machine.play(move)
        legal.add((*machine.numbers("what"), *machine.numbers("state")))
        machine.call("pop_state")
        machine.legal_moves()

    reached = set()
    for seed in range(1, 400):
        machine.start()
        machine.set("seed", seed * 7919)
        machine.call("random_game", 1)
        reached.add((*machine.numbers("what"), *machine.numbers("state")))

    assert reached == legal


def test_the_passes_leave_no_question_that_collects_moves_to_answer_it():
    names = {each.name for each in compiled(CHECK).program.functions}

    assert not {name for name in names if name.startswith(("takes_", "any_may", "any_generate"))}


def calls_of(name: str, *without: str) -> int:
    """How often a function is called in the text of the program, all functions taken together."""
    nodes = walk(
        node for each in compiled(STRIDES, *without).program.functions for node in each.body
    )
    return sum(type(node) is ir.Call and node.function == name for node in nodes)


def test_what_a_rule_spells_out_again_is_worked_out_once():
    assert calls_of("track_step") < calls_of("track_step", "reuse")


def asked_behind_moves(*without: str) -> set[str]:
    """The functions that are called by what follows each move."""
    program = compiled(ANNOUNCED, *without).program
    names = set(program.tables["THENS"])
    return {call for each in program.functions if each.name in names for call in facts(each).calls}


def test_messages_and_what_they_hang_on_are_not_looked_for_as_a_move_is_played():
    left_out = asked_behind_moves("vain") - asked_behind_moves()

    assert any("threatened" in name for name in left_out)
    assert any("may_move" in name for name in left_out)


@pytest.mark.parametrize("name", ["shodra", "ouk-chatrang"])
def test_the_same_moves_are_legal_where_only_those_are_tried_that_may_expose_a_king(name):
    text = (RULESETS / f"{name}.lud").read_text(encoding="utf-8")
    machine, trying = quick(compiled(text)), quick(compiled(text, "watch"))
    size = len(machine.numbers("what"))

    trusted = 0
    for seed in range(1, 25):
        for each in (machine, trying):
            each.start()
            each.set("seed", seed * 7919)
            each.call("random_game", seed * 3)
        found = [(each.frm, each.to, each.label) for each in machine.legal_moves()]
        assert found == [(each.frm, each.to, each.label) for each in trying.legal_moves()], seed
        trusted += not machine.get("distrusted") and 0 < sum(machine.numbers("watched")) < size // 2

    assert trusted > 12


def test_a_pass_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="no such pass: magic"):
        optimised(compiled(RACE).program, ["magic"])


@pytest.mark.sources
@pytest.mark.parametrize(
    ("name", "left_out"), [(PUBLISHED[0], OPTIONAL[::2]), (PUBLISHED[1], OPTIONAL[1::2])]
)
def test_published_games_stay_exact_without_any_one_pass(name, left_out):
    path = ORACLES / "lud" / f"{name}.lud"
    if not path.exists():
        pytest.skip(f"there is no {path}")
    library = Library(ORACLES / "def")
    root = read_and_bind(path.read_text(encoding="utf-8"), library, name=name).root
    with gzip.open(ORACLES / "trace" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        trace = [json.loads(line) for line in lines]

    for each in left_out:
        program = compile_typed(root, [each])
        assert first_difference(program, trace, quick_code(program.module)) is None, each


def shipped(name: str) -> str:
    return (RULESETS / f"{name}.lud").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["shodra", "main-chator", "shatranj-ar-rumiya-1140", ""])
def test_a_move_that_an_end_rule_found_for_the_next_player_is_legal(name):
    text = shipped(name) if name else PRIORITY
    assert KEEPING in (each.name for each in compiled(text, "embed").program.functions)

    each_random_ply_is_legal(quick(compiled(text)), 25 if name else 6)


def test_a_capture_in_passing_is_no_reason_to_try_every_move():
    machine = quick(compiled(shipped("main-chator")))
    machine.start()
    machine.call("leaves", 3)

    assert machine.get("distrusted") == 0


@pytest.mark.parametrize("without", ["", "candidates"])
@pytest.mark.parametrize("text", [NO_POSITION_TWICE, MAY_SWAP])
def test_random_games_keep_the_rules_for_the_whole_game(text, without):
    each_random_ply_is_legal(quick(compiled(text, *filter(None, [without]))), 6)


def each_random_ply_is_legal(machine: Machine, plies: int) -> None:
    """A longer game goes on from the position where a shorter one ended."""
    for ply in range(plies):
        before, after = (position_after(machine, n) for n in (ply, ply + 1))
        machine.position = before
        assert tuple(after.state) in successors(machine), ply


@pytest.mark.parametrize("text", [NO_POSITION_TWICE, MAY_SWAP, EITHER_OF_TWO])
def test_each_legal_move_comes_as_often_as_any_other(text):
    machine = quick(compiled(text))
    before = position_after(machine, 3 if text is NO_POSITION_TWICE else 1)
    machine.position = before
    count = len(machine.legal_moves())

    reached = Counter[bytes]()
    for seed in range(1, 200 * count):
        machine.position = before
        machine.set("seed", seed * 7919)
        machine.call("random_game", 1)
        reached[machine.state] += 1

    assert len(reached) == count
    assert 130 < min(reached.values()) <= max(reached.values()) < 280


def position_after(machine: Machine, plies: int) -> Position:
    machine.start()
    machine.set("seed", 11)
    assert machine.call("random_game", plies) == plies
    return machine.position


def successors(machine: Machine) -> set[tuple[int, ...]]:
    before, found = machine.position, set()
    for move in machine.legal_moves():
        machine.play(move)
        found.add(tuple(machine.position.state))
        machine.position = before
        machine.legal_moves()
    return found
