"""Where it is asked whether there is any move, generation stops at the first."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.schema import Field
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
TURN = frozenset({"mover", "next", "prev"})
Variable = ir.Context | Field


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
        variables: list[Variable] = [ir.Context(each) for each in names]
        variables += [self.program.fields[each] for each in sorted(_turn_fields(body))]
        before = [ir.Assign(f"first_{each.name}", _value(each)) for each in variables]
        tests = (*(node for node in body if _sets_mover(node)), test)
        return *before, *self._testing(body, _elsewhere(tests, variables))

    def _is_plain(self, body: Block) -> bool:
        """Whether moves are complete as soon as their statement is done, but for their mover."""
        turned = _turn_fields(body)
        marked = {id(node) for node in body if _sets_mover(node)}
        return (
            all(_is_put_back(body, name) for name in turned)
            and not any(
                isinstance(node, ir.KeepMoves | ir.Return | ir.Copy)
                or (isinstance(node, ir.Store) and node.field not in {"list_top", *turned})
                or (
                    isinstance(node, ir.Run)
                    and not self._makes(node.value)
                    and id(node) not in marked
                )
                for node in _outside_proposals(body)
            )
            and all(self._is_known_early(body, node) for node in body if id(node) in marked)
        )

    def _is_known_early(self, body: Block, mark: ir.Statement) -> bool:
        """Whether what a mark reads is known before any move is generated, and stays so."""
        first = next((n for n, node in enumerate(body) if self._generates(node)), len(body))
        names = {each.name for each in walk((mark,)) if isinstance(each, ir.Local)}
        early = [node.name for node in body[:first] if isinstance(node, ir.Assign)]
        given = [each.name for each in walk(body) if isinstance(each, ir.Assign)]
        return all(early.count(each) == given.count(each) == 1 for each in names)

    def _generates(self, node: ir.Statement) -> bool:
        return any(
            isinstance(each, ir.Propose) or (isinstance(each, ir.Run) and self._makes(each.value))
            for each in walk((node,))
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
                case ir.Run() if _sets_mover(node):
                    found.append(node)
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


def _elsewhere(tests: Block, variables: list[Variable]) -> Block:
    """Tests in the context and turn in which the moves began, which then are again as they were."""
    return (
        *(ir.Assign(f"now_{each.name}", _value(each)) for each in variables),
        *(_given(each, ir.Local(f"first_{each.name}")) for each in variables),
        *tests,
        *(_given(each, ir.Local(f"now_{each.name}")) for each in variables),
    )


def _value(variable: Variable) -> ir.Expression:
    return variable if isinstance(variable, ir.Context) else variable.load()


def _given(variable: Variable, value: ir.Expression) -> ir.Statement:
    if isinstance(variable, ir.Context):
        return ir.SetContext(variable.name, value)
    return variable.store(0, value)


def _sets_mover(node: ir.Statement) -> bool:
    """Whether all moves from a number on are marked with their mover, who may be the same."""
    match node:
        case ir.Run(ir.Call("set_mover", (ir.Local(), ir.Local()))):
            return True
    return False


def _turn_fields(body: Block) -> set[str]:
    """Whose turn it is may change while moves are generated."""
    return {each.field for each in walk(body) if isinstance(each, ir.Store)} & TURN


def _is_put_back(body: Block, field: str) -> bool:
    """Whether a field has afterwards the value that it had."""
    writes = [
        n
        for n, node in enumerate(body)
        if any(isinstance(each, ir.Store) and each.field == field for each in walk((node,)))
    ]
    match body[writes[-1]]:
        case ir.Store(_, _, _, _, ir.Local(name)):
            given = [n for n, node in enumerate(body) if _is_former(node, name, field)]
            every = [each for each in walk(body) if isinstance(each, ir.Assign)]
            return (
                len(given) == 1
                and given[0] < writes[0]
                and sum(each.name == name for each in every) == 1
            )
    return False


def _is_former(node: ir.Statement, name: str, field: str) -> bool:
    match node:
        case ir.Assign(local, ir.Load(read)):
            return (local, read) == (name, field)
    return False


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
