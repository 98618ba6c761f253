"""Calls of small functions that only give a value are replaced by that value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import (
    Rewriter,
    facts,
    kept,
    notes,
    remembered,
    walk,
    with_body,
)

LARGEST = 24
# What is loaded in several places of one expression, machine code loads once.
CHEAP = ir.Local | ir.Const | ir.Symbol | ir.Load | ir.Binary
SEVERAL, CHEAPEST = 3, 8
CALLS = (ir.Call, ir.Dispatch, ir.AnyMove)
LAST = (ir.Return, ir.Break, ir.Continue, ir.Trap)
LEAVES = frozenset({ir.Local, ir.Const, ir.Symbol, ir.Context})
ATOMS = (ir.Local, ir.Const, ir.Symbol)


def inline(program: Program) -> Program:
    """The program with small values where they are asked for, and what follows from them."""
    inliner = _Inliner(program)
    return replace(program, functions=[inliner.inlined(each) for each in program.functions])


def inline_settled(program: Program) -> Program:
    """The same once more, where what is known of sites has made arguments simple."""
    return inline(program)


def value_of(body: tuple[ir.Statement, ...]) -> ir.Expression | None:
    """The value that a body gives, where it does nothing else."""
    match body:
        case ():
            return ir.Const(0)
        case (ir.Return(value), *_):
            return value
        case (ir.If(condition, then, otherwise), *rest):
            yes, no = value_of((*then, *rest)), value_of((*otherwise, *rest))
            if yes is not None and no is not None:
                return ir.choose(condition, yes, no)
    return None


class Value(NamedTuple):
    """What a small function gives, how often that reads each parameter, and how often it calls."""

    given: ir.Expression
    parameters: tuple[str, ...]
    reads: Counter[str]
    calls: int


class _Inliner(Rewriter):
    def __init__(self, program: Program) -> None:
        self.functions = {each.name: each for each in program.functions}
        self.values: dict[str, Value | None] = {}
        self.calls: set[tuple[str, str]] = set()

    def inlined(self, function: ir.Function) -> ir.Function:
        """The function with the values of those that it calls."""
        values = self._values(function)
        if not values:
            return function
        self.calls = {("calls", name) for name in values}
        return remembered(
            function, "inlined", values, lambda: with_body(function, self.block(function.body))
        )

    def _values(self, function: ir.Function) -> dict[str, Value]:
        """The values of the functions that a function calls."""
        found = {name: self._value(name) for name in facts(function).calls}
        return {name: value for name, value in found.items() if value is not None}

    def block(self, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        found: list[ir.Statement] = []
        for each in body:
            found += self.statement(each)
            if found and isinstance(found[-1], LAST):
                break
        return kept(found, body)

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        if self.calls.isdisjoint(notes(node)):
            return (node,)
        return settled(self.parts(node))

    def expression(self, node: ir.Expression) -> ir.Expression:
        if type(node) in LEAVES:
            return node
        node = self.parts(node)
        if not isinstance(node, ir.Call):
            return node
        value = self._value(node.function)
        if value is None:
            return node
        given = dict(zip(value.parameters, node.arguments, strict=True))
        if not all(_may_go(value, *each) for each in given.items()):
            return node
        return _Given(given).expression(value.given)

    def _value(self, name: str) -> Value | None:
        if name not in self.values:
            self.values[name] = None  # for functions that call themselves
            function = self.functions[name]
            found = value_of(function.body) if len(function.body) <= 3 else None
            if found is not None:
                self.values[name] = remembered(
                    function, "value", self._values(function), partial(self._small, function, found)
                )
        return self.values[name]

    def _small(self, function: ir.Function, found: ir.Expression) -> Value | None:
        given = self.expression(found)
        nodes = walk((given,))
        if len(nodes) > LARGEST:
            return None
        reads = Counter(n.name for n in nodes if isinstance(n, ir.Local))
        return Value(given, function.parameters, reads, sum(isinstance(n, CALLS) for n in nodes))


def _may_go(value: Value, parameter: str, argument: ir.Expression) -> bool:
    """Whether an argument is the same, and no dearer, where the value reads it."""
    if isinstance(argument, ATOMS):
        return True
    if value.calls:
        return False
    if isinstance(argument, ir.Context):
        return True
    nodes = walk((argument,))
    if value.reads[parameter] <= SEVERAL and all(isinstance(n, CHEAP) for n in nodes):
        return len(nodes) <= CHEAPEST
    return value.reads[parameter] == 1 and not any(isinstance(n, CALLS) for n in nodes)


class _Given(Rewriter):
    """Expressions with arguments in the place of parameters."""

    def __init__(self, arguments: dict[str, ir.Expression]) -> None:
        self.arguments = arguments

    def expression(self, node: ir.Expression) -> ir.Expression:
        if isinstance(node, ir.Local):  # a variable that nothing has set is 0
            return self.arguments.get(node.name, ir.Const(0))
        return self.parts(node)


def settled(node: ir.Statement) -> tuple[ir.Statement, ...]:
    """A statement, or those of its branch that is taken, where that is known."""
    if isinstance(node, ir.If):
        if isinstance(node.condition, ir.Const):
            return node.then if node.condition.value else node.otherwise
        if not node.then and node.otherwise:
            return (ir.If(ir.negate(node.condition), node.otherwise),)
    elif isinstance(node, ir.While) and node.condition == ir.Const(0):
        return ()
    return (node,)
