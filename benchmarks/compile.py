"""How long a ruleset takes from text to a playable module, in milliseconds.

    python benchmarks/compile.py [--rounds 20]

Prints the median of each stage for every shipped ruleset (read and expand the text; compile the
ludemes to restricted Python; translate to WebAssembly; make machine code, with limits, as the site
does), their sum, and what all of it takes with the second design, with the machine, the Python and
the commit. Times are those of the processor; what a process reads once has been read before.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import RULESETS, clauses_of, machine
from games.compiler import compile_rules
from games.ludemes import expand
from games.play import Limits, load
from games.play.machine import Module
from games.play.second import load_second

STAGES = ("expand", "compile", "translate and build", "load (all of it)", "second design")


def milliseconds(call: Callable[[], Any]) -> float:
    """Processor time of one call."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def measure(text: str, clauses: tuple[str, ...] | None) -> list[float]:
    """One round: a figure for each stage."""
    expansion = expand(text)
    program = compile_rules(expansion, clauses)
    return [
        milliseconds(lambda: expand(text)),
        milliseconds(lambda: compile_rules(expansion, clauses)),
        milliseconds(lambda: Module(program, Limits(), optimised=False)),
        milliseconds(lambda: load(text, clauses=clauses)),
        milliseconds(lambda: load_second(text, clauses=clauses)),
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    print(machine())
    print(f"{'ruleset':28}" + "".join(f"{stage:>22}" for stage in STAGES))
    for path in sorted(RULESETS.glob("*.lud")):
        text = path.read_text(encoding="utf-8")
        clauses = clauses_of(path)
        measure(text, clauses)
        figures = zip(*(measure(text, clauses) for _ in range(rounds)), strict=True)
        medians = "".join(f"{statistics.median(each):>19.1f} ms" for each in figures)
        print(f"{path.stem:28}{medians}")


if __name__ == "__main__":
    main()
