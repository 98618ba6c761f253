"""Variables of the context are read from the variables of the function that they were set to.

A site met on a ray is a site of the board: whether it lies off the board is then not asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter, facts, notes, remembered, walk, with_body
from games.engine.passes.inlining import settled

RAY_SITE = "ray_site"
COMPARING = ("<", ">=")
Names = frozenset[str]


def forward(program: Program) -> Program:
    """The program with fewer reads of the context, and fewer questions about sites of rays."""
    effects = _Effects(_setters(program))
    total = program.fields["what"].length
    return replace(
        program, functions=[_forwarded(each, effects, total) for each in program.functions]
    )


def _forwarded(function: ir.Function, effects: _Effects, total: int) -> ir.Function:
    known = facts(function)
    if not known.sets:
        return function
    key = total, {name: effects.setters[name] for name in known.calls | known.tables}
    return remembered(
        function,
        "forwarded",
        key,
        lambda: with_body(function, _Forwarder(function, effects, total).block(function.body)),
    )


def _setters(program: Program) -> dict[str, Names]:
    """The variables of the context that a function sets, itself or through others.

    A table stands for all of its functions.
    """
    found = {each.name: facts(each).sets for each in program.functions}
    found.update(dict.fromkeys(program.tables, frozenset()))
    callers: dict[str, list[str]] = {name: [] for name in found}
    for function in program.functions:
        for each in facts(function).calls | facts(function).tables:
            callers[each].append(function.name)
    for table, names in program.tables.items():
        for each in names:
            callers[each].append(table)
    waiting = [name for name, sets in found.items() if sets]
    while waiting:
        name = waiting.pop()
        for caller in callers[name]:
            if not found[name] <= found[caller]:
                found[caller] |= found[name]
                waiting.append(caller)
    return found


class _Effect(NamedTuple):
    """The variables that statements read and change: with `sets`, those of the functions called."""

    contexts: Names
    reads: Names
    own_sets: Names
    assigns: Names
    sets: Names


class _Effects:
    """What statements read and change, by their notes."""

    def __init__(self, setters: Mapping[str, Names]) -> None:
        self.setters = setters
        self._known: dict[ir.Notes, _Effect] = {}

    def of(self, noted: ir.Notes) -> _Effect:
        found = self._known.get(noted)
        if found is None:
            found = self._known[noted] = self._read(noted)
        return found

    def _read(self, noted: ir.Notes) -> _Effect:
        names: dict[str, list[str]] = {}
        for kind, name in noted:
            names.setdefault(kind, []).append(name)
        called = [*names.get("calls", ()), *names.get("tables", ())]
        sets = frozenset(names.get("sets", ()))
        return _Effect(
            frozenset(names.get("contexts", ())),
            frozenset(names.get("reads", ())),
            sets,
            frozenset(names.get("assigns", ())),
            sets.union(*map(self.setters.__getitem__, called)) if called else sets,
        )

    def of_calls(self, value: ir.Expression) -> Names:
        """The variables of the context that an expression sets."""
        found = set[str]()
        for each in walk((value,)):
            if isinstance(each, ir.Call):
                found |= self.setters[each.function]
            elif isinstance(each, ir.Dispatch):
                found |= self.setters[each.table]
        return frozenset(found)


class _Forwarder(Rewriter):
    """`known` holds the variables of the function that variables of the context are equal to."""

    def __init__(self, function: ir.Function, effects: _Effects, total: int) -> None:
        self.effects, self.total = effects, total
        self.known: dict[str, ir.Local] = {}
        nodes = walk(function.body)
        given = [each for each in nodes if type(each) is ir.Assign]
        others = {each.name for each in given if not _is_ray_site(each.value)}
        self.on_board = {each.name for each in given} - others - set(function.parameters)
        self.compared = {
            each.left.name
            for each in nodes
            if type(each) is ir.Binary and each.op in COMPARING and type(each.left) is ir.Local
        }
        self.compared &= self.on_board

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        effect = self.effects.of(notes(node))
        if not self._concerns(effect):
            self._forget(effect.sets, effect.assigns)
            return (node,)
        if isinstance(node, ir.If):
            return settled(self._branched(node))
        self._forget(effect.sets, effect.assigns)
        if isinstance(node, ir.While):
            before = dict(self.known)
            looped = self.parts(node)
            self.known = before
            return settled(looped)
        node = self.parts(node)
        if isinstance(node, ir.SetContext) and isinstance(node.value, ir.Local):
            self.known[node.name] = node.value
        return (node,)

    def _branched(self, node: ir.If) -> ir.Statement:
        if self.known:
            self._forget(self.effects.of_calls(node.condition), frozenset())
        condition = self.expression(node.condition)
        before = dict(self.known)
        then = self.block(node.then)
        self.known = dict(before)
        otherwise = self.block(node.otherwise)
        self.known = before
        for each in (*then, *otherwise):
            effect = self.effects.of(notes(each))
            self._forget(effect.sets, effect.assigns)
        if condition is node.condition and then is node.then and otherwise is node.otherwise:
            return node
        return ir.If(condition, then, otherwise)

    def _concerns(self, effect: _Effect) -> bool:
        """Whether anything may be known within a statement that it reads."""
        return bool(effect.own_sets) or not (
            effect.contexts.isdisjoint(self.known) and effect.reads.isdisjoint(self.compared)
        )

    def _forget(self, sets: Names, assigns: Names) -> None:
        """What is changed is not known while that is done, nor afterwards."""
        if self.known and (sets or assigns):
            self.known = {
                name: local
                for name, local in self.known.items()
                if name not in sets and local.name not in assigns
            }

    def expression(self, node: ir.Expression) -> ir.Expression:
        if type(node) is ir.Local or type(node) is ir.Const:
            return node
        if type(node) is ir.Context:
            return self.known.get(node.name, node)
        found = self.parts(node)
        if type(found) is ir.Binary and type(found.left) is ir.Local:
            return self._settled(found) if found.left.name in self.on_board else found
        return found

    def _settled(self, found: ir.Binary) -> ir.Expression:
        """What a comparison of a site of the board gives, where that is known."""
        match found:
            case ir.Binary("<", _, ir.Const(0)):
                return ir.Const(0)
            case ir.Binary(">=", _, ir.Const(0)):
                return ir.Const(1)
            case ir.Binary(">=", _, ir.Const(end)) if end >= self.total:
                return ir.Const(0)
        return found


def _is_ray_site(value: ir.Expression) -> bool:
    return isinstance(value, ir.Load) and value.field == RAY_SITE
