"""A program that also searches many random games for moments of its clauses.

What pages run does without: `finding` adds finding.rpy, the tables that it reads and the room that
it writes to, after everything else in the module's memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from struct import pack

from games.compiler.counting import ROLES
from games.compiler.layout import PAGE
from games.compiler.program import Program

FINDING = Path(__file__).with_name("finding.rpy")

# Plies of a game; moves looked at to find a capture.
LONGEST, TRIES = 600, 4
# More than any cost, in each byte alike.
UNSEEN = 0x7F7F7F7F


@dataclass(frozen=True)
class Cost:
    """What makes a moment less clear: each man, each ply, each thing alike; less if it decides."""

    man: int = 2
    ply: int = 1
    alike: int = 3
    decided: int = 40


COST = Cost()


@dataclass(frozen=True)
class Findings:
    """Where findings stand in memory: `kept` entries of 16 bytes for each of roles × clauses.

    An entry is cost, game, ply and move, as finding.rpy says. `log` has 8 bytes for each ply of a
    game that is replayed.
    """

    best: int
    kept: int
    slots: int
    log: int


def finding(program: Program, kept: int) -> tuple[Program, Findings]:
    """A traced program with `clear_best()`, `find(count, first)` and `replay(number, plies)`."""
    clauses, constants = program.clauses, program.constants
    slots = len(ROLES) * len(clauses)
    kinds = pack(f"<{len(program.kinds)}H", *program.kinds)
    numbers = [clauses.index(each.clause) for each in program.endings]
    endings = pack(f"<{len(numbers)}H", *numbers)
    owners = bytes([0, *(component.owner for component in program.components)])
    sizes = {
        "KIND_CLAUSES": len(kinds),
        "ENDING_CLAUSES": len(endings),
        "OWNERS": len(owners),
        "BEST": 16 * kept * slots,
        "LOG": 8 * LONGEST,
    }
    at: dict[str, int] = {}
    end = constants["STACK_END"]
    for name, size in sizes.items():
        at[name] = end
        end = (end + size + 15) // 16 * 16
    more = at | {
        "BEST_SIZE": sizes["BEST"],
        "KEPT": kept,
        "UNSEEN": UNSEEN,
        "LONGEST": LONGEST,
        "TRIES": TRIES,
        "ALIKE": COST.alike,
        "DECIDED": COST.decided,
        **{f"ROLE_{role.upper()}": i * len(clauses) for i, role in enumerate(ROLES)},
    }
    tables = {at["KIND_CLAUSES"]: kinds, at["ENDING_CLAUSES"]: endings, at["OWNERS"]: owners}
    found = replace(
        program,
        source=f"{program.source}\n\n{FINDING.read_text(encoding='utf-8')}",
        constants=constants | more,
        data=program.data | tables,
        pages=-(-end // PAGE),
        exported=(*program.exported, "clear_best", "find", "replay"),
    )
    return found, Findings(at["BEST"], kept, slots, at["LOG"])
