"""Typed nodes: what the binder makes of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine.language.signatures import Row
from games.ludemes.tree import Node

KINDS = {
    "Boolean": "booleans",
    "BooleanFunction": "booleans",
    "DimFunction": "dim",
    "Direction": "directions",
    "Float": "floats",
    "FloatFunction": "floats",
    "GraphFunction": "graph",
    "IntArrayFunction": "intArray",
    "IntFunction": "ints",
    "Integer": "ints",
    "Moves": "moves",
    "NonDecision": "moves",
    "RangeFunction": "range",
    "RegionFunction": "region",
}


class NotImplementedLudeme(Exception):
    """A ludeme, or a use of one, that has no lowering yet; `node` says where it stands."""

    def __init__(self, key: str, node: Any = None) -> None:
        super().__init__(key)
        self.key, self.node = key, node


class Arguments(dict[str, "Typed"]):
    """The arguments of a form. To read one that the author left out is no slip of the compiler:

    it raises NotImplementedLudeme, which says what is left out and where.
    """

    def __init__(self, key: str, node: Node) -> None:
        super().__init__()
        self.key, self.node = key, node

    def __missing__(self, name: str) -> Typed:
        raise NotImplementedLudeme(f"{self.key}: without {name}", self.node)


class Typed:
    """A node with its type.

    A form has a `row` and `args` by parameter name; a list has `items`; a number, string or word
    has a `value`. `node` is the tree's node, with its span and the definitions that made it.
    """

    __slots__ = ("args", "items", "node", "row", "type", "value")

    def __init__(
        self,
        node: Node,
        type: str,
        row: Row | None = None,
        args: Arguments | None = None,
        items: tuple[Typed, ...] = (),
        value: int | float | bool | str | None = None,
    ) -> None:
        self.node, self.type, self.row = node, type, row
        self.args = Arguments(type, node) if args is None else args
        self.items, self.value = items, value

    @property
    def kind(self) -> str:
        """The family of values: "ints", "moves", "region"; of a list with "[]" after it."""
        if self.row is not None:
            return self.row.kind
        plain = self.type.replace("[]", "")
        return KINDS.get(plain, plain) + self.type[len(plain) :]

    @property
    def key(self) -> str:
        """The row's key, or "" where there is no row."""
        return self.row.key if self.row is not None else ""

    @property
    def word(self) -> str:
        """The first word of a form where it chooses the row; a bare word itself."""
        if self.row is not None:
            return self.row.word
        return self.value if isinstance(self.value, str) and self.type != "String" else ""

    def get(self, name: str) -> Typed | None:
        """The argument of that name, or None."""
        return self.args.get(name)

    def has(self, name: str) -> bool:
        """Whether that argument is given."""
        return name in self.args

    def children(self) -> Iterator[Typed]:
        """What stands directly below."""
        yield from self.args.values()
        yield from self.items

    def outline(self) -> Any:
        """The node without places: equal for texts that differ in spelling only."""
        if self.row is not None:
            return self.key, tuple((name, each.outline()) for name, each in self.args.items())
        if self.items or self.value is None:
            return self.type, tuple(each.outline() for each in self.items)
        return self.type, self.value

    def __repr__(self) -> str:
        return f"<{self.key or self.type} {self.node.span}>"


def walk(typed: Typed) -> Iterator[Typed]:
    """The node and all below it, in reading order."""
    waiting = [typed]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += reversed(here.items)
        waiting += reversed(here.args.values())
