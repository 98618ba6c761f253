"""The module of every shipped ruleset plays the same games in wasmtime, in Node and in CPython."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from games.compiler.reference import Machine
from games.play import Rules, load
from tests.games.cast import RULESETS

SLUGS = sorted(path.stem for path in RULESETS.glob("*.lud"))
PLIES = 10_000
SEED = 11

# What the page's JavaScript does to play at random: the module finds and plays the moves.
NODE = """
const fs = require("node:fs");
const [path, over, check, seed, plies, games] = process.argv.slice(1);
const module = new WebAssembly.Module(fs.readFileSync(path));
const run = new WebAssembly.Instance(module, {}).exports;
const word = (at) => new DataView(run.memory.buffer).getUint32(Number(at), true);
const answer = {};
if (games === "0") {
  run.reset();
  run.seed(Number(seed));
  let [total, finished] = [0, 0];
  for (let ply = 0; ply < Number(plies); ply++) {
    if (word(over)) { run.reset(); finished++; }
    run.play(run.random(run.generate()));
    total = (Math.imul(total, 31) + run.checksum()) | 0;
  }
  console.log(JSON.stringify([total, finished]));
} else {
  run.clear_results();
  const played = run.playouts(Number(games), Number(seed));
  console.log(JSON.stringify([played, word(check)]));
}
"""


@lru_cache
def rules(slug: str) -> Rules:
    text = (RULESETS / f"{slug}.lud").read_text(encoding="utf-8")
    return load(text, limits=None)


def in_node(module: bytes, of: Rules, folder: Path, *, games: int = 0) -> list[int]:
    """What the script prints: checksum and games ended, or plies and checksum of random games."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: apt-get install nodejs")
    path = folder / "rules.wasm"
    path.write_bytes(module)
    at = of.program.constants
    arguments = [path, at["OVER"], at["CHECK"], SEED, PLIES, games]
    command = [node, "-e", NODE, *map(str, arguments)]
    answer: list[int] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return answer


def walked(machine: Any, of: Rules, plies: int) -> list[int]:
    """Checksum over every position of a random walk, and how many games ended on the way."""
    at = of.program.constants
    machine.call("reset")
    machine.call("seed", SEED)
    total = finished = 0
    for _ in range(plies):
        if machine.word(at["OVER"]):
            machine.call("reset")
            finished += 1
        machine.call("play", machine.call("random", machine.call("generate")))
        total = (total * 31 + machine.call("checksum")) & 0xFFFFFFFF
    return [total - (1 << 32) if total >> 31 else total, finished]


class Plain(Machine):
    """The reference machine, asked as an instance in wasmtime is."""

    def word(self, address: int) -> int:
        return int.from_bytes(self.memory[address : address + 4], "little", signed=True)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_pages_module_plays_ten_thousand_plies_alike_in_node(slug: str, tmp_path: Path):
    here = rules(slug)
    machine = here.playable.module.instance()

    assert in_node(here.module, here, tmp_path) == walked(machine, here, PLIES)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_fast_module_plays_ten_thousand_plies_alike_in_node(slug: str, tmp_path: Path):
    here = rules(slug)
    games = 4
    while (played := here.playouts(games, SEED)).plies < PLIES:
        games *= 2

    answer = in_node(here.fast.bytes, here, tmp_path, games=games)

    assert [answer[0], answer[1]] == [played.plies, played.checksum]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_reference_machine_plays_alike(slug: str):
    here = rules(slug)
    program = here.program
    plain = Plain(program.python(), program.data, program.pages)

    assert walked(plain, here, 60) == walked(here.playable.module.instance(), here, 60)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_fast_module_finds_as_many_moves_as_the_pages(slug: str):
    assert rules(slug).perft(3) == rules(slug).start().perft(3)
