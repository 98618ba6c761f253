"""Variables of the context are read from the variables of the function that they were set to.

A site met on a ray is a site of the board: whether it lies off the board is then not asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter, facts, walk
from games.engine.passes.inlining import settled, simplified

RAY_SITE = "ray_site"


def forward(program: Program) -> Program:
    """The program with fewer reads of the context, and fewer questions about sites of rays."""
    setters = _setters(program)
    total = program.fields["what"].length
    return replace(
        program, functions=[_forwarded(each, setters, total) for each in program.functions]
    )


def _forwarded(
    function: ir.Function, setters: Mapping[str, frozenset[str]], total: int
) -> ir.Function:
    if not facts(function).sets:
        return function
    body = _Forwarder(function, setters, total).block(function.body)
    return function if body == function.body else replace(function, body=body)


def _setters(program: Program) -> dict[str, frozenset[str]]:
    """The variables of the context that a function sets, itself or through others.

    A table stands for all of its functions.
    """
    found = {each.name: facts(each).sets for each in program.functions}
    named = {each.name: facts(each).calls | facts(each).tables for each in program.functions}
    found.update(dict.fromkeys(program.tables, frozenset()))
    named.update({name: frozenset(each) for name, each in program.tables.items()})
    changed = True
    while changed:
        changed = False
        for name, others in named.items():
            union = found[name].union(*(found.get(each, frozenset()) for each in others))
            if union != found[name]:
                found[name], changed = union, True
    return found


class _Forwarder(Rewriter):
    """`known` holds the variables of the function that variables of the context are equal to."""

    def __init__(
        self, function: ir.Function, setters: Mapping[str, frozenset[str]], total: int
    ) -> None:
        self.setters, self.total = setters, total
        self.known: dict[str, ir.Local] = {}
        given = [each for each in walk(function.body) if isinstance(each, ir.Assign)]
        others = {each.name for each in given if not _is_ray_site(each.value)}
        self.on_board = {each.name for each in given} - others - set(function.parameters)

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        match node:
            case ir.If(condition, then, otherwise):
                self._forget((condition,))
                condition = self.expression(condition)
                before = dict(self.known)
                then = self.block(then)
                self.known = dict(before)
                otherwise = self.block(otherwise)
                self.known = before
                self._forget((*then, *otherwise))
                return settled(ir.If(condition, then, otherwise))
            case ir.While(condition, body):
                self._forget((condition, *body))
                before = dict(self.known)
                looped = ir.While(self.expression(condition), self.block(body))
                self.known = before
                return settled(looped)
        self._forget((node,))
        node = self.parts(node)
        if isinstance(node, ir.SetContext) and isinstance(node.value, ir.Local):
            self.known[node.name] = node.value
        return (node,)

    def _forget(self, nodes: Iterable[ir.Statement | ir.Expression]) -> None:
        """What nodes may change is not known while they run, nor afterwards."""
        sets, assigns = set[str](), set[str]()
        for each in walk(nodes):
            match each:
                case ir.SetContext(name):
                    sets.add(name)
                case ir.Assign(name):
                    assigns.add(name)
                case ir.Call(name) | ir.Dispatch(name):
                    sets |= self.setters[name]
        self.known = {
            name: local
            for name, local in self.known.items()
            if name not in sets and local.name not in assigns
        }

    def expression(self, node: ir.Expression) -> ir.Expression:
        match node:
            case ir.Context(name):
                return self.known.get(name, node)
            case ir.Local() | ir.Const():
                return node
        match simplified(self.parts(node)):
            case ir.Binary("<", ir.Local(name), ir.Const(0)) if name in self.on_board:
                return ir.Const(0)
            case ir.Binary(">=", ir.Local(name), ir.Const(0)) if name in self.on_board:
                return ir.Const(1)
            case ir.Binary(">=", ir.Local(name), ir.Const(end)) if (
                name in self.on_board and end >= self.total
            ):
                return ir.Const(0)
            case other:
                return other


def _is_ray_site(value: ir.Expression) -> bool:
    return isinstance(value, ir.Load) and value.field == RAY_SITE
