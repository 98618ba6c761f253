"""What a source says that there is not: no castling, no promotion, no capture in passing.

A clause that denies a move is a condition that always holds, `(define "NoCastling" True)`, and
stands before the move that is not there: `(if (not "NoCastling") (move …))`. So the board shows the
move where it would be made, as forbidden by the clause. What has no move to show is defined in the
same way and called nowhere.
"""

from __future__ import annotations

from games.ludemes.alike import is_ludeme
from games.ludemes.expansion import Expansion
from games.ludemes.tree import Form, Node, is_form, walk


def is_never(test: Node) -> bool:
    """Whether a condition is false whatever happens: `False`, or `(not True)`."""
    return is_ludeme(test, "False", "(not True)")


def never_shown(expansion: Expansion) -> frozenset[str]:
    """The definitions that only say what there is not: `True`, and called nowhere."""
    bare = {
        name
        for name, each in expansion.definitions.items()
        if len(each.body) == 1 and is_ludeme(each.body[0].node, "True")
    }
    called = {node.origin.definition for node in walk(expansion.game) if node.origin is not None}
    return frozenset(bare - called)


def denied_forms(root: Form) -> frozenset[int]:
    """The ids of the nodes of a tree that a condition which never holds keeps from happening."""
    forms = (node for node in walk(root) if isinstance(node, Form) and is_form(node, "if"))
    branches = (
        form.arguments()[1]
        for form in forms
        if len(form.arguments()) > 1 and is_never(form.arguments()[0])
    )
    return frozenset(id(branch) for branch in branches)
