"""Tracing: which clauses of the text made a move, and which did something as it was played.

A pass that runs before all others and turns each `Clause` into the number of the clause at work, a
variable of the context. Moves and actions remember it as they are made. While a move is played,
each action that runs, each result and each change of phase notes its clause; what is only tried
and taken back is not noted. Play stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.schema import Field, Layout
from games.engine.ir.walking import StatementRewriter, facts

CLAUSE, NOTE = "clause", "note_clause"
BEFORE, GIVEN = ir.Local("clause_before"), ir.Local("clause_given")
MAX_FIRED = 4096
MAX_SOWN = 1024
NONE = ir.Const(-1)
# Passes that work on how moves are generated, which clauses would hide from them, or that leave out
# what clauses do.
LEFT_OUT = ("threats", "first_move", "candidates", "vain", "watch", "blocks")

# Of each seed that is sown: its holes, and how many were in them before.
SOWN = ("sown_from", "sown_to", "sown_left", "sown_there")

Fields = dict[str, Field]
Block = tuple[ir.Statement, ...]


def add_fields(layout: Layout, moves: int, actions: int) -> None:
    """Room for what is traced, behind the state, so that positions stay as they are."""
    # One more of each: it is written before the bound is looked at.
    layout.add("mv_clause", "move", 4, moves + 1, signed=True)
    layout.add("act_clause", "action", 4, actions + 1, signed=True)
    layout.add("fired", "clause", 4, MAX_FIRED, signed=True)
    layout.add("fired_count", "scratch", 4, signed=True)
    layout.add("played_from", "scratch", 4, signed=True)
    for name in SOWN:
        layout.add(name, "seed", 2, MAX_SOWN, signed=True)
    layout.add("sown_count", "scratch", 4, signed=True)


def traced(program: Program, remove: int) -> Program:
    """The program with its clauses noted in the fields that `add_fields` made.

    `remove` is the number of the action that takes a piece away: where none stands it does nothing.
    """
    fields = dict(program.fields)
    functions = [_Tracer(each, fields, remove).function() for each in program.functions]
    return replace(
        program,
        functions=[*functions, _note(fields)],
        context=(*program.context, CLAUSE),
    )


def _note(fields: Fields) -> ir.Function:
    """Notes a clause, unless the position is one that is only tried."""
    which, count = ir.Local("which"), fields["fired_count"].load()
    body = (
        fields["fired"].store(count, which),
        fields["fired_count"].store(0, count + 1),
    )
    condition = ir.both(which >= 0, _is_played(fields), count < MAX_FIRED)
    return ir.Function(NOTE, ("which",), (ir.If(condition, body),))


def _is_played(fields: Fields) -> ir.Expression:
    """Whether the position is that of the game, not one that is only tried."""
    return fields["state_top"].load().same(fields["played_from"].load())


def note(which: ir.Expression) -> ir.Statement:
    """A call of the function that notes a clause."""
    return ir.Run(ir.Call(NOTE, (which,)))


def _made_move(fields: Fields) -> Block:
    return (fields["mv_clause"].store(fields["move_count"].load(), ir.Context(CLAUSE)),)


def _made_action(fields: Fields) -> Block:
    return (fields["act_clause"].store(fields["action_count"].load(), ir.Context(CLAUSE)),)


def _moved_header(fields: Fields) -> Block:
    clauses = fields["mv_clause"]
    return (clauses.store(ir.Local("to"), clauses.load(ir.Local("frm"))),)


def _played(fields: Fields) -> Block:
    return (
        *_began(fields),
        fields["played_from"].store(0, fields["state_top"].load()),
        note(fields["mv_clause"].load(ir.Local("n"))),
    )


def _began(fields: Fields) -> Block:
    return (
        ir.SetContext(CLAUSE, NONE),
        fields["fired_count"].store(0, 0),
        fields["sown_count"].store(0, 0),
    )


def _generated(fields: Fields) -> Block:
    return (ir.SetContext(CLAUSE, NONE),)


def _ended(fields: Fields) -> Block:
    return (note(ir.Context(CLAUSE)),)


def _sown(fields: Fields) -> Block:
    if "count" not in fields:
        return ()
    holes = ir.Local("frm"), ir.Local("to")
    told = (*holes, *(fields["count"].load(hole) for hole in holes))
    number = fields["sown_count"].load()
    body = (
        *(fields[name].store(number, each) for name, each in zip(SOWN, told, strict=True)),
        fields["sown_count"].store(0, number + 1),
    )
    return (ir.If(ir.both(_is_played(fields), number < MAX_SOWN), body),)


# What kernels do first.
HOOKS: dict[str, Callable[[Fields], Block]] = {
    "new_move": _made_move,
    "new_action": _made_action,
    "move_header": _moved_header,
    "play": _played,
    "start": _began,
    "generate": _generated,
    "result": _ended,
    "win_of_team": _ended,
    "by_score": _ended,
    "do_sow": _sown,
}
# Kernels that note more than that.
OWN = ("run_action", "copy_action", "next_phase")


class _Tracer(StatementRewriter):
    """One function. `here` is the clause at work, `around` that at work around the loop."""

    def __init__(self, function: ir.Function, fields: Fields, remove: int) -> None:
        self.of, self.fields, self.remove = function, fields, remove
        self.here: ir.Expression = BEFORE
        self.around: ir.Expression = BEFORE

    def function(self) -> ir.Function:
        hook = HOOKS.get(self.of.name)
        if hook is None and self.of.name not in OWN and not facts(self.of).clauses:
            return self.of
        first = hook(self.fields) if hook is not None else ()
        return replace(self.of, body=(*first, *self._body()))

    def _ran_action(self) -> Block:
        k, fields = ir.Local("k"), self.fields
        removes = fields["act_op"].load(k).same(self.remove)
        empty = fields["what"].load(fields["act_a"].load(k)).same(0)
        noted = note(fields["act_clause"].load(k))
        return (ir.If(ir.negate(ir.both(removes, empty)), (noted,)),)

    def _body(self) -> Block:
        if self.of.name == "run_action":
            return *self._ran_action(), *self.block(self.of.body)
        if self.of.name == "copy_action":
            clause = self.fields["act_clause"].load(ir.Local("k"))
            return self._entered(self._within(clause, self.of.body))
        body = self.block(self.of.body)
        if facts(self.of).clauses:
            return self._entered(body)
        return body

    def _entered(self, body: Block) -> Block:
        return ir.Assign(BEFORE.name, ir.Context(CLAUSE)), *body

    def statement(self, node: ir.Statement) -> Iterable[ir.Statement]:
        match node:
            case ir.Clause(number, body):
                return self._within(ir.Const(number), body)
            case ir.While():
                return (self._loop(node),)
            case ir.Break() | ir.Continue() if self.around != self.here:
                return ir.SetContext(CLAUSE, self.around), node
            case ir.Return(value) if self.here != BEFORE:
                given = ir.Assign(GIVEN.name, self.expression(value))
                return given, ir.SetContext(CLAUSE, BEFORE), ir.Return(GIVEN)
            case ir.Store("phase") if self.of.name == "next_phase":
                return node, note(ir.Context(CLAUSE))
        return (self.parts(node),)

    def _within(self, clause: ir.Expression, body: Block) -> Block:
        outer, self.here = self.here, clause
        inner = self.block(body)
        self.here = outer
        return ir.SetContext(CLAUSE, clause), *inner, ir.SetContext(CLAUSE, outer)

    def _loop(self, node: ir.While) -> ir.Statement:
        outer, self.around = self.around, self.here
        made = self.parts(node)
        self.around = outer
        return made
