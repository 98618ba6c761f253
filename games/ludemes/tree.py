"""The tree of a rules text: forms, lists and words, each knowing its place and its origin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from games.ludemes.packing import packed
from games.ludemes.source import Origin, Span

# How much of the author's text a message repeats.
LONGEST_QUOTED = 60


@packed
@dataclass(frozen=True, slots=True)
class Node:
    """Anything in the tree. `origin` is None for what the author wrote in place."""

    span: Span
    origin: Origin | None = field(default=None, kw_only=True)


@packed
@dataclass(frozen=True, slots=True)
class Word(Node):
    """A bare word: `Step`, `N`, `=`."""

    name: str


@packed
@dataclass(frozen=True, slots=True)
class Number(Node):
    """An integer or a decimal number."""

    value: int | float


@packed
@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted string, without its quotes."""

    value: str


@packed
@dataclass(frozen=True, slots=True)
class Range(Node):
    """`a..b`, both included."""

    first: int
    last: int


@packed
@dataclass(frozen=True, slots=True)
class LabelRange(Node):
    """`"a".."b"`: the coordinates from one to the other, both included."""

    first: str
    last: str


@packed
@dataclass(frozen=True, slots=True)
class Joined(Node):
    """A word with `#n` within it: `P#1`."""

    pattern: str


@packed
@dataclass(frozen=True, slots=True)
class Placeholder(Node):
    """`#n` in a definition, or `~` (number 0): an argument left empty."""

    number: int


@packed
@dataclass(frozen=True, slots=True)
class Missing(Node):
    """What could not be read or expanded, where its fault is noted and the rest is read on."""


@packed
@dataclass(frozen=True, slots=True)
class Item:
    """A part of a form or list: a node, with a name where `name:` stood before it."""

    name: str | None
    node: Node


@packed
@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """Items between brackets."""

    items: tuple[Item, ...]
    starred: int = field(default=0, kw_only=True)

    def nodes(self) -> list[Node]:
        """The items without a name."""
        return [item.node for item in self.items if item.name is None]

    def named(self, name: str) -> Node | None:
        """The item called `name:`, or None."""
        return next((item.node for item in self.items if item.name == name), None)


@packed
@dataclass(frozen=True, slots=True)
class Form(Sequence):
    """`(head item …)`. The head is the first item; `keyword` is its word."""

    @property
    def keyword(self) -> str:
        """The word at the head, or "" where something else stands there."""
        head = self.items[0].node if self.items else None
        return head.name if isinstance(head, Word) else ""

    @property
    def head(self) -> Node:
        """What stands first. Forms are never empty once read."""
        return self.items[0].node

    def arguments(self) -> list[Node]:
        """The unnamed items after the head."""
        return [item.node for item in self.items if item.name is None][1:]

    def body(self) -> list[Node]:
        """The arguments but for consequences, `(then …)`."""
        return [node for node in self.arguments() if not is_form(node, "then")]

    def thens(self) -> list[Node]:
        """The consequences: what stands in `(then …)`."""
        forms = [node for node in self.arguments() if isinstance(node, Form)]
        return [each for f in forms if f.keyword == "then" for each in f.arguments()]

    def listed(self) -> list[Node]:
        """The arguments, with those that are lists opened."""
        return [node for argument in self.arguments() for node in opened(argument)]


@packed
@dataclass(frozen=True, slots=True)
class Braces(Sequence):
    """`{item …}`."""


@packed
@dataclass(frozen=True, slots=True)
class Angles(Sequence):
    """`<item …>`: an option's value, or a reference `<Tag:argument>` to it."""


def is_form(node: Node | None, *keywords: str) -> bool:
    """Whether a node is a form with one of these keywords."""
    return isinstance(node, Form) and node.keyword in keywords


def opened(node: Node) -> list[Node]:
    """What a list in braces holds; any other node alone."""
    return node.nodes() if isinstance(node, Braces) else [node]


def moved(node: Node, origin: Origin | None) -> Node:
    """The same node with another origin; most are words, or stay where they are."""
    if origin is node.origin:
        return node
    if isinstance(node, Word):
        return Word(node.span, node.name, origin=origin)
    return replace(node, origin=origin)


def moved_item(item: Item, origin: Origin | None) -> Item:
    """The same item with a node of another origin."""
    return Item(item.name, moved(item.node, origin))


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, in reading order."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        if isinstance(here, Sequence):
            waiting += [item.node for item in reversed(here.items)]


def written(node: Node) -> str:
    """A node for a message: in one line, cut where it is long."""
    text = f'"{node.value}"' if isinstance(node, Text) else " ".join(node.span.text.split())
    return text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1]}…"
