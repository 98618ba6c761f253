"""Lower what befalls the sites that a move passes: the effects of its `(between …)`."""

from __future__ import annotations

from games.compiler.build import Build, Code, Scope
from games.compiler.effects import effect, effects
from games.compiler.lists import along, each_line
from games.ludemes.tree import Form, is_form, written


@effects.on("between", reads=("if", "before", "after"))
def _between(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Effects on every site of the first ray that leads to where the move ends, up to there."""
    if id(form) not in build.ways:
        build.miss(form, f"{written(form)} as an effect")
        return
    inner = Code()
    inner.depth = 4
    for node in form.arguments():
        if is_form(node, "apply"):
            effect(build, inner, node, scope.here().bind("btw"))
    body = Code()
    with each_line(body, build.ways[id(form)](scope.here()), "first"):
        body.add("r = first + 2")
        with body.block("while (r < a) and (ld16(r) != to)"):
            body.add("r = r + 2")
        with body.block("if (first < a) and (ld16(r) == to)"):
            with along(body, "btw", "first", "first < r - 2"):
                body.lines += inner.lines
            body.add("return 0")
    code.add(build.helper("passed", scope, body))
