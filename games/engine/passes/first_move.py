"""Where it is asked whether there is any move, generation stops at the first."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import walk
from games.engine.passes.generators import (
    BEGIN,
    MARKING,
    ON_LISTS,
    Asker,
    Block,
    Copies,
    Rest,
    Unsuitable,
    generating,
)

FOUND = ir.Return(ir.Const(1))


def first_move(program: Program) -> Program:
    """The program with a question of its own for each generator that is asked for any move."""
    return _Asker(program, _FirstMove(program, generating(program))).whole()


class _Asker(Asker):
    def asked(self, node: ir.AnyMove) -> ir.Call | None:
        name = self.asking(node.generator) if node.target is None else None
        return None if name is None else ir.Call(name, node.arguments)


class _FirstMove(Copies):
    """Copies give 1 as soon as there is a move that no test behind it can drop."""

    prefix = "first"

    def block(self, body: Block, rest: Rest) -> Block:
        for end, node in enumerate(body):
            if isinstance(node, ir.KeepMoves):
                begin = _begin(body[:end], node.start)
                tested = self._tested(body[begin:end], node)
                before = super().block(body[:begin], rest)
                return *before, *tested, *self.block(body[end + 1 :], rest)
        return super().block(body, rest)

    def _tested(self, body: Block, keep: ir.KeepMoves) -> Block:
        """Each move is tested soon after it has been generated."""
        test = ir.If(ir.Call("some_fits", (keep.start, ir.Const(keep.test))), (FOUND,))
        if not self._is_plain(body):
            return *body, test
        names = sorted({each.name for each in walk(body) if isinstance(each, ir.SetContext)})
        before = [ir.Assign(f"first_{each}", ir.Context(each)) for each in names]
        return *before, *self._testing(body, _elsewhere(test, names))

    def _is_plain(self, body: Block) -> bool:
        """Whether moves are complete as soon as their statement is done."""
        return not any(
            isinstance(node, ir.KeepMoves | ir.Return | ir.Copy)
            or (isinstance(node, ir.Store) and node.field != "list_top")
            or (isinstance(node, ir.Run) and not self._makes(node.value))
            for node in _outside_proposals(body)
        )

    def _makes(self, value: ir.Expression) -> bool:
        match value:
            case ir.Call(name):
                return name in ON_LISTS or (name in self.makers and name not in MARKING)
            case ir.Dispatch():
                return True
        return False

    def _testing(self, body: Block, test: Block) -> Block:
        found: list[ir.Statement] = []
        for node in body:
            match node:
                case ir.If(condition, then, otherwise):
                    branches = self._testing(then, test), self._testing(otherwise, test)
                    found.append(ir.If(condition, *branches))
                case ir.While(condition, inner):
                    found.append(ir.While(condition, self._testing(inner, test)))
                case ir.Propose() | ir.Run():
                    found += (node, *test)
                case _:
                    found.append(node)
        return tuple(found)

    def check(self, value: ir.Expression) -> None:
        """As long as a copy goes on there is no move, whatever it asks."""
        if any(each.function == "new_move" for each in walk((value,)) if type(each) is ir.Call):
            raise Unsuitable

    def proposed(self, node: ir.Propose, rest: Rest) -> Block:
        return (FOUND,)

    def called(self, value: ir.Expression, rest: Rest) -> Block:
        return (ir.If(value, (FOUND,)),)

    def collected(self, node: ir.Run, rest: Rest) -> Block:
        return node, ir.If(self.count.load() > BEGIN, (FOUND,))


def _elsewhere(test: ir.Statement, names: list[str]) -> Block:
    """A test in the context in which the moves began, which then is again as it was."""
    return (
        *(ir.Assign(f"now_{each}", ir.Context(each)) for each in names),
        *(ir.SetContext(each, ir.Local(f"first_{each}")) for each in names),
        test,
        *(ir.SetContext(each, ir.Local(f"now_{each}")) for each in names),
    )


def _begin(body: Block, start: ir.Expression) -> int:
    """Behind which statement the moves begin that are tested."""
    for n, node in enumerate(body):
        match node:
            case ir.Assign(name, ir.Load("move_count")) if ir.Local(name) == start:
                return n + 1
    raise Unsuitable


def _outside_proposals(body: Block) -> Iterable[ir.Statement]:
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        match node:
            case ir.If(_, then, otherwise):
                waiting += (*then, *otherwise)
            case ir.While(_, inner):
                waiting += inner
