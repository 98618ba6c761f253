"""A program that also plays many random games and counts how its clauses show up in them.

What pages run does without: `counting` adds counting.rpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from games.compiler.extending import ROLES, extended
from games.compiler.program import Program

COUNTING = Path(__file__).with_name("counting.rpy")

# Words of a row before the counts: plies, winner, ending, legal moves.
HEAD = 4


@dataclass(frozen=True)
class Room:
    """Where counts stand in memory, in bytes; `slots` is roles × clauses.

    `rows` has one row for each game of a call, `histograms` for each slot the plies 0 to `latest`,
    at which it showed up, later ones counted with the last.
    """

    rows: int
    row_size: int
    most: int
    slots: int
    histograms: int
    latest: int


def counting(program: Program, most: int) -> tuple[Program, Room]:
    """A traced program with a function `study(count, first)` for at most `most` games a call."""
    slots = len(ROLES) * len(program.clauses)
    # A turn may take several plies, but hardly ever does.
    latest = 2 * program.constants["MAX_TURNS"]
    row_size = 4 * (HEAD + 2 * slots)
    room = {
        "STAMPS": 4 * slots,
        "HISTOGRAMS": 4 * slots * (latest + 1),
        "ROWS": row_size * most,
    }
    constants = {
        "STAMPS_SIZE": room["STAMPS"],
        "HISTOGRAMS_SIZE": room["HISTOGRAMS"],
        "ROW_SIZE": row_size,
        "COUNTS": 4 * HEAD,
        "FIRSTS": 4 * (HEAD + slots),
        "LATEST": latest,
    }
    counted, at = extended(program, COUNTING, ("study",), tables={}, room=room, constants=constants)
    return counted, Room(at["ROWS"], row_size, most, slots, at["HISTOGRAMS"], latest)
