"""Lower ludemes that generate moves.

Each lowering writes code that finds moves and hands every one to `found`. What is then done with
it (collect it, ask whether it reaches a site, stop at the first) is the business of `scope.emit`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.compiler.build import Build, Code, Kind, Scope
from games.compiler.dispatch import Table
from games.ludemes.tree import Form, Node, written

Lowering = Callable[[Build, Code, Form, Scope], None]
moves: Table[Lowering] = Table("moves", followed=True)


def generate(build: Build, code: Code, node: Node, scope: Scope) -> None:
    """Write code that finds the moves of a ludeme. What is not implemented is noted."""
    build.spend(8, node)
    if not isinstance(node, Form):
        build.miss(node, f"{written(node)} as moves")
        return
    lowering = moves.find(build, node)
    if lowering is None:
        build.miss(node, f"{moves.name(node)} as moves", moves.hint(node))
        return
    lowering(build, code, node, _with_then(node, scope))


def _with_then(form: Form, scope: Scope) -> Scope:
    """The scope with the consequences that the form adds to every move below it."""
    effects = tuple(form.thens())
    return replace(scope, thens=effects + scope.thens) if effects else scope


def found(code: Code, scope: Scope, frm: str, to: str, kind: Kind, extra: str = "0") -> None:
    """Hand on a move; leave the function with 1 where one is enough."""
    if scope.emit is None:
        raise ValueError("moves were found where nobody asked for any")
    call = scope.emit(frm, to, str(kind.number), extra)
    if not scope.stops:
        code.add(call)
    elif call == "1":
        code.add("return 1")
    else:
        with code.block(f"if {call}"):
            code.add("return 1")
