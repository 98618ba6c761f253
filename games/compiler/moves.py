"""Lower ludemes that generate moves.

Each lowering writes code that finds moves and hands every one to `found`. What is then done with
it (collect it, ask whether it reaches a site, stop at the first) is the business of `scope.emit`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from games.compiler.build import Build, Code, Emit, Kind, Scope, is_word, text_of
from games.compiler.conditions import condition
from games.compiler.dispatch import Table, refuse_extras
from games.compiler.values import directions, number, piece, player
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Node, Number, Word

Lowering = Callable[[Build, Code, Form, Scope], None]
moves: Table[Lowering] = Table("moves")


def generate(build: Build, code: Code, node: Node, scope: Scope) -> None:
    """Write code that finds the moves of a ludeme. What is not implemented is noted."""
    if not isinstance(node, Form):
        build.miss(node, f"{node.span.text} as moves")
        return
    lowering = moves.find(node)
    if lowering is None:
        build.miss(node, f"{moves.name(node)} as moves")
        return
    lowering(build, code, node, _with_then(node, scope))


def _with_then(form: Form, scope: Scope) -> Scope:
    """The scope with the consequences that the form adds to every move below it."""
    thens = [n for n in form.arguments() if isinstance(n, Form) and n.keyword == "then"]
    effects = tuple(effect for then in thens for effect in then.arguments())
    return replace(scope, thens=effects + scope.thens) if effects else scope


def found(code: Code, scope: Scope, frm: str, to: str, kind: Kind, extra: str = "0") -> None:
    """Hand on a move; leave the function with 1 where one is enough."""
    if scope.emit is None:
        raise ValueError("moves were found where nobody asked for any")
    call = scope.emit(frm, to, str(kind.number), extra)
    if not scope.stops:
        code.add(call)
    elif call == "1":
        code.add("return 1")
    else:
        with code.block(f"if {call}"):
            code.add("return 1")


# The parts of a move: (from …) (between …) (to …) and directions


@dataclass(frozen=True)
class Parts:
    """What stands in a `(move …)`: its destination's condition and effects, directions, walk."""

    to_condition: Node | None
    applies: tuple[Node, ...]
    between: Form | None
    rest: tuple[Node, ...]


def parts(build: Build, form: Form) -> Parts:
    """Take a `(move Word …)` apart; what is not implemented is noted."""
    refuse_extras(build, form, Scope())
    to: Form | None = None
    between: Form | None = None
    rest: list[Node] = []
    for node in form.arguments()[1:]:
        keyword = node.keyword if isinstance(node, Form) else ""
        if isinstance(node, Form) and keyword == "to":
            to = node
        elif isinstance(node, Form) and keyword == "between":
            between = node
        elif keyword == "from" and isinstance(node, Form):
            if len(node.items) > 1:
                build.miss(node, "a (from …) with conditions")
        elif keyword != "then":
            rest.append(node)
    if to is None:
        return Parts(None, (), between, tuple(rest))
    refuse_extras(build, to, Scope(), "if")
    return Parts(to.named("if"), _applies(build, to), between, tuple(rest))


def _applies(build: Build, to: Form) -> tuple[Node, ...]:
    effects: list[Node] = []
    for node in to.arguments():
        if isinstance(node, Form) and node.keyword == "apply":
            refuse_extras(build, node, Scope())
            effects.extend(node.arguments())
        else:
            build.miss(node, f"{node.span.text} in (to …)")
    return tuple(effects)


def _one_at_most(form: Form, rest: Sequence[Node]) -> Node | None:
    if len(rest) > 1:
        message = f"{rest[1].span.text} is one argument too many here"
        raise LudemeError(message, rest[1].span, rest[1].origin)
    return rest[0] if rest else None


def _table(
    build: Build, per_site: Callable[[int, int], Sequence[Sequence[int]]], flat: bool
) -> int:
    """Lists for each player and site, at [player * SITES + site]: of sites, or of rays."""
    rows: list[list[int]] = [[] for _ in build.equipment.board.sites]
    for who in range(1, build.equipment.players + 1):
        for site in range(len(build.equipment.board)):
            lists = per_site(who, site)
            joined = [n for each in lists for n in (each if flat else (len(each), *each))]
            rows.append(joined)
    return build.lists(rows)


def _targets(code: Code, table: int) -> None:
    """Open the list of the piece's site: `a` runs over it up to `z`."""
    code.add(f"a = ld32({table} + (me * SITES + frm) * 4)")
    code.add("z = a + ld16(a) * 2")


@moves.on("move", "Step")
def _step(build: Build, code: Code, form: Form, scope: Scope) -> None:
    part = parts(build, form)
    towards = _one_at_most(form, part.rest)
    following = build.equipment.board.following

    def sites(who: int, site: int) -> list[list[int]]:
        words = directions(build, form, towards, "Adjacent", who)
        return [[following[word][site]] for word in words if following[word][site] >= 0]

    _to_each(build, code, form, scope, part, _table(build, sites, flat=True))


@moves.on("move", "Leap")
def _leap(build: Build, code: Code, form: Form, scope: Scope) -> None:
    part = parts(build, form)
    walks = _walks(form, part.rest)
    board = build.equipment.board

    def sites(who: int, site: int) -> list[list[int]]:
        ends = (end for walk in walks for end in board.leap(site, walk))
        return [list(dict.fromkeys(ends))]

    _to_each(build, code, form, scope, part, _table(build, sites, flat=True))


def _walks(form: Form, rest: Sequence[Node]) -> list[list[str]]:
    node = _one_at_most(form, rest)
    if not isinstance(node, Braces):
        raise LudemeError("a leap needs walks, such as {{F F R F}}", form.span, form.origin)
    lists = [each for each in node.nodes() if isinstance(each, Braces)] or [node]
    return [[step.span.text for step in each.nodes()] for each in lists]


def _to_each(build: Build, code: Code, form: Form, scope: Scope, part: Parts, table: int) -> None:
    """A move to each site of a list, where the condition on the destination holds."""
    if part.between is not None:
        build.miss(part.between, "(between …) here")
    kind = build.kind(form, part.applies, scope.thens)
    _targets(code, table)
    with code.block("while a < z"):
        code.add("a = a + 2")
        code.add("to = ld16(a)")
        _if(build, code, part.to_condition, scope, lambda: found(code, scope, "frm", "to", kind))


def _if(
    build: Build, code: Code, test: Node | None, scope: Scope, then: Callable[[], None]
) -> None:
    lowered = "1" if test is None else condition(build, test, scope.bind("frm", "to"))
    if lowered == "1":
        then()
    else:
        with code.block(f"if {lowered}"):
            then()


@moves.on("move", "Hop")
def _hop(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A hop over the adjacent site; `(between if:…)` says over what."""
    part = parts(build, form)
    towards = _one_at_most(form, part.rest)
    if part.between is None or part.between.named("if") is None or part.between.arguments():
        build.miss(form, "a hop without (between if:…), or with more in it,")
        return
    refuse_extras(build, part.between, scope, "if")
    board = build.equipment.board

    def pairs(who: int, site: int) -> list[list[int]]:
        rays = (board.ray(site, word) for word in directions(build, form, towards, "Adjacent", who))
        return [[ray[0], ray[1]] for ray in rays if len(ray) > 1]

    kind = build.kind(form, part.applies, scope.thens)
    _targets(code, _table(build, pairs, flat=True))
    with code.block("while a < z"):
        code.add("btw = ld16(a + 2)")
        code.add("a = a + 4")
        code.add("to = ld16(a)")
        over = condition(build, part.between.named("if") or form, scope.bind("frm", "to", "btw"))
        inner = scope.bind("btw")
        with code.block(f"if {over}"):
            _if(
                build, code, part.to_condition, inner,
                lambda: found(code, scope, "frm", "to", kind, "btw"),
            )  # fmt: skip


@moves.on("move", "Slide")
def _slide(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Along each ray over sites where `between` holds, and onto one where the `to` rule does."""
    part = parts(build, form)
    towards = _one_at_most(form, part.rest)
    shortest, longest, going = _between(build, part.between)
    board = build.equipment.board

    def rays(who: int, site: int) -> list[tuple[int, ...]]:
        words = directions(build, form, towards, "Adjacent", who)
        lines = (board.ray(site, word)[:longest] for word in words)
        return [line for line in lines if len(line) >= shortest]

    kind = build.kind(form, part.applies, scope.thens)
    _targets(code, _table(build, rays, flat=False))
    with code.block("while a < z"):
        code.add("r = a + 2")
        code.add("a = r + ld16(r) * 2")
        if shortest > 1:
            code.add(f"first = r + {2 * shortest}")
        with code.block("while r < a"):
            code.add("r = r + 2")
            code.add("to = ld16(r)")
            _slide_step(build, code, part, scope, kind, shortest, going)


def _slide_step(
    build: Build,
    code: Code,
    part: Parts,
    scope: Scope,
    kind: Kind,
    shortest: int,
    going: Node | None,
) -> None:
    far = "r >= first" if shortest > 1 else "1"
    if part.to_condition is not None:
        stop = condition(build, part.to_condition, scope.bind("frm", "to"))
        with code.block(f"if {stop}" if far == "1" else f"if {far} and {stop}"):
            found(code, scope, "frm", "to", kind)
            code.add("break")
    if going is None:
        test = "ld8(WHAT + to) != 0"
    else:
        code.add("btw = to")
        test = f"not {condition(build, going, scope.bind('frm', 'to', 'btw'))}"
    with code.block(f"if {test}"):
        code.add("break")
    if far == "1":
        found(code, scope, "frm", "to", kind)
    else:
        with code.block(f"if {far}"):
            found(code, scope, "frm", "to", kind)


def _between(build: Build, form: Form | None) -> tuple[int, int, Node | None]:
    """Shortest and longest way and the condition on sites passed: by default that they are empty."""
    longest = len(build.equipment.board)
    if form is None:
        return 1, longest, None
    refuse_extras(build, form, Scope(), "if")
    shortest = 1
    for node in form.arguments():
        numbers = (
            [int(n.value) for n in node.arguments() if isinstance(n, Number)]
            if isinstance(node, Form)
            else []
        )
        if isinstance(node, Form) and node.keyword == "exact" and len(numbers) == 1:
            shortest = longest = numbers[0]
        elif isinstance(node, Form) and node.keyword in ("range", "max", "min") and numbers:
            shortest = numbers[0] if node.keyword in ("range", "min") else 1
            longest = numbers[-1] if node.keyword in ("range", "max") else longest
        else:
            build.miss(node, f"{node.span.text} in (between …)")
    return shortest, longest, form.named("if")


@moves.on("move", "Promote")
@moves.on("promote")
def _promote(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A choice of what the piece on a site becomes: a move of its own for each piece."""
    arguments = [node for node in form.arguments() if not is_word(node, "Promote")]
    kind = build.kind(form, (), scope.thens)
    code.add(f"to = {number(build, arguments[0], scope)}")
    whose = player(build, arguments[2], scope) if len(arguments) > 2 else "me"
    for node in piece_names(arguments[1]):
        name = text_of(node, "the name of a piece")
        found(code, scope, "to", "to", kind, piece(build, node, name, whose))


def piece_names(node: Node) -> list[Node]:
    """The names in `(piece "A")` or `(piece {"A" "B"})`. Raises LudemeError for anything else."""
    if not isinstance(node, Form) or node.keyword != "piece":
        raise LudemeError('(piece "Name") belongs here', node.span, node.origin)
    return [name for each in node.arguments() for name in _spread(each)]


def _spread(node: Node) -> list[Node]:
    return node.nodes() if isinstance(node, Braces) else [node]


@moves.on("move", "Pass")
def _pass(build: Build, code: Code, form: Form, scope: Scope) -> None:
    found(code, scope, "-1", "-1", build.kinds[0])


# Combinations


@moves.on("or")
def _or(build: Build, code: Code, form: Form, scope: Scope) -> None:
    for node in (each for argument in form.arguments() for each in _spread(argument)):
        if not (isinstance(node, Form) and node.keyword == "then"):
            generate(build, code, node, scope)


@moves.on("if")
def _if_moves(build: Build, code: Code, form: Form, scope: Scope) -> None:
    refuse_extras(build, form, scope)
    arguments = [n for n in form.arguments() if not (isinstance(n, Form) and n.keyword == "then")]
    test = condition(build, arguments[0], scope)
    with code.block(f"if {test}"):
        generate(build, code, arguments[1], scope)
    if len(arguments) > 2:
        with code.block("else"):
            generate(build, code, arguments[2], scope)


@moves.on("do")
def _do(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Moves after which a condition must hold."""
    refuse_extras(build, form, scope, "ifAfterwards")
    first, *others = [
        n for n in form.arguments() if not (isinstance(n, Form) and n.keyword == "then")
    ]
    test = form.named("ifAfterwards")
    if others or test is None:
        build.miss(form, "(do …) without ifAfterwards: or with several moves")
        return
    afterwards = condition(build, test, Scope(me="ld32(MOVER)", threats=scope.threats))
    if afterwards == "1":
        generate(build, code, first, scope)
        return
    generate(build, code, first, replace(scope, emit=_filtered(build, test, afterwards, scope)))


def _filtered(build: Build, test: Node, afterwards: str, scope: Scope) -> Emit:
    """An `emit` that tries the move, asks, takes it back, and hands it on if the answer is yes."""
    if scope.emit is None:
        raise ValueError("moves were filtered where nobody asked for any")
    code = Code()
    code.add("push()")
    code.add("apply(frm, to, kind, extra, me)")
    code.add(f"fine = {afterwards}")
    code.add("pop()")
    with code.block("if fine"):
        code.add(f"return {scope.emit('frm', 'to', 'kind', 'extra')}")
    if build.traced and not scope.stops:
        code.add(f"forbid(frm, to, kind, extra, {build.clause_of(test)})")
    name = build.function(build.fresh("after"), ["frm", "to", "kind", "extra", "me"], code)
    return lambda frm, to, kind, extra: f"{name}({frm}, {to}, {kind}, {extra}, me)"


@moves.on("forEach", "Piece")
def _for_each_piece(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The moves of every piece of a player, each from where it stands."""
    refuse_extras(build, form, scope)
    rest = [n for n in form.arguments()[1:] if not (isinstance(n, Form) and n.keyword == "then")]
    roles = [node for node in rest if isinstance(node, Word)]
    names = [text_of(node, "the name of a piece") for node in rest if not isinstance(node, Word)]
    whose = player(build, roles[0], scope) if roles else scope.me
    call = f"{each_piece(build, scope, tuple(names))}({whose}{_carried(scope)})"
    if scope.stops:
        with code.block(f"if {call}"):
            code.add("return 1")
    else:
        code.add(call)


def _carried(scope: Scope) -> str:
    return "".join(f", {name}" for name in ("target",) if name in scope.bound)


def each_piece(build: Build, scope: Scope, names: tuple[str, ...] = ()) -> str:
    """A function of the player (and the target, where one is bound) over the player's pieces."""
    parameters = ["me", *(name for name in ("target",) if name in scope.bound)]
    inner = replace(scope, me="me", bound=frozenset({"frm", *parameters[1:]}))
    generators = _generators(build, inner, parameters, names)
    code = Code()
    code.add("frm = 0")
    with code.block("while frm < SITES"):
        code.add(f"which = ld8({_which(build, generators)} + ld8(WHAT + frm))")
        with code.block("match which"):
            for number_, (name, _) in enumerate([("", ()), *generators]):
                with code.block(f"case {number_}"):
                    _call_generator(code, name, parameters, scope.stops)
        code.add("frm = frm + 1")
    return build.function(build.fresh("each_piece"), parameters, code)


def _call_generator(code: Code, name: str, parameters: list[str], stops: bool) -> None:
    call = f"{name}(frm, {', '.join(parameters)})"
    if not name:
        code.add("pass")
    elif stops:
        with code.block(f"if {call}"):
            code.add("return 1")
    else:
        code.add(call)


Generators = list[tuple[str, tuple[int, ...]]]


def _generators(
    build: Build, scope: Scope, parameters: list[str], names: tuple[str, ...]
) -> Generators:
    """One function for each `(piece …)` that moves, with the components that it serves."""
    found_: Generators = []
    for form in dict.fromkeys(component.form for component in build.equipment.components):
        members = [c for c in build.equipment.components if c.form is form]
        if members[0].moves is None or (names and members[0].name not in names):
            continue
        code = Code()
        generate(build, code, members[0].moves, scope)
        hint = f"moves_of_{''.join(c for c in members[0].name if c.isalnum() and c.isascii())}"
        name = build.function(build.fresh(hint), ["frm", *parameters], code)
        found_.append((name, tuple(c.number for c in members)))
    return found_


def _which(build: Build, generators: Generators) -> str:
    """Which generator a component of the player has, at [player * (components + 1) + component]."""
    components = build.equipment.components
    table = bytearray((build.equipment.players + 1) * (len(components) + 1))
    for position, (_, members) in enumerate(generators, start=1):
        for component in components:
            if component.number in members:
                table[component.owner * (len(components) + 1) + component.number] = position
    return f"{build.table(bytes(table))} + me * {len(components) + 1}"
