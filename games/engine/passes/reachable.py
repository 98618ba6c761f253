"""Functions and tables that nothing reaches are left out."""

from __future__ import annotations

from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import calls, walk


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
        body = functions[name].body
        waiting += sorted(calls(body))
        for node in walk(body):
            if isinstance(node, ir.Dispatch) and node.table not in tables:
                tables.add(node.table)
                waiting += program.tables[node.table]
    return replace(
        program,
        functions=[each for each in program.functions if each.name in found],
        tables={name: each for name, each in program.tables.items() if name in tables},
    )
