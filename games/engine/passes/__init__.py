"""Passes: functions from program to program that change how fast it runs, and nothing else.

Those of PASSES can each be left out. `expand` always runs: the back ends know nothing of moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from games.engine.ir.program import Program
from games.engine.passes.blocks import blocks
from games.engine.passes.candidates import candidates
from games.engine.passes.embedding import embed
from games.engine.passes.expand import expand
from games.engine.passes.first_move import first_move
from games.engine.passes.forwarding import forward
from games.engine.passes.idle import idle
from games.engine.passes.inlining import inline, inline_settled
from games.engine.passes.keeping import keep_choice
from games.engine.passes.reachable import reachable
from games.engine.passes.reuse import reuse
from games.engine.passes.sharing import share
from games.engine.passes.threats import threats
from games.engine.passes.unused import unused
from games.engine.passes.vain import vain
from games.engine.passes.watch import watch

Pass = Callable[[Program], Program]

PASSES: dict[str, Pass] = {
    each.__name__: each
    for each in (
        threats,
        first_move,
        candidates,
        expand,
        keep_choice,
        vain,
        reuse,
        share,
        inline,
        forward,
        inline_settled,
        idle,
        watch,
        blocks,
        reachable,
        unused,
        embed,
    )
}
OPTIONAL = tuple(name for name in PASSES if name != "expand")


def optimised(program: Program, without: Collection[str] = ()) -> Program:
    """The program after all passes but some. Raises ValueError for an unknown pass."""
    unknown = set(without) - set(OPTIONAL)
    if unknown:
        raise ValueError(f"no such pass: {', '.join(sorted(unknown))}")
    for name, each in PASSES.items():
        if name not in without:
            program = each(program)
    return replace(program, reaches={})
