"""Count the games of known rules deep, and compare with what is published.

    python -m benchmarks.known_counts [--depth N]

Tablut in both readings, English draughts by turns, oware, reversi and connect four, played by the
engine's second design, and shipped rulesets by the design that a game begins with. The tests count
the same less deep. A count that differs ends with status 1.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.play.machine import Machine
from tests.games.families import is_no_step, trusted, turns

BY_TURNS = import_module("tests.engine.test_perft_by_turns")
BY_PLIES = import_module("tests.engine.test_perft_of_known_games")
SOWING = import_module("tests.engine.test_sowing")
RULESETS = Path(__file__).parent.parent / "fixtures" / "rulesets" / "war"
Counter = Callable[[Machine, int], int]


def by_plies(machine: Machine, depth: int) -> int:
    """The number of games of so many plies."""
    return int(machine.call("leaves", depth))


def hostile_with_the_king() -> str:
    """Linnaeus's tablut where men are caught at the arx, too, while the king is in it."""
    text, empty = shipped("tablut-linnaeus"), "(and (= (to) (centrePoint)) (is Empty (to)))"
    assert text.count(empty) == 1
    return text.replace(empty, "(= (to) (centrePoint))")


def shipped(slug: str) -> str:
    """The text of a shipped ruleset."""
    return (RULESETS / f"{slug}.lud").read_text(encoding="utf-8")


KNOWN: dict[str, tuple[str, Counter, tuple[int, ...]]] = {
    "tablut, the arx hostile with the king in it": (
        hostile_with_the_king(), by_plies, (80, 4400, 353200, 19901208),
    ),
    "tablut by Linnaeus": (
        shipped("tablut-linnaeus"), by_plies, (80, 4400, 353200, 19913864),
    ),
    "English draughts by turns": (
        BY_TURNS.DRAUGHTS, BY_TURNS.games, (7, 49, 302, 1469, 7361, 36768, 179740),
    ),
    "oware": (SOWING.TWO_OR_THREE, by_plies, (6, 36, 190, 1014)),
    "reversi": (BY_PLIES.REVERSI, by_plies, (4, 12, 56, 244, 1396, 8200, 55092)),
    "connect four": (BY_PLIES.CONNECT_FOUR, by_plies, (7, 49, 343, 2401, 16807, 117649, 823536)),
}  # fmt: skip

# Of shipped rulesets: the games of so many plies, and those of whole turns.
PLIES: list[tuple[str, tuple[str, ...], tuple[int, ...]]] = [
    ("draughts-english", (), (7, 49, 302, 1469, 7361, 36768, 179255)),
    ("draughts-polish", (), (9, 81, 658, 4265, 26845)),
    ("latrunculi-schaedler-1994", (), (64, 4032, 249984)),
    ("shatranj", (), (16, 256, 4176, 68122, 1164248)),
    ("shatranj-rumi", (), (1, 1, 1, 1, 19, 363, 7163, 141983)),
    ("acedrex-1283", (), (27, 729, 19230, 506735)),
    (
        "acedrex-1283",
        ("First move of the alferza/Diagonally only",),
        (26, 676, 17218, 438034),
    ),
    ("grande-acedrex", (), (59, 3481, 206209)),
    ("grande-acedrex", ("Leon/Straight only",), (57, 3249, 186052)),
    ("shatar", (), (1, 1, 20, 400, 8426, 177344)),
    ("heian-shogi", (), (22, 484, 10296, 219018)),
    ("heian-shogi", ("Board/Nine by nine",), (26, 676, 17108, 432964)),
    ("chess-modern", (), (20, 400, 8902, 197281)),
    ("makruk-modern", (), (23, 529, 12012, 273026)),
    ("xiangqi", (), (44, 1920, 79666, 3290240)),
    ("oware", (), (6, 36, 190, 1014, 5219, 27332, 139157)),
    ("um-el-bagara", (), (6, 36, 168, 784, 3664, 16436)),
    ("toguz-almasy", (), (9, 73, 613, 5199, 43449)),
    ("adji-boto", (), (5, 25, 100, 400, 1200, 3600, 7200)),
]
TURNS: list[tuple[str, tuple[str, ...], tuple[int, ...]]] = [
    ("draughts-polish", (), (9, 81, 658, 4265, 27117)),
    ("konane-papamu", ("Places/Eight by eight",), (4, 12, 28, 172, 892, 7124)),
    ("konane-papamu", ("Places/Ten by ten",), (4, 12, 28, 172, 984, 8596)),
    ("alquerque-doce-1283", (), (4, 8, 33, 219, 1537, 11697)),
    ("mughal-pathan-1933", (), (9, 69, 783, 9063, 112469)),
    # With the game over at nine hunters; 35270 go on after that.
    (
        "cercar-la-liebre-1283",
        ("Leaps of the hare/As many as it can",),
        (8, 40, 522, 2316, 35094),
    ),
]


def of_shipped(slug: str, options: tuple[str, ...], depth: int, *, by_turns: bool) -> list[int]:
    """The counts of a shipped ruleset from 1 to a depth."""
    found = trusted(slug, *options)
    if not by_turns:
        return [found.perft(plies) for plies in range(1, depth + 1)]
    return [turns(found.start(), number, is_no_step) for number in range(1, depth + 1)]


def counted(text: str, counter: Counter, depth: int) -> list[int]:
    """The counts from 1 to a depth."""
    machine = Machine(compile_typed(read_and_bind(text, strict=True).root))
    machine.start()
    return [counter(machine, plies) for plies in range(1, depth + 1)]


def reported(name: str, wanted: tuple[int, ...], count: Callable[[int], list[int]]) -> bool:
    """Print counts beside the published ones, and say whether they differ."""
    began = time.monotonic()
    found = count(len(wanted))
    verdict = "as published" if found == list(wanted) else f"published are {list(wanted)}"
    print(f"{name}: {found}, {verdict} ({time.monotonic() - began:.1f} s)", flush=True)
    return found != list(wanted)


def main() -> None:
    """Run from the command line."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--depth", type=int, default=99, help="count at most so deep")
    depth = parser.parse_args().depth
    wrong = 0
    for name, (text, counter, published) in KNOWN.items():
        wrong += reported(name, published[:depth], partial(counted, text, counter))
    for kind, rows in (("plies", PLIES), ("turns", TURNS)):
        for slug, options, published in rows:
            count = partial(of_shipped, slug, options, by_turns=kind == "turns")
            name = f"{slug} by {kind}" + "".join(f", {option}" for option in options)
            wrong += reported(name, published[:depth], count)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
