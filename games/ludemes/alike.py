"""Compare nodes by what they are: blanks, comments, definitions and options make no difference."""

from __future__ import annotations

from functools import lru_cache

from games.ludemes.reader import read
from games.ludemes.tree import Item, Node, Number, Placeholder, Range, Sequence, Text, Word


def is_ludeme(node: Node | None, *texts: str) -> bool:
    """Whether a node is one of these ludemes, however its author has spelled it."""
    return node is not None and any(same(node, _pattern(text)) for text in texts)


def same(one: Node, other: Node) -> bool:
    """Whether two trees are equal but for their places and origins."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(map(_same_item, one.items, other.items))
    return _leaf(one) == _leaf(other)


def word_of(node: Node | None) -> str:
    """The name of a word, or "" for any other node."""
    return node.name if isinstance(node, Word) else ""


def _same_item(one: Item, other: Item) -> bool:
    return one.name == other.name and same(one.node, other.node)


def _leaf(node: Node) -> object:
    if isinstance(node, Word):
        return node.name
    if isinstance(node, Text | Number):
        return node.value
    if isinstance(node, Range):
        return (node.first, node.last)
    return node.number if isinstance(node, Placeholder) else None


@lru_cache
def _pattern(text: str) -> Node:
    (item,) = read(text, "pattern")
    return item.node
