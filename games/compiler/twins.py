"""Find moves that go the same way, and differ only in what follows them, in one go.

A player who may add something to a move, such as an order to the other player, has every move
twice: the way is looked along once, and each move handed on once for each of the consequences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.compiler.build import Build, Code, Emit, Scope, is_word
from games.compiler.dispatch import refuse_extras
from games.compiler.moves import generate
from games.ludemes import write_node
from games.ludemes.tree import Form, Node, is_form


@dataclass(frozen=True)
class Choice:
    """One of several ludemes of moves, with the consequences that stand around it."""

    node: Node
    around: tuple[Node, ...]


def generate_choices(build: Build, code: Code, form: Form, scope: Scope) -> None:
    """The moves of every ludeme in `(or …)`: those that go the same way are found together."""
    groups: dict[object, list[Choice]] = {}
    for choice in _choices(build, form, scope.thens):
        groups.setdefault(_way(choice.node) if scope.stops else id(choice.node), []).append(choice)
    for first, *others in groups.values():
        emit = _all_at_once(build, others, scope.emit) if others and scope.emit else scope.emit
        generate(build, code, first.node, replace(scope, thens=first.around, emit=emit))


def _choices(build: Build, form: Form, around: tuple[Node, ...]) -> Iterator[Choice]:
    """What may be chosen, also where an `(or …)` stands in another."""
    for node in form.listed():
        if isinstance(node, Form) and node.keyword == "or":
            refuse_extras(build, node)
            yield from _choices(build, node, (*node.thens(), *around))
        elif not is_form(node, "then"):
            yield Choice(node, around)


def _way(node: Node) -> object:
    """The same for two moves that go the same way, whatever follows; for others their own."""
    arguments = node.arguments() if isinstance(node, Form) else []
    if not is_form(node, "move") or not is_word(
        next(iter(arguments), None), "Step", "Slide", "Leap", "Hop"
    ):
        return id(node)
    items = node.items if isinstance(node, Form) else ()
    return tuple((i.name, write_node(i.node)) for i in items if not is_form(i.node, "then"))


def _all_at_once(build: Build, others: list[Choice], emit: Emit) -> Emit:
    """An `emit` that hands a move on once more for each of the others."""

    def each(frm: str, to: str, kind: str, extra: str) -> str:
        first = build.kinds[int(kind)]
        kinds = [kind]
        for choice in others:
            if isinstance(choice.node, Form):
                thens = (*choice.node.thens(), *choice.around)
                kinds.append(str(build.kind(choice.node, first.applies, thens).number))
        calls = dict.fromkeys(emit(frm, to, number, extra) for number in kinds)
        return " or ".join(calls) if len(calls) == 1 else f"({' or '.join(calls)})"

    return each
