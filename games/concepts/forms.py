"""The forms of an expanded text, found by keyword, each with what stands around and in it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from games.ludemes.denials import denied_forms
from games.ludemes.tree import Form, Node, Sequence, Text, Word, is_form, walk

Made = TypeVar("Made")

# What `around` looks for.
SURROUNDING = frozenset(
    {
        "and", "apply", "can", "custodial", "directional", "enclose", "end", "if", "intervene",
        "move", "piece", "play", "surround", "then",
    }
)  # fmt: skip


class Forms:
    """All forms below one but what can never happen, in reading order.

    After a single walk no question takes long. A form is asked for by keyword, "remove", or with
    the word that follows, "move Slide".
    """

    def __init__(self, root: Form) -> None:
        self._nodes: list[Sequence] = []
        self._around: list[Mapping[str, int]] = []
        self._by_key: dict[str, list[int]] = defaultdict(list)
        self._kept: dict[str, object] = {}
        parents = self._read(root)
        self._places = {id(node): place for place, node in enumerate(self._nodes)}
        self._ends = list(range(1, len(self._nodes) + 1))
        for place in range(len(self._nodes) - 1, 0, -1):
            parent = parents[place]
            self._ends[parent] = max(self._ends[parent], self._ends[place])

    def _read(self, root: Form) -> list[int]:
        """Walk the tree; the place of what each form or list stands in."""
        parents: list[int] = []
        denied = denied_forms(root)
        nothing: Mapping[str, int] = {}
        waiting: list[tuple[Node, int, Mapping[str, int]]] = [(root, -1, nothing)]
        while waiting:
            node, parent, around = waiting.pop()
            if not isinstance(node, Sequence) or id(node) in denied:
                continue
            here = len(self._nodes)
            self._nodes.append(node)
            self._around.append(around)
            parents.append(parent)
            for key in keys_of(node):
                self._by_key[key].append(here)
            if isinstance(node, Form) and node.keyword in SURROUNDING:
                around = {**around, node.keyword: here}
            waiting += [(item.node, here, around) for item in reversed(node.items)]
        return parents

    def find(self, *keys: str, within: Node | None = None) -> list[Form]:
        """The forms with any of these keys, everywhere or from one node on down."""
        first, end = self._span(within)
        places = {
            place
            for key in keys
            for places in [self._by_key.get(key, [])]
            for place in places[bisect_left(places, first) : bisect_left(places, end)]
        }
        return [cast(Form, self._nodes[place]) for place in sorted(places)]

    def holds(self, node: Node | None, *keys: str) -> bool:
        """Whether any form with one of these keys is a node or stands in it."""
        if node is None:
            return False
        first, end = self._span(node)
        lists = (self._by_key.get(key, []) for key in keys)
        return any(bisect_left(places, first) < bisect_left(places, end) for places in lists)

    def is_within(self, form: Form, node: Node | None) -> bool:
        """Whether a form is a node or stands in it."""
        first, end = self._span(node) if node is not None else (0, 0)
        return first <= self._places[id(form)] < end

    def around(self, form: Form, *keywords: str) -> Form | None:
        """The nearest form in which one stands, among those with these keywords."""
        around = self._around[self._places[id(form)]]
        place = max(around.get(keyword, -1) for keyword in keywords)
        return cast(Form, self._nodes[place]) if place >= 0 else None

    def moves(self, *kinds: str) -> list[Form]:
        """The moves of these kinds ("Step" …) that are made, not only asked about."""
        found = self.find(*(f"move {kind}" for kind in kinds))
        return [form for form in found if self.around(form, "can", "end") is None]

    def piece_of(self, form: Form) -> str:
        """The name of the piece among whose rules a form stands; "" where there is none."""
        piece = self.around(form, "piece")
        return name_of(piece) if piece is not None else ""

    def once(self, what: str, make: Callable[[Forms], Made]) -> Made:
        """What is worked out when it is first asked for, and kept."""
        if what not in self._kept:
            self._kept[what] = make(self)
        return cast(Made, self._kept[what])

    def _span(self, node: Node | None) -> tuple[int, int]:
        """The first place in a node, and that after the last."""
        if node is None:
            return 0, len(self._nodes)
        first = self._places.get(id(node))
        return (0, 0) if first is None else (first, self._ends[first])


def keys_of(node: Node) -> set[str]:
    """What a form is asked for by: its keyword, and that with the word after it."""
    if not isinstance(node, Form):
        return set()
    second = node.items[1] if len(node.items) > 1 else None
    if second is None or second.name is not None or not isinstance(second.node, Word):
        return {node.keyword}
    return {node.keyword, f"{node.keyword} {second.node.name}"}


def is_ludeme(node: Node | None, *keys: str) -> bool:
    """Whether a node is a form with one of these keys."""
    return node is not None and bool(keys_of(node) & set(keys))


def argument(form: Form, place: int) -> Node | None:
    """An argument by its place, the first being 0; None where there are fewer."""
    return next(iter(form.arguments()[place : place + 1]), None)


def part(form: Form, keyword: str) -> Form | None:
    """The argument of a form with this keyword, as `to` of a move."""
    found = (each for each in form.arguments() if is_form(each, keyword))
    return next((each for each in found if isinstance(each, Form)), None)


def name_of(form: Form) -> str:
    """The first string among the arguments of a form; "" where there is none."""
    return next((each.value for each in form.arguments() if isinstance(each, Text)), "")


def words_in(node: Node | None) -> list[str]:
    """The bare words of a node and of all below it, keywords among them."""
    return [each.name for each in walk(node) if isinstance(each, Word)] if node else []


def texts_in(node: Node | None) -> list[str]:
    """The strings in a node."""
    return [each.value for each in walk(node) if isinstance(each, Text)] if node else []


def directions(move: Form) -> set[str]:
    """The words that say which way a move goes; none where it goes any way, or by a walk."""
    found: set[str] = set()
    for each in move.arguments()[1:]:
        if isinstance(each, Word):
            found.add(each.name)
        elif is_form(each, "directions"):
            found |= set(words_in(each)) - {"directions"}
    return found
