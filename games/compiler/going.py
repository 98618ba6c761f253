"""What all moves of one piece along the board share: where it begins, and what it finds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from games.compiler.build import Build, Code, Kind, Scope
from games.compiler.conditions import condition
from games.compiler.lists import open_list
from games.compiler.moves import found
from games.compiler.parts import Parts
from games.compiler.values import number
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node


def begin(build: Build, code: Code, form: Form, part: Parts, scope: Scope) -> Scope:
    """The scope of a move from the piece's site, or from the one that `(from …)` names."""
    if part.origin is None and "frm" not in scope.places:
        message = "no piece to move here: say from where, (from site), or write this in a (piece …)"
        raise LudemeError(message, form.span, form.origin)
    if part.origin is None:
        return scope
    name = build.fresh("origin")
    code.add(f"{name} = {number(build, part.origin, scope)}")
    return scope.name(frm=name)


def open_from(build: Build, code: Code, part: Parts, row: str, scope: Scope) -> None:
    """Open the list that `row` points to, or an empty one where no move can begin."""
    frm = scope.places["frm"]
    tests = [f"({frm} >= 0)", f"({frm} < SITES)"] if part.origin is not None else []
    if part.origin_condition is not None:
        tests.append(condition(build, part.origin_condition, scope))
    if tests:
        code.add("a = 0")
        code.add("z = 0")
    with code.block(f"if {' and '.join(tests)}") if tests else nullcontext():
        open_list(code, row)


def arrive(code: Code, scope: Scope, kind: Kind, extra: str = "0") -> None:
    """A move to `to` from where the piece stands."""
    found(code, scope, scope.places["frm"], "to", kind, extra)


def where(
    build: Build, code: Code, test: Node | None, scope: Scope, then: Callable[[], None]
) -> None:
    """Do something where a test of `to` holds, or anyway where there is none."""
    lowered = "1" if test is None else condition(build, test, scope.bind("to"))
    if lowered == "1":
        then()
    else:
        with code.block(f"if {lowered}"):
            then()
