"""How often the computer at its strongest beats who moves at random, and how long it takes.

    python benchmarks/computer.py [SLUG …] [--option OPTION/ITEM …] [--games 100] [--playouts N]
        [--processes N] [--second]

Plays in Node what the page plays in a worker, with the time that a move has there (or with so
many playouts a move, which plays the same games on any machine), ten games in turn on each
processor, the sides by turns, by the design of the engine that the page has, with `--second` by the
second. The first move of ten games includes what the computer learns of the rules before it. Prints
won, drawn and lost, the plies of a game, and the longest move. All rulesets take hours; measure on
a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import RULESETS, machine
from games.play import Rules, load_rules
from games.play.second import load_second
from tests.games.node import told

SITTING = 10  # games between which the computer does not learn the rules anew

GAMES = """
const { Search, STRENGTHS, within } = await import(`${library}/search.js`);
const { numbers, playouts } = JSON.parse(asked);
const made = performance.now();
const search = new Search(rules.start(), 1 + 10_000 * numbers[0]);
const bound = playouts ? { playouts, milliseconds: Infinity } : STRENGTHS.strong;
let ago = performance.now() - made;
const play = (played) => {
  let state = 1 + 7919 * played;
  const random = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const game = rules.start();
  const side = 1 + (played % 2);
  let longest = 0;
  const choose = () => {
    const start = performance.now();
    const { number } = search.choose(game.position, playouts ? bound : within(bound, ago));
    longest = Math.max(longest, ago + performance.now() - start);
    ago = 0;
    return number;
  };
  while (!game.outcome) {
    const number = game.mover === side ? choose() : random(game.moves.length);
    game.play(game.moves[number].label);
  }
  const { winner } = game.outcome;
  const ended = winner === side ? "won" : winner ? "lost" : "drawn";
  return { ended, plies: game.ply, longest };
};
console.log(JSON.stringify(numbers.map(play)));
"""


# The same under the engine's second design, where any number may play, with throws.
SECOND_GAMES = """
const { Search } = await import(`${library}/engine/search.js`);
const { STRENGTHS, within } = await import(`${library}/strengths.js`);
const { Machine } = await import(`${library}/engine/machine.js`);
const { Chance } = await import(`${library}/engine/chance.js`);
const { randomPly } = await import(`${library}/engine/random-play.js`);
const { again } = await import(`${library}/engine/naming.js`);
const { numbers, playouts } = JSON.parse(asked);
const LONGEST = 2000;
const machine = new Machine(new WebAssembly.Instance(rules.module), rules.manifest);
const bound = playouts ? { playouts, milliseconds: Infinity } : STRENGTHS.strong;
const learning = playouts ? { games: 60, milliseconds: Infinity } : undefined;
const made = performance.now();
const search = new Search(machine, 1 + 10_000 * numbers[0], learning);
let ago = performance.now() - made;
const play = (played) => {
  const chance = new Chance(1 + 7919 * played);
  const side = 1 + (played % rules.manifest.players.length);
  const thrown = () => chance.throw(rules.manifest.dice);
  let [longest, plies] = [0, 0];
  const choose = () => {
    const { position } = machine;
    machine.throw(null);
    machine.run.generate();
    const faces = machine.waitsForThrow ? thrown() : [];
    const start = performance.now();
    const { number } = search.choose({ position, faces }, playouts ? bound : within(bound, ago));
    longest = Math.max(longest, ago + performance.now() - start);
    ago = 0;
    again(machine, { position, faces, number });
    if (machine.waitsForThrow) again(machine, { position, faces: thrown(), number });
  };
  machine.throw(null);
  machine.start();
  for (; !machine.over && plies < LONGEST; plies += 1) {
    if (machine.mover === side) choose();
    else randomPly(machine, chance);
  }
  const winner = machine.over ? machine.get("winner") : 0;
  const alone = winner > 0 && winner <= rules.manifest.players.length;
  const ended = winner === side ? "won" : alone ? "lost" : "drawn";
  return { ended, plies, longest };
};
console.log(JSON.stringify(numbers.map(play)));
"""


@dataclass(frozen=True)
class Table:
    """Rules at which games are played, as the page chooses the design of the engine for them."""

    rules: Rules
    folder: Path
    playouts: int | None

    def play(self, numbers: Sequence[int]) -> Any:
        """How games ended, their plies, and the milliseconds of the computer's longest move."""
        script = SECOND_GAMES if self.rules.design == 2 else GAMES
        seat = Path(tempfile.mkdtemp(dir=self.folder))
        return told(script, self.rules, seat, {"numbers": numbers, "playouts": self.playouts})


def played(path: Path, options: argparse.Namespace) -> str:
    """The line of a ruleset: won, drawn and lost of so many games."""
    text = path.read_text(encoding="utf-8")
    load = load_second if options.second else load_rules
    rules = load(text, options.option)
    begun = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="ashtapada-computer-") as folder,
        ThreadPoolExecutor(options.processes) as pool,
    ):
        table = Table(rules, Path(folder), options.playouts)
        sittings = [
            range(options.games)[first : first + SITTING]
            for first in range(0, options.games, SITTING)
        ]
        games = [game for each in pool.map(table.play, map(list, sittings)) for game in each]
    ended = Counter(game["ended"] for game in games)
    plies = sum(game["plies"] for game in games) / len(games)
    longest = max(game["longest"] for game in games)
    tally = ", ".join(f"{ended[name]} {name}" for name in ("won", "drawn", "lost"))
    took = f"{time.monotonic() - begun:.0f} s"
    return f"{tally}; {plies:.0f} plies a game, at most {longest:.0f} ms a move; {took}"


def main() -> None:
    """Play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    every = {path.stem: path for path in sorted(RULESETS.rglob("*.lud"))}
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="rulesets (all)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="OPTION/ITEM", help="a choice of the rules"
    )
    parser.add_argument("--games", type=int, default=100, help="games of each (100)")
    parser.add_argument("--playouts", type=int, help="of a move, instead of its time")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="games at once")
    parser.add_argument("--second", action="store_true", help="by the engine's second design")
    options = parser.parse_args()
    print(machine())
    for slug in options.slugs or every:
        print(f"{slug:26} {played(every[slug], options)}", flush=True)


if __name__ == "__main__":
    main()
