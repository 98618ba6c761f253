"""Functions and tables that nothing reaches are left out."""

from __future__ import annotations

from dataclasses import replace

from games.engine.ir.program import Program
from games.engine.ir.walking import facts


def reachable(program: Program) -> Program:
    """The program without functions that no export calls, and without their tables."""
    functions = {each.name: each for each in program.functions}
    found: dict[str, None] = {}
    tables: set[str] = set()
    waiting = list(program.exports)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = None
        known = facts(functions[name])
        waiting += known.calls
        for table in known.tables - tables:
            tables.add(table)
            waiting += program.tables[table]
    return replace(
        program,
        functions=[each for each in program.functions if each.name in found],
        tables={name: each for name, each in program.tables.items() if name in tables},
    )
