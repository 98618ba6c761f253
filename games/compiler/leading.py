"""Lower `(do effects next:moves)`: moves that are found as if the effects had come first.

They then do come first: each of the moves begins with them.
"""

from __future__ import annotations

from dataclasses import replace

from games.compiler.build import Build, Code, Scope
from games.compiler.dispatch import parts_of
from games.compiler.effects import Before, effect, effects
from games.compiler.moves import generate
from games.ludemes.tree import Form, Node

# How many moves may follow.
MOST = 512


def generate_next(build: Build, code: Code, first: Node, following: Node, scope: Scope) -> None:
    """The moves that may follow the effects; they are handed on when those are taken back."""
    if scope.emit is None:
        raise ValueError("moves were found where nobody asked for any")
    kept = build.scratch(f"moves after {id(first)}", 8 * (MOST + 1))
    before = build.once(("before", id(first)), lambda: Before(first.span, what=first))
    keep = f"keep({kept}, {{}}, {{}}, {{}}, {{}})".format
    code.add(f"st32({kept}, 0)")
    code.add("push()")
    effect(build, code, first, scope)
    after = replace(scope, emit=keep, stops=False, thens=(before, *scope.thens))
    generate(build, code, following, after)
    code.add("pop()")
    base, count, index = (build.fresh(name) for name in ("kept", "count", "index"))
    code.add(f"{base} = keep_safe({kept})")
    code.add(f"{count} = ld32({base})")
    code.add(f"{index} = 0")
    with code.block(f"while {index} < {count}"):
        code.add(f"{index} = {index} + 1")
        at = f"{base} + {index} * 8"
        call = scope.emit(f"ld16s({at})", f"ld16s({at} + 2)", f"ld16({at} + 4)", f"ld16({at} + 6)")
        if scope.stops:
            with code.block(f"if {call}"):
                code.add(f"st32(TOP, {base})")
                code.add("return 1")
        else:
            code.add(call)
    code.add(f"st32(TOP, {base})")
    _write_keep(build)


def _write_keep(build: Build) -> None:
    """The functions that keep a move, and that put all moves kept where nobody overwrites them."""
    if "keep" in build.known_functions:
        return
    build.known_functions["keep"] = "keep"
    code = Code()
    code.add("n = ld32(list) + 1")
    with code.block(f"if n > {MOST}"):
        code.add("trap()")
    code.add("write_move(list + n * 8, frm, to, kind, extra)")
    code.add("st32(list, n)")
    code.add("return 0")
    build.named("keep", ["list", "frm", "to", "kind", "extra"], code)
    safe = Code()
    safe.add("top = ld32(TOP)")
    safe.add("size = 8 + ld32(list) * 8")
    with safe.block("if top + size > STACK_END"):
        safe.add("trap()")
    safe.add("copy(top, list, size)")
    safe.add("st32(TOP, top + ((size + 15) & -16))")
    safe.add("return top")
    build.named("keep_safe", ["list"], safe)


@effects.on("do", reads=("next",))
def _do(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Effects, and then moves that follow them."""
    following = form.named("next")
    (first,) = parts_of(form, 1, 1, "(do effects next:moves)")
    effect(build, code, first, scope)
    if following is not None:
        effect(build, code, following, scope)
