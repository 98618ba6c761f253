"""What follows a move is left out where it changes nothing: messages, and what they hang on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import StatementRewriter, facts, walk, with_body
from games.engine.passes.effects import Block, Effects
from games.engine.passes.generators import reads_moves

THENS = "THENS"
# The kernel that makes what follows moves part of another move, which then is not empty.
GATHERING = "flatten_then"
# What random games and games with dice go on from, wherever it was read.
DRAWS = frozenset({"seed", "throw_needed", "throw_ready"})
NOTHING = ir.Const(0)


def vain(program: Program) -> Program:
    """The program whose moves have nothing behind them that changes nothing."""
    functions = {each.name: each for each in program.functions}
    names = program.tables.get(THENS, ())
    if GATHERING in functions or not names:
        return program
    shorter = _Shorter(program, functions)
    made = [shorter.of(functions[name]) for name in names]
    added = {each.name: each for each in made if each.name not in functions}
    if not added:
        return program
    unmarked = _Unmarked({n for n, each in enumerate(made) if not each.body})
    return replace(
        program,
        functions=[*map(unmarked.of, program.functions), *added.values()],
        tables={**program.tables, THENS: tuple(each.name for each in made)},
    )


class _Shorter(StatementRewriter):
    """Copies of what follows moves, without moves that do nothing and tests for nothing."""

    def __init__(self, program: Program, functions: dict[str, ir.Function]) -> None:
        self.effects = Effects(program)
        self.functions = functions

    def of(self, function: ir.Function) -> ir.Function:
        """The copy of a function, under another name; the function itself where it is the same."""
        nodes = walk(function.body)
        if any(isinstance(each, ir.Expression) and reads_moves(each) for each in nodes):
            return function
        body = self.block(function.body)
        if body is function.body:
            return function
        return ir.Function(f"lasting_{function.name}", function.parameters, body)

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        match node:
            case ir.Run(ir.Call(name, ())) if _does_nothing(self.functions[name].body):
                return ()
            case ir.If(condition, then, otherwise):
                then, otherwise = self.block(then), self.block(otherwise)
                if not then and not otherwise and self._is_idle(condition):
                    return ()
                if then is not node.then or otherwise is not node.otherwise:
                    return (ir.If(condition, then, otherwise),)
        return (node,)

    def _is_idle(self, condition: ir.Expression) -> bool:
        """Whether nothing is different after a question."""
        asked = ir.Run(condition)
        if self.effects.of(asked):
            return False
        names = {each.function for each in walk((condition,)) if isinstance(each, ir.Call)}
        if any(isinstance(each, ir.Dispatch) for each in walk((condition,))):
            return False
        reached = frozenset[str]().union(*map(self.effects.reached, names))
        return all(DRAWS.isdisjoint(facts(self.functions[each]).stores) for each in reached)


def _does_nothing(body: Block) -> bool:
    """Whether a body makes one move, of actions that do nothing, and puts nothing behind it."""
    match body:
        case (
            ir.Assign(_, ir.Call("new_move")),
            *actions,
            ir.If(_, (ir.Store("move_count"),), ()),
        ):
            return all(_is_nothing(each) for each in actions)
    return False


def _is_nothing(node: ir.Statement) -> bool:
    match node:
        case ir.Run(ir.Call("act", (op, *_))):
            return op == NOTHING
    return False


class _Unmarked(StatementRewriter):
    """Functions that put nothing behind moves which does nothing."""

    def __init__(self, empty: set[int]) -> None:
        self.empty = empty

    def of(self, function: ir.Function) -> ir.Function:
        if "add_then" not in facts(function).calls:
            return function
        return with_body(function, self.block(function.body))

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        match node:
            case ir.Run(ir.Call("add_then", (_, ir.Const(number)))) if number in self.empty:
                return ()
        return (self.parts(node),)
