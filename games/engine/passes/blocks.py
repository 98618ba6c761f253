"""Loops over sites of some kind look at sixteen sites once, and not again for each that they visit.

Such a loop calls a kernel that finds the next site. Where nothing that is done on a site changes
what stands on sites, all those found together are visited before the next sixteen are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import (
    Rewriter,
    StatementRewriter,
    facts,
    kept,
    leaves_loop,
    notes,
    walk,
    with_body,
)
from games.engine.passes.effects import Block

SIZE, WHAT = 16, "what"
KERNELS = ("next_marked", "next_meeting", "next_with")
STEADY = ir.Local | ir.Const | ir.Symbol | ir.Binary


def blocks(program: Program) -> Program:
    """The program whose loops visit the sites that were found together."""
    functions = {each.name: each for each in program.functions}
    searches = {name: _search(functions[name]) for name in KERNELS if name in functions}
    found = {name: each for name, each in searches.items() if each is not None}
    visiting = _Visiting(_changing(program), found)
    return replace(program, functions=[visiting.of(each) for each in program.functions])


def _changing(program: Program) -> frozenset[tuple[str, str]]:
    """The notes of statements that may change what stands on a site, be it for a while."""
    callers: dict[str, set[str]] = {}
    found: set[str] = set()
    for function in program.functions:
        known = facts(function)
        if known.copies or WHAT in known.stores:
            found.add(function.name)
        for name in known.calls.union(*(program.tables[each] for each in known.tables)):
            callers.setdefault(name, set()).add(function.name)
    waiting = list(found)
    while waiting:
        new = callers.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    tables = (name for name, each in program.tables.items() if not found.isdisjoint(each))
    noted = {("stores", WHAT), ("copies", ""), *(("calls", name) for name in found)}
    return frozenset(noted | {("tables", name) for name in tables})


class Search(NamedTuple):
    """What a kernel asks of sixteen sites, where it ends, and where it finds nothing."""

    parameters: tuple[str, ...]
    asked: ir.Expression
    end: ir.Expression
    never: ir.Expression


def _search(kernel: ir.Function) -> Search | None:
    never: ir.Expression = ir.Const(0)
    body = kernel.body
    match body:
        case (ir.If(condition, (ir.Return(ir.Const(-1)),), ()), *rest):
            never, body = condition, tuple(rest)
    match body:
        case (ir.While(ir.Binary("<", ir.Local("site"), end), (ir.Assign("found", asked), *_)), *_):
            return Search(kernel.parameters, asked, end, never)
    return None


class _Visiting(StatementRewriter):
    def __init__(self, changing: ir.Notes, searches: Mapping[str, Search]) -> None:
        self.changing, self.searches = changing, searches

    def of(self, function: ir.Function) -> ir.Function:
        """The function with its loops over sites turned."""
        if facts(function).calls.isdisjoint(self.searches):
            return function
        return with_body(function, self.block(function.body))

    def block(self, body: Block) -> Block:
        found: list[ir.Statement] = []
        for each in body:
            turned = self._turned(found[-1], each) if found else None
            found += self.statement(each) if turned is None else turned
        return kept(found, body)

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        if any(("calls", name) in notes(node) for name in self.searches):
            return (self.parts(node),)
        return (node,)

    def _turned(self, before: ir.Statement, node: ir.Statement) -> Block | None:
        """What takes the place of a loop, where it is one over sites that stay as they are."""
        match before, node:
            case (
                ir.Assign(site, ir.Const(-1)),
                ir.While(
                    ir.Const(1),
                    (
                        ir.Assign(step, ir.Call(name, (following, *given))),
                        ir.If(_, (ir.Break(),), ()),
                        *body,
                    ),
                ),
            ) if site == step and name in self.searches and following == ir.Local(site) + 1:
                if self._is_steady(site, given, body):
                    return self._loop(ir.Local(site), self.searches[name], given, tuple(body))
        return None

    def _is_steady(self, site: str, given: list[ir.Expression], body: list[ir.Statement]) -> bool:
        """Whether the same sites would be found again, and the loop is left by no Break."""
        nodes = walk(given)
        assigned = {name for each in body for kind, name in notes(each) if kind == "assigns"}
        read = {each.name for each in nodes if isinstance(each, ir.Local)}
        return (
            all(isinstance(each, STEADY) for each in nodes)
            and read.isdisjoint(assigned | {site})
            and site not in assigned
            and not any(map(leaves_loop, body))
            and all(self.changing.isdisjoint(notes(each)) for each in body)
        )

    def _loop(
        self, site: ir.Local, search: Search, given: Iterable[ir.Expression], body: Block
    ) -> Block:
        first, bits = ir.Local(f"{site.name}_first"), ir.Local(f"{site.name}_bits")
        values = _Given(dict(zip(search.parameters, (first, *given), strict=True)))
        end = values.expression(search.end)
        visit = (
            ir.Assign(site.name, first + ir.Lowest(bits)),
            ir.Assign(bits.name, bits & (bits - 1)),
            *self.block(body),
        )
        looked = (
            ir.Assign(bits.name, values.expression(search.asked)),
            *_within(first, bits, end),
            ir.While(bits, visit),
            ir.Assign(first.name, first + SIZE),
        )
        never = values.expression(search.never)
        loop = ir.Assign(first.name, ir.Const(0)), ir.While(first < end, looked)
        whole = loop if never == ir.Const(0) else (ir.If(ir.negate(never), loop),)
        return *whole, ir.Assign(site.name, ir.Const(-1))


def _within(first: ir.Expression, bits: ir.Local, end: ir.Expression) -> Block:
    """Of the last sixteen sites only those before the end."""
    if isinstance(end, ir.Const) and end.value % SIZE == 0:
        return ()
    below = ir.binary("<<", 1, end - first) - 1
    return (ir.If(first + SIZE > end, (ir.Assign(bits.name, bits & below),)),)


class _Given(Rewriter):
    """Expressions with arguments in the place of parameters."""

    def __init__(self, arguments: Mapping[str, ir.Expression]) -> None:
        self.arguments = arguments

    def expression(self, node: ir.Expression) -> ir.Expression:
        if isinstance(node, ir.Local):
            return self.arguments[node.name]
        return self.parts(node)
