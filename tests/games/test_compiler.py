"""The same restricted Python gives the same numbers in CPython, wasmtime and Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

import pytest
import wasmtime
from hypothesis import given, settings
from hypothesis import strategies as st

from games.compiler import Program, compile_rules
from games.compiler.reference import Machine, Trap
from games.compiler.wasm import TranslationError, data_section, module_text, translate
from games.play import Rules, load
from tests.games.cast import EACH_FIRST_MOVE, duel, rumiya, shodra
from tests.games.programs import program

CONSTANTS = {"FIFTEEN": 15}
MEMORY = {0: bytes(range(200, 248))}
ENGINE = wasmtime.Engine()
integers = st.integers(-(2**31), 2**31 - 1)


class Compiled:
    """A source as WebAssembly in wasmtime, with the same memory as the reference machine."""

    def __init__(self, source: str) -> None:
        text = module_text(translate(source, CONSTANTS), 1)
        self.store = wasmtime.Store(ENGINE)
        module = wasmtime.Module(ENGINE, bytes(wasmtime.wat2wasm(text)) + data_section(MEMORY))
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)

    def call(self, name: str, *arguments: int) -> int:
        return self.exports[name](self.store, *arguments)

    def memory(self) -> bytes:
        return bytes(self.exports["memory"].read(self.store, 0, 64))


def reference(source: str) -> Machine:
    return Machine(f"FIFTEEN = 15\n{source}", MEMORY, 1)


# The language


@given(st.integers(0, 2**32), integers, integers)
@settings(max_examples=60)
def test_a_program_means_the_same_in_cpython_and_webassembly(seed: int, a: int, b: int):
    source = program(seed)
    plain, compiled = reference(source), Compiled(source)

    assert compiled.call("main", a, b) == plain.call("main", a, b)
    assert compiled.memory() == bytes(plain.memory[:64])


def test_a_function_that_returns_nothing_returns_zero():
    assert Compiled("def f():\n    x = 5\n").call("f") == 0


def test_and_and_or_do_not_look_at_what_cannot_matter():
    source = "def f(a):\n    return (a != 0) and (trap() != 0)\n"

    assert Compiled(source).call("f", 0) == reference(source).call("f", 0) == 0
    with pytest.raises(wasmtime.Trap):
        Compiled(source).call("f", 1)
    with pytest.raises(Trap):
        reference(source).call("f", 1)


def test_a_match_falls_out_for_other_values():
    source = (
        "def f(a):\n    x = 9\n    match a:\n        case 0:\n            x = 1\n"
        "        case 1:\n            x = 2\n    return x\n"
    )

    for value in (-1, 0, 1, 2, 99):
        assert Compiled(source).call("f", value) == reference(source).call("f", value)


@pytest.mark.parametrize(
    "statement",
    [
        "return div(7, a)", "return rem(7, a)", "return urem(7, a)", "return udiv(7, a)",
        "return div(LEAST, a - 1)", "return ld32(65533 + a)", "return ld8(a - 1)",
        "st32(65534 + a, 1)", "fill(65530, 1, a + 7)", "copy(0, 65530, a + 7)",
    ],
)  # fmt: skip
def test_both_machines_stop_at_the_same_places(statement: str):
    source = f"LEAST = -2147483648\ndef f(a):\n    {statement}\n"

    with pytest.raises(wasmtime.Trap):
        Compiled(source).call("f", 0)
    with pytest.raises(Trap):
        reference(source).call("f", 0)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1.5\ny = [1]\n", "is not in the restricted language"),
        ("class A:\n    pass\n", "line 1: class A"),
        ("def f():\n    return 1.5\n", r"line 2: 1\.5"),
        ("def f():\n    return 'a'\n", "line 2: 'a'"),
        ("def f():\n    return [1]\n", r"line 2: \[1\]"),
        ("def f(a):\n    return a / 2\n", "line 2: a / 2"),
        ("def f(a):\n    return a ** 2\n", r"line 2: a \*\* 2"),
        ("def f(a):\n    return 1 < a < 3\n", "line 2: 1 < a < 3"),
        ("def f(a):\n    return a is a\n", "line 2: a is a"),
        ("def f(a):\n    a, b = a, a\n", "line 2"),
        ("def f(a):\n    a.b = 1\n", r"line 2: a\.b = 1"),
        ("def f(a):\n    a.b(1)\n", r"line 2: a\.b\(1\)"),
        ("def f(a):\n    a + 1\n", r"line 2: a \+ 1"),
        ("def f(a):\n    for i in a:\n        pass\n", "line 2: for i in a"),
        ("def f(a):\n    while a:\n        pass\n    else:\n        a = 1\n", "line 5: a = 1"),
        ("def f(a):\n    break\n", "line 2: break"),
        ("def f(a):\n    continue\n", "line 2: continue"),
        ("def f(a=1):\n    return a\n", r"line 1: def f\(a=1\)"),
        ("def f(*a):\n    return 1\n", r"line 1: def f\(\*a\)"),
        ("@g\ndef f():\n    return 1\n", "def f"),
        ("def f(a):\n    return f(a=1)\n", r"line 2: f\(a=1\)"),
        ("def f(a):\n    return lambda: 1\n", "line 2: lambda: 1"),
        ("def f(a):\n    return missing\n", "in f: the name missing has no value here"),
        ("def f(a):\n    return 99999999999\n", "line 2: 99999999999"),
        ("def f(a):\n    match a:\n        case 1:\n            pass\n", "case 0 belongs here"),
        ("def f(a):\n    match a:\n        case 0 if a:\n            pass\n", "line 3: a is not"),
        ("def f(a):\n    match a:\n        case _:\n            pass\n", "case 0 belongs here"),
    ],
)  # fmt: skip
def test_what_is_outside_the_language_is_refused_with_its_line(source: str, message: str):
    with pytest.raises(TranslationError, match=message):
        translate(source)


# Whole rulesets


def untraced(rules: Rules) -> Program:
    return compile_rules(rules.expansion, rules.clause_names, traced=False)


@lru_cache
def machine(rules: Rules) -> Machine:
    program = untraced(rules)
    return Machine(program.python(), program.data, program.pages)


def perft(machine: Machine, depth: int) -> int:
    machine.call("reset")
    return machine.call("perft", depth)


def test_shodra_counts_the_same_moves_in_cpython():
    counts = [perft(machine(shodra(EACH_FIRST_MOVE)), depth) for depth in (1, 2, 3)]

    assert counts == [24, 576, 13638]


def test_the_round_chess_counts_the_same_moves_in_cpython():
    counts = [perft(machine(rumiya()), depth) for depth in (1, 2)]

    assert counts == [rumiya().perft(1), rumiya().perft(2)] == [14, 196]


@pytest.mark.parametrize("rules", [shodra(EACH_FIRST_MOVE), rumiya()], ids=["shodra", "rumiya"])
def test_with_and_without_provenance_the_same_moves_are_legal(rules: Rules):
    assert rules.start().perft(3) == rules.perft(3)


@pytest.mark.parametrize("rules", [shodra(EACH_FIRST_MOVE), rumiya()], ids=["shodra", "rumiya"])
def test_with_and_without_provenance_a_seed_gives_the_same_game(rules: Rules):
    at = rules.program.constants
    finals = []
    for module in (rules.playable.module, rules.fast):
        instance = module.instance()
        instance.call("seed", 7)
        plies = instance.call("playout")
        finals.append((plies, instance.read(at["WHAT"], len(rules.board))))

    assert finals[0] == finals[1]


def checksums(machine: Machine, at: dict[str, int], count: int, seed: int) -> tuple[int, int]:
    machine.call("clear_results")
    plies = machine.call("playouts", count, seed)
    check = machine.names["ld32"](at["CHECK"])
    return plies, check & 0xFFFFFFFF


# A game that random players end soon, so that CPython plays it in no time.
RACE = duel(
    "(move Step Forward)",
    board="(square 4)",
    start='(place "Man1" {0 1 2 3}) (place "Man2" {12 13 14 15})',
    end="(if (= (count Moves) 9) (result Mover Win))",
)


def test_random_games_are_the_same_on_the_reference_machine():
    rules = load(RACE)
    program = untraced(rules)
    plain = Machine(program.python(), program.data, program.pages)
    played = rules.playouts(20, seed=5)

    assert checksums(plain, program.constants, 20, 5) == (played.plies, played.checksum)
    assert played.plies > 100
    assert played.checksum != rules.playouts(20, seed=6).checksum


NODE = """
const fs = require("node:fs");
const [path, seed, count, check] = process.argv.slice(1);
const instance = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(path)), {});
const { clear_results, playouts, reset, perft, memory } = instance.exports;
clear_results();
const plies = playouts(Number(count), Number(seed));
const checksum = new DataView(memory.buffer).getUint32(Number(check), true);
reset();
console.log(JSON.stringify({ plies, checksum, perft: perft(3) }));
"""


@pytest.mark.parametrize(
    "rules", [load(RACE), shodra(EACH_FIRST_MOVE), rumiya()], ids=["race", "shodra", "rumiya"]
)
def test_random_games_are_the_same_in_node(rules: Rules, tmp_path: Path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: apt-get install nodejs")
    module = tmp_path / "rules.wasm"
    module.write_bytes(rules.fast.bytes)
    played = rules.playouts(20, seed=3)

    check = str(rules.program.constants["CHECK"])
    command = [node, "-e", NODE, str(module), "3", "20", check]
    answer = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)

    assert answer == {
        "plies": played.plies,
        "checksum": played.checksum,
        "perft": rules.perft(3),
    }
