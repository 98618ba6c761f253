"""Copies of the functions that generate moves, which do something else with each move.

A copy may ask whether a move goes somewhere, count, or choose: it does the same as the function
that it comes from, except that moves are not collected. What cannot be copied is called as it is
and its moves are looked at afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter, StatementRewriter, facts, walk

# Kernels that add to the moves from a number on, and neither make, drop nor change any.
MARKING = frozenset({"add_then", "set_mover", "use_die_in_moves", "replay_double"})
ON_LISTS = frozenset({"list_add", "set_add", "set_add_new"})
# What a generator may write besides: it puts back what was there.
WRITABLE = frozenset({"mover", "next", "prev", "list_top"})
BEGIN = ir.Local("begin")

Block = tuple[ir.Statement, ...]
# What follows a statement: the rest of its own block, then of those around it.
Rest = tuple[Block, ...]


class Unsuitable(Exception):
    """A function of which no copy can be made."""


def generating(program: Program) -> frozenset[str]:
    """The functions that leave moves behind."""
    callers: dict[str, set[str]] = {}
    found: set[str] = set()
    for function in program.functions:
        known = facts(function)
        if known.makes_moves:
            found.add(function.name)
        listed = (name for table in known.run_tables for name in program.tables[table])
        for name in (*known.runs, *listed):
            callers.setdefault(name, set()).add(function.name)
    waiting = list(found)
    while waiting:
        new = callers.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return frozenset(found)


def reads_moves(node: ir.Expression) -> bool:
    """Whether a value depends on the moves generated so far."""
    return any(
        (isinstance(each, ir.Load) and is_of_moves(each.field))
        or (isinstance(each, ir.Call) and each.function == "new_move")
        for each in walk((node,))
    )


def is_of_moves(field: str) -> bool:
    """Whether a field holds the list of moves, or part of it."""
    return field in ("move_count", "action_count") or field.startswith(("mv_", "act_"))


class Copies:
    """Copies of one kind. A subclass says what becomes of moves, of calls and of tests on moves."""

    prefix = ""
    extra: tuple[str, ...] = ()
    result: ir.Expression = ir.Const(0)

    def __init__(self, program: Program, makers: frozenset[str]) -> None:
        self.program = program
        self.makers = makers
        self.functions = {each.name: each for each in program.functions}
        self.count = program.fields["move_count"]
        self.made: list[ir.Function] = []
        self.tables: dict[str, tuple[str, ...]] = {}
        self._names: dict[str, str | None] = {}

    def of(self, name: str) -> str | None:
        """The name of the copy of a function; None where there can be none."""
        if name not in self._names:
            self._names[name] = None
            try:
                made = self._function(self.functions[name])
            except Unsuitable:
                return None
            self.made.append(made)
            self._names[name] = made.name
        return self._names[name]

    def of_table(self, table: str) -> str | None:
        """The name of the table of copies of a table's functions."""
        name = f"{self.prefix}_{table}"
        if name not in self.tables:
            copies = [self.of(each) for each in self.program.tables[table]]
            if None in copies:
                return None
            self.tables[name] = tuple(map(str, copies))
        return name

    def _function(self, function: ir.Function) -> ir.Function:
        body = self.block(function.body, ())
        if any(node == BEGIN for node in walk(body)):
            body = (ir.Assign(BEGIN.name, self.count.load()), *body)
        name = f"{self.prefix}_{function.name}"
        body = (*body, ir.Return(self.result))
        return ir.Function(name, (*function.parameters, *self.extra), body)

    def block(self, body: Block, rest: Rest) -> Block:
        """The copy of a block."""
        found: list[ir.Statement] = []
        for n, each in enumerate(body):
            found += self.statement(each, (body[n + 1 :], *rest))
        return tuple(found)

    def statement(self, node: ir.Statement, rest: Rest) -> Block:  # noqa: PLR0911  (a case each)
        """The copy of a statement."""
        match node:
            case ir.Propose():
                return self.proposed(node, rest)
            case ir.KeepMoves():
                return self.kept(node)
            case ir.Run(value):
                return self.run(node, value, rest)
            case ir.If(condition, then, otherwise):
                self.check(condition)
                return (ir.If(condition, self.block(then, rest), self.block(otherwise, rest)),)
            case ir.While(condition, body):
                self.check(condition)
                return (ir.While(condition, self.block(body, rest)),)
            case ir.Return():
                return (ir.Return(self.result),)
            case ir.Store(field) if field not in WRITABLE:
                raise Unsuitable(field)
            case ir.Assign(_, ir.Load("move_count")):
                return (node,)
            case ir.Assign(_, value) | ir.SetContext(_, value):
                self.check(value)
            case ir.Copy():
                raise Unsuitable
        return (node,)

    def run(self, node: ir.Run, value: ir.Expression, rest: Rest) -> Block:
        """The copy of a call, by what the function called does to the moves."""
        match value:
            case ir.Call(name) if name in MARKING:
                return ()
            case ir.Call(name) if name in ON_LISTS:
                return (node,)
            case ir.Call(name, arguments) if name in self.makers:
                copy = self.of(name)
                if copy is not None:
                    return self.called(ir.Call(copy, self._given(arguments)), rest)
                return self.collected(node, rest)
            case ir.Dispatch(table, index, arguments):
                copy = self.of_table(table)
                if copy is not None:
                    return self.called(ir.Dispatch(copy, index, self._given(arguments)), rest)
                return self.collected(node, rest)
        raise Unsuitable

    def _given(self, arguments: tuple[ir.Expression, ...]) -> tuple[ir.Expression, ...]:
        return (*arguments, *map(ir.Local, self.extra))

    def check(self, value: ir.Expression) -> None:
        """Raise Unsuitable for a value that depends on the moves generated so far."""
        if reads_moves(value):
            raise Unsuitable

    def proposed(self, node: ir.Propose, rest: Rest) -> Block:
        """What is done with a move."""
        raise NotImplementedError

    def kept(self, node: ir.KeepMoves) -> Block:
        """What becomes of a test on the moves generated so far."""
        raise Unsuitable

    def called(self, value: ir.Expression, rest: Rest) -> Block:
        """What is done with the result of another copy."""
        raise NotImplementedError

    def collected(self, node: ir.Run, rest: Rest) -> Block:
        """What is done with moves that were collected after all, from number BEGIN on."""
        raise NotImplementedError


class Asker(Rewriter):
    """Puts questions that copies answer in the place of those that collect moves."""

    def __init__(self, program: Program, copies: Copies) -> None:
        self.program, self.copies = program, copies
        self.added: dict[str, ir.Function] = {}

    def whole(self) -> Program:
        """The program with all its questions put anew, those of the copies too."""
        program, copies = self.program, self.copies
        functions = [self._answered(each) for each in program.functions]
        for n, each in enumerate(copies.made):  # grows while it is read
            copies.made[n] = self._answered(each)
        if not self.added:
            return program
        functions += [*copies.made, *self.added.values()]
        return replace(program, functions=functions, tables={**program.tables, **copies.tables})

    def _answered(self, function: ir.Function) -> ir.Function:
        if not facts(function).asks:
            return function
        return replace(function, body=self.block(function.body))

    def expression(self, node: ir.Expression) -> ir.Expression:
        """A question put to a copy, where there is one."""
        if isinstance(node, ir.AnyMove):
            call = self.asked(node)
            if call is not None:
                return ir.Call(call.function, tuple(map(self.expression, call.arguments)))
        return self.parts(node)

    def asked(self, node: ir.AnyMove) -> ir.Call | None:
        """The call that answers a question; None where it stays as it is."""
        raise NotImplementedError

    def asking(self, generator: str) -> str | None:
        """The function that asks the copy of a generator; None where there is no copy."""
        copy = self.copies.of(generator)
        if copy is None:
            return None
        name = f"any_{copy}"
        if name not in self.added:
            own = (*self.copies.functions[generator].parameters, *self.copies.extra)
            call = ir.Call(copy, tuple(map(ir.Local, own)))
            self.added[name] = guarded(self.program, name, own, call, self.copies.made)
        return name


def leftovers(body: Sequence[ir.Statement]) -> Block:
    """What a move's body does besides: variables of the context that it leaves set."""
    if not any(isinstance(node, ir.SetContext) for node in walk(body)):
        return ()
    if any(isinstance(node, ir.Propose | ir.AnyMove) for node in walk(body)):
        raise Unsuitable
    return _Leftovers().block(tuple(body))


class _Leftovers(StatementRewriter):
    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        match node:
            case ir.Run() | ir.Store() | ir.Copy():
                return ()
            case ir.Assign(_, value) | ir.SetContext(_, value) if reads_moves(value):
                raise Unsuitable
        return (self.parts(node),)


def guarded(
    program: Program,
    name: str,
    parameters: tuple[str, ...],
    value: ir.Expression,
    copies: Sequence[ir.Function],
    fields: Iterable[str] = ("move_count", "action_count"),
) -> ir.Function:
    """A function that gives a value found by copies, and puts back all that they have changed."""
    nodes = list(walk(each for function in copies for each in function.body))
    names = sorted({node.name for node in nodes if isinstance(node, ir.SetContext)})
    written = {node.field for node in nodes if isinstance(node, ir.Store)} & WRITABLE
    places = [program.fields[each] for each in sorted({"list_top", *written, *fields})]
    body: list[ir.Statement] = []
    for each in names:
        body.append(ir.Assign(f"was_{each}", ir.Context(each)))
    for place in places:
        body.append(ir.Assign(f"before_{place.name}", place.load()))
    body.append(ir.Assign("found", value))
    for each in names:
        body.append(ir.SetContext(each, ir.Local(f"was_{each}")))
    for place in places:
        body.append(place.store(0, ir.Local(f"before_{place.name}")))
    return ir.Function(name, parameters, (*body, ir.Return(ir.Local("found"))))
