"""Both back ends of the intermediate form play the same games."""

from __future__ import annotations

from functools import lru_cache

import pytest

from games.engine.backends.python import Machine as Reference
from games.engine.language import read_and_bind
from games.engine.lowering.compile import Compiled, compile_typed
from games.engine.play.machine import Machine
from tests.engine.texts import CROSSING, RACE, THREE_IN_A_ROW

PLIES = 12


@lru_cache
def compiled(text: str) -> Compiled:
    return compile_typed(read_and_bind(text, strict=True).root)


@pytest.mark.parametrize("text", [THREE_IN_A_ROW, CROSSING])
@pytest.mark.parametrize("seed", [1, 20, 300])
def test_a_random_game_is_the_same_in_webassembly_and_in_python(text, seed):
    program = compiled(text)
    machine, reference = Machine(program), Reference(program.program)
    seed_field = program.layout.fields["seed"]

    machine.start()
    machine.set("seed", seed)
    generated = machine.call("random_game", PLIES)
    reference.run("start")
    reference.memory[seed_field.base : seed_field.base + 4] = seed.to_bytes(4, "little")

    assert reference.run("random_game", PLIES) == generated
    here = program.layout.fields["what"]
    assert list(reference.memory[here.base : here.base + here.length]) == machine.numbers("what")


def test_every_line_of_a_small_game_is_counted_once():
    program = compiled(THREE_IN_A_ROW)
    machine = Machine(program)
    machine.start()

    # Games of noughts and crosses by length: 9!/(9-n)! less those that ended before.
    assert [machine.call("leaves", depth) for depth in (1, 2, 3, 4, 5, 6)] == [
        9, 72, 504, 3024, 15120, 54720,
    ]  # fmt: skip


def test_games_that_lay_out_memory_otherwise_share_their_kernels():
    with_hands = THREE_IN_A_ROW.replace("(equipment {", "(equipment {(hand Each) ", 1)
    one, other = compiled(THREE_IN_A_ROW), compiled(with_hands)
    kernels = [
        next(each for each in game.program.functions if each.name == "push_state")
        for game in (one, other)
    ]

    assert one.layout.fields["states"].base != other.layout.fields["states"].base
    assert kernels[0] is kernels[1]


def test_the_throw_that_is_supplied_decides_what_may_be_played():
    machine = Machine(compiled(RACE))
    machine.start()

    machine.throw([2])

    assert [(move.frm, move.to) for move in machine.legal_moves()] == [(8, 2)]


def test_without_a_throw_the_game_waits_for_one():
    machine = Machine(compiled(RACE))
    machine.start()

    machine.throw(None)
    machine.legal_moves()

    assert machine.get("throw_needed") == 1


def test_a_captured_runner_leaves_the_board():
    machine = Machine(compiled(RACE))
    machine.start()
    for face in (0, 2, 1):
        machine.throw([face])
        machine.play(machine.legal_moves()[0])

    machine.throw([0])
    assert machine.numbers("what", 0, 8) == [0, 0, 1, 0, 0, 0, 0, 0]
