"""Lower ludemes that change the position: what a move does beside moving."""

from __future__ import annotations

from collections.abc import Callable

from games.compiler import layout
from games.compiler.build import Build, Code, Kind, Scope, text_of
from games.compiler.combinations import piece_names
from games.compiler.conditions import condition
from games.compiler.dispatch import Table, refuse_extras
from games.compiler.values import number, piece, player
from games.ludemes.tree import Braces, Form, Node

Lowering = Callable[[Build, Code, Form, Scope], None]
effects: Table[Lowering] = Table("effect")


def effect(build: Build, code: Code, node: Node, scope: Scope) -> None:
    """Write code for an effect. What is not implemented is noted."""
    if isinstance(node, Braces):
        for each in node.nodes():
            effect(build, code, each, scope)
        return
    lowering = effects.find(node) if isinstance(node, Form) else None
    if lowering is None or not isinstance(node, Form):
        what = effects.name(node) if isinstance(node, Form) else node.span.text
        build.miss(node, f"{what} as an effect")
        return
    refuse_extras(build, node, "at")
    lowering(build, code, node, scope)
    for each in node.thens():
        effect(build, code, each, scope)


def _note(build: Build, code: Code, node: Node, what: int, site: str, value: str) -> None:
    if build.traced:
        code.add(f"note({what}, {site}, {value}, {build.clause_of(node)})")


@effects.on("remove")
def _remove(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Take what stands on a site; an empty site stays as it is."""
    (where,) = form.body() or [form]
    site = build.fresh("site")
    code.add(f"{site} = {number(build, where, scope)}")
    with code.block(f"if ld8(WHAT + {site})"):
        capture = isinstance(where, Form) and where.keyword == "to"
        what = layout.CAPTURE if capture else layout.REMOVAL
        _note(build, code, form, what, site, f"ld8(WHAT + {site})")
        code.add(f"st8(WHAT + {site}, 0)")
        code.add(f"st8(LOCAL + {site}, 0)")


@effects.on("promote")
def _promote(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Change the piece on a site into the one named."""
    where, named, *roles = form.body()
    (name,) = piece_names(named)
    whose = player(build, roles[0], scope) if roles else scope.me
    site = build.fresh("site")
    code.add(f"{site} = {number(build, where, scope)}")
    value = piece(build, name, text_of(name, "the name of a piece"), whose)
    _note(build, code, form, layout.PROMOTION, site, value)
    code.add(f"st8(WHAT + {site}, {value})")


@effects.on("moveAgain")
def _again(build: Build, code: Code, form: Form, scope: Scope) -> None:
    _note(build, code, form, layout.AGAIN_EFFECT, "-1", "0")
    code.add("st32(AGAIN, 1)")


@effects.on("set", "State")
def _set_state(build: Build, code: Code, form: Form, scope: Scope) -> None:
    at = form.named("at")
    if at is None or len(form.arguments()) != 2:
        build.miss(form, form.span.text)
        return
    site, value = number(build, at, scope), number(build, form.arguments()[1], scope)
    _note(build, code, form, layout.STATE_CHANGE, site, value)
    code.add(f"st8(LOCAL + {site}, {value})")


@effects.on("set", "Counter")
def _set_counter(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The counter counts one more after the end rules, so it is set one lower."""
    value = number(build, form.arguments()[1], scope) if len(form.arguments()) > 1 else "0 - 1"
    _note(build, code, form, layout.COUNTING, "-1", value)
    code.add(f"st32(COUNTER, {value})")


@effects.on("set", "Pending")
def _set_pending(build: Build, code: Code, form: Form, scope: Scope) -> None:
    value = number(build, form.arguments()[1], scope) if len(form.arguments()) > 1 else "1"
    _note(build, code, form, layout.PENDING_EFFECT, "-1", value)
    code.add(f"st32(PENDING, {value})")


@effects.on("and")
def _and(build: Build, code: Code, form: Form, scope: Scope) -> None:
    for node in form.body():
        effect(build, code, node, scope)


@effects.on("if")
def _if(build: Build, code: Code, form: Form, scope: Scope) -> None:
    test, yes, *no = form.body()
    with code.block(f"if {condition(build, test, scope)}"):
        effect(build, code, yes, scope)
    if no:
        with code.block("else"):
            effect(build, code, no[0], scope)


def write_apply(build: Build) -> None:
    """The function that carries out a move: a case for each kind."""
    code = Code()
    with code.block("match kind"):
        # Lowering an effect may not make new kinds: all moves are generated before.
        for kind in list(build.kinds):
            with code.block(f"case {kind.number}"):
                _apply_kind(build, code, kind)
    build.named("apply", ["frm", "to", "kind", "extra", "me"], code)


def _apply_kind(build: Build, code: Code, kind: Kind) -> None:
    scope = Scope().bind("frm", "to", "btw")
    code.add("btw = extra")
    for node in kind.applies:
        effect(build, code, node, scope)
    if is_promotion(kind.form):
        if build.traced:
            code.add(f"note({layout.PROMOTION}, to, extra, {kind.clause})")
        code.add("st8(WHAT + to, extra)")
    elif kind.form is not None:
        code.add("st8(WHAT + to, ld8(WHAT + frm))")
        code.add("st8(LOCAL + to, ld8(LOCAL + frm))")
        code.add("st8(WHAT + frm, 0)")
        code.add("st8(LOCAL + frm, 0)")
    code.add("st32(LAST_FROM, frm)")
    code.add("st32(LAST_TO, to)")
    for node in kind.thens:
        effect(build, code, node, scope)


def is_promotion(form: Form | None) -> bool:
    """Whether the moves of a form choose what a piece becomes, without moving it."""
    if form is None:
        return False
    words = [item.node.span.text for item in form.items[:2]]
    return "Promote" in words or words[0] == "promote"
