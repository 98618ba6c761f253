"""Tracing tells which clauses of the text made a move and which did something in play."""

from __future__ import annotations

from functools import lru_cache

import pytest

from games.engine.ir import nodes as ir
from games.engine.ir.walking import walk
from games.engine.language import read_and_bind
from games.engine.lowering.compile import Compiled, compile_typed
from games.engine.manifest import Clause
from games.engine.play.machine import Machine, Move
from games.engine.play.random_play import play_at_random
from games.play import load
from tests.engine import texts
from tests.engine.machines import quick
from tests.engine.node import printed
from tests.games.cast import RULESETS

SMALL = ("THREE_IN_A_ROW", "CROSSING", "RACE", "PILES", "ROLLED_AFTER", "PHASES", "GUARDED")


@lru_cache
def built(text: str, trace: bool = True) -> Compiled:
    return compile_typed(read_and_bind(text, strict=True).root, trace=trace)


def shipped(name: str) -> str:
    return (RULESETS / f"{name}.lud").read_text(encoding="utf-8")


def begun(text: str) -> Machine:
    machine = quick(built(text))
    machine.start()
    return machine


def words(text: str, clauses: list[Clause]) -> list[str]:
    """What the author wrote, with one blank for each stretch of blanks."""
    return [" ".join(text[each.start : each.end].split()) for each in clauses]


def from_to(machine: Machine, frm: int, to: int) -> Move:
    return next(move for move in machine.legal_moves() if (move.frm, move.to) == (frm, to))


@pytest.mark.parametrize("text", [*(getattr(texts, name) for name in SMALL), shipped("shodra")])
def test_random_games_are_the_same_with_tracing_and_without(text):
    plain, traced = built(text, False), built(text)

    assert traced.manifest.state == plain.manifest.state
    assert play_at_random(quick(traced), 9, 120) == play_at_random(quick(plain), 9, 120)
    assert not plain.manifest.clauses


def test_nothing_of_the_clauses_is_left_in_a_program():
    functions = built(texts.PHASES).program.functions

    assert not any(isinstance(node, ir.Clause) for each in functions for node in walk(each.body))


def test_a_capture_names_the_move_and_what_removes_the_piece():
    machine = begun(texts.CROSSING)
    for frm, to in ((0, 5), (22, 17), (5, 10), (17, 12), (10, 15)):
        machine.play(from_to(machine, frm, to))
    assert words(texts.CROSSING, machine.fired()) == ["(move Step Forward (to if:(is Empty (to))))"]

    taking = from_to(machine, 21, 15)
    step = "(move Step (directions {FL FR}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
    assert words(texts.CROSSING, [machine.clause_of(taking)]) == [step]
    machine.play(taking)

    assert words(texts.CROSSING, machine.fired()) == [step, "(remove (to))"]


def test_the_end_of_a_game_names_its_rule():
    machine = begun(texts.THREE_IN_A_ROW)
    for at in (0, 3, 1, 4, 2):
        machine.play(from_to(machine, at, at))

    assert machine.over
    assert words(texts.THREE_IN_A_ROW, machine.fired()) == [
        "(move Add (to (sites Empty)))", "(if (is Line 3) (result Mover Win))",
    ]  # fmt: skip


def test_a_clause_knows_its_place_its_parent_and_its_definitions():
    clauses = built(texts.PHASES).manifest.clauses
    (score,) = [c for c in clauses if "addScore Mover 1" in texts.PHASES[c.start : c.end + 1]][-1:]

    line = texts.PHASES.splitlines()[score.line - 1]
    assert line[score.column - 1 :].startswith("(addScore Mover 1)")
    assert score.definitions == ("Enters",)
    parent = clauses[clauses[score.parent].parent]
    assert texts.PHASES[parent.start :].startswith("(move Add (to (sites Empty)) (then")
    assert [each.number for each in clauses] == list(range(len(clauses)))


def test_effects_behind_a_move_changes_of_phase_and_scores_are_named():
    machine, found = begun(texts.PHASES), []
    while not machine.over:
        machine.play(machine.legal_moves()[0])
        found.append([clause.form for clause in machine.fired()])

    assert found[0] == ["moves move Add", "moves addScore"]
    assert found[3] == ["moves move Add", "moves addScore", "phase nextPhase"]
    assert found[4][0] == "moves move Slide"
    assert found[-1][-1] == "end if"


def test_what_is_only_tried_is_not_named():
    machine = begun(texts.GUARDED)
    seen = set()
    for ply in range(40):
        moves = sorted(machine.legal_moves(), key=lambda each: machine.get("what", each.to))
        move = moves[-1] if ply % 2 else moves[ply % len(moves)]
        taken = machine.get("what", move.to) != 0
        machine.play(move)
        seen.add(taken)
        assert ("Takes" in {d for c in machine.fired() for d in c.definitions}) == taken
        if machine.over:
            break
    assert seen == {False, True}


def test_a_throw_that_follows_from_a_move_is_named():
    machine = begun(texts.ROLLED_AFTER)
    machine.throw([1, 2])
    machine.play(machine.legal_moves()[0])

    assert [clause.form for clause in machine.fired()] == ["moves move Add", "moves roll"]


def between(machine: Machine, frm: int, to: int) -> list[tuple[Move, Clause]]:
    """The legal moves between two sites, each with its clause."""
    moves = machine.legal_moves()
    return [(each, machine.clause_of(each)) for each in moves if (each.frm, each.to) == (frm, to)]


@pytest.mark.parametrize("name", ["rek", "kar-ouk"])
def test_moves_and_ends_have_the_clauses_that_the_first_design_gives_them(name):
    text = shipped(name)
    position, machine = load(text, limits=None).start(), begun(text)
    for ply in range(80):
        if position.outcome is not None:
            named = {each for clause in machine.fired() for each in clause.definitions}
            assert position.outcome.clause in named
            break
        theirs = list(position.legal_moves)
        for move in theirs:
            ours = between(machine, move.frm, move.to)
            assert any(move.clause in clause.definitions for _, clause in ours), move.label
        chosen = theirs[ply * 7 % len(theirs)]
        machine.play(between(machine, chosen.frm, chosen.to)[0][0])
        position = position.play(chosen)
    assert ply > 10


FIRED = """
const plies = [];
machine.start();
while (!machine.over) {
  const move = machine.legalMoves()[0];
  machine.play(move);
  plies.push([move.clause, machine.fired().map((clause) => clause.number)]);
}
console.log(JSON.stringify(plies));
"""


def test_clauses_are_the_same_in_node(tmp_path):
    machine, plies = begun(texts.PHASES), []
    while not machine.over:
        move = machine.legal_moves()[0]
        clause = machine.clause_of(move)
        machine.play(move)
        fired = [each.number for each in machine.fired()]
        plies.append([-1 if clause is None else clause.number, fired])

    assert printed(FIRED, built(texts.PHASES), tmp_path) == plies
