"""Replay published traces in Node and in wasmtime on the same bytes, and compare.

    python -m benchmarks.node_traces ORACLES --games 60

ORACLES has lud/, def/, trace/ and index.json. Games are drawn by family in turn, so that each
family is there; those that the engine refuses to compile are counted and drawn past, with --exact
those as well that wasmtime plays otherwise than the trace.
"""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import wasmtime

from games.boards import BoardError
from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.lowering.registry import NotImplementedLudeme
from games.engine.play.stored import read_module, write_module
from games.engine.play.traces import first_difference
from games.ludemes import Library, LudemeError, default_choices

SCRIPT = Path(__file__).parent / "replay.mjs"
NODE = ("node", "--no-warnings", "--experimental-default-type=module", str(SCRIPT))
REFUSED = (NotImplementedLudeme, LudemeError, BoardError)
Verdict = dict[str, Any]
Difference = tuple[int, int, str] | None


def drawn(index: list[dict[str, Any]], seed: int) -> Iterator[tuple[str, str]]:
    """Family and name of each game: a game of every family, then another of each, and on."""
    families: dict[str, list[str]] = {}
    for game in index:
        families.setdefault(game["category"], []).append(game["file"])
    chance = random.Random(seed)
    for names in families.values():
        chance.shuffle(names)
    while any(families.values()):
        for family, names in sorted(families.items()):
            if names:
                yield family, names.pop()


def exported(oracles: Path, name: str, library: Library, folder: Path) -> bool:
    """Write the module of a game, unless the engine refuses it."""
    text = (oracles / "lud" / f"{name}.lud").read_text(encoding="utf-8")
    try:
        bound = read_and_bind(text, library, default_choices(text), name=name, strict=True)
        compiled = compile_typed(bound.root)
    except REFUSED:
        return False
    write_module(compiled, folder, name)
    return True


def in_wasmtime(folder: Path, trace: Path, name: str) -> Difference:
    """Where a stored module differs from a trace, as Node says it."""
    with gzip.open(trace, "rt", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    try:
        found = first_difference(read_module(folder, name), lines)
    except wasmtime.Trap:
        return 0, 0, "stopped"
    return None if found is None else (found.trial, found.ply, found.what)


def in_node(folder: Path, traces: Path, names: list[str]) -> Iterator[Verdict]:
    """What Node finds for each game."""
    command = [*NODE, str(folder), str(traces), *names]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return (json.loads(line) for line in done.stdout.splitlines())


def agree(node: Verdict | None, here: Difference) -> bool:
    """Whether both say the same of a game; a trap is worded by each player."""
    if node is None or here is None:
        return node is None and here is None
    if here[2] == "stopped":
        return str(node["what"]).startswith("stopped")
    return (node["trial"], node["ply"], node["what"]) == here


def main() -> int:
    """Draw, compile, replay, print."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("oracles", type=Path)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--seed", type=int, default=17)
    chosen = parser.parse_args()
    index = json.loads((chosen.oracles / "index.json").read_text(encoding="utf-8"))
    library = Library(chosen.oracles / "def")
    traces = chosen.oracles / "trace"
    with TemporaryDirectory() as temporary:
        folder, past = Path(temporary), 0
        families: dict[str, str] = {}
        here: dict[str, Difference] = {}
        for family, name in drawn(index, chosen.seed):
            if exported(chosen.oracles, name, library, folder):
                here[name] = in_wasmtime(folder, traces / f"{name}.jsonl.gz", name)
            if name not in here or (chosen.exact and here[name] is not None):
                past += 1
                continue
            families[name] = family
            if len(families) == chosen.games:
                break
        return _report(in_node(folder, traces, list(families)), families, here, past)


def _report(
    verdicts: Iterator[Verdict], families: dict[str, str], here: dict[str, Difference], past: int
) -> int:
    alike, exact, plies = 0, 0, 0
    for verdict in verdicts:
        name, difference = verdict["name"], verdict["difference"]
        same = agree(difference, here[name])
        alike, exact, plies = alike + same, exact + (difference is None), plies + verdict["plies"]
        what = "exact" if difference is None else f"differs: {difference}"
        print(f"{families[name]:32} {name}: {what}{'' if same else ' NOT AS IN WASMTIME'}")
    count, kinds = len(families), len(set(families.values()))
    print(f"{count} games of {kinds} families, {past} drawn past")
    print(f"{exact} exact in Node over {plies} plies; {alike} of {count} as in wasmtime")
    return 0 if alike == count else 1


if __name__ == "__main__":
    sys.exit(main())
