"""Lower `(forEach Piece …)`: the moves of all pieces of a player."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from games.compiler.build import Build, Code, Emit, Scope, is_word, over_pieces
from games.compiler.equipment import Component
from games.compiler.moves import generate, moves
from games.compiler.names import no_piece
from games.compiler.values import player
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Text, Word, opened, written

SHAPE = 'write (forEach Piece "Name" moves Mover)'


@moves.on("forEach", "Piece", reads=("top",))
def _for_each_piece(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The moves of every piece of a player, each from where it stands."""
    if build.layout.stacked and not is_word(form.named("top"), "True"):
        build.miss(form, "(forEach Piece …) in a game of stacks", "write top:True")
    if build.inside_piece:
        message = "the moves of all pieces inside those of one piece: say how this one moves"
        raise LudemeError(message, form.span, form.origin)
    rest = [node for each in form.body()[1:] for node in opened(each)]
    roles = [node for node in rest if isinstance(node, Word)]
    names = [node.value for node in rest if isinstance(node, Text)]
    forms = [node for node in rest if isinstance(node, Form)]
    strange = [node for node in rest if not isinstance(node, Word | Text | Form)]
    for node in (*roles[1:], *forms[1:], *strange):
        build.miss(node, f"{written(node)} in (forEach Piece …)", SHAPE)
    for name in names:
        if all(name != component.name for component in build.equipment.components):
            build.doubts.append(no_piece(build, form, name))
    inline = forms[0] if forms else None
    whose = player(build, roles[0], scope) if roles else scope.me
    call = each_piece(build, scope, whose, tuple(names), inline)
    if scope.stops or build.traced:
        with code.block(f"if {call}"):
            code.add("return 1")
    else:
        code.add(call)


def each_piece(
    build: Build,
    scope: Scope,
    whose: str,
    names: tuple[str, ...] = (),
    inline: Form | None = None,
    only: frozenset[int] | None = None,
) -> str:
    """The call of a function that looks at all pieces of a player, or `only` at some.

    A fast build has such functions for each use of the moves. A traced one, which must compile
    soon, has them once: what is done with a move is a number, `mode`, that `found` looks up.
    """
    if build.traced:
        parameters, passed = ["me", "mode", "target"], _mode(build, scope)
        emit: Emit | None = _look_up
        stops = True
    else:
        carried = [name for name in ("target",) if name in scope.places]
        parameters, passed = ["me", *carried], [scope.places[name] for name in carried]
        emit, stops = scope.emit, scope.stops
    places = {name: name for name in ("frm", *parameters[1:])}
    within = replace(scope, me="me", places=places, emit=emit, stops=stops, following=None)
    if build.traced:
        within = replace(within, collects=True)
    chosen = [
        members
        for members in build.equipment.by_form()
        if (not names or members[0].name in names) and (only is None or members[0].number in only)
    ]

    def write() -> str:
        return _over_pieces(build, within, parameters, chosen, inline)

    which = (tuple(members[0].number for members in chosen), id(inline))
    key = ("each piece", *which, *map(id, scope.thens), scope.threats, scope.played)
    name = build.once(key, write) if build.traced else write()
    return f"{name}({', '.join([whose, *passed])})"


def _look_up(frm: str, to: str, kind: str, extra: str) -> str:
    return f"found({frm}, {to}, {kind}, {extra}, me, mode, target)"


def _mode(build: Build, scope: Scope) -> list[str]:
    """The number for what a scope does with a move, and the site that it asks about."""
    if scope.emit is None:
        raise ValueError("moves were found where nobody asked for any")
    use = scope.emit("frm", "to", "kind", "extra")
    if use not in build.modes:
        build.modes.append(use)
        build.collecting.append(scope.collects)
    return [str(build.modes.index(use)), scope.places.get("target", "0")]


def write_found(build: Build) -> None:
    """The function that does with a move what its mode says; 1 where that is enough."""
    code = Code()
    with code.block("match mode") if build.modes else nullcontext():
        for number_, use in enumerate(build.modes):
            with code.block(f"case {number_}"):
                code.add(f"return {use}")
    parameters = ["frm", "to", "kind", "extra", "me", "mode", "target"]
    build.named("found", parameters, code)
    modes = " or ".join(f"(mode == {mode})" for mode, yes in enumerate(build.collecting) if yes)
    asked = Code()
    asked.add(f"return {modes or 0}")
    build.named("collecting", ["mode"], asked)


def _over_pieces(
    build: Build,
    scope: Scope,
    parameters: list[str],
    chosen: list[list[Component]],
    inline: Form | None,
) -> str:
    generators = _generators(build, scope, parameters, chosen, inline)
    code = Code()
    marked, table = build.owned("me")
    code.add(f"mine = {table}")
    with over_pieces(code, "frm", f"{marked}(WHAT + {{}}, mine)"):
        code.add(f"which = ld8({_which(build, generators)} + ld8(WHAT + frm))")
        with code.block("match which"):
            for number_, (name, _) in enumerate([("", ()), *generators]):
                with code.block(f"case {number_}"):
                    _call_generator(code, name, parameters, scope.stops)
    return build.function(build.fresh("each_piece"), parameters, code)


def idle_pieces(build: Build) -> list[list[Component]]:
    """The pieces that move, but whose moves no rule asks for."""
    forms = build.equipment.by_form()
    return [each for each in forms if (m := each[0].moves) and id(m) not in build.moved]


def look_at_moves(build: Build, pieces: list[list[Component]]) -> None:
    """Lower the moves of pieces for nobody, so that what is missing in them is noted."""
    idle = Scope(emit=lambda *_: "0").bind("frm")
    for members in pieces:
        moves_ = members[0].moves
        if moves_ is not None:
            with build.rules_of_a_piece(facing_of(build, members)):
                generate(build, Code(), moves_, idle)


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
    build: Build,
    scope: Scope,
    parameters: list[str],
    chosen: list[list[Component]],
    inline: Form | None,
) -> Generators:
    """One function for each `(piece …)` that moves, with the components that it serves."""
    found_: Generators = []
    for members in chosen:
        moves_ = inline or members[0].moves
        if moves_ is None:
            continue
        build.moved.add(id(moves_))
        code = Code()
        with build.rules_of_a_piece(facing_of(build, members)):
            generate(build, code, moves_, scope)
        hint = f"moves_of_{''.join(c for c in members[0].name if c.isalnum() and c.isascii())}"
        name = build.function(build.fresh(hint), ["frm", *parameters], code)
        found_.append((name, tuple(c.number for c in members)))
    return found_


def facing_of(build: Build, members: list[Component]) -> dict[int, str | None]:
    """Which way a piece looks, where it says so; for who does not own it that does not matter."""
    own = {member.owner: member.facing for member in members if member.facing}
    others = dict.fromkeys(build.facing, next(iter(own.values()), None)) if own else {}
    return {**others, **own}


def _which(build: Build, generators: Generators) -> str:
    """Which generator a component of the player has, at [player * (components + 1) + component]."""
    components = build.equipment.components
    table = bytearray((build.equipment.players + 1) * (len(components) + 1))
    for position, (_, members) in enumerate(generators, start=1):
        for component in components:
            if component.number in members:
                table[component.owner * (len(components) + 1) + component.number] = position
    return f"{build.table(bytes(table))} + me * {len(components) + 1}"
