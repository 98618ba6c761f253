"""Lower `(move (from …) (to …))`: from any site of a region to any site of another."""

from __future__ import annotations

from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.dispatch import refuse_extras
from games.compiler.moves import found, moves
from games.compiler.parts import applies
from games.compiler.regions import all_of, member
from games.ludemes.tree import Form, is_form, written


@moves.on("move")
def _move(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Each site of `from` that holds a piece, to each site of `to`, where both conditions hold."""
    refuse_extras(build, form)
    parts = [node for node in form.body() if isinstance(node, Form)]
    if len(parts) != 2 or not is_form(parts[0], "from") or not is_form(parts[1], "to"):
        build.miss(form, f"{moves.name(form)} as moves", moves.hint(form))
        return
    frm, to = parts
    refuse_extras(build, frm, "if")
    refuse_extras(build, to, "if")
    regions = [n for n in to.arguments() if not is_form(n, "apply")]
    if len(regions) > 1 or len(frm.arguments()) > 1:
        build.miss(form, written(form))
        return
    kind = build.kind(form, applies(build, to), scope.thens)
    inner = scope.bind("frm", "to")
    tests = [member(build, regions[0], scope.bind("frm"), "to")] if regions else []
    if (test := to.named("if")) is not None:
        tests.append(condition(build, test, inner))
    body = Code()
    body.add("to = 0")
    with body.block("while to < SITES"):
        with body.block(f"if {all_of(tests)}"):
            found(body, scope, "frm", "to", kind)
        body.add("to = to + 1")
    origins = frm.arguments()[0] if frm.arguments() else None
    if origins is None:
        code.lines += _shifted(body, code.depth - 1)
        return
    code.add("frm = 0")
    with code.block("while frm < SITES"):
        starts = [member(build, origins, scope, "frm"), "(ld8(WHAT + frm) != 0)"]
        if (test := frm.named("if")) is not None:
            starts.append(condition(build, test, scope.bind("frm")))
        with code.block(f"if {all_of(starts)}"):
            code.lines += _shifted(body, code.depth - 1)
        code.add("frm = frm + 1")


def _shifted(body: Code, depth: int) -> list[str]:
    return ["    " * depth + line for line in body.lines]
