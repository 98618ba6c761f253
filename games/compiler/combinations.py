"""Lower moves made of other moves: choices, conditions, filters; and promotion and passing."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from games.compiler.build import Build, Code, Scope, is_word
from games.compiler.conditions import condition
from games.compiler.dispatch import parts_of
from games.compiler.moves import found, generate, moves
from games.compiler.names import NOBODY, is_piece, no_piece, piece
from games.compiler.twins import generate_choices
from games.compiler.values import number, player
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Text, opened, written


@moves.on("or")
@moves.on("and")
def _or(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The moves of each of several ludemes."""
    generate_choices(build, code, form, scope)


@moves.on("if")
def _if_moves(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Moves on a condition, perhaps others where it does not hold."""
    test, allowed, *others = parts_of(form, 2, 3, "(if condition moves moves)")
    holds, otherwise = condition(build, test, scope), "else"
    clause = _deciding(build, form, test) if build.traced and scope.collects else 0
    if clause:
        forbidding = build.fresh("forbidding")
        code.add(f"{forbidding} = 0 if {holds} else {clause}")
        otherwise = f"if {forbidding}"
        _allow_or_forbid(build, code, allowed, scope, forbidding)
    elif holds == "0":
        # Lowered for what it needs in memory, which is the same in the traced build.
        generate(build, Code(), allowed, scope)
        otherwise = "if 1"
    else:
        with code.block(f"if {holds}"):
            generate(build, code, allowed, scope)
    if others:
        with code.block(otherwise):
            generate(build, code, others[0], scope)


def _allow_or_forbid(build: Build, code: Code, node: Node, scope: Scope, forbidding: str) -> None:
    """The moves of a ludeme: allowed where a variable is 0, else noted as forbidden by that clause.

    They are written once for both, as most of the time that compiling takes is in its output.
    """
    with code.block(f"if {forbidding} == 0 or ({_may_forbid(scope)})"):
        code.add(f"st32(FORBIDDING, ld32(FORBIDDING) + {forbidding})")
        generate(build, code, node, scope)
        code.add(f"st32(FORBIDDING, ld32(FORBIDDING) - {forbidding})")


def _deciding(build: Build, form: Form, test: Node) -> int:
    """The clause that a condition comes from, where that is another than the moves' own; or 0."""
    clause = build.clause_of(test)
    while clause == build.clause_of(form) and isinstance(test, Form) and test.arguments():
        if test.keyword not in ("not", "and"):
            return 0
        test = max(test.listed(), key=lambda each: build.clause_of(each) != clause)
        clause = build.clause_of(test)
    return 0 if clause == build.clause_of(form) else clause


def forbid(build: Build, code: Code, node: Node, scope: Scope, clause: int) -> None:
    """Note the moves of a ludeme as forbidden by a clause, where that is asked for."""
    if not (build.traced and scope.collects and clause):
        return
    with code.block(f"if {_may_forbid(scope)}"):
        code.add(f"st32(FORBIDDING, {clause})")
        generate(build, code, node, replace(scope, collects=False))
        code.add("st32(FORBIDDING, 0)")


def _may_forbid(scope: Scope) -> str:
    """Whether forbidden moves are asked for, and these are not found to be so already."""
    asked = "collecting(mode)" if "mode" in scope.places else "1"
    return f"{asked} and (ld32(SEEKING) | ld32(LAZY) | ld32(FORBIDDING)) == 0"


@moves.on("move", "Promote")
@moves.on("promote")
def _promote(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A choice of what the piece on a site becomes: a move of its own for each piece."""
    shape = '(move Promote site (piece "Name") Mover)'
    words = 1 if is_word(form.arguments()[0] if form.arguments() else None, "Promote") else 0
    arguments = parts_of(form, words + 2, words + 3, shape)[words:]
    kind = build.kind(form, (), scope.thens)
    code.add(f"to = {number(build, arguments[0], scope)}")
    whose = arguments[2] if len(arguments) > 2 else None
    with code.block("if (to >= 0) and (to < SITES)"):
        for node in piece_names(arguments[1]):
            value = piece_value(build, node, whose, scope)
            with nullcontext() if value.isdigit() else code.block(f"if {is_piece(build, value)}"):
                found(code, scope, "to", "to", kind, value)


def piece_value(build: Build, node: Node, whose: Node | None, scope: Scope) -> str:
    """The number of a piece: of that name and a player's, or worked out.

    Raises LudemeError for a name that no piece has.
    """
    if not isinstance(node, Text):
        value = number(build, node, scope)
        nobody = value.isdigit() and not 1 <= int(value) <= len(build.equipment.components)
        return NOBODY if nobody else value
    whose_ = player(build, whose, scope) if whose else scope.me
    with_owner = build.equipment.named(node.value)
    if with_owner is not None:
        return str(with_owner.number)
    if not any(node.value in f"{c.name}{c.owner}" for c in build.equipment.components):
        raise no_piece(build, node, node.value)
    return piece(build, node, node.value, whose_)


@moves.on("priority")
def _priority(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The first of several ludemes that finds any move."""
    choices = [each for node in form.body() for each in opened(node)]
    if not choices:
        raise LudemeError("nothing to choose from: write (priority {moves moves})", form.span)
    _first_of(build, code, form, choices, scope)


def _first_of(build: Build, code: Code, form: Form, nodes: list[Node], scope: Scope) -> None:
    """The moves of the first ludeme that finds any; those of the others are forbidden by it."""
    first, *others = nodes
    if not others:
        generate(build, code, first, scope)
        return
    build.spend(len(others), form)
    test = Code()
    looking = replace(scope.here(), emit=lambda *_: "1", stops=True, collects=False)
    generate(build, test, first, looking)
    with code.block(f"if {build.helper('any_of', scope, test)}"):
        generate(build, code, first, scope)
        for other in others:
            forbid(build, code, other, scope, build.clause_of(form))
    with code.block("else"):
        _first_of(build, code, form, others, scope)


def piece_names(node: Node) -> list[Node]:
    """The names in `(piece "A")` or `(piece {"A" "B"})`. Raises LudemeError for anything else."""
    if not isinstance(node, Form) or node.keyword != "piece":
        message = f'(piece "Name") belongs here, not {written(node)}'
        raise LudemeError(message, node.span, node.origin)
    if any(item.name is not None for item in node.items):
        named = next(item for item in node.items if item.name is not None)
        message = f"{named.name}: in (piece …) is not implemented"
        raise LudemeError(message, named.node.span, named.node.origin)
    return node.listed()


def only_name(node: Node) -> Node:
    """The name in `(piece "A")`. Raises LudemeError for several or none."""
    names = piece_names(node)
    if len(names) != 1:
        message = f'one name belongs here: (piece "Name"), not {len(names)}'
        raise LudemeError(message, node.span, node.origin)
    return names[0]


@moves.on("move", "Pass")
def _pass(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """A move that leaves everything where it is."""
    parts_of(form, 1, 1, "(move Pass)")
    if form.thens():
        build.miss(form, f"{written(form)} with consequences")
    found(code, scope, "-1", "-1", build.kind(form, (), ()))
