"""A program that also plays many random games and counts how its clauses show up in them.

What pages run does without: `counting` adds counting.rpy, the tables that it reads and the room
that it writes to, after everything else in the module's memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from struct import pack

from games.compiler.layout import PAGE
from games.compiler.program import Program

COUNTING = Path(__file__).with_name("counting.rpy")

ROLES = ("allowed", "forbade", "effect", "ended")
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
    clauses, constants = program.clauses, program.constants
    slots = len(ROLES) * len(clauses)
    # A turn may take several plies, but hardly ever does.
    latest = 2 * constants["MAX_TURNS"]
    kinds = pack(f"<{len(program.kinds)}H", *program.kinds)
    endings = pack(
        f"<{len(program.endings)}H", *(clauses.index(each.clause) for each in program.endings)
    )
    sizes = {
        "KIND_CLAUSES": len(kinds),
        "ENDING_CLAUSES": len(endings),
        "STAMPS": 4 * slots,
        "HISTOGRAMS": 4 * slots * (latest + 1),
        "ROWS": 4 * (HEAD + 2 * slots) * most,
    }
    at: dict[str, int] = {}
    end = constants["STACK_END"]
    for name, size in sizes.items():
        at[name] = end
        end = (end + size + 15) // 16 * 16
    more = at | {
        "STAMPS_SIZE": sizes["STAMPS"],
        "HISTOGRAMS_SIZE": sizes["HISTOGRAMS"],
        "ROW_SIZE": 4 * (HEAD + 2 * slots),
        "COUNTS": 4 * HEAD,
        "FIRSTS": 4 * (HEAD + slots),
        "LATEST": latest,
        **{f"ROLE_{role.upper()}": i * len(clauses) for i, role in enumerate(ROLES)},
    }
    counted = replace(
        program,
        source=f"{program.source}\n\n{COUNTING.read_text(encoding='utf-8')}",
        constants=constants | more,
        data=program.data | {at["KIND_CLAUSES"]: kinds, at["ENDING_CLAUSES"]: endings},
        pages=-(-end // PAGE),
        exported=(*program.exported, "study"),
    )
    return counted, Room(at["ROWS"], more["ROW_SIZE"], most, slots, at["HISTOGRAMS"], latest)
