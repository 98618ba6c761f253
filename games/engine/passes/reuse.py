"""What a function asks several times, with nothing changed in between, it works out once.

Definitions are spelled out wherever a text names them, so that rules ask the same again and again:
where does a step of this length lead? The answer is kept in a variable of the function, from the
first time that it is certainly asked for to the first change of anything that it depends on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter, facts, notes, remembered, walk, with_body
from games.engine.passes.effects import ON_ANY_SITE, SCRATCH, Effects, Names

LISTS = "list"
HOLDING = ir.Clause | ir.Propose | ir.KeepMoves


def reuse(program: Program) -> Program:
    """The program whose functions ask for each answer once, as long as it stays the same."""
    answers = _Answers(program)
    return replace(program, functions=[_reusing(each, answers) for each in program.functions])


def _reusing(function: ir.Function, answers: _Answers) -> ir.Function:
    asked = remembered(function, "asked", None, lambda: _asked(function))
    alike: dict[ir.Call, list[ir.Call]] = {}
    for name, calls in asked.items():
        for call in calls if answers.settled(name) else ():
            alike.setdefault(call, []).append(call)
    questions: dict[int, _Question] = {}
    for call, calls in alike.items():
        depends = answers.dependence(call) if len(calls) > 1 else None
        if depends is not None:
            question = _Question(ir.Local(f"kept_{len(questions)}"), depends)
            questions.update(dict.fromkeys(map(id, calls), question))
    if not questions:
        return function
    names = {call.function for call, calls in alike.items() if len(calls) > 1}
    return with_body(function, _Keeper(answers, questions, names).block(function.body))


@dataclass(frozen=True, eq=False)
class _Question:
    """Calls that are alike: the variable in which the answer is kept, what it depends on."""

    kept: ir.Local
    depends: Names


def _asked(function: ir.Function) -> dict[str, list[ir.Call]]:
    """The calls of each function that is called several times, with something to work on."""
    found: dict[str, list[ir.Call]] = {}
    for each in walk(function.body):
        if type(each) is ir.Call and each.arguments:
            found.setdefault(each.function, []).append(each)
    return {name: calls for name, calls in found.items() if len(calls) > 1}


class _Answers:
    """What calls depend on that change nothing at all."""

    def __init__(self, program: Program) -> None:
        self.effects = Effects(program)
        fields = program.fields.values()
        self._passing = {each.name for each in fields if each.scope in SCRATCH - {"table"}}
        self._passing.add(LISTS)
        self._settled: dict[str, bool] = {}

    def dependence(self, call: ir.Call) -> Names | None:
        """What an answer depends on: of the position, the context, and variables, named with `$`.

        None where it depends on something else, or where asking changes anything.
        """
        found = set[str]()
        for kind, name in notes(ir.Run(call)):
            match kind:
                case "reads":
                    found.add(f"${name}")
                case "contexts":
                    found.add(f"@{name}")
                case "loads" if name in ON_ANY_SITE:
                    found |= self.effects.on_sites
                case "loads" if name not in self._passing:
                    found.add(name)
                case "calls" if self.settled(name):
                    found |= self.effects.reads(name)
                case "runs":
                    pass
                case _:
                    return None
        return frozenset(found)

    def settled(self, name: str) -> bool:
        """Whether a function changes nothing, and reads the position and the context alone."""
        if name not in self._settled:
            self._settled[name] = all(map(self._only_looks, self.effects.reached(name)))
        return self._settled[name]

    def _only_looks(self, name: str) -> bool:
        known = facts(self.effects.functions[name])
        changes = known.stores or known.copies or known.sets or known.moves or known.questions
        return bool(known.ends) and not changes and known.loads.isdisjoint(self._passing)

    def changed(self, node: ir.Statement) -> Names:
        """What may be different after a statement, variables of the function among it."""
        assigned = {f"${name}" for kind, name in notes(node) if kind == "assigns"}
        return self.effects.of(node) | assigned


class _Keeper(Rewriter):
    """`known` holds the questions whose answers are kept, `questions` all by their calls' identity.

    `known` is replaced, never changed: what was known before a branch or a loop still is.
    """

    def __init__(self, answers: _Answers, questions: dict[int, _Question], names: set[str]) -> None:
        self.answers, self.questions = answers, questions
        self.asked = {("calls", name) for name in names}
        self.known: frozenset[_Question] = frozenset()

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        if self.asked.isdisjoint(notes(node)):
            self._forget_after(node)
            return (node,)
        if isinstance(node, ir.If):
            return self._branched(node)
        if isinstance(node, ir.While):
            self._forget_after(node)
            before = self.known
            looped = self.parts(node)
            self.known = before
            return (looped,)
        if isinstance(node, HOLDING):
            self._forget_after(node)
            return (node,)
        kept = self._keep(_asked_first(node))
        found = self.parts(node)
        self._forget_after(node)
        return (*kept, found)

    def _branched(self, node: ir.If) -> Iterable[ir.Statement]:
        kept = self._keep((node.condition,))
        condition = self.expression(node.condition)
        before = self.known
        then = self.block(node.then)
        after, self.known = self.known, before
        otherwise = self.block(node.otherwise)
        self.known &= after & before
        if condition is node.condition and then is node.then and otherwise is node.otherwise:
            return (*kept, node)
        return (*kept, ir.If(condition, then, otherwise))

    def _keep(self, values: Iterable[ir.Expression]) -> list[ir.Statement]:
        """What keeps the answers that a statement asks for in any case, before it does anything."""
        values = list(values)
        changed = [self.answers.effects.of(ir.Run(value)) for value in values]
        if any(changed):
            self._forget(frozenset().union(*changed))
            return []
        found: list[ir.Statement] = []
        for value in values:
            self._keep_all(value, found)
        return found

    def _keep_all(self, value: ir.Expression, found: list[ir.Statement]) -> None:
        for part in _certain(value):
            self._keep_all(part, found)
        question = self.questions.get(id(value))
        if question is not None and question not in self.known:
            found.append(ir.Assign(question.kept.name, self.parts(value)))
            self.known |= {question}

    def _forget_after(self, node: ir.Statement) -> None:
        if self.known:
            self._forget(self.answers.changed(node))

    def _forget(self, changed: Names) -> None:
        if changed and self.known:
            self.known = frozenset(q for q in self.known if changed.isdisjoint(q.depends))

    def expression(self, node: ir.Expression) -> ir.Expression:
        question = self.questions.get(id(node))
        return question.kept if question in self.known else self.parts(node)


def _asked_first(node: ir.Statement) -> Iterable[ir.Expression]:
    """What a statement works out before it does anything."""
    match node:
        case ir.Run(ir.Call(_, arguments)):
            return arguments
        case ir.Assign(_, value) | ir.SetContext(_, value) | ir.Run(value) | ir.Return(value):
            return (value,)
        case ir.Store(_, _, address, _, value):
            return (address, value)
    return ()


def _certain(value: ir.Expression) -> Iterable[ir.Expression]:
    """The parts of an expression that are worked out whenever it is."""
    match value:
        case ir.Binary(_, left, right):
            return (left, right)
        case ir.Not(operand):
            return (operand,)
        case ir.Load(_, _, _, address):
            return (address,)
        case ir.Call(_, arguments):
            return arguments
        case ir.Choose(condition):
            return (condition,)
    return ()
