"""static/js/engine plays the bytes that wasmtime plays, and reads them the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

from games.engine.play.machine import Machine
from games.engine.play.traces import board_words, first_difference, move_word
from tests.engine.node import node, printed
from tests.engine.test_back_ends import compiled
from tests.engine.texts import CROSSING, PILES, RACE, THREE_IN_A_ROW
from tests.games.cast import ORACLES
from tests.machine import PROJECT

PLIES = 40

# A line of play that both sides choose in the same way, and all that can be read on the way.
LINE = """
const { boardWords, moveWord } = await import(`${library}/words.js`);
const plies = [];
machine.start();
for (let ply = 0; ply < Number(asked) && !machine.over; ply++) {
  machine.throw(machine.manifest.dice.map(({ faces }, die) => (ply * 5 + die) % faces.length));
  const moves = machine.legalMoves();
  machine.play(moves[(ply * 7) % moves.length]);
  const words = moves.map((move) => moveWord(machine, move));
  plies.push([words, boardWords(machine), machine.mover, machine.get("winner")]);
}
console.log(JSON.stringify(plies));
"""


@pytest.mark.parametrize("text", [THREE_IN_A_ROW, CROSSING, RACE, PILES])
def test_moves_boards_and_turns_are_the_same_in_node(text, tmp_path):
    rules = compiled(text)
    machine, plies = Machine(rules), []
    machine.start()
    while len(plies) < PLIES and not machine.over:
        n = len(plies)
        dice = machine.manifest.dice
        machine.throw([(n * 5 + die) % len(each.faces) for die, each in enumerate(dice)])
        moves = machine.legal_moves()
        machine.play(moves[n * 7 % len(moves)])
        words = [move_word(machine, move) for move in moves]
        plies.append([words, board_words(machine), machine.mover, machine.get("winner")])

    assert printed(LINE, rules, tmp_path, PLIES) == plies
    assert len(plies) > 3


BACK = """
const { boardWords } = await import(`${library}/words.js`);
machine.start();
machine.play(machine.legalMoves()[0]);
const { position } = machine;
const [before, moves] = [boardWords(machine), machine.legalMoves().length];
machine.play(machine.legalMoves()[0]);
const between = boardWords(machine);
machine.position = position;
const [after, again] = [boardWords(machine), machine.legalMoves().length];
console.log(JSON.stringify([before, moves, between, after, again]));
"""


def test_a_position_that_is_put_back_stands_again(tmp_path):
    before, moves, between, after, again = printed(BACK, compiled(CROSSING), tmp_path)

    assert (after, again) == (before, moves)
    assert between != before


REFUSED = """
const told = [];
for (const changed of [{ version: 2 }, { format: "sheet" }]) {
  try {
    await machineOf(readFileSync(module), { ...machine.manifest, ...changed });
  } catch (error) {
    told.push(error.message);
  }
}
for (const [name, index] of [["wheat", 0], ["mover", 1]]) {
  try { machine.get(name, index); } catch (error) { told.push(error.message); }
}
console.log(JSON.stringify(told));
"""


def test_another_version_and_a_field_that_is_not_there_are_refused(tmp_path):
    assert printed(REFUSED, compiled(CROSSING), tmp_path) == [
        "version 2 is not 1",
        "not a manifest: format is not ashtapada-module",
        "there is no field wheat",
        "mover has no number 1",
    ]


NINE, EIGHT = ([f"{n}-{n}=Disc{who}" for n in range(10 - who)] for who in (1, 2))
FIRST = {"mover": 1, "legal": NINE, "played": "4-4=Disc1", "board": "4:Disc1", "next": 2}
SECOND = {"mover": 2, "legal": EIGHT, "played": "0-0=Disc2", "board": "0:Disc2 4:Disc1", "next": 1}
TRACE = [{"start": ""}, {"ply": 0, **FIRST}, {"ply": 1, **SECOND}]
REPLAYED = """
const { replayed } = await import(`${library}/traces.js`);
console.log(JSON.stringify(replayed(machine, JSON.parse(asked))));
"""


def test_a_trace_is_followed_to_its_first_difference(tmp_path):
    rules = compiled(THREE_IN_A_ROW)
    found = first_difference(rules, TRACE)

    assert found is not None
    assert printed(REPLAYED, rules, tmp_path, TRACE) == {
        "plies": 1, "difference": {"trial": 0, "ply": 1, "what": found.what},
    }  # fmt: skip
    assert found.what == "moves: missing 4-4=Disc2; too many 8-8=Disc2"


# Of each family one game, in turn.
SAMPLE = 3


@pytest.mark.sources
def test_published_games_are_replayed_in_node_as_in_wasmtime():
    if not (ORACLES / "index.json").exists():
        pytest.skip(f"there are no published games in {ORACLES}")
    node()
    command = [sys.executable, "-m", "benchmarks.node_traces", str(ORACLES)]
    command += ["--games", str(SAMPLE)]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, check=True, text=True)

    assert f"{SAMPLE} of {SAMPLE} as in wasmtime" in run.stdout
