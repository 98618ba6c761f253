"""A program that also searches many random games for moments of its clauses.

What pages run does without: `finding` adds finding.rpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from games.compiler.extending import ROLES, extended
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
    slots = len(ROLES) * len(program.clauses)
    owners = bytes([0, *(component.owner for component in program.components)])
    room = {"BEST": 16 * kept * slots, "LOG": 8 * LONGEST}
    constants = {
        "BEST_SIZE": room["BEST"],
        "KEPT": kept,
        "UNSEEN": UNSEEN,
        "LONGEST": LONGEST,
        "TRIES": TRIES,
        "ALIKE": COST.alike,
        "DECIDED": COST.decided,
    }
    found, at = extended(
        program,
        FINDING,
        ("clear_best", "find", "replay"),
        tables={"OWNERS": owners},
        room=room,
        constants=constants,
    )
    return found, Findings(at["BEST"], kept, slots, at["LOG"])
