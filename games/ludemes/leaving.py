"""Leave a definition out of an expanded text, as if its author had not written it.

Wherever the definition is called, what it stands for is taken away:

- a condition no longer stands in the way: `(if "NoLeapOutOfCheck" …)` becomes `(if True …)`, and
  `(if (not "OnlyTakerMustTake") …)` becomes `(if (not False) …)`;
- moves that must keep to a condition, `(do moves ifAfterwards:…)`, lose it: the moves stay;
- anything else (moves, effects, end rules, pieces placed) goes, and with it what would be left
  without any content: an `(if …)` with nothing to do, an empty list, a `(then …)` of nothing.

Whether the rest makes sense is for the compiler to say.
"""

from __future__ import annotations

from dataclasses import replace

from games.ludemes.tree import Braces, Form, Item, Node, Sequence, Word, is_form

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=", "not", "is", "no", "can")
JOINING = ("and", "or", "xor")

Pairs = list[tuple[Item, Node | None]]


def left_out(game: Form, name: str) -> tuple[Form, int]:
    """The game without what the definition of that name stands for, and at how many places."""
    leaver = _Leaver(name)
    left = leaver.node(game, False)
    return (left, leaver.places) if isinstance(left, Form) else (game, 0)


def is_condition(node: Node) -> bool:
    """Whether a node can only be a condition, by what stands in it."""
    if isinstance(node, Word):
        return node.name in ("True", "False")
    if not isinstance(node, Form):
        return False
    if node.keyword in JOINING:
        return all(is_condition(each) for each in node.listed())
    if node.keyword == "if":
        return len(node.arguments()) > 1 and all(map(is_condition, node.arguments()[1:]))
    return node.keyword in COMPARISONS


class _Leaver:
    """Walks a tree and takes away what came from one definition; None stands for nothing."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.places = 0

    def node(self, node: Node, negated: bool) -> Node | None:
        """What is left of a node; `negated` says that it is a condition within a `(not …)`."""
        if node.origin is not None and self.name in node.origin.chain():
            self.places += 1
            return _instead(node, negated)
        if not isinstance(node, Sequence):
            return node
        before, within = self.places, _negates(node, negated)
        pairs = [(item, self.node(item.node, within)) for item in node.items]
        return node if self.places == before else _rest(node, pairs)


def _negates(node: Sequence, negated: bool) -> bool:
    """Whether what stands in a node is negated when the node itself is, or is not."""
    if is_form(node, "not"):
        return not negated
    return negated and (isinstance(node, Braces) or is_form(node, *JOINING))


def _instead(node: Node, negated: bool) -> Node | None:
    """What stands where a definition was called."""
    if is_condition(node):
        return Word(node.span, "False" if negated else "True", origin=node.origin)
    if isinstance(node, Form) and node.keyword == "do" and node.named("ifAfterwards") is not None:
        return _without_condition(node)
    return None


def _without_condition(node: Form) -> Node:
    """The moves of a `(do moves ifAfterwards:…)`, with what follows them."""
    kept = [item for item in node.items if item.name != "ifAfterwards"]
    if any(item.name == "next" for item in kept):
        return replace(node, items=tuple(kept))
    moves = node.body()[0] if node.body() else node
    thens = tuple(item for item in kept if is_form(item.node, "then"))
    if not thens:
        return moves
    head, body = Word(node.span, "or"), Braces(node.span, (Item(None, moves),))
    return replace(node, items=(Item(None, head), Item(None, body), *thens))


def _rest(node: Sequence, pairs: Pairs) -> Node | None:
    """What is left of a form or list in which something was taken away."""
    if isinstance(node, Form) and node.keyword == "if":
        return _rest_of_if(node, pairs)
    after = replace(node, items=_kept(pairs))
    if len(after.items) == len(node.items):
        return after
    if isinstance(after, Braces):
        return after if after.items else None
    if not isinstance(after, Form):
        return after
    if after.keyword in ("then", "apply", "start", "end"):
        return after if after.arguments() else None
    return _rest_of_several(after) if after.keyword in JOINING else after


def _rest_of_several(after: Form) -> Node | None:
    """An `(and …)` or `(or …)` that joins fewer than it did; of one, that one."""
    body = after.body()
    alone = len(body) == 1 and len(after.items) == 2 and not isinstance(body[0], Braces)
    return body[0] if alone else (after if body else None)


def _rest_of_if(node: Form, pairs: Pairs) -> Node | None:
    """An `(if condition this that)`; without this, that where the condition does not hold."""
    after = replace(node, items=_kept(pairs))
    parts = [left for item, left in pairs if item.name is None and not is_form(item.node, "then")]
    if len(parts) < 3 or parts[2] is not None:
        return after
    test, others = parts[1], parts[3:]
    if test is None or not any(others):
        return None
    inverse = Form(test.span, (Item(None, Word(test.span, "not")), Item(None, test)))
    items = (Item(None, inverse) if item.node is test else item for item in after.items)
    return replace(after, items=tuple(items))


def _kept(pairs: Pairs) -> tuple[Item, ...]:
    return tuple(Item(item.name, left) for item, left in pairs if left is not None)
