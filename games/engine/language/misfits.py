"""Words, values and names that are not what is wanted where they stand."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from games.engine.language.expected import expected
from games.engine.language.faults import Fault
from games.engine.language.signatures import Row
from games.engine.language.types import Types
from games.ludemes.source import Span
from games.ludemes.tree import Node, Text, Word, written

NUMBERS = ("a number", "a whole number")


def misspelt(node: Node, names: Collection[str]) -> bool:
    """Whether a string is no definition, but much like the name of one; not a piece of a player."""
    if not isinstance(node, Text) or node.value.rstrip("0123456789") in names:
        return False
    return bool(get_close_matches(node.value, names, 1, cutoff=0.75))


def unknown_word(types: Types, node: Word, wanted: str) -> Fault:
    """A word that the language does not have, where one of a type is wanted."""
    if (number := expected(types, wanted)) in NUMBERS:
        return fault_at("word", f"{number} is expected here, not {node.name!r}", node)
    words = types.sets.get(wanted.replace("[]", ""), ()) or tuple(types.words)
    message = f"{node.name!r} is no word of the language"
    return fault_at("word", message, node, like=(node.name, words))


def wrong_type(types: Types, node: Node, wanted: str, names: Collection[str]) -> Fault:
    """A node that is something, but not what is wanted."""
    return misfit(node, expected(types, wanted), types.sets.get(wanted, ()), names)


def misfit(
    node: Node,
    wanted: str,
    words: tuple[str, ...],
    names: Collection[str],
    row: Row | None = None,
) -> Fault:
    """What was found does not fit. A string may be the name of a definition, misspelt."""
    if isinstance(node, Text):
        near = get_close_matches(node.value, names, 2)
        if near:
            message = f'"{node.value}" is not defined'
            like = (node.value, tuple(names))
            return fault_at("undefined", message, node, row, like=like)
        message = f'"{node.value}" does not fit here, and is not defined: write {wanted}'
        return fault_at("argument", message, node, row)
    message = f"{written(node)} does not fit here: write {wanted}"
    close = (node.name, words) if isinstance(node, Word) else None
    return fault_at("argument", message, node, row, like=close)


def fault_at(
    kind: str,
    message: str,
    node: Node,
    row: Row | None = None,
    *,
    span: Span | None = None,
    like: tuple[str, tuple[str, ...]] | None = None,
) -> Fault:
    """A fault at a node, with the names most like what was found."""
    close = get_close_matches(*like, 2) if like else []
    if close and kind == "undefined":
        close = [f'"{each}"' for each in close]
    if close:
        message += f"; do you mean {' or '.join(close)}?"
    return Fault(message, span or node.span, node.origin, row, written(node), kind)
