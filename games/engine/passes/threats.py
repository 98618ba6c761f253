"""Where it is asked whether a move goes to a site, moves are compared with it and not collected.

Pieces that could not go there from where they stand, whatever stood between, are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter
from games.engine.passes.generators import (
    BEGIN,
    Asker,
    Block,
    Copies,
    Rest,
    Unsuitable,
    generating,
    leftovers,
)
from games.engine.passes.origins import Origins, PieceLoop, piece_loop, puts_back

AIM = ir.Local("aim")
FOUND = ir.Return(ir.Const(1))


def threats(program: Program) -> Program:
    """The program with a question of its own for each generator that is asked for such a move."""
    copies = _Aimed(program, generating(program))
    made = _Asker(program, copies).whole()
    data = {**made.data, **copies.origins.data}
    return replace(made, data=data, memory=copies.origins.memory)


class _Asker(Asker):
    def asked(self, node: ir.AnyMove) -> ir.Call | None:
        if node.target is None:
            return None
        name = self.asking(node.generator)
        return None if name is None else ir.Call(name, (*node.arguments, node.target))


class _Aimed(Copies):
    """Copies give 1 for a move to the site `aim`."""

    prefix = "aimed"
    extra = (AIM.name,)

    def __init__(self, program: Program, makers: frozenset[str]) -> None:
        super().__init__(program, makers)
        self.origins = Origins(program)
        self._guarding = True

    def block(self, body: Block, rest: Rest) -> Block:
        found: list[ir.Statement] = []
        for n, each in enumerate(body):
            following = body[n + 1 :]
            loop = self._pieces(body[n - 1], each, following) if n else None
            if loop is None:
                found += self.statement(each, (following, *rest))
            else:
                found += self._turned(loop, (following, *rest))
        return tuple(found)

    def _pieces(
        self, before: ir.Statement, node: ir.Statement, following: Block
    ) -> PieceLoop | None:
        """A loop over pieces of which it is known where they may go."""
        if not isinstance(node, ir.While) or not self.program.reaches:
            return None
        loop = piece_loop(before, node)
        if loop is None or not puts_back(following, loop.sets):
            return None
        reaches = self.program.reaches.get(loop.table)
        if reaches is None or loop.end != reaches.board:
            return None
        return loop if self.origins.fit(reaches) else None

    def _turned(self, loop: PieceLoop, rest: Rest) -> Iterable[ir.Statement]:
        """The loop asks those pieces only that may reach the site."""
        guarding, self._guarding = self._guarding, False
        copied = super().block(loop.body, rest)
        self._guarding = guarding
        turned = replace(loop, body=copied)
        return (self.origins.loop(turned, self.program.reaches[loop.table], AIM),)

    def proposed(self, node: ir.Propose, rest: Rest) -> Block:
        self.check(node.to)
        return *leftovers(node.body), ir.If(node.to.same(AIM), (FOUND,))

    def kept(self, node: ir.KeepMoves) -> Block:
        if _within_threats(self.functions, node.after) != ir.Const(1):
            raise Unsuitable
        return ()

    def called(self, value: ir.Expression, rest: Rest) -> Block:
        question = ir.If(value, (FOUND,))
        if not isinstance(value, ir.Dispatch) or not self._guarding:
            return (question,)
        reaches = self.program.reaches.get(value.table.removeprefix(f"{self.prefix}_"))
        if reaches is None:
            return (question,)
        may = reaches.has(value.index, ir.Context("from_"), AIM)
        return (ir.If(may, (question,)),)

    def collected(self, node: ir.Run, rest: Rest) -> Block:
        taken = ir.Call("some_move_takes", (BEGIN, AIM))
        return node, ir.If(taken, (FOUND,)), self.count.store(0, BEGIN)


def _within_threats(functions: dict[str, ir.Function], name: str) -> ir.Expression | None:
    """What a condition gives while threats are asked about, where that is known at once."""
    match functions[name].body:
        case (ir.Return(value), *_):
            return _WithinThreats(functions).expression(value)
    return None


class _WithinThreats(Rewriter):
    """Threats asked about within are not followed: such functions begin with that test."""

    def __init__(self, functions: dict[str, ir.Function]) -> None:
        self.functions = functions

    def expression(self, node: ir.Expression) -> ir.Expression:
        match self.parts(node):
            case ir.Call(name, ()) as call:
                match self.functions[name].body:
                    case (ir.If(ir.Context("threats"), (ir.Return(ir.Const() as value),)), *_):
                        return value
                return call
            case ir.Not(operand):
                return ir.negate(operand)
            case ir.Choose(condition, yes, no):
                return ir.choose(condition, yes, no)
            case ir.Binary(op, left, right):
                return ir.binary(op, left, right)
            case other:
                return other
