"""Values that nothing reads are not worked out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import StatementRewriter, facts, remembered, walk, with_body

EFFECTS = ir.Call | ir.Dispatch | ir.AnyMove


def unused(program: Program) -> Program:
    """The program without variables of functions that are never read."""
    functions = [
        remembered(each, "shortened", None, partial(_shortened, each)) for each in program.functions
    ]
    return replace(program, functions=functions)


def _shortened(function: ir.Function) -> ir.Function:
    while not (known := facts(function)).assigns <= known.reads:
        body = _Unread(known.reads).block(function.body)
        if body is function.body:
            break
        function = with_body(function, body)
    return function


class _Unread(StatementRewriter):
    def __init__(self, read: frozenset[str]) -> None:
        self.read = read

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        match node:
            case ir.Assign(name, value) if name not in self.read and _is_harmless(value):
                return ()
        match self.parts(node):
            case ir.If(condition, (), ()) if _is_harmless(condition):
                return ()
            case other:
                return (other,)


def _is_harmless(value: ir.Expression) -> bool:
    """Whether a value can be left out: working it out changes nothing and cannot fail."""
    return not any(
        isinstance(each, EFFECTS) or (isinstance(each, ir.Binary) and each.op in "/%")
        for each in walk((value,))
    )
