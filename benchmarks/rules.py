"""How fast compiled rules are: random games, leaf counts, compiling, and two threads.

    python benchmarks/rules.py [RULESET …] [--seconds 2]
    python benchmarks/rules.py [RULESET …] --against COMMIT
    python benchmarks/rules.py --lud DIR --games NAME …

For every shipped ruleset, and for the test rulesets chess, shatranj and makruk: legal moves played
in a second of random games, perft leaves in a second, milliseconds from text to a playable module
(as the site makes it, with limits), and by how much two threads play more than one. Each
figure but the last is of one thread. Then shatranj beside benchmarks/shatranj.c (gcc -O2). Measure
on a machine that does nothing else.

With `--against`, the first design of the engine as it was in a commit beside the second design of
this checkout, by turns in one run and in processor time: moves, milliseconds to compile, leaves,
and whether the leaves are as many. With `--lud`, likewise for texts in a folder, with the first
design of this checkout; definitions are read from a folder `def` beside it, where there is one.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.designs import compare
from benchmarks.measuring import RULESETS, SAMPLES, clauses_of, machine, seconds
from benchmarks.shatranj_kernel import Kernel
from games.play import Rules, load

HEAD = f"{'':26}{'moves/s':>12}{'leaves/s':>12}{'compile':>12}{'2 threads':>12}"


def rate(work: Callable[[int], int], least: float) -> float:
    """Units of work in a second: `work(count)` says how many it did; at least so many seconds."""
    count = 1
    while True:
        done: list[int] = []
        took = seconds(lambda: done.append(work(count)))  # noqa: B023 - called at once
        if took >= least:
            return done[0] / took
        count = count * 2 if took < least / 10 else int(count * least / took * 1.2) + 1


def moves_a_second(rules: Rules, least: float) -> float:
    """Legal moves played in a second of random games."""
    return rate(lambda count: rules.playouts(count, 1).plies, least)


def leaves_a_second(rules: Rules, least: float) -> float:
    """Perft leaves in a second, at the first depth that takes long enough."""
    for depth in range(3, 9):
        leaves: list[int] = []
        took = seconds(lambda: leaves.append(rules.perft(depth)))  # noqa: B023 - called at once
        if took >= least / 4:
            break
    return leaves[0] / took


def two_threads(rules: Rules, games: int) -> float:
    """How many times as many moves two threads play in the same time as one."""
    rules.playouts(1)
    one = seconds(lambda: rules.playouts(games, 1))
    threads = [threading.Thread(target=rules.playouts, args=(games, 1)) for _ in range(2)]

    def both() -> None:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return 2 * one / seconds(both)


def compile_milliseconds(path: Path) -> float:
    """From text to a module that can be played, as the site does it; the median of many times."""
    text, clauses = path.read_text(encoding="utf-8"), clauses_of(path)
    load(text, clauses=clauses)
    times = (seconds(lambda: load(text, clauses=clauses)) for _ in range(20))
    return statistics.median(times) * 1000


def report(path: Path, least: float) -> float:
    """Print one line; the moves a second."""
    text = path.read_text(encoding="utf-8")
    rules = load(text, limits=None)
    moves = moves_a_second(rules, least)
    games = max(2, int(moves * least / (rules.playouts(10).plies / 10)))
    print(
        f"{path.stem:26}{moves / 1e6:10.2f} M{leaves_a_second(rules, least) / 1e6:10.1f} M"
        f"{compile_milliseconds(path):9.1f} ms{two_threads(rules, games):12.2f}",
        flush=True,
    )
    return moves


def compare_designs(options: argparse.Namespace) -> None:
    """Print the table of both designs."""
    folder: Path = options.lud or RULESETS
    names = options.games or options.rulesets
    paths = [path for path in sorted(folder.glob("*.lud")) if not names or path.stem in names]
    library = folder.resolve().parent / "def"
    print(machine())
    compare(paths, options.against, library if library.is_dir() else None, options.seconds)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rulesets", nargs="*", help="names of rulesets; all, if none is given")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (2)")
    parser.add_argument("--against", metavar="COMMIT", help="compare both designs")
    parser.add_argument("--lud", type=Path, metavar="DIR", help="a folder of texts to compare with")
    parser.add_argument("--games", nargs="+", default=[], help="names of texts in that folder")
    options = parser.parse_args()
    if options.against or options.lud:
        compare_designs(options)
        return
    print(f"{machine()}\n{HEAD}")
    for path in [*sorted(RULESETS.glob("*.lud")), *sorted(SAMPLES.glob("*.lud"))]:
        if options.rulesets and path.stem not in options.rulesets:
            continue
        moves = report(path, options.seconds)
        if path.stem == "shatranj":
            beside_the_kernel(moves, options.seconds)


def beside_the_kernel(moves: float, least: float) -> None:
    """Print how fast hand-written C plays the same game, and the ratio of the rules to it."""
    for name, flags in (("in C, with lists of men", ()), ("in C, over the board", ("-DSCAN",))):
        with Kernel(*flags) as kernel:
            theirs = rate(lambda count: kernel.playouts(count, 1).plies, least)
        print(f"  {name:24}{theirs / 1e6:10.2f} M   the rules reach {moves / theirs:.2f} of it")


if __name__ == "__main__":
    main()
