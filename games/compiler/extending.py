"""Programs that do more than pages run: random games searched for moments, or counted.

What is added stands after everything else in the module's memory, so that positions stay where
they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from struct import pack

from games.compiler.layout import PAGE
from games.compiler.program import Program

ROLES = ("allowed", "forbade", "effect", "ended")


def extended(
    program: Program,
    source: Path,
    exported: tuple[str, ...],
    *,
    tables: Mapping[str, bytes],
    room: Mapping[str, int],
    constants: Mapping[str, int],
) -> tuple[Program, dict[str, int]]:
    """A traced program with the functions of a source; and where its tables and room stand.

    Beside the `tables` that it reads there are two more: the clause of each kind of move, and of
    each ending, KIND_CLAUSES and ENDING_CLAUSES. `room` has the size in bytes of each part that it
    writes to. ROLE_ALLOWED and so on are where the slots of a role begin, one for each clause.
    """
    clauses = program.clauses
    endings = [clauses.index(each.clause) for each in program.endings]
    tables = {
        "KIND_CLAUSES": pack(f"<{len(program.kinds)}H", *program.kinds),
        "ENDING_CLAUSES": pack(f"<{len(endings)}H", *endings),
        **tables,
    }
    sizes = {name: len(table) for name, table in tables.items()} | dict(room)
    at: dict[str, int] = {}
    end = program.constants["STACK_END"]
    for name, size in sizes.items():
        at[name] = end
        end = (end + size + 15) // 16 * 16
    roles = {f"ROLE_{role.upper()}": i * len(clauses) for i, role in enumerate(ROLES)}
    more = replace(
        program,
        source=f"{program.source}\n\n{source.read_text(encoding='utf-8')}",
        constants={**program.constants, **at, **constants, **roles},
        data=program.data | {at[name]: table for name, table in tables.items()},
        pages=-(-end // PAGE),
        exported=(*program.exported, *exported),
    )
    return more, at
