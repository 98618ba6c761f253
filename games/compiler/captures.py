"""Lower captures other than by replacement: by flanking and by intervening.

Both look from the site where the move ended (or from `(from site)`) along lines of the board;
`between` and `to` say on which sites, and what then happens there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.effects import effect, effects
from games.compiler.parts import applies, way
from games.compiler.paths import line_table, opposite_table
from games.compiler.values import number
from games.ludemes.tree import Form, Node, Word, is_form, written

HERE = Scope(places={"frm": "frm", "to": "to", "btw": "btw"})
PARTS = {"from", "between", "to", "directions"}


@dataclass(frozen=True)
class Capture:
    """A capture taken apart: conditions as expressions over `btw` and `to`, effects as nodes."""

    form: Form
    towards: Node | None
    frm: str
    longest: int
    passing: str
    ending: str
    on_between: tuple[Node, ...]
    on_to: tuple[Node, ...]


def _read(build: Build, form: Form, scope: Scope) -> Capture | None:
    """Take a capture apart; what is not implemented is noted."""
    parts = {node.keyword: node for node in form.body() if isinstance(node, Form)}
    words = [node for node in form.body() if isinstance(node, Word)]
    to, between = parts.get("to"), parts.get("between")
    if to is None or set(parts) - PARTS:
        build.miss(form, written(form))
        return None
    start = parts["from"].arguments() if "from" in parts else []
    _, longest, test = way(build, between, scope, ("apply",))
    ending = to.named("if")
    return Capture(
        form=form,
        towards=words[0] if words else parts.get("directions"),
        frm=number(build, start[0], scope) if start else "ld32(LAST_TO)",
        longest=longest,
        passing=condition(build, test, HERE) if test is not None else "ld8(WHAT + btw)",
        ending=condition(build, ending, HERE) if ending is not None else "1",
        on_between=(*_effects_of(between), *form.thens()),
        on_to=(*applies(build, to), *form.thens()),
    )


def _effects_of(between: Form | None) -> tuple[Node, ...]:
    """What happens on a site between."""
    return tuple(n for n in between.arguments() if is_form(n, "apply")) if between else ()


Line = Callable[[Build, Code, Capture], None]


def _capture(keyword: str, table: Callable[[Build, Capture], str]) -> Callable[[Line], Line]:
    """Register a capture: a function of a player and a site, whose lines are in a table."""

    def register(line: Line) -> Line:
        @effects.on(keyword)
        def lowered(build: Build, code: Code, form: Form, scope: Scope) -> None:
            capture = _read(build, form, scope)
            if capture is None:
                return
            body = Code()
            with body.block("if frm < 0"):
                body.add("return 0")
            body.add(f"a = ld32({table(build, capture)})")
            body.add("z = a + ld16(a) * 2")
            with body.block("while a < z"):
                line(build, body, capture)
            name = build.function(build.fresh(keyword), ["me", "frm"], body)
            code.add(f"{name}({scope.me}, {capture.frm})")

        lowered.__doc__ = line.__doc__
        return line

    return register


def _all(build: Build, code: Code, nodes: tuple[Node, ...]) -> None:
    for node in nodes:
        effect(build, code, node, HERE)


@_capture("custodial", lambda b, c: line_table(b, c.form, c.towards, HERE, "frm", c.longest + 1))
def _custodial(build: Build, code: Code, capture: Capture) -> None:
    """What stands in a line between the site and one where `to` holds."""
    code.add("r = a + 2")
    code.add("a = r + ld16(r) * 2")
    code.add("first = r")
    with code.block("while r < a"):
        code.add("r = r + 2")
        code.add("to = ld16(r)")
        with code.block(f"if {capture.ending}"):
            code.add("e = first")
            with code.block("while e < r - 2"):
                code.add("e = e + 2")
                code.add("btw = ld16(e)")
                _all(build, code, capture.on_between)
            code.add("break")
        code.add("btw = to")
        with code.block(f"if not {capture.passing}"):
            code.add("break")


@_capture("intervene", lambda b, c: opposite_table(b, c.form, c.towards, HERE, "frm"))
def _intervene(build: Build, code: Code, capture: Capture) -> None:
    """Two neighbours on opposite sides, if `to` holds for both."""
    code.add("to = ld16(a + 2)")
    code.add(f"both = {capture.ending}")
    code.add("to = ld16(a + 4)")
    with code.block(f"if both and {capture.ending}"):
        _all(build, code, capture.on_to)
        code.add("to = ld16(a + 2)")
        _all(build, code, capture.on_to)
    code.add("a = a + 4")
