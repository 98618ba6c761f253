"""In random games, the moves that an end rule finds for the next player are kept for that turn.

Whether the next player can move is found out by choosing the move that is played next or, where no
candidates can be chosen, by generating all moves. It is done only where nothing that moves depend
on changes between the end rules and the next turn.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.ir.walking import Rewriter, facts
from games.engine.passes.effects import Effects, Names

END_RULES = "end_rules"
QUESTION, KEEPING = "next_has_no_moves", "next_has_no_moves_or_keep"
GENERATOR = "generate_phase"
GENERATORS = ("counted_generate_phase", "chosen_generate_phase")
# What passes the turn, and what is the same after it as it was when the question was asked.
PASSING = ("finish", "pass_turn")
SAME = frozenset({"mover", "next", "prev"})
# Of two players, neither goes on playing after these.
ENDING = frozenset({"result", "passed_all_round", "draw"})


def keep_choice(program: Program) -> Program:
    """The program whose end rules keep the move that they find."""
    functions = {each.name: each for each in program.functions}
    ends = functions[END_RULES]
    if QUESTION not in facts(ends).calls or KEEPING not in functions:
        return program
    effects = Effects(program)
    generators = GENERATORS if functions.keys() >= {*GENERATORS} else (GENERATOR,)
    if not _may_keep(effects, ends, generators):
        return program
    asking = replace(ends, body=_Keeping().block(ends.body))
    return replace(
        program,
        functions=[asking if each is ends else each for each in program.functions],
    )


def _may_keep(effects: Effects, ends: ir.Function, generators: tuple[str, ...]) -> bool:
    if any(QUESTION in effects.reached(each) for each in generators):
        return False
    reads = frozenset[str]().union(*map(effects.reads, generators))
    return not reads & (_changed_in_passing(effects) | _changed_by(effects, ends))


def _changed_in_passing(effects: Effects) -> Names:
    found: set[str] = set()
    for name in PASSING:
        known = facts(effects.functions[name])
        found |= known.stores & effects.state
        found = found.union(*map(effects.after, known.calls - {END_RULES, *PASSING, *ENDING}))
    return frozenset(found - SAME)


def _changed_by(effects: Effects, ends: ir.Function) -> Names:
    known = facts(ends)
    called = map(effects.after, known.calls - ENDING)
    return (known.stores & effects.state).union(*called)


class _Keeping(Rewriter):
    def expression(self, node: ir.Expression) -> ir.Expression:
        if isinstance(node, ir.Call) and node.function == QUESTION:
            return ir.Call(KEEPING)
        return self.parts(node)
