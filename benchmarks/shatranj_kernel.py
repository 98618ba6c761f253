"""How fast shatranj is when it is written by hand in C, and that it is the same game.

    python benchmarks/shatranj_kernel.py [--games 20000] [--depth 6] [--seed 1]

Compiles benchmarks/shatranj.c with gcc -O2, twice: with lists of men, and finding them by looking
over the board (-DSCAN). Prints for each the legal moves played in a second of random games, and
perft leaves in a second; then beside each other how random games of the kernel and of
tests/samples/rulesets/shatranj.lud end, and whether their leaf counts agree. One thread.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import ROOT, SAMPLES, machine, seconds
from games.play import load

SOURCE = ROOT / "benchmarks" / "shatranj.c"
RULES = SAMPLES / "shatranj.lud"


@dataclass(frozen=True)
class Games:
    """Totals of random games: `wins[0]` counts draws."""

    count: int
    plies: int
    wins: tuple[int, ...]

    def __str__(self) -> str:
        draws, first, second = (100 * won / self.count for won in self.wins)
        length = f"{self.plies / self.count:6.1f} plies a game"
        return f"{length}, won {first:.1f} % and {second:.1f} %, drawn {draws:.1f} %"


class Kernel:
    """The compiled kernel. Leave the `with` block and it is gone."""

    def __init__(self, *flags: str) -> None:
        self.flags = flags

    def __enter__(self) -> Kernel:
        self.directory = tempfile.TemporaryDirectory()
        self.program = Path(self.directory.name) / "shatranj"
        command = ["gcc", "-O2", *self.flags, "-o", str(self.program), str(SOURCE)]
        subprocess.run(command, check=True)
        return self

    def __exit__(self, *_: object) -> None:
        self.directory.cleanup()

    def _answer(self, *words: object) -> list[int]:
        command = [str(self.program), *map(str, words)]
        run = subprocess.run(command, check=True, capture_output=True, text=True)
        return [int(word) for word in run.stdout.split()]

    def perft(self, depth: int) -> int:
        """Leaves of the start position."""
        return self._answer("perft", depth)[0]

    def playouts(self, count: int, seed: int) -> Games:
        """Random games; game i has seed `seed + i`."""
        plies, *rest = self._answer("playouts", count, seed)
        return Games(count, plies, tuple(rest[:3]))

    def moves_a_second(self, count: int, seed: int) -> float:
        """Legal moves played in a second of random games."""
        played: list[Games] = []
        took = seconds(lambda: played.append(self.playouts(count, seed)))
        return played[0].plies / took

    def leaves_a_second(self, depth: int) -> float:
        """Perft leaves in a second."""
        counted: list[int] = []
        took = seconds(lambda: counted.append(self.perft(depth)))
        return counted[0] / took


def same_game(kernel: Kernel, seed: int) -> bool:
    """Print how the kernel's games and those of the rules end; whether their leaf counts agree."""
    rules = load(RULES.read_text(encoding="utf-8"), limits=None)
    played = rules.playouts(2000, seed)
    print(f"kernel   {kernel.playouts(2000, seed)}")
    print(f"rules    {Games(2000, played.plies, played.wins)}")
    counts = [(kernel.perft(depth), rules.perft(depth)) for depth in range(1, 5)]
    agree = all(one == other for one, other in counts)
    print(f"leaf counts to depth 4 {'agree' if agree else f'differ: {counts}'}")
    return agree


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(machine())
    for name, flags in (("lists of men", ()), ("looking over the board", ("-DSCAN",))):
        with Kernel(*flags) as kernel:
            moves = kernel.moves_a_second(options.games, options.seed) / 1e6
            leaves = kernel.leaves_a_second(options.depth) / 1e6
            print(f"{name:24}{moves:6.2f} million legal moves a second in random games")
            print(f"{'':24}{leaves:6.2f} million perft leaves a second")
    with Kernel() as kernel:
        sys.exit(0 if same_game(kernel, options.seed) else 1)


if __name__ == "__main__":
    main()
