"""Lower ludemes that are true or false."""

from __future__ import annotations

from collections.abc import Callable

from games.compiler.build import Build, Scope, is_word, text_of
from games.compiler.dispatch import Table, parts_of
from games.compiler.regions import any_of, member
from games.compiler.values import (
    number,
    numbers,
    only_argument,
    player,
    two_arguments,
)
from games.ludemes.source import LudemeError
from games.ludemes.tree import Braces, Form, Node, written

Lowering = Callable[[Build, Form, Scope], str]
conditions: Table[Lowering] = Table("condition")
COMPARISONS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def condition(build: Build, node: Node, scope: Scope) -> str:
    """An expression that is 0 or 1. What is not implemented is noted and reads as 0."""
    build.spend(2, node)
    if is_word(node, "True", "False"):
        return "1" if is_word(node, "True") else "0"
    if isinstance(node, Form):
        lowering = conditions.find(build, node)
        if lowering is not None:
            return build.sized(lowering(build, node, scope), node)
        return build.miss(node, f"{conditions.name(node)} as a condition", conditions.hint(node))
    return build.miss(node, f"{written(node)} as a condition")


@conditions.on("not")
def _not(build: Build, form: Form, scope: Scope) -> str:
    """Whether a condition does not hold."""
    inner = condition(build, only_argument(form), scope)
    return {"0": "1", "1": "0"}.get(inner, f"(not {inner})")


@conditions.on("and")
@conditions.on("or")
def _several(build: Build, form: Form, scope: Scope) -> str:
    """Whether all, or any, of several conditions hold; constants are folded."""
    parts = form.listed()
    if not parts:
        message = f"nothing to look at: write ({form.keyword} condition condition)"
        raise LudemeError(message, form.span, form.origin)
    deciding, neutral = ("0", "1") if form.keyword == "and" else ("1", "0")
    lowered = [condition(build, part, scope) for part in parts]
    if deciding in lowered:
        return deciding
    left = [each for each in lowered if each != neutral]
    if len(left) <= 1:
        return left[0] if left else neutral
    return f"({f' {form.keyword} '.join(left)})"


@conditions.on("if")
def _if(build: Build, form: Form, scope: Scope) -> str:
    """One condition or another, by a third."""
    parts = parts_of(form, 2, 3, "(if condition then otherwise)")
    test, *branches = [condition(build, node, scope) for node in parts]
    other = branches[1] if len(branches) > 1 else "0"
    return f"({branches[0]} if {test} else {other})"


def _comparison(keyword: str) -> None:
    @conditions.on(keyword)
    def lowered(build: Build, form: Form, scope: Scope) -> str:
        """How two numbers compare."""
        left, right = two_arguments(form)
        operator = COMPARISONS[keyword]
        return f"({number(build, left, scope)} {operator} {number(build, right, scope)})"


for _keyword in COMPARISONS:
    _comparison(_keyword)


def after_word(form: Form) -> Node:
    """The one argument after the word, as the site in `(is Empty site)`."""
    return only_argument(Form(form.span, form.items[:1] + form.items[2:], origin=form.origin))


@conditions.on("is", "Empty")
@conditions.on("is", "Occupied")
def _is_empty(build: Build, form: Form, scope: Scope) -> str:
    """Whether nothing, or something, stands on a site."""
    operator = "==" if is_word(form.arguments()[0], "Empty") else "!="
    return f"(ld8(WHAT + {number(build, after_word(form), scope)}) {operator} 0)"


@conditions.on("is", "Friend")
def _is_friend(build: Build, form: Form, scope: Scope) -> str:
    """Whether a player is the mover."""
    return f"({number(build, after_word(form), scope)} == {scope.me})"


@conditions.on("is", "Enemy")
def _is_enemy(build: Build, form: Form, scope: Scope) -> str:
    """Whether a player is another than the mover."""
    who = after_word(form)
    plain = isinstance(who, Form) and who.keyword == "who" and len(who.items) == 2
    if plain and isinstance(who, Form) and (at := who.named("at")) is not None:
        enemies = _enemies(build)
        columns = len(build.equipment.components) + 1
        site = number(build, at, scope)
        return f"ld8({enemies} + {scope.me} * {columns} + ld8(WHAT + {site}))"
    value = number(build, who, scope)
    return f"(({value} != 0) and ({value} != {scope.me}))"


def _enemies(build: Build) -> int:
    """Whether a component is an enemy's, at [player * (components + 1) + component]."""
    owners = [0, *(component.owner for component in build.equipment.components)]
    players = range(build.equipment.players + 1)
    rows = bytes(int(who not in (0, each)) for each in players for who in owners)
    return build.table(rows, "enemies")


@conditions.on("is", "Mover")
@conditions.on("is", "Next")
@conditions.on("is", "Prev")
def _is_player(build: Build, form: Form, scope: Scope) -> str:
    """Whether a player is the one of that role."""
    whose, other = player(build, form.arguments()[0], scope), after_word(form)
    if isinstance(other, Form):
        return f"({whose} == {number(build, other, scope)})"
    return f"({whose} == {player(build, other, scope)})"


@conditions.on("is", "In")
def _is_in(build: Build, form: Form, scope: Scope) -> str:
    """Whether a site, or any of several, is in a region."""
    arguments = form.arguments()
    if len(arguments) != 3:
        return build.miss(form, written(form))
    _, site, region = arguments
    sites = site.nodes() if isinstance(site, Braces) else [site]
    return any_of([member(build, region, scope, number(build, each, scope)) for each in sites])


@conditions.on("is", "Pending")
def _is_pending(build: Build, form: Form, scope: Scope) -> str:
    """Whether the last move left anything pending."""
    parts_of(form, 1, 1, "(is Pending)")
    return "(ld32(PENDING) != -1)"


@conditions.on("no", "Pieces", reads=("in", "of"))
def _no_pieces(build: Build, form: Form, scope: Scope) -> str:
    """Whether a player has no such pieces."""
    return f"({numbers.entries['count', 'Pieces'](build, form, scope)} == 0)"


@conditions.on("is", "Even")
@conditions.on("is", "Odd")
def _is_even(build: Build, form: Form, scope: Scope) -> str:
    """Whether a number is even, or odd."""
    remainder = 0 if is_word(form.arguments()[0], "Even") else 1
    return f"(({number(build, after_word(form), scope)} & 1) == {remainder})"


@conditions.on("is", "Triggered")
def _is_triggered(build: Build, form: Form, scope: Scope) -> str:
    """Whether an event was triggered for a player."""
    _, name, role = parts_of(form, 3, 3, '(is Triggered "Name" P1)')
    event = text_of(name, "the name of an event")
    address = build.variable(f'trigger "{event}"', form)
    return f"(ld32({address}) == {player(build, role, scope)})"


@numbers.on("if")
def _if_number(build: Build, form: Form, scope: Scope) -> str:
    """One number or another, by a condition."""
    test, *branches = parts_of(form, 2, 3, "(if condition number number)")
    values = [number(build, node, scope) for node in branches]
    other = values[1] if len(values) > 1 else "(0 - 1)"
    return f"({values[0]} if {condition(build, test, scope)} else {other})"
