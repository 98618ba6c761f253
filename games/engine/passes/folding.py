"""Constants are worked out, branches on them settled, and what follows a Return left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter
from games.engine.passes.inlining import simplified

LAST = ir.Return | ir.Break | ir.Continue | ir.Trap


def fold(program: Program) -> Program:
    """The program with its constants worked out."""
    folder = _Folder()
    functions = [replace(each, body=folder.block(each.body)) for each in program.functions]
    return replace(program, functions=functions)


class _Folder(Rewriter):
    def block(self, body: Iterable[ir.Statement]) -> tuple[ir.Statement, ...]:
        found: list[ir.Statement] = []
        for each in body:
            found += self.statement(each)
            if found and isinstance(found[-1], LAST):
                break
        return tuple(found)

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        match self.parts(node):
            case ir.If(ir.Const(value), then, otherwise):
                return then if value else otherwise
            case ir.If(condition, (), (_, *_) as otherwise):
                return (ir.If(ir.negate(condition), otherwise),)
            case ir.While(ir.Const(0)):
                return ()
            case other:
                return (other,)

    def expression(self, node: ir.Expression) -> ir.Expression:
        return simplified(self.parts(node))
