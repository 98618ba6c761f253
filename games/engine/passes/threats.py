"""Where it is asked whether a move goes to a site, moves are compared with it and not collected.

Pieces that could not go there from where they stand, whatever stood between, are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter, StatementRewriter, notes
from games.engine.passes.effects import Effects
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
# The last move: an answer that does not look at it stays true longer (`watch`).
LAST = frozenset({"last_from", "last_to", "last_level"})


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
        self.effects = Effects(program)
        self._guarding = True

    def statement(self, node: ir.Statement, rest: Rest) -> Block:
        """The copy of a statement; a condition is asked last, of moves to the site alone."""
        made = super().statement(node, rest)
        match node, made:
            case ir.If(condition, _, ()), (ir.If(_, then, ()),):
                if not self.effects.of(ir.Run(condition)):
                    return self._asked_last(condition, then) or made
        return made

    def _asked_last(self, condition: ir.Expression, body: Block) -> Block | None:
        """Statements that ask a condition where they find a move; None where that may be wrong.

        A condition that does not look at the last move is asked last of a single move alone.
        """
        match body:
            case (ir.If(ir.Binary("==", _, aim) as goes_there, then, ()),) if aim == AIM:
                return (ir.If(goes_there, (ir.If(condition, then),)),)
        reads = self._read_by(condition)
        if LAST.isdisjoint(reads):
            return None
        within = frozenset[tuple[str, str]]().union(*map(notes, body))
        changed = {name for kind, name in within if kind in ("sets", "assigns", "stores")}
        called = {name for kind, name in within if kind in ("calls", "tables")}
        # Copies that have found a move leave the context as it was there.
        if changed & reads or "some_move_takes" in called or not called <= self.functions.keys():
            return None
        return _Found(condition).block(body)

    def _read_by(self, condition: ir.Expression) -> set[str]:
        """Fields, variables of the context and of the function."""
        known = notes(ir.Run(condition))
        found = {name for kind, name in known if kind in ("loads", "contexts", "reads")}
        called = [name for kind, name in known if kind == "calls"]
        for kind, name in known:
            called += self.program.tables[name] if kind == "tables" else ()
        for name in called:
            found |= {each.removeprefix("@") for each in self.effects.reads(name)}
        return found

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


class _Found(StatementRewriter):
    """Statements that ask a condition before they say that a move was found."""

    def __init__(self, condition: ir.Expression) -> None:
        self.condition = condition

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        return (ir.If(self.condition, (FOUND,)),) if node == FOUND else (self.parts(node),)


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
