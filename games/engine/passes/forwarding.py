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
COPIES = (ir.Local, ir.Context)
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
        self.copies: dict[str, ir.Local] = {}
        self.not_negative: Names = frozenset()
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
        if isinstance(node, ir.SetContext) and type(node.value) in COPIES:
            value = self.expression(node.value)
            if self.known.get(node.name) == value:
                return ()
            node = ir.SetContext(node.name, value)
        self._forget(effect.sets, effect.assigns)
        if isinstance(node, ir.While):
            before = self.known, self.copies, self.not_negative
            looped = self.parts(node)
            self.known, self.copies, self.not_negative = before
            return settled(looped)
        node = self.parts(node)
        self._learn(node)
        return (node,)

    def _learn(self, node: ir.Statement) -> None:
        """What is now equal to a variable of the function."""
        match node:
            case ir.SetContext(name, ir.Local() as local):
                self.known = {**self.known, name: local}
            case ir.Assign(name, ir.Context(context)) if context not in self.known:
                self.known = {**self.known, context: ir.Local(name)}
            case ir.Assign(name, ir.Local() as local) if local.name != name:
                self.copies = {**self.copies, name: local}

    def _branched(self, node: ir.If) -> ir.Statement:
        if self.known:
            self._forget(self.effects.of_calls(node.condition), frozenset())
        condition = self.expression(node.condition)
        before = self.known, self.copies, self.not_negative
        self.not_negative |= _not_negative(condition)
        then = self.block(node.then)
        after, copied = self.known, self.copies
        self.known, self.copies, self.not_negative = before
        otherwise = self.block(node.otherwise)
        self.known = _common(before[0], after, self.known)
        self.copies = _common(before[1], copied, self.copies)
        self.not_negative = before[2] - self.effects.of(notes(node)).assigns
        if condition is node.condition and then is node.then and otherwise is node.otherwise:
            return node
        return ir.If(condition, then, otherwise)

    def _concerns(self, effect: _Effect) -> bool:
        """Whether anything may be known within a statement that it reads."""
        return bool(effect.own_sets or effect.contexts) or not (
            effect.reads.isdisjoint(self.copies)
            and effect.reads.isdisjoint(self.compared | self.not_negative)
        )

    def _forget(self, sets: Names, assigns: Names) -> None:
        """What is changed is not known while that is done, nor afterwards."""
        if self.known and (sets or assigns):
            self.known = {
                name: local
                for name, local in self.known.items()
                if name not in sets and local.name not in assigns
            }
        if self.copies and assigns:
            self.copies = {
                name: local
                for name, local in self.copies.items()
                if name not in assigns and local.name not in assigns
            }
        self.not_negative -= assigns

    def expression(self, node: ir.Expression) -> ir.Expression:
        if type(node) is ir.Const:
            return node
        if type(node) is ir.Local:
            return self.copies.get(node.name, node)
        if type(node) is ir.Context:
            return self.known.get(node.name, node)
        found = self.parts(node)
        if type(found) is ir.Binary and type(found.left) is ir.Local:
            return self._settled(found, found.left.name)
        return found

    def _settled(self, found: ir.Binary, name: str) -> ir.Expression:
        """What a comparison of a variable gives, where that is known."""
        on_board = name in self.on_board
        if on_board or name in self.not_negative:
            match found:
                case ir.Binary("<", _, ir.Const(0)):
                    return ir.Const(0)
                case ir.Binary(">=", _, ir.Const(0)):
                    return ir.Const(1)
                case ir.Binary(">=", _, ir.Const(end)) if on_board and end >= self.total:
                    return ir.Const(0)
        return found


def _common(*known: dict[str, ir.Local]) -> dict[str, ir.Local]:
    """What is known in each case, and the same."""
    first, *others = known
    if not first or all(each is first for each in others):
        return first
    return {
        name: local
        for name, local in first.items()
        if all(each.get(name) == local for each in others)
    }


def _not_negative(condition: ir.Expression) -> Names:
    """The variables of a function that are 0 or more where a condition holds."""
    match condition:
        case ir.Binary(">=", ir.Local(name), ir.Const(0)):
            return frozenset({name})
        case ir.Choose(left, right, ir.Const(0)):
            return _not_negative(left) | _not_negative(right)
    return frozenset()


def _is_ray_site(value: ir.Expression) -> bool:
    return isinstance(value, ir.Load) and value.field == RAY_SITE
