"""Walks over nodes of the intermediate form, and copies of them with some parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from operator import attrgetter, is_
from typing import Any, NamedTuple, TypeVar

from games.engine.ir import nodes as ir

ONE, MANY, BLOCK = "one", "many", "block"
KINDS = {
    "Expression": ONE,
    "Expression | None": ONE,
    "tuple[Expression, ...]": MANY,
    "tuple[Statement, ...]": BLOCK,
}
Node = TypeVar("Node", ir.Expression, ir.Statement)
Some = TypeVar("Some")
Children = Callable[[Any], Iterable[Any]]


def _shape(cls: type[Any]) -> tuple[tuple[str, str], ...]:
    return tuple((each.name, KINDS.get(str(each.type), "")) for each in fields(cls))


SHAPES = {
    cls: _shape(cls)
    for base in (ir.Expression, ir.Statement)
    for cls in base.__subclasses__()
}  # fmt: skip


def _children(shape: Iterable[tuple[str, str]]) -> Children | None:
    """What lists the nodes right below one of that shape; None where there are none."""
    parts = [(name, kind) for name, kind in shape if kind]
    kinds = {kind for _, kind in parts}
    if not parts:
        return None
    get = attrgetter(*(name for name, _ in parts))
    if (kinds == {ONE}) == (len(parts) > 1) and len(kinds) == 1:
        return get
    if kinds == {ONE}:
        return lambda node: (get(node),)

    def listed(node: Any) -> Iterable[Any]:
        found: list[Any] = []
        for name, kind in parts:
            part = getattr(node, name)
            if kind != ONE:
                found += part
            elif part is not None:
                found.append(part)
        return found

    return listed


# Statements that hold statements.
HOLDING = {cls for cls, shape in SHAPES.items() if any(kind == BLOCK for _, kind in shape)}
CHILDREN = {cls: found for cls, shape in SHAPES.items() if (found := _children(shape)) is not None}
# The same of statements in two: the expressions of a statement, and the statements in it.
ASKED, HELD = (
    {
        cls: found
        for cls, shape in SHAPES.items()
        if (found := _children(each for each in shape if (each[1] == BLOCK) is held)) is not None
    }
    for held in (False, True)
)


def walk(body: Iterable[ir.Statement | ir.Expression]) -> list[Any]:
    """All nodes of a body, in no particular order."""
    found: list[Any] = list(body)
    for node in found:  # grows while it is read
        children = CHILDREN.get(type(node))
        if children is not None:
            found += children(node)
    return found


class Facts(NamedTuple):
    """What a body holds: functions and tables that it names, moves, questions, variables."""

    calls: frozenset[str]
    tables: frozenset[str]
    runs: frozenset[str]
    run_tables: frozenset[str]
    reads: frozenset[str]
    contexts: frozenset[str]
    assigns: frozenset[str]
    sets: frozenset[str]
    moves: frozenset[str]
    questions: frozenset[str]
    clauses: frozenset[str]
    loads: frozenset[str]
    stores: frozenset[str]
    copies: frozenset[str]
    loops: frozenset[str]
    ends: frozenset[str]
    breaks: frozenset[str]

    @property
    def makes_moves(self) -> bool:
        return bool(self.moves)

    @property
    def asks(self) -> bool:
        return bool(self.questions)


def facts(function: ir.Function) -> Facts:
    """The facts of a function, found out once."""
    found: Facts | None = function.__dict__.get("facts")
    if found is None:
        found = function.__dict__["facts"] = _facts(function.body)
    return found


def remembered(function: ir.Function, what: str, key: object, make: Callable[[], Some]) -> Some:
    """What was made of a function before, where that depended on the same: kernels are shared."""
    known: tuple[object, Some] | None = function.__dict__.get(what)
    if known is None or known[0] != key:
        known = function.__dict__[what] = key, make()
    return known[1]


def with_body(function: ir.Function, body: tuple[ir.Statement, ...]) -> ir.Function:
    """The function with another body; itself where it is the same."""
    if body is function.body:
        return function
    return ir.Function(function.name, function.parameters, body)


def _facts(body: Iterable[ir.Statement]) -> Facts:
    names: dict[str, list[str]] = {}
    for kind, name in frozenset().union(*map(notes, body)):
        names.setdefault(kind, []).append(name)
    return NOTHING._replace(**{kind: frozenset(found) for kind, found in names.items()})


NOTHING = Facts(*[frozenset[str]()] * len(Facts._fields))
MAKES_MOVES = ("moves", "")
QUESTION = ("questions", "")


def notes(statement: ir.Statement) -> ir.Notes:
    """The facts of a statement in pairs, found out once."""
    try:
        return statement.noted
    except AttributeError:
        pass
    cls = type(statement)
    found: set[tuple[str, str]] = set(NOTING[cls](statement)) if cls in NOTING else set()
    if cls in HELD:
        found.update(*map(notes, HELD[cls](statement)))
    waiting = list(ASKED[cls](statement)) if cls in ASKED else []
    _note_expressions(waiting, found)
    statement.noted = frozenset(found)
    return statement.noted


def _note_expressions(waiting: list[Any], found: set[tuple[str, str]]) -> None:
    """The same of expressions and all that is in them."""
    for node in waiting:  # grows while it is read
        cls = type(node)
        if cls is ir.Const:
            continue
        if cls is ir.Local:  # what there are most of, without a call
            found.add(("reads", node.name))
            continue
        if cls is ir.Load:
            found.add(("loads", node.field))
            waiting.append(node.address)
            continue
        noting = NOTING.get(cls)
        if noting is not None:
            found.update(noting(node))
        children = CHILDREN.get(cls)
        if children is not None:
            waiting += children(node)


Pairs = Iterable[tuple[str, str]]


def _note_call(node: ir.Call) -> Pairs:
    named = ("calls", node.function)
    return (named, MAKES_MOVES) if node.function == "new_move" else (named,)


def _note_store(node: ir.Store) -> Pairs:
    named = ("stores", node.field)
    return (named, MAKES_MOVES) if node.field == "move_count" else (named,)


def _note_run(node: ir.Run) -> Pairs:
    match node.value:
        case ir.Call(name):
            return (("runs", name),)
        case ir.Dispatch(name):
            return (("run_tables", name),)
    return ()


def _note_question(node: ir.AnyMove) -> Pairs:
    named = QUESTION, ("calls", node.generator)
    return named if node.target is None else (*named, ("calls", "some_move_takes"))


def _note_test(node: ir.KeepMoves) -> Pairs:
    called = (node.after, "keep_moves", "some_fits")
    return (MAKES_MOVES, *(("calls", name) for name in called))


NOTING: dict[type[Any], Callable[[Any], Pairs]] = {
    ir.Context: lambda node: (("contexts", node.name),),
    ir.Assign: lambda node: (("assigns", node.name),),
    ir.SetContext: lambda node: (("sets", node.name),),
    ir.Dispatch: lambda node: (("tables", node.table),),
    ir.Clause: lambda node: (("clauses", ""),),
    ir.Store: _note_store,
    ir.Marked: lambda node: (("loads", ""),),
    ir.Meeting: lambda node: (("loads", ""),),
    ir.Equal: lambda node: (("loads", ""),),
    ir.Copy: lambda node: (("copies", ""),),
    ir.While: lambda node: (("loops", ""),),
    ir.Return: lambda node: (("ends", ""),),
    ir.Break: lambda node: (("breaks", ""),),
    ir.Continue: lambda node: (("breaks", ""),),
    ir.Propose: lambda node: (MAKES_MOVES, ("calls", "new_move")),
    ir.Call: _note_call,
    ir.Run: _note_run,
    ir.AnyMove: _note_question,
    ir.KeepMoves: _note_test,
}


def kept(found: Sequence[Some], body: tuple[Some, ...]) -> tuple[Some, ...]:
    """The body itself where nothing of it has changed, else what was found."""
    return body if len(found) == len(body) and all(map(is_, found, body)) else tuple(found)


class Rewriter:
    """Copies bodies; a subclass says what becomes of a statement or an expression.

    What does not change stays the same object, and so does all that is known of it.
    """

    def block(self, body: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        found: list[ir.Statement] = []
        for each in body:
            found += self.statement(each)
        return kept(found, body)

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        """What takes a statement's place."""
        return (self.parts(node),)

    def expression(self, node: ir.Expression) -> ir.Expression:
        """What takes an expression's place."""
        return self.parts(node)

    def parts(self, node: Node) -> Node:
        """The node with its parts replaced; itself where nothing changed."""
        copied = COPIED.get(type(node))
        return node if copied is None else copied(self, node)


class StatementRewriter(Rewriter):
    """The same of statements alone: expressions stay as they are and are not looked through."""

    def expression(self, node: ir.Expression) -> ir.Expression:
        return node


def _one(rewriter: Rewriter, part: ir.Expression | None) -> ir.Expression | None:
    return None if part is None else rewriter.expression(part)


def _many(rewriter: Rewriter, part: tuple[ir.Expression, ...]) -> tuple[ir.Expression, ...]:
    return kept([rewriter.expression(each) for each in part], part)


def _block(rewriter: Rewriter, part: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
    return rewriter.block(part)


REPLACED: dict[str, Callable[..., Any]] = {ONE: _one, MANY: _many, BLOCK: _block}


def _copied(cls: type[Any]) -> Callable[[Rewriter, Any], Any]:
    """What copies nodes of a class that has parts."""
    values_of = attrgetter(*(name for name, _ in SHAPES[cls]))
    single = len(SHAPES[cls]) == 1
    places = [(n, REPLACED[kind]) for n, (_, kind) in enumerate(SHAPES[cls]) if kind]

    def copied(rewriter: Rewriter, node: Any) -> Any:
        values = [values_of(node)] if single else list(values_of(node))
        changed = False
        for n, replaced in places:
            old = values[n]
            new = values[n] = replaced(rewriter, old)
            changed = changed or new is not old
        return cls(*values) if changed else node

    return copied


def _copied_binary(rewriter: Rewriter, node: ir.Binary) -> ir.Expression:
    """What _copied would make, and quicker; so it is for the others that there are most of."""
    left, right = rewriter.expression(node.left), rewriter.expression(node.right)
    if left is node.left and right is node.right:
        return node
    return ir.binary(node.op, left, right)


def _copied_load(rewriter: Rewriter, node: ir.Load) -> ir.Expression:
    address = rewriter.expression(node.address)
    if address is node.address:
        return node
    return ir.Load(node.field, node.width, node.signed, address, node.offset)


def _copied_value(rewriter: Rewriter, node: ir.Assign | ir.SetContext) -> ir.Statement:
    value = rewriter.expression(node.value)
    return node if value is node.value else type(node)(node.name, value)


def _copied_call(rewriter: Rewriter, node: ir.Call) -> ir.Expression:
    arguments = kept([*map(rewriter.expression, node.arguments)], node.arguments)
    return node if arguments is node.arguments else ir.Call(node.function, arguments)


def _copied_choice(rewriter: Rewriter, node: ir.Choose) -> ir.Expression:
    condition = rewriter.expression(node.condition)
    yes, no = rewriter.expression(node.yes), rewriter.expression(node.no)
    if condition is node.condition and yes is node.yes and no is node.no:
        return node
    return ir.choose(condition, yes, no)


def _copied_not(rewriter: Rewriter, node: ir.Not) -> ir.Expression:
    operand = rewriter.expression(node.operand)
    return node if operand is node.operand else ir.negate(operand)


def _copied_branch(rewriter: Rewriter, node: ir.If) -> ir.Statement:
    condition = rewriter.expression(node.condition)
    then, otherwise = rewriter.block(node.then), rewriter.block(node.otherwise)
    if condition is node.condition and then is node.then and otherwise is node.otherwise:
        return node
    return ir.If(condition, then, otherwise)


COPIED: dict[type[Any], Callable[..., Any]] = {cls: _copied(cls) for cls in CHILDREN}
COPIED |= {
    ir.Assign: _copied_value,
    ir.Binary: _copied_binary,
    ir.Call: _copied_call,
    ir.Choose: _copied_choice,
    ir.If: _copied_branch,
    ir.Load: _copied_load,
    ir.Not: _copied_not,
    ir.SetContext: _copied_value,
}


def leaves_loop(node: ir.Statement) -> bool:
    """Whether a statement leaves or goes on with the loop that it is part of."""
    match node:
        case ir.If(_, then, otherwise):
            return any(map(leaves_loop, (*then, *otherwise)))
        case ir.Propose(_, _, body) | ir.Clause(_, body):
            return any(map(leaves_loop, body))
    return isinstance(node, ir.Break | ir.Continue)
