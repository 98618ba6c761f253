"""Lower ludemes that change the position: what a move does beside moving."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace

from games.compiler import layout
from games.compiler.areas import loop
from games.compiler.build import Build, Code, Kind, Scope, is_word, text_of
from games.compiler.combinations import only_name, piece_value
from games.compiler.conditions import condition
from games.compiler.dispatch import Table, first_word, forms_in, parts_of, refuse_extras
from games.compiler.hands import without_type
from games.compiler.moves import generate
from games.compiler.names import is_piece
from games.compiler.relocation import over_sites, pieces_to_add
from games.compiler.values import number, player
from games.ludemes.alike import word_of
from games.ludemes.tree import Braces, Form, Node, Text, written

Lowering = Callable[[Build, Code, Form, Scope], None]
effects: Table[Lowering] = Table("effect", followed=True)

# Effects whose consequences come for each piece that they befall, and not where there is none.
# Those of further moves come with each of these.
FOR_EACH_PIECE = ("remove", "custodial", "surround", "intervene", "enclose")


@dataclass(frozen=True, slots=True)
class Before(Node):
    """Among the consequences of a move: what comes before the move itself."""

    what: Node


def effect(build: Build, code: Code, node: Node, scope: Scope) -> None:
    """Write code for an effect. What is not implemented is noted."""
    build.spend(4, node)
    if isinstance(node, Braces):
        for each in node.nodes():
            effect(build, code, each, scope)
        return
    lowering = effects.find(build, node) if isinstance(node, Form) else None
    if lowering is None or not isinstance(node, Form):
        what = effects.name(node) if isinstance(node, Form) else written(node)
        build.miss(node, f"{what} as an effect")
        return
    lowering(build, code, node, scope)
    if node.keyword not in FOR_EACH_PIECE and lowering not in (_further_move, _carry):
        for each in node.thens():
            effect(build, code, each, scope)


def tell(build: Build, code: Code, node: Node, what: int, site: str, value: str) -> None:
    """Note an effect with its clause where moves are traced."""
    if build.traced:
        code.add(f"note({what}, {site}, {value}, {build.clause_of(node)})")


@effects.on("promote")
def _promote(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Change the piece on a site into the one named, without its state; -1 changes nothing."""
    where, named, *roles = parts_of(form, 2, 3, '(promote site (piece "Name") Mover)')
    site = _site(build, code, where, scope)
    value = piece_value(build, only_name(named), roles[0] if roles else None, scope)
    test = _on_board(site)
    if not value.isdigit():
        becomes = build.fresh("becomes")
        code.add(f"{becomes} = {value}")
        value, test = becomes, f"{test} and {is_piece(build, becomes)}"
    with code.block(f"if {test}"):
        tell(build, code, form, layout.PROMOTION, site, value)
        code.add(f"clear({site})")
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
    """The same player moves again."""
    parts_of(form, 0, 0, "(moveAgain)")
    tell(build, code, form, layout.AGAIN_EFFECT, "-1", "0")
    code.add("st32(AGAIN, 1)")


@effects.on("set", "State", reads=("at",))
def _set_state(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Sets the local state of a site."""
    at = form.named("at")
    _, given = parts_of(form, 2, 2, "(set State at:site number)")
    if at is None or build.layout.stacked:
        build.miss(form, written(form) + (" in a game of stacks" if build.layout.stacked else ""))
        return
    value = number(build, given, scope)
    site = _site(build, code, at, scope)
    with code.block(f"if {_on_board(site)}"):
        tell(build, code, form, layout.STATE_CHANGE, site, value)
        code.add(f"st8(LOCAL + {site}, {value})")


@effects.on("set", "Counter")
def _set_counter(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The counter counts one more after the end rules, so it is set one lower."""
    _, *values = parts_of(form, 1, 2, "(set Counter number)")
    value = number(build, values[0], scope) if values else "0 - 1"
    tell(build, code, form, layout.COUNTING, "-1", value)
    code.add(f"st32(COUNTER, {value})")


@effects.on("set", "Pending")
def _set_pending(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Leaves something pending, a number or sites, for the next move."""
    _, *values = parts_of(form, 1, 2, "(set Pending number)")
    value = number(build, values[0], scope) if values else "1"
    tell(build, code, form, layout.PENDING_EFFECT, "-1", value)
    code.add(f"await_at({value})")


@effects.on("slide", reads=("stack",))
@effects.on("step", reads=("stack",))
@effects.on("hop", reads=("stack",))
@effects.on("move", "Slide", "Step", "Hop", "Leap", reads=("stack",))
def _further_move(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Another piece moves as part of the move: the rook in castling. The last move stays itself."""
    _further(build, code, form, scope)


@effects.on("fromTo")
@effects.on("move")
def _carry(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Another piece goes from one site to another as part of the move."""
    _further(build, code, form, scope)


def _further(build: Build, code: Code, moving: Form, scope: Scope) -> None:
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
    """Put a piece on a site; where any stands there, there is one more of those, if any may be."""
    parts_ = forms_in(build, form)
    other = len(form.body()) > len(parts_)
    if other or set(parts_) - {"piece", "to"} or "to" not in parts_:
        build.miss(form, written(form))
        return
    pieces = pieces_to_add(build, parts_.get("piece"), scope)
    regions = without_type(build, parts_["to"])
    refuse_extras(build, parts_["to"])
    if len(pieces) != 1 or len(regions) != 1:
        build.miss(form, written(form))
        return
    name = build.fresh("site")
    there = is_piece(build, pieces[0])
    with over_sites(build, code, regions[0], scope, name), code.block(f"if {there}"):
        code.add(f"join({name}, {pieces[0]})")


@effects.on("trigger")
def _trigger(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Triggers an event for a player."""
    name, role = parts_of(form, 2, 2, '(trigger "Name" P1)')
    event = text_of(name, "the name of an event")
    whose = player(build, role, scope)
    address = build.variable(f'trigger "{event}"', form)
    code.add(f"st32({address}, {whose})")


@effects.on("apply", reads=("if",))
def _apply(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The effects of a destination, under `if:` where it has one."""
    test = form.named("if")
    with code.block(f"if {condition(build, test, scope)}") if test else nullcontext():
        for node in form.body():
            effect(build, code, node, scope)


@effects.on("set", "Var")
def _set_var(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Sets a variable; one more is kept, so that it is -1 until it is set."""
    _, *given = parts_of(form, 1, 3, '(set Var "Name" number)')
    named = given.pop(0) if given and isinstance(given[0], Text) else None
    name = named.value if isinstance(named, Text) else ""
    if len(given) > 1:
        build.miss(given[1], f"{written(given[1])} in (set Var …)", 'write (set Var "Name" number)')
    value = number(build, given[0], scope) if given else "0 - 1"
    address = build.variable(name, form)
    if name and name not in build.counters:
        build.counters.append(name)
    code.add(f"st32({address}, {value} + 1)")
    tell(build, code, form, layout.COUNTING, "-1", f"ld32({address}) - 1")


@effects.on("set", "Value", reads=("at",))
def _set_value(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The value of the piece on a site, or of a player."""
    at = form.named("at")
    if at is not None:
        _, given = parts_of(form, 2, 2, "(set Value at:site number)")
        site = _site(build, code, at, scope)
        with code.block(f"if {_on_board(site)}"):
            code.add(f"st8(VALUE + {site}, {number(build, given, scope)})")
    else:
        _, role, given = parts_of(form, 3, 3, "(set Value Mover number)")
        whose = player(build, role, scope)
        code.add(f"st32(PLAYER_VALUES + 4 * {whose}, {number(build, given, scope)})")


@effects.on("forEach", "Site")
def _for_each_site(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """An effect for every site of a region, as it is when the site's turn comes."""
    _, region, what = parts_of(form, 3, 3, "(forEach Site sites effect)")
    inner = Code()
    effect(build, inner, what, scope.here().bind("site"))
    looped = loop(build, region, scope.here(), inner)
    code.add(build.helper("for_each_site", scope, looped))


@effects.on("and")
@effects.on("or")
def _and(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Several effects, in order."""
    for node in form.body():
        effect(build, code, node, scope)


@effects.on("if")
def _if(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """One effect or another, by a condition.

    Where neither leaves any code, as notes do in a fast build, nobody asks.
    """
    test, *branches = parts_of(form, 2, 3, "(if condition effect effect)")
    asked = condition(build, test, scope)
    lowered = [Code(code.depth + 1) for _ in branches]
    for branch, node in zip(lowered, branches, strict=True):
        effect(build, branch, node, scope)
    if not any(branch.lines for branch in lowered):
        return
    for head, branch in zip((f"if {asked}", "else"), lowered, strict=False):
        with code.block(head):
            code.lines += branch.lines


def write_apply(build: Build) -> None:
    """The function that carries out a move, and those that leave outer consequences out."""
    for name, outer in build.trials.values():
        _write_apply(build, name, lambda kind, outer=outer: kind.without(outer), [])  # type: ignore[misc]
    _write_apply(build, "apply", lambda kind: kind, list(build.trials.values()))


Trials = list[tuple[str, tuple[Node, ...]]]


def _write_apply(
    build: Build, name: str, part: Callable[[Kind], Kind | None], trials: Trials
) -> None:
    """A function with a case for each kind of move; kinds that do the same share one."""
    bodies, cases = dict[tuple[str, ...], int](), bytearray()
    # The list grows where an effect looks for moves that no rule has made so far.
    for kind in build.kinds:
        body, inner = Code(3), part(kind)
        if inner is not None:
            _carry_out(build, body, inner, trials)
        number_ = bodies.setdefault(tuple(body.lines or ["            pass"]), len(bodies))
        cases += number_.to_bytes(2, "little")
    code = Code()
    with code.block(f"match ld16({build.table(bytes(cases))} + kind * 2)"):
        for lines, number_ in bodies.items():
            with code.block(f"case {number_}"):
                code.lines += lines
    build.named(name, ["frm", "to", "kind", "extra", "me"], code)


def _carry_out(build: Build, code: Code, kind: Kind, trials: Trials) -> None:
    """What a kind of move does; where a trial does all but the last of it, the trial and that."""
    scope = Scope(places={"frm": "frm", "to": "to", "btw": "extra"}, played=1)
    for name, outer in trials:
        if kind.without(outer) is not None and not any(isinstance(n, Before) for n in kind.thens):
            code.add(f"{name}(frm, to, kind, extra, me)")
            for node in outer:
                _consequence(build, code, node, scope)
            return
    _apply_kind(build, code, kind)


def _apply_kind(build: Build, code: Code, kind: Kind) -> None:
    scope = Scope(places={"frm": "frm", "to": "to", "btw": "extra"})
    first = [node.what for node in kind.thens if isinstance(node, Before)]
    for node in (*first, *kind.applies):
        effect(build, code, node, scope)
    _make(build, code, kind)
    code.add("st32(LAST_FROM, frm)")
    code.add("st32(LAST_TO, to)")
    for node in kind.thens:
        if not isinstance(node, Before):
            _consequence(build, code, node, replace(scope, played=1))


# Consequences of at most so many lines stand in each kind of move that has them.
SHORT = 3


def _consequence(build: Build, code: Code, node: Node, scope: Scope) -> None:
    """What follows a move; where that takes many lines, a function that several kinds call."""
    key = ("consequence", id(node))
    if key not in build.known_functions:
        body = Code()
        effect(build, body, node, scope.here())
        if len(body.lines) <= SHORT:
            effect(build, code, node, scope)
            return
        build.known_functions[key] = build.helper("consequence", scope, body)
    code.add(build.known_functions[key])


def _make(build: Build, code: Code, kind: Kind) -> None:
    """What the move itself does, between what it does before and after that."""
    word = first_word(kind.form) if kind.form is not None else "Pass"
    if is_promotion(kind.form):
        if build.traced:
            code.add(f"note({layout.PROMOTION}, to, extra, {kind.clause})")
        code.add("clear(to)")
        code.add("st8(WHAT + to, extra)")
    elif word == "Add":
        code.add("join(to, extra)")
    elif word == "Remove":
        code.add(f"take(to, {layout.REMOVAL}, {kind.clause})" if build.traced else "clear(to)")
    elif word in ("Propose", "Vote", "Bet", "NextPlayer") and kind.form is not None:
        done = effects.entries[kind.form.keyword, word]
        done(build, code, kind.form, Scope(places={"to": "to", "btw": "extra", "chosen": "extra"}))
    elif word not in ("Pass", "Select"):
        whole = kind.form is not None and is_word(kind.form.named("stack"), "True")
        code.add("relocate_all(frm, to)" if whole else "relocate(frm, to)")


def names_a_piece(form: Form | None) -> bool:
    """Whether the moves of a form choose a piece: what one becomes, or which comes."""
    return is_promotion(form) or (form is not None and first_word(form) == "Add")


def is_bet(form: Form | None) -> bool:
    """Whether the moves of a form choose an amount."""
    return form is not None and form.keyword == "move" and first_word(form) == "Bet"


def is_promotion(form: Form | None) -> bool:
    """Whether the moves of a form choose what a piece becomes, without moving it."""
    if form is None:
        return False
    words = [word_of(item.node) for item in form.items[:2]]
    return "Promote" in words or words[0] == "promote"
