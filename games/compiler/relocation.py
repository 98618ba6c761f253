"""Lower moves between any two sites: `(move (from …) (to …))`, and Add, Remove and Select."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from games.compiler.build import Build, Code, Scope
from games.compiler.combinations import piece_names, piece_value
from games.compiler.conditions import condition
from games.compiler.dispatch import parts_of, refuse_extras
from games.compiler.hands import without_type
from games.compiler.moves import found, moves
from games.compiler.names import is_piece
from games.compiler.regions import SINGLE_SITES, member
from games.compiler.values import number
from games.ludemes.tree import Form, Node, Number, Text, is_form, written


@moves.on("fromTo")
@moves.on("move")
def _move(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Each site of `from` that holds a piece, to each site of `to`, where both conditions hold."""
    parts = form.body()
    if [p.keyword for p in parts if isinstance(p, Form)] != ["from", "to"] or len(parts) != 2:
        build.miss(form, f"{moves.name(form)} as moves", moves.hint(form))
        return
    frm, to = (part for part in parts if isinstance(part, Form))
    kind = build.kind(form, _applies(to), scope.thens)
    with _from(build, code, frm, scope) as from_, _to(build, code, to, from_) as inner:
        found(code, scope, inner.places["frm"], inner.places["to"], kind)


@contextmanager
def _from(build: Build, code: Code, form: Form, scope: Scope) -> Iterator[Scope]:
    """The code open for each site of `(from …)` that holds a piece and for which `if:` holds."""
    refuse_extras(build, form, "if")
    regions, test = without_type(build, form), form.named("if")
    for node in regions[1:]:
        build.miss(node, f"{written(node)} in (from …)", "write (from sites if:condition)")
    name = build.fresh("frm") if regions else scope.places.get("frm", "0")
    inner = scope.name(frm=name)
    where = over_sites(build, code, regions[0], scope, name) if regions else nullcontext()
    holds = f"ld8(WHAT + {name}) != 0" if regions else ""
    if not regions and "frm" not in scope.places:
        build.miss(form, f"{written(form)} without a piece to move", "write (from sites)")
    with where, _block(code, holds), _condition(build, code, test, inner):
        yield inner


@contextmanager
def _to(build: Build, code: Code, form: Form, scope: Scope) -> Iterator[Scope]:
    """The code open for each site of `(to …)` for which `if:` holds."""
    refuse_extras(build, form, "if")
    regions = [n for n in without_type(build, form) if not is_form(n, "apply")]
    if len(regions) > 1:
        build.miss(form, written(form))
    name = build.fresh("to") if "to" in scope.places and regions else scope.places.get("to", "to")
    inner = scope.name(to=name)
    if not regions and "to" not in scope.places:
        build.miss(form, f"{written(form)} without a site to go to", "write (to sites)")
    asked = "target" in scope.places and not scope.threats
    each = _at_target if asked else over_sites
    sites = each(build, code, regions[0], scope, name) if regions else nullcontext()
    with sites, _condition(build, code, form.named("if"), inner):
        yield inner


@contextmanager
def _at_target(build: Build, code: Code, node: Node, scope: Scope, name: str) -> Iterator[None]:
    """The code open for the only site that a threat test asks about, where it is in the region."""
    code.add(f"{name} = {scope.places['target']}")
    with _block(code, member(build, node, scope, name)):
        yield


def _applies(to: Form) -> tuple[Node, ...]:
    return tuple(node for node in to.arguments() if is_form(node, "apply"))


@contextmanager
def _block(code: Code, test: str) -> Iterator[None]:
    with code.block(f"if {test}") if test else nullcontext():
        yield


@contextmanager
def _condition(build: Build, code: Code, test: Node | None, scope: Scope) -> Iterator[None]:
    with _block(code, condition(build, test, scope) if test is not None else ""):
        yield


@contextmanager
def over_sites(build: Build, code: Code, node: Node, scope: Scope, name: str) -> Iterator[None]:
    """The code open at the place that is for each site of a region, whose number is in `name`."""
    if isinstance(node, Number | Text) or is_form(node, *SINGLE_SITES):
        code.add(f"{name} = {number(build, node, scope)}")
        with code.block(f"if ({name} >= 0) and ({name} < SITES)"):
            yield
        return
    code.add(f"{name} = 0")
    with code.block(f"while {name} < SITES"):
        with code.block(f"if {member(build, node, scope, name)}"):
            yield
        code.add(f"{name} = {name} + 1")


@moves.on("move", "Add")
def _add(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A piece comes onto a site of a region: a move of its own for each kind of piece."""
    shape = '(move Add (piece "Name") (to sites))'
    *named, to = parts_of(form, 2, 3, shape)[1:]
    if not is_form(to, "to") or not isinstance(to, Form):
        build.miss(form, f"{written(form)} as moves", f"write {shape}")
        return
    kind = build.kind(form, _applies(to), scope.thens)
    with _to(build, code, to, scope) as inner:
        site = inner.places["to"]
        for value in pieces_to_add(build, named[0] if named else None, scope):
            known = value.isdigit()
            with nullcontext() if known else code.block(f"if {is_piece(build, value)}"):
                found(code, scope, site, site, kind, value)


def pieces_to_add(build: Build, node: Node | None, scope: Scope) -> list[str]:
    """The numbers of the pieces named; where none is, the one whose number is the player's."""
    if node is None:
        return [scope.me]
    return [piece_value(build, name, None, scope) for name in piece_names(node)]


@moves.on("move", "Remove")
def _remove(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """What stands on a site of a region is taken."""
    region = parts_of(form, 2, 2, "(move Remove sites)")[1]
    kind = build.kind(form, (), scope.thens)
    with over_sites(build, code, region, scope, "to"), code.block("if ld8(WHAT + to) != 0"):
        found(code, scope, "to", "to", kind)


@moves.on("move", "Select")
def _select(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A site of a region is chosen, for what follows; or one site and then another."""
    frm, *rest = parts_of(form, 2, 3, "(move Select (from sites if:condition) (to sites))")[1:]
    regions = frm.arguments() if isinstance(frm, Form) else []
    if not isinstance(frm, Form) or frm.keyword != "from" or len(regions) != 1:
        build.miss(form, f"{written(form)} as moves")
        return
    refuse_extras(build, frm, "if")
    kind = build.kind(form, (), scope.thens)
    name = "chosen" if rest else "to"
    inner = scope.name(frm=name) if rest else scope.name(frm=name, to=name)
    sites = over_sites(build, code, regions[0], scope, name)
    with sites, _condition(build, code, frm.named("if"), inner):
        if rest and isinstance(rest[0], Form) and rest[0].keyword == "to":
            with _to(build, code, rest[0], inner) as both:
                found(code, scope, name, both.places["to"], kind)
        elif rest:
            build.miss(rest[0], f"{written(rest[0])} as a site to choose", "write (to sites)")
        else:
            found(code, scope, name, name, kind)
