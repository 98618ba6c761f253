"""What end rules and effects ask several times is found out once, as long as it stays the same.

A question is a call without arguments that leaves the position and the context as they are. Its
answer is kept in a variable of the context, and forgotten as soon as something is done that it
depends on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter, facts, notes, walk
from games.engine.passes.effects import Effects, Names

UNKNOWN = ir.Const(-1)


def share(program: Program) -> Program:
    """The program in which functions remember the answers to questions that they ask again."""
    sharing = _Sharing(program)
    functions = [sharing.shared(each) for each in program.functions]
    context = [*program.context, *sharing.variables]
    return replace(program, functions=[*functions, *sharing.made], context=context)


class _Sharing:
    def __init__(self, program: Program) -> None:
        self.functions = {each.name: each for each in program.functions}
        self.effects = Effects(program)
        self.made: list[ir.Function] = []
        self.variables: list[str] = []

    def shared(self, function: ir.Function) -> ir.Function:
        """The function, with the questions that it asks again asked once."""
        names = self._asked_again(function)
        comes_back = bool(names) and self._comes_back(function)
        if not names or (comes_back and facts(function).ends):
            return function
        reads = {name: self.effects.reads(name) for name in names}
        steady = {
            name: read
            for name, read in reads.items()
            if not self.effects.after(name) & read and self._stays(function.body, name, read)
        }
        if not steady:
            return function
        variables = {name: self._remember(function.name, name) for name in steady}
        body = _Asking(self.effects, steady, variables).block(function.body)
        forgotten = [ir.SetContext(each, UNKNOWN) for each in variables.values()]
        if not comes_back:
            return replace(function, body=(*forgotten, *body))
        before = [ir.Assign(f"was_{each}", ir.Context(each)) for each in variables.values()]
        after = [ir.SetContext(each, ir.Local(f"was_{each}")) for each in variables.values()]
        return replace(function, body=(*before, *forgotten, *body, *after))

    def _asked_again(self, function: ir.Function) -> list[str]:
        possible = {name for name in facts(function).calls if self._is_question(name)}
        if not possible:
            return []
        asked = [node for node in walk(function.body) if type(node) is ir.Call]
        found = Counter(node.function for node in asked if node.function in possible)
        return [name for name, times in found.items() if times > 1 and self._takes_long(name)]

    def _is_question(self, name: str) -> bool:
        function = self.functions[name]
        return not function.parameters and bool(facts(function).ends)

    def _takes_long(self, name: str) -> bool:
        """Whether a function looks at more than one thing."""
        reached = self.effects.reached(name)
        return any(facts(self.functions[each]).loops for each in reached)

    def _comes_back(self, function: ir.Function) -> bool:
        """Whether a function may be begun anew within itself."""
        known = facts(function)
        tables = self.effects.tables
        called = known.calls.union(*(tables[table] for table in known.tables))
        return any(function.name in self.effects.reached(name) for name in called)

    def _stays(self, body: Iterable[ir.Statement], name: str, reads: Names) -> bool:
        """Whether what a question depends on changes only in statements that do not ask it."""
        for node in body:
            match node:
                case ir.If(condition, then, otherwise):
                    parts: Iterable[ir.Statement] = (*then, *otherwise)
                case ir.While(condition, inner):
                    parts = inner
                case _:
                    if self.effects.of(node) & reads and _asks(node, name):
                        return False
                    continue
            if self.effects.of(ir.Run(condition)) & reads or not self._stays(parts, name, reads):
                return False
        return True

    def _remember(self, asker: str, name: str) -> str:
        """The variable for an answer, and a function that asks unless the answer is known."""
        variable = f"{asker}_{name}"
        answer = ir.Context(variable)
        found = ir.If(answer < 0, (ir.SetContext(variable, ir.Call(name)),))
        self.made.append(ir.Function(_once(variable), (), (found, ir.Return(answer))))
        self.variables.append(variable)
        return variable


class _Asking(Rewriter):
    def __init__(
        self, effects: Effects, reads: dict[str, Names], variables: dict[str, str]
    ) -> None:
        self.effects, self.reads, self.variables = effects, reads, variables

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        yield self.parts(node)
        if isinstance(node, ir.If | ir.While | ir.Return | ir.Break | ir.Continue):
            return
        changed = self.effects.of(node)
        for name, reads in self.reads.items():
            if changed & reads:
                yield ir.SetContext(self.variables[name], UNKNOWN)

    def expression(self, node: ir.Expression) -> ir.Expression:
        if isinstance(node, ir.Call) and node.function in self.variables:
            return ir.Call(_once(self.variables[node.function]))
        return self.parts(node)


def _once(variable: str) -> str:
    return f"once_{variable}"


def _asks(node: ir.Statement, name: str) -> bool:
    return ("calls", name) in notes(node)
