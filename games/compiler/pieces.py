"""Lower `(forEach Piece …)`: the moves of all pieces of a player."""

from __future__ import annotations

from dataclasses import replace

from games.compiler.build import Build, Code, Scope, text_of
from games.compiler.dispatch import refuse_extras
from games.compiler.moves import generate, moves
from games.compiler.values import player
from games.ludemes.tree import Form, Word


@moves.on("forEach", "Piece")
def _for_each_piece(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The moves of every piece of a player, each from where it stands."""
    refuse_extras(build, form)
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
    forms = {id(component.form): component.form for component in build.equipment.components}
    for form in forms.values():
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
