"""Walks over nodes of the intermediate form, and copies of them with some parts replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, TypeVar

from games.engine.ir import nodes as ir

ONE, MANY, BLOCK = "one", "many", "block"
KINDS = {
    "Expression": ONE,
    "Expression | None": ONE,
    "tuple[Expression, ...]": MANY,
    "tuple[Statement, ...]": BLOCK,
}
Node = TypeVar("Node", ir.Expression, ir.Statement)


def _shape(cls: type[Any]) -> tuple[tuple[str, str], ...]:
    return tuple((each.name, KINDS.get(str(each.type), "")) for each in fields(cls))


SHAPES = {
    cls: _shape(cls)
    for base in (ir.Expression, ir.Statement)
    for cls in base.__subclasses__()
}  # fmt: skip
PARTS = {cls: tuple((name, kind) for name, kind in shape if kind) for cls, shape in SHAPES.items()}


def walk(body: Iterable[ir.Statement | ir.Expression]) -> Iterator[Any]:
    """All nodes of a body, in no particular order."""
    waiting: list[Any] = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        for name, kind in PARTS[type(node)]:
            part = getattr(node, name)
            if kind != ONE:
                waiting += part
            elif part is not None:
                waiting.append(part)


def calls(body: Iterable[ir.Statement | ir.Expression]) -> set[str]:
    """The functions that a body names, with the kernels that moves are written with."""
    found: set[str] = set()
    for node in walk(body):
        match node:
            case ir.Call(function):
                found.add(function)
            case ir.AnyMove(generator, _, target):
                found.add(generator)
                if target is not None:
                    found.add("some_move_takes")
            case ir.Propose():
                found.add("new_move")
            case ir.KeepMoves(_, _, after):
                found |= {after, "keep_moves", "some_fits"}
    return found


class Rewriter:
    """Copies bodies; a subclass says what becomes of a statement or an expression."""

    def block(self, body: Iterable[ir.Statement]) -> tuple[ir.Statement, ...]:
        found: list[ir.Statement] = []
        for each in body:
            found += self.statement(each)
        return tuple(found)

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        """What takes a statement's place."""
        return (self.parts(node),)

    def expression(self, node: ir.Expression) -> ir.Expression:
        """What takes an expression's place."""
        return self.parts(node)

    def parts(self, node: Node) -> Node:
        """The node with its parts replaced; itself where nothing changed."""
        cls = type(node)
        if not PARTS[cls]:
            return node
        changed, values = False, []
        for name, kind in SHAPES[cls]:
            old = new = getattr(node, name)
            if kind == ONE:
                new = None if old is None else self.expression(old)
            elif kind == MANY:
                new = tuple(map(self.expression, old))
            elif kind == BLOCK:
                new = self.block(old)
            changed = changed or (new is not old and new != old)
            values.append(new)
        return cls(*values) if changed else node
