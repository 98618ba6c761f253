"""Copies of generators do not set variables of the context that nobody reads meanwhile.

They put them back before they end, or whoever asked does where a copy ends early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import StatementRewriter, facts, notes, walk

COPIES = ("aimed_", "first_", "counted_", "chosen_")
PLAIN = ir.Local | ir.Const | ir.Symbol | ir.Context | ir.Load


def idle(program: Program) -> Program:
    """The program whose copies set fewer variables of the context."""
    functions = {each.name: each for each in program.functions}
    read = _Read(program, functions)
    return replace(program, functions=[_shortened(each, read) for each in program.functions])


class _Read:
    """The variables of the context that functions use, themselves or through others."""

    def __init__(self, program: Program, functions: Mapping[str, ir.Function]) -> None:
        self.program, self.functions = program, functions
        self._known: dict[str, frozenset[str]] = {}

    def within(self, function: ir.Function) -> frozenset[str]:
        """Those that the functions called by one use."""
        known = facts(function)
        named = (name for table in known.tables for name in self.program.tables[table])
        return frozenset[str]().union(*map(self._by, {*known.calls, *named}))

    def _by(self, name: str) -> frozenset[str]:
        if name not in self._known:
            found: set[str] = set()
            waiting, seen = [name], {name}
            while waiting:
                known = facts(self.functions[waiting.pop()])
                found |= known.contexts | known.sets
                named = {each for table in known.tables for each in self.program.tables[table]}
                new = (known.calls | named) - seen
                seen |= new
                waiting += new
            self._known[name] = frozenset(found)
        return self._known[name]


def _shortened(function: ir.Function, read: _Read) -> ir.Function:
    sets = facts(function).sets
    if not function.name.startswith(COPIES) or not sets:
        return function
    possible = sets - read.within(function)
    if not possible:
        return function
    nodes = walk(function.body)
    names = {each for each in possible if _is_idle(function.body, nodes, each)}
    return replace(function, body=_Without(names).block(function.body)) if names else function


def _is_idle(body: tuple[ir.Statement, ...], nodes: list[object], name: str) -> bool:
    """Whether a variable is only set, and at last put back."""
    given = Counter(each.name for each in nodes if isinstance(each, ir.Assign))
    values = {
        each.name: each.value
        for each in nodes
        if isinstance(each, ir.Assign) and given[each.name] == 1
    }
    saved = {local for local in values if _origin(values, local) == ir.Context(name)}
    sets = [each for each in nodes if isinstance(each, ir.SetContext) and each.name == name]
    if not all(isinstance(each.value, PLAIN) for each in sets):
        return False
    # Wherever else the former value is used, it is read.
    used = sum(isinstance(each, ir.Local) and each.name in saved for each in nodes)
    back = sum(isinstance(each.value, ir.Local) and each.value.name in saved for each in sets)
    copied = sum(isinstance(values[local], ir.Local) for local in saved)
    reads = sum(each == ir.Context(name) for each in nodes)
    if used != back + copied or reads != len(saved) - copied:
        return False
    changing = [n for n, node in enumerate(body) if ("sets", name) in notes(node)]
    kept = {node.name for node in body[: changing[0]] if isinstance(node, ir.Assign)}
    match body[changing[-1]]:
        case ir.SetContext(_, ir.Local(local)):
            return local in saved and _first(values, local) in kept
    return False


def _origin(values: Mapping[str, ir.Expression], local: str) -> ir.Expression | None:
    """What a variable of the function was set to, through others."""
    return values.get(_first(values, local))


def _first(values: Mapping[str, ir.Expression], local: str) -> str:
    value = values.get(local)
    return _first(values, value.name) if isinstance(value, ir.Local) else local


class _Without(StatementRewriter):
    def __init__(self, names: set[str]) -> None:
        self.sets = {("sets", name) for name in names}

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        if self.sets.isdisjoint(notes(node)):
            return (node,)
        return () if isinstance(node, ir.SetContext) else (self.parts(node),)
