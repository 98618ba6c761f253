"""Lower moves made of other moves: choices, conditions, filters; and promotion and passing."""

from __future__ import annotations

from dataclasses import replace

from games.compiler.build import Build, Code, Emit, Scope, is_word, text_of
from games.compiler.conditions import condition
from games.compiler.dispatch import refuse_extras
from games.compiler.moves import found, generate, moves
from games.compiler.values import number, piece, player
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, is_form


@moves.on("or")
def _or(build: Build, code: Code, form: Form, scope: Scope) -> None:
    for node in form.listed():
        if not is_form(node, "then"):
            generate(build, code, node, scope)


@moves.on("if")
def _if_moves(build: Build, code: Code, form: Form, scope: Scope) -> None:
    refuse_extras(build, form)
    arguments = form.body()
    test = condition(build, arguments[0], scope)
    with code.block(f"if {test}"):
        generate(build, code, arguments[1], scope)
    if len(arguments) > 2:
        with code.block("else"):
            generate(build, code, arguments[2], scope)


@moves.on("do")
def _do(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """Moves after which a condition must hold."""
    refuse_extras(build, form, "ifAfterwards")
    first, *others = form.body()
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
    return node.listed()


@moves.on("move", "Pass")
def _pass(build: Build, code: Code, form: Form, scope: Scope) -> None:
    found(code, scope, "-1", "-1", build.kinds[0])
