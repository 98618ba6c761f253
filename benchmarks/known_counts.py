"""Count the games of known rules deep, and compare with what is published.

    python -m benchmarks.known_counts [--depth N]

Tablut in both readings, English draughts by turns, oware, reversi and connect four, played by the
engine's second design. The tests count the same less deep. A count that differs ends with status 1.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.play.machine import Machine

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


def counted(text: str, counter: Counter, depth: int) -> list[int]:
    """The counts from 1 to a depth."""
    machine = Machine(compile_typed(read_and_bind(text, strict=True).root))
    machine.start()
    return [counter(machine, plies) for plies in range(1, depth + 1)]


def main() -> None:
    """Run from the command line."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--depth", type=int, default=99, help="count at most so deep")
    depth = parser.parse_args().depth
    wrong = 0
    for name, (text, counter, published) in KNOWN.items():
        wanted, began = list(published[:depth]), time.monotonic()
        found = counted(text, counter, len(wanted))
        verdict = "as published" if found == wanted else f"published are {wanted}"
        wrong += found != wanted
        print(f"{name}: {found}, {verdict} ({time.monotonic() - began:.1f} s)", flush=True)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
