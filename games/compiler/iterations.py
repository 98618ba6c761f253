"""Lower moves found once for each of several things: directions, numbers, sites."""

from __future__ import annotations

from dataclasses import dataclass

from games.compiler.areas import loop
from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.directions import Route, table_leaf
from games.compiler.dispatch import forms_in, parts_of, refuse_extras
from games.compiler.lists import along, each_line
from games.compiler.moves import generate, moves
from games.compiler.parts import one_at_most, way
from games.compiler.values import constant, number
from games.ludemes.tree import Form, Node, is_form, written

DIRECTIONS = ("directions", "union", "difference")
SHAPE = "(forEach Direction (from site) directions (between …) (to if:condition (apply moves)))"
MOST_UNROLLED = 8


@dataclass(frozen=True)
class Each:
    """A `(forEach Direction …)` taken apart: from where, in what directions, and what to do.

    `test` is the condition on the sites gone to, `over` that on the sites before the nearest one.
    """

    start: Node | None
    towards: Node | None
    shortest: int
    longest: int
    over: Node | None
    test: Node | None
    moves: Node


def _read(build: Build, form: Form, scope: Scope) -> Each | None:
    """Take it apart; what is not implemented is noted."""
    refuse_extras(build, form)
    found_ = forms_in(build, form)
    parts = {name: found_[name] for name in ("from", "between", "to") if name in found_}
    rest = [node for node in form.body()[1:] if not is_form(node, *parts)]
    to = parts.get("to")
    if to is not None:
        refuse_extras(build, to, "if")
        rest += [node for node in to.arguments() if not is_form(node, "apply")]
        found = [n for each in to.arguments() if isinstance(each, Form) for n in each.arguments()]
    else:
        found = rest[-1:]
        rest = rest[:-1]
    if len(rest) > 1 or len(found) != 1:
        build.miss(form, written(form), f"write {SHAPE}")
        return None
    between, start = parts.get("between"), parts.get("from")
    if start is not None:
        refuse_extras(build, start)
    shortest, longest, over = way(build, between, scope)
    if between is None or not between.arguments():
        shortest = longest = 1
    return Each(
        start=one_at_most(start.arguments()) if start is not None else None,
        towards=rest[0] if rest else None,
        shortest=shortest,
        longest=longest,
        over=over,
        test=to.named("if") if to is not None else None,
        moves=found[0],
    )


@moves.on("forEach", "Direction")
def _for_each_direction(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Moves for each site reached in each direction, which they know as `(to)`.

    Inside another such ludeme relative directions start from the way from the piece to `(to)`.
    """
    each = _read(build, form, scope)
    if each is None:
        return
    here = scope.here()
    turned = (here.places.get("frm", ""), here.places.get("to", ""))
    start = number(build, each.start, here) if each.start is not None else "frm"
    if each.start is None and "frm" not in here.places:
        build.miss(form, f"{written(form)} without a piece", "write (from site)")
    row = _row(build, form, each, here, turned)
    body = Code()
    body.add(f"start = {start}")
    with body.block("if (start < 0) or (start >= SITES)"):
        body.add("return 0")
    with each_line(body, row):
        body.add(f"first = r + {2 * each.shortest}")
        with along(body, "there"):
            _at_each(build, body, each, here)
    _call(code, scope, build.helper("each_direction", scope, body))


def _row(build: Build, form: Form, each: Each, scope: Scope, turned: tuple[str, str]) -> str:
    board = build.equipment.board

    def rays(words: tuple[str, ...], site: int) -> list[tuple[int, ...]]:
        lines = (board.ray(site, word)[: each.longest] for word in words)
        return [line for line in lines if len(line) >= each.shortest]

    leaf = table_leaf(build, form, rays, False, each.shortest, each.longest)
    whose = "step" if all(turned) else "player"
    return Route(build, form, scope, "start", leaf, whose=whose, turned=turned).address(
        each.towards
    )


def _at_each(build: Build, code: Code, each: Each, scope: Scope) -> None:
    """One site on a ray: go on over it, find moves there, or end before it."""
    if each.over is not None and each.shortest > 1:
        over = condition(build, each.over, scope.name(btw="there"))
        with code.block(f"if (r < first) and (not {over})"):
            code.add("break")
    inner = scope.name(to="there")
    if each.test is not None:
        with code.block(f"if not {condition(build, each.test, inner)}"):
            code.add("break")
    with code.block("if r >= first"):
        _generated(build, code, "at_each", each.moves, inner)


def _generated(build: Build, code: Code, hint: str, node: Node, scope: Scope) -> None:
    """The moves of a ludeme, found by a function of its own: so that it may have loops, too."""
    body = Code()
    generate(build, body, node, scope.here())
    _call(code, scope, build.helper(hint, scope, body))


def _call(code: Code, scope: Scope, call: str) -> None:
    if scope.stops:
        with code.block(f"if {call}"):
            code.add("return 1")
    else:
        code.add(call)


@moves.on("forEach", "Value", reads=("min", "max"))
def _for_each_value(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Moves for each number from one to another, which they know as `(value)`."""
    _, what = parts_of(form, 2, 2, "(forEach Value min:number max:number moves)")
    low, high = form.named("min"), form.named("max")
    if low is None or high is None:
        build.miss(form, written(form), "write min:number max:number")
        return
    first, last = constant(build, low, scope), constant(build, high, scope)
    if first is not None and last is not None and last - first < MOST_UNROLLED:
        for value in range(first, last + 1):
            generate(build, code, what, scope.name(value=str(value)))
        return
    name, end = build.fresh("value"), build.fresh("end")
    code.add(f"{name} = {number(build, low, scope)}")
    code.add(f"{end} = {number(build, high, scope)}")
    with code.block(f"while {name} <= {end}"):
        _generated(build, code, "each_value", what, scope.name(value=name))
        code.add(f"{name} = {name} + 1")


@moves.on("forEach", "Site")
def _for_each_site(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Moves for each site of a region, which they know as `(site)`."""
    _, region, what = parts_of(form, 3, 3, "(forEach Site sites moves)")
    body, here = Code(), scope.here()
    _generated(build, body, "at_site", what, here.bind("site"))
    looped = loop(build, region, here, body)
    _call(code, scope, build.helper("each_site", scope, looped))
