"""Lower captures other than by replacement: by flanking and by intervening.

Both look from the site where the move ended (or from `(from site)`) along lines of the board;
`between` and `to` say on which sites, and what then happens there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.dispatch import forms_in, refuse_extras
from games.compiler.effects import effect, effects
from games.compiler.lists import along, open_line, open_list
from games.compiler.parts import applies, one_at_most, start_of, taking, way
from games.compiler.paths import line_table, opposite_table
from games.ludemes.tree import Form, Node, is_form, written

HERE = Scope(places={"frm": "frm", "to": "to", "btw": "btw"})
# The one beyond is looked at last.
ON_THE_WAY = Scope(places={"frm": "frm", "btw": "btw"})
# Between two that are intervened stands only the piece itself.
AT_ENDS = Scope(places={"frm": "frm", "to": "to"})
# Ludii compares sites with players where a condition is left out: no game can mean that.
SHAPES = {
    "custodial": "write (custodial (from site) N (between if:condition) (to if:condition))",
    "intervene": "write (intervene (from site) N (to if:condition))",
}


@dataclass(frozen=True)
class Capture:
    """A capture taken apart: conditions as expressions over `btw` and `to`, effects as nodes."""

    form: Form
    towards: Node | None
    frm: str
    longest: int
    passing: str
    ending: str
    befalls: tuple[Node, ...]


def _read(build: Build, form: Form, scope: Scope) -> Capture | None:
    """Take a capture apart; what is not implemented is noted."""
    parts = forms_in(build, form)
    others = [node for node in form.body() if not is_form(node, "from", "between", "to")]
    to, between = parts.get("to"), parts.get("between")
    test = between.named("if") if between is not None else None
    ending = to.named("if") if to is not None else None
    if to is None or ending is None or (form.keyword == "custodial" and test is None):
        build.miss(form, written(form), SHAPES[form.keyword])
        return None
    refuse_extras(build, to, "if")
    _, longest, _ = way(build, between, scope, ("apply",))
    at_ends = applies(build, to)
    on_the_way = tuple(n for n in between.arguments() if is_form(n, "apply")) if between else ()
    befalls, others_, place = on_the_way, at_ends, "between"
    if form.keyword == "intervene":
        befalls, others_, place = at_ends, on_the_way, "to"
        if between is not None and (longest > 1 or test is not None):
            build.miss(between, f"{written(between)} in (intervene …)", SHAPES[form.keyword])
    for node in others_:
        build.miss(node, f"{written(node)} in this place", SHAPES[form.keyword])
    return Capture(
        form=form,
        towards=one_at_most(others),
        frm=start_of(build, parts.get("from"), scope) or "ld32(LAST_TO)",
        longest=longest,
        passing=condition(build, test, ON_THE_WAY) if test is not None else "0",
        ending=condition(build, ending, AT_ENDS if form.keyword == "intervene" else HERE),
        befalls=(*(befalls or taking(build, form, place)), *form.thens()),
    )


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
            with body.block("if (frm < 0) or (frm >= SITES)"):
                body.add("return 0")
            open_list(body, table(build, capture))
            with body.block("while a < z"):
                line(build, body, capture)
            name = build.function(build.fresh(keyword), ["me", "frm"], body)
            code.add(f"{name}({scope.me}, {capture.frm})")

        lowered.__doc__ = line.__doc__
        return line

    return register


def _all(build: Build, code: Code, nodes: tuple[Node, ...], scope: Scope = HERE) -> None:
    for node in nodes:
        effect(build, code, node, scope)


@_capture("custodial", lambda b, c: line_table(b, c.form, c.towards, HERE, "frm", c.longest + 1))
def _custodial(build: Build, code: Code, capture: Capture) -> None:
    """All in a line from the site on for which `between` holds, if `to` holds for the next one."""
    open_line(code, "first")
    code.add("r = first")
    code.add("more = 1")
    with code.block(f"while more and (r < a) and (r < first + {2 * capture.longest})"):
        code.add("btw = ld16(r + 2)")
        code.add(f"more = {capture.passing}")
        with code.block("if more"):
            code.add("r = r + 2")
    with code.block("if (r > first) and (r < a)"):
        code.add("to = ld16(r + 2)")
        with code.block(f"if {capture.ending}"), along(code, "btw", "first", "first < r"):
            _all(build, code, capture.befalls)


@_capture("intervene", lambda b, c: opposite_table(b, c.form, c.towards, HERE, "frm"))
def _intervene(build: Build, code: Code, capture: Capture) -> None:
    """Two neighbours on opposite sides, if `to` holds for both."""
    code.add("to = ld16(a + 2)")
    code.add(f"both = {capture.ending}")
    code.add("to = ld16(a + 4)")
    with code.block(f"if both and {capture.ending}"):
        _all(build, code, capture.befalls, AT_ENDS)
        code.add("to = ld16(a + 2)")
        _all(build, code, capture.befalls, AT_ENDS)
    code.add("a = a + 4")
