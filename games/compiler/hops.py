"""Lower hops: over a hurdle of one or several sites, near or far."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace

from games.compiler.areas import is_area
from games.compiler.build import Build, Code, Kind, Scope
from games.compiler.conditions import condition
from games.compiler.going import arrive, begin, open_from
from games.compiler.lists import along, each_line
from games.compiler.moves import moves
from games.compiler.parts import Parts, one_at_most, parts, way
from games.compiler.paths import on_the_way, ray_table
from games.compiler.values import number
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, is_form


@dataclass(frozen=True)
class Hop:
    """A hop taken apart.

    `shortest` and `longest` say how many sites the hurdle has, `over` what makes a site part of
    it; `before` and `after` how many more sites may lie on either side of it, as expressions.
    """

    part: Parts
    shortest: int
    longest: int
    over: Node
    before: str
    after: str
    kind: Kind


@moves.on("hop", reads=("stack",))
@moves.on("move", "Hop", reads=("stack",))
def _hop(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Over the first hurdle on each ray, onto a site behind it for which the `to` rule holds.

    With an `if:` in its `(apply …)` a hop ends only where the `to` rule fails and that holds.
    """
    form = build.as_move(form)
    part = _from_one_site(build, parts(build, form))
    scope = begin(build, code, form, part, scope)
    hop = _read(build, form, part, scope)
    if hop is None:
        return
    far = hop.before != "0" or hop.after != "0"
    longest = len(build.equipment.board) if far else hop.longest + 1
    shortest = hop.shortest + 1
    row = ray_table(build, form, one_at_most(part.rest), scope, shortest, longest)
    open_from(build, code, part, row, scope)
    with each_line(code):
        code.add(f"reach = r + 2 * {hop.before}" if hop.before != "0" else "reach = r")
        with along(code, "btw", test="r < a - 2"):
            with code.block(f"if {condition(build, hop.over, scope.bind('btw'))}"):
                _over(build, code, hop, scope)
                code.add("break")
            _on_the_way(build, code, hop, scope)


def _from_one_site(build: Build, part: Parts) -> Parts:
    """The parts without a region to go from: as in Ludii a hop begins on one site."""
    if part.origin is None or not is_area(part.origin):
        return part
    message = "a hop goes from one site: from this region it goes from where the piece stands"
    build.doubts.append(LudemeError(message, part.origin.span, part.origin.origin))
    return replace(part, origin=None)


def _read(build: Build, form: Form, part: Parts, scope: Scope) -> Hop | None:
    """Take a hop apart; what is not implemented is noted."""
    between, towards = part.between, one_at_most(part.rest)
    shortest, longest, over = way(build, between, scope, ("apply", "before", "after"))
    if between is None or over is None:
        build.miss(form, "a hop without (between if:…)")
        return None
    taken: tuple[Node, ...] = tuple(node for node in between.arguments() if is_form(node, "apply"))
    if len(taken) == len(between.arguments()):
        shortest = longest = 1
    if shortest < 1 or longest < shortest:
        message = f"a hop goes over one site or more, not {shortest} to {longest}"
        raise LudemeError(message, between.span, between.origin)
    distances = (between.named("before"), between.named("after"))
    before, after = ("0" if node is None else number(build, node, scope) for node in distances)
    if taken and longest > 1:
        if (before, after) != ("0", "0"):
            build.miss(between, "an effect on a hurdle of several sites from far")
        taken = on_the_way(build, form, part, towards)
    taken = taken if part.apply_condition is None else ()
    kind = build.kind(form, (*taken, *part.applies), scope.thens)
    return Hop(part, shortest, longest, over, before, after, kind)


def _on_the_way(build: Build, code: Code, hop: Hop, scope: Scope) -> None:
    """The site is no hurdle: go on if there may be one further away."""
    if hop.before == "0":
        code.add("break")
        return
    code.add("to = btw")
    going = _may_stand(build, hop, scope)
    with code.block(f"if (r > reach) or (not {going})"):
        code.add("break")


def _may_stand(build: Build, hop: Hop, scope: Scope) -> str:
    test = hop.part.to_condition
    return "1" if test is None else condition(build, test, scope.bind("to", "btw"))


def _over(build: Build, code: Code, hop: Hop, scope: Scope) -> None:
    """The hurdle begins at `r`: measure it up to `e`, and land behind each length of it."""
    code.add("e = r")
    if hop.longest > 1:
        _measure(build, code, hop, scope)
        with code.block(f"if e < r + {2 * (hop.shortest - 1)}"):
            code.add("break")
    several = hop.longest > hop.shortest
    if several:
        code.add(f"s = r + {2 * (hop.shortest - 1)}")
    with code.block("while s <= e") if several else nullcontext():
        code.add(f"t = {'s' if several else 'e'}")
        code.add(f"last = t + 2 + 2 * {hop.after}")
        with along(code, "to", "t", "(t < a) and (t < last)"):
            _land(build, code, hop, scope)
        if several:
            code.add("s = s + 2")


def _measure(build: Build, code: Code, hop: Hop, scope: Scope) -> None:
    with code.block(f"while (e < a) and (e < r + {2 * (hop.longest - 1)})"):
        code.add("btw = ld16(e + 2)")
        with code.block(f"if not {condition(build, hop.over, scope.bind('btw'))}"):
            code.add("break")
        code.add("e = e + 2")
    code.add("btw = ld16(e)")


def _land(build: Build, code: Code, hop: Hop, scope: Scope) -> None:
    """On the site where the `to` rule holds; or, given an `if:` for the effect, where only it does.

    The first site where the `to` rule fails is the last one looked at.
    """
    ending = hop.part.apply_condition
    may = _may_stand(build, hop, scope)
    with code.block(f"if not {may}") if may != "1" else nullcontext():
        if ending is not None and may != "1":
            with code.block(f"if {condition(build, ending, scope.bind('to', 'btw'))}"):
                arrive(code, scope, hop.kind, "btw")
        if may != "1":
            code.add("break")
    if ending is None:
        arrive(code, scope, hop.kind, "btw")
