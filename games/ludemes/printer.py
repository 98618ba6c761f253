"""Write a tree as text that reads back to the same tree."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

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

WIDTH = 100
BRACKETS = {Form: ("(", ")"), Braces: ("{", "}"), Angles: ("<", ">")}


def write(items: list[Item]) -> str:
    """The text of a whole file, one top-level item after the other."""
    return "\n\n".join(_item(item, 0) for item in items) + "\n"


def write_node(node: Node, indent: int = 0) -> str:
    """One node; what does not fit in a line is broken after its head."""
    if not isinstance(node, Sequence):
        return _leaf(node)
    opening, closing = BRACKETS[type(node)]
    stars = "*" * node.starred
    parts = [_item(item, indent + 4) for item in node.items]
    line = f"{opening}{' '.join(parts)}{closing}{stars}"
    if "\n" not in line and indent + len(line) <= WIDTH:
        return line
    if not parts or isinstance(node, Angles):
        return line
    head, rest = (parts[0], parts[1:]) if isinstance(node, Form) else ("", parts)
    body = "".join(f"\n{' ' * (indent + 4)}{part}" for part in rest)
    return f"{opening}{head}{body}\n{' ' * indent}{closing}{stars}"


def _item(item: Item, indent: int) -> str:
    text = write_node(item.node, indent)
    return text if item.name is None else f"{item.name}:{text}"


def _decimal(value: float) -> str:
    """A decimal number without an exponent, which the language does not have."""
    digits = f"{Decimal(repr(value)):f}"
    return digits if "." in digits else f"{digits}.0"


def _leaf(node: Node) -> str:
    write = LEAVES.get(type(node))
    if write is None:
        raise TypeError(f"{type(node).__name__} cannot be written")
    return write(node)


def _text(node: Text) -> str:
    escaped = node.value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


LEAVES: dict[type[Node], Callable[[Any], str]] = {
    Text: _text,
    Number: lambda node: str(node.value) if isinstance(node.value, int) else _decimal(node.value),
    Range: lambda node: f"{node.first}..{node.last}",
    LabelRange: lambda node: f'"{node.first}".."{node.last}"',
    Joined: lambda node: node.pattern,
    Placeholder: lambda node: f"#{node.number}" if node.number else "~",
    Word: lambda node: node.name,
}
