"""Lower `(do … ifAfterwards:…)`: moves after which a condition must hold.

Every move is tried, the condition asked, and the move taken back. Two shortcuts spare most of it:

- Random play collects the moves untried (LAZY), each with the number of its filter in the upper
  bits of its kind, chooses one and tries that one only.
- Where the condition is that a piece is not threatened, and is so already, a move that only empties
  one site and fills another can change that only on sites that the search for threats looks at
  (WATCH); on all others it is legal without being tried. The traced build does without this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from games.compiler.build import Build, Code, Emit, Kind, Scope, is_word
from games.compiler.conditions import condition
from games.compiler.dispatch import parts_of
from games.compiler.layout import FILTER_SHIFT, MAX_FILTERS
from games.compiler.leading import generate_next
from games.compiler.lookahead import Watched, owner_of, watched_threat
from games.compiler.moves import generate, moves
from games.compiler.values import number
from games.ludemes.alike import is_ludeme
from games.ludemes.tree import Braces, Form, Node, Text, is_form, written


@moves.on("do", reads=("ifAfterwards", "next"))
def _do(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Moves after which a condition must hold."""
    test, following = form.named("ifAfterwards"), form.named("next")
    (first,) = parts_of(form, 1, 1, "(do moves ifAfterwards:condition)")
    if test is None and following is not None:
        generate_next(build, code, first, following, scope)
        return
    if test is None or following is not None:
        build.miss(form, f"{written(form)} without either ifAfterwards: or next:, or with both")
        return
    me = "me" if build.inside_piece else "ld32(MOVER)"
    after = Scope(me=me, threats=scope.threats, played=scope.played + 1)
    afterwards = condition(build, test, after)
    if afterwards == "1":
        generate(build, code, first, scope)
        return
    if scope.emit is not None and build.collects_all(scope.emit):
        build.around = scope.thens
    name = _trial(build, afterwards, scope)
    emit = _filtered(build, test, name, scope)
    guarded = _guarded(test)
    watched = watched_threat(build) if guarded and _worth_watching(build, scope) else None
    if guarded is not None and watched is not None:
        code.add("st32(SAFE, 0)")
        with code.block("if (ld32(SEEKING) | ld32(LAZY)) == 0"):
            code.add(f"{_watch(build, guarded, watched)}({scope.me})")
        emit = _spared(build, guarded, Filter(emit, name), scope, watched)
    generate(build, code, first, replace(scope, emit=emit))


PARAMETERS = ["frm", "to", "kind", "extra", "me"]


def _trial(build: Build, afterwards: str, scope: Scope) -> str:
    """The function that plays a move, asks the condition and takes the move back.

    Consequences of this `do` and of what is around it come only when the move is really made.
    """
    code = Code()
    code.add("push()")
    code.add(f"{build.applying(scope.thens)}(frm, to, kind, extra, me)")
    code.add(f"fine = {afterwards}")
    code.add("pop()")
    code.add("return fine")
    return build.function(build.fresh("trial"), PARAMETERS, code)


def _filtered(build: Build, test: Node, trial: str, scope: Scope) -> Emit:
    """An `emit` that tries the move, and hands it on if the condition held."""
    if scope.emit is None:
        raise ValueError("moves were filtered where nobody asked for any")
    code = Code()
    _collect_untried(build, code, trial, scope.emit)
    with code.block(f"if {trial}(frm, to, kind, extra, me)"):
        code.add(f"return {scope.emit('frm', 'to', 'kind', 'extra')}")
    if build.traced and scope.collects:
        with code.block("if ld32(FORBIDDING) == 0"):
            code.add(f"forbid(frm, to, kind, extra, {build.clause_of(test)})")
    passed = [*PARAMETERS, *(place for place in ("mode", "target") if place in scope.places)]
    name = build.function(build.fresh("after"), passed, code)
    return lambda *move: f"{name}({', '.join([*move, *passed[4:]])})"


def _collect_untried(build: Build, code: Code, trial: str, emit: Emit) -> None:
    """Where moves are collected untried, put this one on the list with its filter."""
    number_ = _lazy(build, trial) if build.collects_all(emit) else 0
    if number_ == 0:
        return
    kind = f"kind + {number_ << FILTER_SHIFT}"
    with code.block("if ld32(LAZY)"):
        if build.equipment.board.circular:
            code.add(f"return {emit('frm', 'to', kind, 'extra')}")
            return
        # As `add` does it: a call for each move would take as long as finding it.
        code.add("n = ld32(MOVE_COUNT)")
        with code.block("if n < MAX_MOVES"):
            code.add("a = MOVES + n * 8")
            code.add("st32(a, (frm & 65535) | (to << 16))")
            code.add(f"st32(a + 4, ({kind}) | (extra << 16))")
            code.add("st32(MOVE_COUNT, n + 1)")
            code.add("return 0")


def _lazy(build: Build, trial: str) -> int:
    """The number by which a move remembers that it is to be tried later; 0 where none is left."""
    if trial not in build.filters and len(build.filters) < MAX_FILTERS:
        build.filters.append(trial)
    return build.filters.index(trial) + 1 if trial in build.filters else 0


def write_legal_after(build: Build) -> None:
    """The function that tries a move collected untried, by the number of its filter."""
    code = Code()
    for number_, trial in enumerate(build.filters, start=1):
        with code.block(f"if filter == {number_}"):
            code.add(f"return {trial}({', '.join(PARAMETERS)})")
    code.add("return 1")
    build.named("legal_after", ["filter", *PARAMETERS], code)


# Moves that need not be tried


def _worth_watching(build: Build, scope: Scope) -> bool:
    """Whether moves are collected in bulk here, for a game in which that is known to be right."""
    if build.traced or scope.emit is None or build.equipment.players > 2:
        return False
    return build.collects_all(scope.emit) and scope.threats


def _watch(build: Build, guarded: Form, threat: Watched) -> str:
    """The function that fills WATCH, and says in SAFE that the piece is not threatened so far."""
    code = Code()
    code.add("fill(WATCH, 0, WATCH_SIZE)")
    code.add(f"what = {number(build, guarded, Scope())}")
    code.add("base = 0")
    with code.block("while base < SITES"):
        code.add("bits = equal(WHAT + base, what)")
        with code.block("if bits"):
            code.add("site = base + ctz(bits)")
            code.add("st8(WATCH + site, 1)")
            code.add(f"st32(SAFE, {threat.name}(3 - {owner_of(build, 'what')}, site) == 0)")
            code.add("return 0")
        code.add("base = base + 16")
    return build.function(build.fresh("watch"), ["me"], code)


def _guarded(test: Node) -> Form | None:
    """The `(id "Name" Mover)` of `(not (is Threatened (id "Name" Mover)))`."""
    threat = test.arguments()[0] if is_form(test, "not") and isinstance(test, Form) else None
    if not isinstance(threat, Form) or threat.keyword != "is" or len(threat.items) != 3:
        return None
    word, piece = threat.arguments()[:2] if len(threat.arguments()) == 2 else (None, None)
    plain = isinstance(piece, Form) and piece.keyword == "id" and len(piece.items) == 3
    return piece if is_word(word, "Threatened") and plain and isinstance(piece, Form) else None


@dataclass(frozen=True)
class Filter:
    """An `emit` that tries moves, and the function that does so."""

    emit: Emit
    trial: str


def _spared(build: Build, guarded: Form, by: Filter, scope: Scope, watched: Watched) -> Emit:
    """An `emit` that does not try moves which cannot matter to the piece guarded."""
    plain, emit = scope.emit, by.emit
    if plain is None:
        return emit
    name = guarded.arguments()[0]
    code = Code()
    _collect_untried(build, code, by.trial, plain)
    elsewhere = "((ld8(WATCH + frm) | ld8(WATCH + to)) == 0)"
    quiet = " and (ld8(WHAT + to) == 0)" if watched.captures else ""
    with code.block(f"if ld32(SAFE) and {elsewhere}{quiet}"):
        code.add(f"return {plain('frm', 'to', 'kind', 'extra')}")
    code.add(f"return {emit('frm', 'to', 'kind', 'extra')}")
    short = build.function(build.fresh("spared"), PARAMETERS, code)

    def hand_on(frm: str, to: str, kind: str, extra: str) -> str:
        inner = build.kinds[int(kind)].without(scope.thens) if kind.isdigit() else None
        if inner is None or not _stays_local(inner, name):
            return emit(frm, to, kind, extra)
        return f"{short}({frm}, {to}, {kind}, {extra}, me)"

    return hand_on


def _stays_local(kind: Kind, guarded: Node) -> bool:
    """Whether a move changes no site but the two it names, and makes no second piece guarded."""
    if not is_form(kind.form, "move", "slide") or kind.form is None:
        return False
    words = [node for node in kind.form.arguments() if is_word(node, *MOVES)]
    if kind.form.keyword == "move" and not words:
        return False
    return all(_is_local(node, guarded) for node in (*kind.applies, *kind.thens))


MOVES = ("Step", "Slide", "Leap", "Hop")


def _is_local(node: Node, guarded: Node) -> bool:
    """Whether an effect changes nothing but numbers, and the site on which the move ends."""
    if isinstance(node, Braces):
        return all(_is_local(each, guarded) for each in node.nodes())
    check = LOCAL.get(node.keyword) if isinstance(node, Form) else None
    return check is not None and isinstance(node, Form) and check(node, guarded)


def _all_local(form: Form, guarded: Node) -> bool:
    nodes = form.body()[1:] if form.keyword == "if" else form.body()
    return all(_is_local(node, guarded) for node in (*nodes, *form.thens()))


def _set_local(form: Form, guarded: Node) -> bool:
    word, at = form.arguments()[0], form.named("at")
    here = is_word(word, "State", "Value") and at is not None and _is_here(at)
    return is_word(word, "Counter", "Pending", "Var") or here


def _removes_here(form: Form, guarded: Node) -> bool:
    return len(form.body()) == 1 and is_ludeme(form.body()[0], "(to)")


def _promotes_here(form: Form, guarded: Node) -> bool:
    """Whether the piece that has moved becomes one that is surely not the guarded one."""
    where, piece = form.body()[:2]
    names = piece.listed() if isinstance(piece, Form) else [piece]
    wanted = guarded.value if isinstance(guarded, Text) else ""
    known = [name for name in names if isinstance(name, Text) and wanted not in name.value]
    return _is_here(where) and len(known) == len(names)


def _harmless(form: Form, guarded: Node) -> bool:
    return True


LOCAL: dict[str, Callable[[Form, Node], bool]] = {
    **dict.fromkeys(("apply", "and", "or", "if"), _all_local),
    **dict.fromkeys(("moveAgain", "trigger"), _harmless),
    "remove": _removes_here,
    "promote": _promotes_here,
    "set": _set_local,
}


def _is_here(node: Node) -> bool:
    """Whether a site is where the move ends."""
    return is_ludeme(node, "(last To)", "(to)")
