"""Count steps as a `(step …)` may make them."""

from __future__ import annotations

from games.compiler.areas import loop
from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.parts import one_at_most, plain_step
from games.compiler.paths import near_table
from games.compiler.values import number
from games.ludemes.tree import Form, Node

# The number of steps to where none lead.
INFINITY = 1_000_000_000


def by_steps(build: Build, step: Form, first: Node, second: Node, scope: Scope) -> str:
    """The number of steps to the nearest site of a region; of one that is reached at once, 0."""
    part = plain_step(build, step)
    marks = build.scratch(f"marks of counted {id(step)}", build.layout.sites)
    queue = build.scratch(f"sites of counted {id(step)}", 2 * build.layout.sites)
    goal = build.scratch(f"goal of counted {id(step)} {id(second)}", build.layout.sites)
    here = scope.here()
    marking = Code()
    marking.add(f"st8({goal} + site, 1)")
    marking.add("any = 1")
    code = Code()
    code.add(f"spot = {number(build, first, here)}")
    code.add("any = 0")
    code.add(f"fill({goal}, 0, SITES)")
    code.lines += loop(build, second, here, marking).lines
    with code.block("if (spot < 0) or (spot >= SITES) or (any == 0)"):
        code.add("return 0")
    with code.block(f"if ld8({goal} + spot)"):
        code.add("return 0")
    code.add(f"fill({marks}, 0, SITES)")
    code.add(f"st8({marks} + spot, 1)")
    code.add(f"st16({queue}, spot)")
    for line in ("i = 0", "end = 1", "count = 1", "steps = 1"):
        code.add(line)
    with code.block("while i < end"):
        with code.block("while i < end"):
            code.add(f"origin = ld16({queue} + i * 2)")
            row = near_table(build, step, one_at_most(part.rest), here, "origin")
            code.add(f"a = ld32({row})")
            code.add("z = a + ld16(a) * 2")
            with code.block("while a < z"):
                code.add("a = a + 2")
                code.add("reached = ld16(a)")
                test = part.to_condition
                at = here.name(frm="origin", to="reached")
                may = condition(build, test, at) if test is not None else "1"
                with code.block(f"if (ld8({marks} + reached) == 0) and {may}"):
                    with code.block(f"if ld8({goal} + reached)"):
                        code.add("return steps")
                    code.add(f"st8({marks} + reached, 1)")
                    code.add(f"st16({queue} + count * 2, reached)")
                    code.add("count = count + 1")
            code.add("i = i + 1")
        code.add("end = count")
        code.add("steps = steps + 1")
    code.add(f"return {INFINITY}")
    return build.helper("count_steps", scope, code)
