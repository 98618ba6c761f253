"""Statements about moves, written with the kernels that keep the list of moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import MAKES_MOVES, QUESTION, Facts, Rewriter, facts, notes, with_body

ABOUT_MOVES = (MAKES_MOVES, QUESTION)


def expand(program: Program) -> Program:
    """The program without Propose, KeepMoves and AnyMove."""
    expander = _Expander(program)
    functions = [
        with_body(each, expander.block(each.body)) if _is_about_moves(facts(each)) else each
        for each in program.functions
    ]
    return replace(program, functions=[*functions, *expander.added.values()])


def _is_about_moves(known: Facts) -> bool:
    return known.makes_moves or known.asks


class _Expander(Rewriter):
    def __init__(self, program: Program) -> None:
        self.program = program
        self.parameters = {each.name: each.parameters for each in program.functions}
        self.added: dict[str, ir.Function] = {}

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        if notes(node).isdisjoint(ABOUT_MOVES):
            return (node,)
        match node:
            case ir.Propose(frm, to, body):
                sites = self.expression(frm), self.expression(to)
                return ir.Run(ir.Call("new_move", sites)), *self.block(body)
            case ir.KeepMoves(start, test):
                return (ir.Run(ir.Call("keep_moves", (start, ir.Const(test)))),)
        return (self.parts(node),)

    def expression(self, node: ir.Expression) -> ir.Expression:
        if isinstance(node, ir.AnyMove):
            arguments = tuple(map(self.expression, node.arguments))
            if node.target is not None:
                arguments += (self.expression(node.target),)
            return ir.Call(self._asking(node.generator, node.target is not None), arguments)
        return self.parts(node)

    def _asking(self, generator: str, aimed: bool) -> str:
        name = f"{'takes' if aimed else 'any'}_{generator}"
        if name not in self.added:
            self.added[name] = self._function(name, generator, aimed)
        return name

    def _function(self, name: str, generator: str, aimed: bool) -> ir.Function:
        fields = self.program.fields
        count, actions = fields["move_count"], fields["action_count"]
        own = self.parameters[generator]
        start, before, found = ir.Local("start"), ir.Local("actions"), ir.Local("found")
        taken = ir.Call("some_move_takes", (start, ir.Local("target")))
        return ir.Function(
            name,
            (*own, "target") if aimed else own,
            (
                ir.Assign("start", count.load()),
                ir.Assign("actions", actions.load()),
                ir.Run(ir.Call(generator, tuple(map(ir.Local, own)))),
                ir.Assign("found", taken if aimed else count.load() > start),
                count.store(0, start),
                actions.store(0, before),
                ir.Return(found),
            ),
        )
