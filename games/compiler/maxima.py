"""Lower `(max Captures moves)`: of the moves, those that take the most pieces."""

from __future__ import annotations

from dataclasses import replace

from games.compiler import blocks
from games.compiler.build import Build, Code, Emit, Scope
from games.compiler.dispatch import parts_of
from games.compiler.moves import generate, moves
from games.ludemes.tree import Form


@moves.on("max", "Captures")
def _max_captures(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Every move is tried twice: to find out how many pieces are taken at most, and to choose."""
    _, listed = parts_of(form, 2, 2, "(max Captures moves)")
    taken = _taken(build, scope)
    most = Code()
    most.add(f"n = {taken}(frm, to, kind, extra, me)")
    with most.block("if n > ld32(MOST)"):
        most.add("st32(MOST, n)")
    chosen = Code()
    if scope.emit is None:
        raise ValueError("moves were chosen where nobody asked for any")
    with chosen.block(f"if {taken}(frm, to, kind, extra, me) == ld32(MOST)"):
        chosen.add(f"return {scope.emit('frm', 'to', 'kind', 'extra')}")
    code.add("st32(MOST, 0)")
    trying = replace(scope, emit=_emit(build, scope, "most", most), stops=False)
    generate(build, code, listed, trying)
    generate(build, code, listed, replace(scope, emit=_emit(build, scope, "chosen", chosen)))


def _emit(build: Build, scope: Scope, hint: str, code: Code) -> Emit:
    passed = ["me", *(place for place in ("mode", "target") if place in scope.places)]
    name = build.function(build.fresh(hint), ["frm", "to", "kind", "extra", *passed], code)
    return lambda frm, to, kind, extra: f"{name}({', '.join([frm, to, kind, extra, *passed])})"


def _taken(build: Build, scope: Scope) -> str:
    """The helper that tries a move, with all its consequences, and counts what it takes."""
    taken = build.block(blocks.TAKEN)
    code = Code()
    code.add("push()")
    code.add(f"st32({taken}, 0)")
    code.add("apply(frm, to, kind, extra, me)")
    code.add(f"n = ld32({taken})")
    code.add("pop()")
    code.add("return n")
    return build.function(build.fresh("taken"), ["frm", "to", "kind", "extra", "me"], code)
