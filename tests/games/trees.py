"""Trees of ludemes for property tests, and what two trees that read the same have in common."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from games.ludemes.source import Source, Span
from games.ludemes.tree import (
    Angles,
    Braces,
    Form,
    Item,
    Joined,
    LabelRange,
    Node,
    Number,
    Placeholder,
    Range,
    Sequence,
    Text,
    Word,
)

NOWHERE = Span(Source("a test", ""), 0, 0)
OPERATORS = ["+", "-", "*", "/", "%", "^", "=", "!=", "<", "<=", ">", ">="]


def shape(node: Node) -> Any:
    """The node without the places in which it was written."""
    if isinstance(node, Sequence):
        items = tuple((item.name, shape(item.node)) for item in node.items)
        return type(node).__name__, node.starred, items
    ends = ("first", "last")
    fields = {Range: ends, LabelRange: ends, Number: ("value",), Placeholder: ("number",)}
    fields[Joined] = ("pattern",)
    names = fields.get(type(node), ("value",) if isinstance(node, Text) else ("name",))
    return type(node).__name__, *(repr(getattr(node, name)) for name in names)


def shapes(items: list[Item]) -> list[Any]:
    """The same for a whole text."""
    return [(item.name, shape(item.node)) for item in items]


words = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.]{0,7}", fullmatch=True)
names = st.none() | st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,7}", fullmatch=True)
integers = st.integers(-(2**31), 2**31 - 1)
decimals = integers.map(lambda n: n / 1000)
labels = st.from_regex(r"[A-Z]{1,2}[0-9]{1,2}", fullmatch=True)
leaves = st.one_of(
    words.map(lambda name: Word(NOWHERE, name)),
    st.text(max_size=12).map(lambda value: Text(NOWHERE, value)),
    (integers | decimals).map(lambda value: Number(NOWHERE, value)),
    st.builds(lambda a, b: Range(NOWHERE, a, b), integers, integers),
    st.integers(0, 99).map(lambda number: Placeholder(NOWHERE, number)),
    st.builds(lambda a, b: LabelRange(NOWHERE, a, b), labels, labels),
    st.from_regex(r"[A-Za-z]\w{0,3}#\d{1,2}", fullmatch=True).map(lambda p: Joined(NOWHERE, p)),
)


def _item(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Item]:
    return st.builds(Item, names, nodes)


def _sequences(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    stars, lists = st.integers(0, 2), st.lists(_item(nodes), max_size=5).map(tuple)
    operator = st.sampled_from(OPERATORS).map(lambda name: Word(NOWHERE, name))
    compared = st.lists(_item(nodes), min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(_form, words.map(lambda name: Word(NOWHERE, name)) | nodes, lists, stars),
        st.builds(_form, operator, compared, stars),
        st.builds(lambda i, s: Braces(NOWHERE, i, starred=s), lists, stars),
        st.builds(lambda i, s: Angles(NOWHERE, i, starred=s), lists, stars),
    )


def _form(head: Node, items: tuple[Item, ...], stars: int) -> Form:
    return Form(NOWHERE, (Item(None, head), *items), starred=stars)


nodes: st.SearchStrategy[Node] = st.recursive(leaves, _sequences, max_leaves=25)
texts = st.lists(_item(nodes), max_size=4)
