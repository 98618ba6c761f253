"""Follow the steps that a `(step …)` makes, and count them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from games.compiler.areas import loop
from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.lists import each_number
from games.compiler.parts import Parts, one_at_most, plain_step
from games.compiler.paths import near_table
from games.compiler.values import number
from games.ludemes.tree import Form, Node

# The number of steps to where none lead.
INFINITY = 1_000_000_000


@dataclass(frozen=True)
class Steps:
    """A `(step …)` made over and over; addresses of a mark for each site, and of those reached."""

    form: Form
    part: Parts
    marks: int
    queue: int


@contextmanager
def each_reached(
    build: Build, code: Code, steps: Steps, scope: Scope, start: str, *, level: str, most: str = ""
) -> Iterator[None]:
    """A loop over the sites `reached` from `start`, the nearest first: what is inside marks them.

    The variable `level` says how many steps lead there: no more than `most`, if that is given.
    """
    code.add(f"st8({steps.marks} + {start}, 1)")
    code.add(f"st16({steps.queue}, {start})")
    for line in ("i = 0", "end = 1", "count = 1", f"{level} = 1"):
        code.add(line)
    with code.block(f"while (i < end) and ({level} <= {most})" if most else "while i < end"):
        with code.block("while i < end"):
            code.add(f"origin = ld16({steps.queue} + i * 2)")
            row = near_table(build, steps.form, one_at_most(steps.part.rest), scope, "origin")
            new = _is_new(build, steps, scope)
            with each_number(code, "reached", row), code.block(f"if {new}"):
                yield
                code.add(f"st16({steps.queue} + count * 2, reached)")
                code.add("count = count + 1")
            code.add("i = i + 1")
        code.add("end = count")
        code.add(f"{level} = {level} + 1")


def _is_new(build: Build, steps: Steps, scope: Scope) -> str:
    here, test = scope.name(frm="origin", to="reached"), steps.part.to_condition
    may = condition(build, test, here) if test is not None else "1"
    return f"(ld8({steps.marks} + reached) == 0) and {may}"


def by_steps(build: Build, step: Form, first: Node, second: Node, scope: Scope) -> str:
    """The number of steps to the nearest site of a region; of one that is reached at once, 0."""
    marks = build.scratch(f"marks of counted {id(step)}", build.layout.sites)
    queue = build.scratch(f"sites of counted {id(step)}", 2 * build.layout.sites)
    steps = Steps(step, plain_step(build, step), marks, queue)
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
    with each_reached(build, code, steps, here, "spot", level="steps"):
        with code.block(f"if ld8({goal} + reached)"):
            code.add("return steps")
        code.add(f"st8({marks} + reached, 1)")
    code.add(f"return {INFINITY}")
    return build.helper("count_steps", scope, code)
