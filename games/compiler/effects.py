"""Lower ludemes that change the position: what a move does beside moving."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace

from games.compiler import layout
from games.compiler.areas import loop
from games.compiler.build import Build, Code, Kind, Scope
from games.compiler.combinations import only_name, piece_names, piece_value
from games.compiler.conditions import condition
from games.compiler.dispatch import Table, parts_of, refuse_extras
from games.compiler.moves import generate
from games.compiler.parts import applies, way
from games.compiler.paths import line_table, near_table, opposite_table
from games.compiler.values import number, player
from games.ludemes.tree import Braces, Form, Node, Text, Word, is_form, written

Lowering = Callable[[Build, Code, Form, Scope], None]
effects: Table[Lowering] = Table("effect")


def effect(build: Build, code: Code, node: Node, scope: Scope) -> None:
    """Write code for an effect. What is not implemented is noted."""
    build.spend(4, node)
    if isinstance(node, Braces):
        for each in node.nodes():
            effect(build, code, each, scope)
        return
    lowering = effects.find(node) if isinstance(node, Form) else None
    if lowering is None or not isinstance(node, Form):
        what = effects.name(node) if isinstance(node, Form) else written(node)
        build.miss(node, f"{what} as an effect")
        return
    refuse_extras(build, node, "at", "if", "in")
    lowering(build, code, node, scope)
    for each in node.thens():
        effect(build, code, each, scope)


def _note(build: Build, code: Code, node: Node, what: int, site: str, value: str) -> None:
    if build.traced:
        code.add(f"note({what}, {site}, {value}, {build.clause_of(node)})")


@effects.on("remove")
def _remove(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Take what stands on a site; an empty site stays as it is."""
    (where,) = parts_of(form, 1, 1, "(remove site)")
    site = number(build, where, scope)
    if not build.traced:
        code.add(f"clear({site})")
        return
    capture = isinstance(where, Form) and where.keyword == "to"
    what = layout.CAPTURE if capture else layout.REMOVAL
    code.add(f"take({site}, {what}, {build.clause_of(form)})")


@effects.on("promote")
def _promote(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Change the piece on a site into the one named."""
    where, named, *roles = parts_of(form, 2, 3, '(promote site (piece "Name") Mover)')
    site = _site(build, code, where, scope)
    value = piece_value(build, only_name(named), roles[0] if roles else None, scope)
    with code.block(f"if {_on_board(site)}"):
        _note(build, code, form, layout.PROMOTION, site, value)
        code.add(f"st8(WHAT + {site}, {value})")


def _site(build: Build, code: Code, node: Node, scope: Scope) -> str:
    """A local name that holds the number of a site."""
    name = build.fresh("site")
    code.add(f"{name} = {number(build, node, scope)}")
    return name


def _on_board(site: str) -> str:
    """A test that keeps an effect from writing outside the board."""
    return f"({site} >= 0) and ({site} < SITES)"


@effects.on("moveAgain")
def _again(build: Build, code: Code, form: Form, scope: Scope) -> None:
    _note(build, code, form, layout.AGAIN_EFFECT, "-1", "0")
    code.add("st32(AGAIN, 1)")


@effects.on("set", "State")
def _set_state(build: Build, code: Code, form: Form, scope: Scope) -> None:
    at = form.named("at")
    if at is None or len(form.arguments()) != 2:
        build.miss(form, written(form))
        return
    value = number(build, form.arguments()[1], scope)
    site = _site(build, code, at, scope)
    with code.block(f"if {_on_board(site)}"):
        _note(build, code, form, layout.STATE_CHANGE, site, value)
        code.add(f"st8(LOCAL + {site}, {value})")


@effects.on("set", "Counter")
def _set_counter(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The counter counts one more after the end rules, so it is set one lower."""
    _, *values = parts_of(form, 1, 2, "(set Counter number)")
    value = number(build, values[0], scope) if values else "0 - 1"
    _note(build, code, form, layout.COUNTING, "-1", value)
    code.add(f"st32(COUNTER, {value})")


@effects.on("set", "Pending")
def _set_pending(build: Build, code: Code, form: Form, scope: Scope) -> None:
    _, *values = parts_of(form, 1, 2, "(set Pending number)")
    value = number(build, values[0], scope) if values else "1"
    _note(build, code, form, layout.PENDING_EFFECT, "-1", value)
    code.add(f"st32(PENDING, {value})")


@effects.on("slide")
@effects.on("step")
@effects.on("hop")
@effects.on("move", "Slide", "Step", "Hop", "Leap")
def _further_move(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Another piece moves as part of the move: the rook in castling. The last move stays itself."""
    moving = build.as_move(form)
    body = Code()
    body.add("f = ld32(LAST_FROM)")
    body.add("t = ld32(LAST_TO)")
    emit = lambda frm, to, kind, extra: f"apply({frm}, {to}, {kind}, {extra}, me)"  # noqa: E731
    generate(build, body, moving, replace(scope.here(), thens=(), emit=emit, stops=False))
    body.add("st32(LAST_FROM, f)")
    body.add("st32(LAST_TO, t)")
    code.add(build.helper("further_move", scope, body))


@effects.on("add")
def _add(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Put a piece on a site."""
    parts_ = {node.keyword: node for node in form.body() if isinstance(node, Form)}
    if set(parts_) - {"piece", "to"} or "to" not in parts_:
        build.miss(form, written(form))
        return
    names = piece_names(parts_["piece"]) if "piece" in parts_ else []
    value = piece_value(build, names[0], None, scope) if names else "0"
    code.add(f"st8(WHAT + {number(build, parts_['to'].arguments()[0], scope)}, {value})")


@effects.on("trigger")
def _trigger(build: Build, code: Code, form: Form, scope: Scope) -> None:
    name, role = form.body()
    whose = player(build, role, scope)
    code.add(f"st32({build.variable('trigger ' + name.span.text)}, {whose})")


@effects.on("apply")
def _apply(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The effects of a destination, under `if:` where it has one."""
    refuse_extras(build, form, "if")
    test = form.named("if")
    with code.block(f"if {condition(build, test, scope)}") if test else nullcontext():
        for node in form.body():
            effect(build, code, node, scope)


@effects.on("set", "Var")
def _set_var(build: Build, code: Code, form: Form, scope: Scope) -> None:
    names = [node.value for node in form.body() if isinstance(node, Text)]
    values = [node for node in form.body()[1:] if not isinstance(node, Text)]
    value = number(build, values[0], scope) if values else "0 - 1"
    code.add(f"st32({build.variable(names[0] if names else '')}, {value})")


@effects.on("set", "Value")
def _set_value(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The value of the piece on a site, or of a player."""
    at, last = form.named("at"), form.body()[-1]
    value = number(build, last, scope)
    if at is not None:
        code.add(f"st8(VALUE + {number(build, at, scope)}, {value})")
    else:
        whose = player(build, form.body()[1], scope)
        code.add(f"st32(PLAYER_VALUES + 4 * {whose}, {value})")


@effects.on("forEach", "Site")
def _for_each_site(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """An effect for every site of a region, as it is when the site's turn comes."""
    refuse_extras(build, form)
    _, region, what = form.body()
    inner = Code()
    effect(build, inner, what, scope.here().bind("site"))
    looped = loop(build, region, scope.here(), inner)
    code.add(build.helper("for_each_site", scope, looped))


@effects.on("custodial")
def _custodial(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Effects on the sites of a line between `from` and a site where the `to` rule holds."""
    parts_ = {node.keyword: node for node in form.body() if isinstance(node, Form)}
    words = [node for node in form.body() if isinstance(node, Word)]
    between, to = parts_.get("between"), parts_.get("to")
    if between is None or to is None or set(parts_) - {"from", "between", "to", "directions"}:
        build.miss(form, written(form))
        return
    _, longest, test = way(build, between, ("apply",))
    rays_ = line_table(build, form, words[0] if words else parts_.get("directions"), longest + 1)
    start = parts_["from"].arguments() if "from" in parts_ else []
    frm = number(build, start[0], scope) if start else "ld32(LAST_TO)"
    line = _custodial_line(build, between, to, test, rays_)
    code.add(f"{line}({scope.me}, {frm})")


def _custodial_line(build: Build, between: Form, to: Form, test: Node | None, table: int) -> str:
    """The function of a player and a site that looks along every line from there."""
    inner = Scope(places={"btw": "btw", "to": "to", "frm": "frm"})
    passing = condition(build, test, inner) if test is not None else "ld8(WHAT + btw)"
    ending = to.named("if")
    stop = condition(build, ending, inner) if ending is not None else "1"
    code = Code()
    code.add(f"a = ld32({table} + (me * SITES + frm) * 4)")
    code.add("z = a + ld16(a) * 2")
    with code.block("while a < z"):
        code.add("r = a + 2")
        code.add("a = r + ld16(r) * 2")
        code.add("first = r")
        with code.block("while r < a"):
            code.add("r = r + 2")
            code.add("btw = ld16(r)")
            code.add("to = btw")
            with code.block(f"if {stop}"):
                code.add("e = first")
                with code.block("while e < r - 2"):
                    code.add("e = e + 2")
                    code.add("btw = ld16(e)")
                    for node in between.arguments():
                        if is_form(node, "apply"):
                            effect(build, code, node, inner)
                code.add("break")
            with code.block(f"if not {passing}"):
                code.add("break")
    return build.function(build.fresh("custodial"), ["me", "frm"], code)


@effects.on("surround")
def _surround(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Effects on each neighbour for which `between` holds, if `to` holds all round it."""
    parts_ = {node.keyword: node for node in form.body() if isinstance(node, Form)}
    words = [node for node in form.body() if isinstance(node, Word)]
    between, to = parts_.get("between"), parts_.get("to")
    if between is None or to is None or set(parts_) - {"from", "between", "to", "directions"}:
        build.miss(form, written(form))
        return
    start = parts_["from"].arguments() if "from" in parts_ else []
    frm = number(build, start[0], scope) if start else "ld32(LAST_TO)"
    towards = words[0] if words else parts_.get("directions")
    table = near_table(build, form, towards)
    _, _, test = way(build, between, ("apply",))
    inner = Scope(places={"frm": "frm", "to": "to", "btw": "btw"})
    passing = condition(build, test, inner) if test is not None else "ld8(WHAT + btw)"
    ending = to.named("if")
    around = condition(build, ending, inner) if ending is not None else "1"
    body = Code()
    body.add(f"a = ld32({table} + (me * SITES + frm) * 4)")
    body.add("z = a + ld16(a) * 2")
    with body.block("while a < z"):
        body.add("a = a + 2")
        body.add("btw = ld16(a)")
        with body.block(f"if {passing}"):
            body.add(f"r = ld32({table} + (me * SITES + btw) * 4)")
            body.add("e = r + ld16(r) * 2")
            body.add("all = 1")
            with body.block("while r < e"):
                body.add("r = r + 2")
                body.add("to = ld16(r)")
                with body.block(f"if not {around}"):
                    body.add("all = 0")
            with body.block("if all"):
                for node in between.arguments():
                    if is_form(node, "apply"):
                        effect(build, body, node, inner)
    name = build.function(build.fresh("surround"), ["me", "frm"], body)
    code.add(f"{name}({scope.me}, {frm})")


@effects.on("intervene")
def _intervene(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Effects on two sites on opposite sides of one, where the `to` rule holds for both."""
    parts_ = {node.keyword: node for node in form.body() if isinstance(node, Form)}
    words = [node for node in form.body() if isinstance(node, Word)]
    to = parts_.get("to")
    if to is None or set(parts_) - {"from", "to", "directions"}:
        build.miss(form, written(form))
        return
    start = parts_["from"].arguments() if "from" in parts_ else []
    frm = number(build, start[0], scope) if start else "ld32(LAST_TO)"
    table = opposite_table(build, form, words[0] if words else parts_.get("directions"))
    inner = Scope(places={"frm": "frm", "to": "to"})
    ending = to.named("if")
    test = condition(build, ending, inner) if ending is not None else "1"
    body = Code()
    body.add(f"a = ld32({table} + (me * SITES + frm) * 4)")
    body.add("z = a + ld16(a) * 2")
    with body.block("while a < z"):
        body.add("to = ld16(a + 2)")
        body.add(f"both = {test}")
        body.add("to = ld16(a + 4)")
        with body.block(f"if both and {test}"):
            for step in (2, 4):
                body.add(f"to = ld16(a + {step})")
                for node in applies(build, to):
                    effect(build, body, node, inner)
        body.add("a = a + 4")
    name = build.function(build.fresh("intervene"), ["me", "frm"], body)
    code.add(f"{name}({scope.me}, {frm})")


@effects.on("and")
@effects.on("or")
def _and(build: Build, code: Code, form: Form, scope: Scope) -> None:
    for node in form.body():
        effect(build, code, node, scope)


@effects.on("if")
def _if(build: Build, code: Code, form: Form, scope: Scope) -> None:
    test, yes, *no = parts_of(form, 2, 3, "(if condition effect effect)")
    with code.block(f"if {condition(build, test, scope)}"):
        effect(build, code, yes, scope)
    if no:
        with code.block("else"):
            effect(build, code, no[0], scope)


def write_apply(build: Build) -> None:
    """The function that carries out a move: a case for each kind."""
    code = Code()
    with code.block("match kind"):
        # The list grows where an effect looks for moves that no rule has made so far.
        for kind in build.kinds:
            with code.block(f"case {kind.number}"):
                _apply_kind(build, code, kind)
    build.named("apply", ["frm", "to", "kind", "extra", "me"], code)


def _apply_kind(build: Build, code: Code, kind: Kind) -> None:
    scope = Scope(places={"frm": "frm", "to": "to", "btw": "extra"})
    for node in kind.applies:
        effect(build, code, node, scope)
    if is_promotion(kind.form):
        if build.traced:
            code.add(f"note({layout.PROMOTION}, to, extra, {kind.clause})")
        code.add("st8(WHAT + to, extra)")
    elif kind.form is not None:
        code.add("relocate(frm, to)")
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
