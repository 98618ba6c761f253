"""Functions that are called in one place alone are put there: a call costs more than it looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import (
    HOLDING,
    Rewriter,
    StatementRewriter,
    facts,
    notes,
    remembered,
    walk,
    with_body,
)
from games.engine.passes.effects import Block
from games.engine.passes.inlining import CALLS

# What may name a function besides a call: its function stays.
NAMING = {ir.AnyMove: "generator", ir.KeepMoves: "after"}
RETURNS = ("ends", "")
STEADY = ir.Local | ir.Const | ir.Symbol | ir.Binary | ir.Not


def embed(program: Program) -> Program:
    """The program with bodies in the place of calls that are the only ones of their functions."""
    embedder = _Embedder({each.name: each for each in program.functions}, _called_once(program))
    made = [embedder.embedded(each.name) for each in program.functions]
    return replace(program, functions=[each for each in made if each.name not in embedder.placed])


class _Embedder:
    def __init__(self, functions: Mapping[str, ir.Function], once: Collection[str]) -> None:
        self.functions, self.once = functions, once
        self.made: dict[str, ir.Function] = {}
        self.placed: set[str] = set()

    def embedded(self, name: str) -> ir.Function:
        """The function with those in it that are called there alone, theirs in them."""
        if name not in self.made:
            function = self.made[name] = self.functions[name]  # for one that calls itself
            called = {n: self.embedded(n) for n in facts(function).calls if n in self.once}
            if called:
                self.made[name], placed = remembered(
                    function, "embedded", called, partial(_embedded, function, called)
                )
                self.placed |= placed
        return self.made[name]


def _called_once(program: Program) -> set[str]:
    """The functions that one call names and nothing else."""
    callers = Counter(name for each in program.functions for name in facts(each).calls)
    tables = (name for table in program.tables.values() for name in table)
    wanted = {name for name, times in callers.items() if times == 1} - {*program.exports, *tables}
    calls: Counter[str] = Counter()
    for function in program.functions:
        within = frozenset(facts(function).calls & wanted)
        if within:
            calls.update(remembered(function, "named", within, partial(_named, function, within)))
    return {name for name in wanted if calls[name] == 1}


def _named(function: ir.Function, wanted: Collection[str]) -> Counter[str]:
    """How often a function names some others; twice what is named but not called."""
    pairs = {("calls", name) for name in wanted}
    found: Counter[str] = Counter()
    for node in walk(each for each in function.body if not pairs.isdisjoint(notes(each))):
        if isinstance(node, ir.Call):
            found[node.function] += 1
        elif (name := NAMING.get(type(node))) is not None:
            found[getattr(node, name)] += 2
    return found


def _embedded(
    function: ir.Function, called: Mapping[str, ir.Function]
) -> tuple[ir.Function, set[str]]:
    """A function with others in it, and the names of those."""
    placing = _Placing(called, _variables(function))
    return with_body(function, placing.block(function.body)), placing.placed


class _Placing(StatementRewriter):
    def __init__(self, once: Mapping[str, ir.Function], variables: set[str]) -> None:
        self.once, self.variables = once, variables
        self.calls = {("calls", name) for name in once}
        self.placed: set[str] = set()

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        if self.calls.isdisjoint(notes(node)):
            return (node,)
        for placed in (self._alone, self._first):
            found = placed(node)
            if found is not None:
                return found
        return (self.parts(node),) if type(node) in HOLDING else (node,)

    def _alone(self, node: ir.Statement) -> Iterable[ir.Statement] | None:
        """What takes the place of a statement that is such a call, or branches on two of them."""
        match node:
            case ir.Run(ir.Call(name, arguments)) if name in self.once:
                return self._in_place(name, arguments, None)
            case ir.Assign(variable, ir.Call(name, arguments)) if name in self.once:
                return self._in_place(name, arguments, variable)
            case ir.Return(ir.Call(name, arguments)) if name in self.once:
                return self._at_the_end(name, arguments)
            case ir.If(ir.Choose(first, second, ir.Const(0)), then, ()) if self._calls(second):
                return self.statement(ir.If(first, (ir.If(second, then),)))
        return None

    def _first(self, node: ir.Statement) -> Iterable[ir.Statement] | None:
        """The same of one that makes such a call before it does anything else."""
        call = self._first_call(node)
        if call is None:
            return None
        name = f"{call.function}__given"
        placed = self._in_place(call.function, call.arguments, name)
        if placed is None:
            return None
        return (*placed, *self.block((_Replaced(call, name).parts(node),)))

    def _calls(self, node: ir.Expression) -> bool:
        return any(isinstance(n, ir.Call) and n.function in self.once for n in walk((node,)))

    def _first_call(self, node: ir.Statement) -> ir.Call | None:
        match node:
            case ir.If(value, _, _) | ir.Assign(_, value) | ir.SetContext(_, value):
                pass
            case ir.Run(value) | ir.Return(value):
                pass
            case _:
                return None
        while True:
            match value:
                case ir.Call(name, _) if name in self.once:
                    return value
                case ir.Binary(_, left, value) if _is_steady(left):
                    pass
                case ir.Binary(_, value, _) | ir.Not(value) | ir.Choose(value, _, _):
                    pass
                case _:
                    return None

    def _in_place(
        self, name: str, arguments: Sequence[ir.Expression], variable: str | None
    ) -> Iterable[ir.Statement] | None:
        """The body of a function, its value set to a variable; None where it stays."""
        function = self._own(name)
        body = _without_returns(function.body, variable)
        if body is None:
            return None
        self.placed.add(name)
        given = _given(function, arguments)
        if variable is not None and not _always_returns(function.body):
            given = (*given, ir.Assign(variable, ir.Const(0)))
        return (*given, *body)

    def _at_the_end(self, name: str, arguments: Sequence[ir.Expression]) -> Iterable[ir.Statement]:
        function = self._own(name)
        self.placed.add(name)
        end = () if _always_returns(function.body) else (ir.Return(ir.Const(0)),)
        return (*_given(function, arguments), *function.body, *end)

    def _own(self, name: str) -> ir.Function:
        """A function with names for its variables that no other has here."""
        function = self.once[name]
        own = _variables(function)
        renamed = {each: f"{name}__{each}" for each in own & self.variables}
        self.variables |= own | set(renamed.values())
        if not renamed:
            return function
        parameters = tuple(renamed.get(each, each) for each in function.parameters)
        return ir.Function(name, parameters, _Renamed(renamed).block(function.body))


def _variables(function: ir.Function) -> set[str]:
    return {*function.parameters, *facts(function).assigns, *facts(function).reads}


def _is_steady(value: ir.Expression) -> bool:
    """Whether no call changes a value, since it is made of the function's variables."""
    return all(isinstance(n, STEADY) for n in walk((value,)))


def _given(function: ir.Function, arguments: Sequence[ir.Expression]) -> tuple[ir.Statement, ...]:
    """Parameters get their arguments; what else the function sets begins at 0, as in a call."""
    own = facts(function).assigns - set(function.parameters)
    return (
        *map(ir.Assign, function.parameters, arguments),
        *(ir.Assign(variable, ir.Const(0)) for variable in sorted(own)),
    )


class _Renamed(Rewriter):
    """A body with other names for some variables."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self.noted = {(kind, name) for kind in ("reads", "assigns") for name in names}

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        if self.noted.isdisjoint(notes(node)):
            return (node,)
        node = self.parts(node)
        if isinstance(node, ir.Assign) and node.name in self.names:
            return (ir.Assign(self.names[node.name], node.value),)
        return (node,)

    def expression(self, node: ir.Expression) -> ir.Expression:
        if isinstance(node, ir.Local):
            return ir.Local(self.names[node.name]) if node.name in self.names else node
        return self.parts(node)


class _Replaced(Rewriter):
    """A statement that reads a variable in the place of a call."""

    def __init__(self, call: ir.Call, variable: str) -> None:
        self.call, self.variable = call, variable

    def block(self, body: Block) -> Block:
        return body

    def expression(self, node: ir.Expression) -> ir.Expression:
        return ir.Local(self.variable) if node is self.call else self.parts(node)


def _without_returns(body: Block, variable: str | None) -> Block | None:
    """The same with a value that is returned set to a variable; None where that is not possible.

    What stands behind a branch that returns goes into the other one.
    """
    found: list[ir.Statement] = []
    for number, each in enumerate(body):
        if RETURNS not in notes(each):
            found.append(each)
            continue
        match each:
            case ir.Return(value):
                return (*found, *_kept(value, variable))
            case ir.If(condition, then, otherwise):
                rest = body[number + 1 :]
                branches = _branches(then, otherwise, rest)
                if branches is None:
                    return None
                yes, no = (_without_returns(branch, variable) for branch in branches)
                if yes is None or no is None:
                    return None
                return (*found, ir.If(condition, yes, no))
        return None
    return tuple(found)


def _branches(then: Block, otherwise: Block, rest: Block) -> tuple[Block, Block] | None:
    """Two branches that what stands behind them is part of; None where it would be in both."""
    if _always_returns(then):
        return then, (*otherwise, *rest)
    if _always_returns(otherwise):
        return (*then, *rest), otherwise
    return None if rest else (then, otherwise)


def _always_returns(body: Block) -> bool:
    """Whether a body never comes to its end."""
    for each in body:
        match each:
            case ir.Return() | ir.Trap():
                return True
            case ir.If(_, then, otherwise) if _always_returns(then) and _always_returns(otherwise):
                return True
    return False


def _kept(value: ir.Expression, variable: str | None) -> Iterable[ir.Statement]:
    if variable is not None:
        return (ir.Assign(variable, value),)
    return (ir.Run(value),) if any(isinstance(n, CALLS) for n in walk((value,))) else ()
