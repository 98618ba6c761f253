"""Lower `(surround …)`: what befalls neighbours with certain pieces all round them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from games.compiler.build import Build, Code, Scope
from games.compiler.conditions import condition
from games.compiler.dispatch import forms_in, refuse_extras
from games.compiler.effects import effect, effects
from games.compiler.lists import each_number, open_list
from games.compiler.moves import found, moves
from games.compiler.parts import one_at_most, start_of, taking
from games.compiler.paths import near_table
from games.compiler.values import number
from games.ludemes.tree import Form, Node, Word, is_form, written

SHAPE = "write (surround (from site) Orthogonal (between if:condition (apply effect)) (to if:…))"


@dataclass(frozen=True)
class Surround:
    """A surrounding taken apart: who may be surrounded, by whom, and what befalls those who are.

    So many neighbours as `spared` says may be others; one of them all has to be `needed`.
    """

    form: Form
    towards: Node | None
    frm: str
    target: Node
    around: Node
    befalls: tuple[Node, ...]
    spared: str
    needed: str


def _read(build: Build, form: Form, scope: Scope) -> Surround | None:
    """Take it apart; what is not implemented is noted."""
    parts = forms_in(build, form)
    words: list[Node] = [node for node in form.body() if isinstance(node, Word)]
    strange = len(form.body()) > len(parts) + len(words)
    if strange or set(parts) - {"from", "between", "to"} or len(words) > 1:
        build.miss(form, written(form), SHAPE)
        return None
    start, between, to = (parts.get(name) for name in ("from", "between", "to"))
    for part in (between, to):
        if part is not None:
            refuse_extras(build, part, "if")
            for node in part.arguments():
                if part is to or not is_form(node, "apply"):
                    build.miss(node, f"{written(node)} in ({part.keyword} …)", SHAPE)
    target = between.named("if") if between is not None else None
    around = to.named("if") if to is not None else None
    if target is None or around is None:
        # Ludii compares sites with players where a condition is left out: no game can mean that.
        build.miss(form, f"{written(form)} without a condition in both between and to", SHAPE)
        return None
    spared, needed = form.named("except"), form.named("with")
    if isinstance(needed, Form):
        refuse_extras(build, needed)
    if needed is not None and (not isinstance(needed, Form) or len(needed.arguments()) != 1):
        build.miss(needed, f"with:{written(needed)}", 'write with:(piece (id "Name" Mover))')
        needed = None
    piece = needed.arguments()[0] if isinstance(needed, Form) else None
    listed = between.arguments() if between is not None else []
    befalls = tuple(node for node in listed if is_form(node, "apply"))
    return Surround(
        form=form,
        towards=one_at_most(words),
        frm=start_of(build, start, scope) or scope.places.get("frm", "-1"),
        target=target,
        around=around,
        befalls=befalls or taking(build, form, "between"),
        spared=number(build, spared, scope) if spared is not None else "0",
        needed=number(build, piece, scope) if piece is not None else "",
    )


@effects.on("surround", reads=("except", "with"))
def _surround(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """What befalls a neighbour for which `between` holds, if `to` holds all round it."""
    parts = _read(build, form, scope)
    if parts is None:
        return
    here, inner = _scopes(parts, scope)
    body = Code()
    with _each_surrounded(build, body, parts, here):
        for node in (*parts.befalls, *form.thens()):
            effect(build, body, node, here)
    code.add(build.helper("surround", inner, body))


@moves.on("surround", reads=("except", "with"))
def _can_surround(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Whether any neighbour is surrounded: `(can Move (surround …))` asks so."""
    parts = _read(build, form, scope)
    if parts is None:
        return
    if form.thens() or scope.emit is None or scope.emit("", "", "", "") != "1":
        build.miss(form, f"{written(form)} as moves of play", "write it in (then …)")
        return
    here, inner = _scopes(parts, scope)
    body = Code()
    with _each_surrounded(build, body, parts, here):
        found(body, here, "btw", "btw", build.kind(form, (), ()))
    call = build.helper("surrounded", inner, body)
    with code.block(f"if {call}"):
        code.add("return 1")


def _scopes(parts: Surround, scope: Scope) -> tuple[Scope, Scope]:
    """The scope inside the function, and the one in which it is called."""
    called = scope.name(start=parts.frm, spared=parts.spared, needed=parts.needed or "0")
    return called.here().bind("btw"), called


@contextmanager
def _each_surrounded(build: Build, code: Code, parts: Surround, scope: Scope) -> Iterator[None]:
    """The code open for each surrounded neighbour `btw` of the site `start`."""
    with code.block("if (start < 0) or (start >= BOARD_SITES)"):
        code.add("return 0")
    row = near_table(build, parts.form, parts.towards, scope, "start")
    wanted = condition(build, parts.target, scope)
    with each_number(code, "btw", row), code.block(f"if {wanted}"):
        _look_around(build, code, parts, scope)
        with code.block("if (others <= spared) and held_one"):
            yield


def _look_around(build: Build, code: Code, parts: Surround, scope: Scope) -> None:
    """Count the neighbours of `btw` that do not belong to those round it."""
    open_list(code, near_table(build, parts.form, parts.towards, scope, "btw"), "r", "e")
    code.add("others = 0")
    code.add(f"held_one = {0 if parts.needed else 1}")
    belongs = condition(build, parts.around, scope.name(to="side"))
    with each_number(code, "side", at="r", end="e"):
        with code.block(f"if (side != start) and (not {belongs})"):
            code.add("others = others + 1")
        if parts.needed:
            with code.block("if ld8(WHAT + side) == needed"):
                code.add("held_one = 1")
