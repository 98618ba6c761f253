"""Walks over nodes of the intermediate form, and copies of them with some parts replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
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


@dataclass(frozen=True)
class Facts:
    """What a body holds: functions and tables that it names, moves, questions, variables."""

    calls: frozenset[str]
    tables: frozenset[str]
    runs: frozenset[str]
    run_tables: frozenset[str]
    reads: frozenset[str]
    assigns: frozenset[str]
    sets: frozenset[str]
    makes_moves: bool
    asks: bool


def facts(function: ir.Function) -> Facts:
    """The facts of a function, found out once."""
    found: Facts | None = function.__dict__.get("facts")
    if found is None:
        found = function.__dict__["facts"] = _facts(function.body)
    return found


def _facts(body: Iterable[ir.Statement | ir.Expression]) -> Facts:  # noqa: PLR0912  (a case each)
    called, tables, runs, run_tables = set[str](), set[str](), set[str](), set[str]()
    reads, assigns, sets = set[str](), set[str](), set[str]()
    makes_moves = asks = False
    for node in walk(body):
        cls = type(node)
        if cls is ir.Local:
            reads.add(node.name)
        elif cls is ir.Assign:
            assigns.add(node.name)
        elif cls is ir.SetContext:
            sets.add(node.name)
        elif cls is ir.Call:
            called.add(node.function)
            makes_moves = makes_moves or node.function == "new_move"
        elif cls is ir.Dispatch:
            tables.add(node.table)
        elif cls is ir.Store:
            makes_moves = makes_moves or node.field == "move_count"
        elif cls is ir.Run:
            if type(node.value) is ir.Call:
                runs.add(node.value.function)
            elif type(node.value) is ir.Dispatch:
                run_tables.add(node.value.table)
        elif cls is ir.AnyMove:
            asks = True
            called.add(node.generator)
            if node.target is not None:
                called.add("some_move_takes")
        elif cls is ir.Propose:
            makes_moves = True
            called.add("new_move")
        elif cls is ir.KeepMoves:
            makes_moves = True
            called |= {node.after, "keep_moves", "some_fits"}
    return Facts(
        frozenset(called), frozenset(tables), frozenset(runs), frozenset(run_tables),
        frozenset(reads), frozenset(assigns), frozenset(sets), makes_moves, asks,
    )  # fmt: skip


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
