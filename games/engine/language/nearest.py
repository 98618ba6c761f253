"""Messages for what does not bind: what was found, and the form that was most likely meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from games.engine.language.faults import Fault
from games.engine.language.signatures import Row
from games.engine.language.types import Entry, Shape, Types
from games.ludemes.tree import Braces, Form, Node, Word, written


def no_word(types: Types, node: Word) -> Fault:
    """A word that the language does not have."""
    message = f"{node.name!r} is no word of the language{_like(node.name, types.words)}"
    return Fault(message, node.span, node.origin, found=node.name)


def wrong_list(types: Types, node: Braces, masks: dict[int, int]) -> Fault:
    """A list whose elements have no type in common: the first one that differs is pointed at."""
    mask = masks[id(node.items[0].node)]
    odd = node.items[0].node
    for item in node.items:
        if not mask & masks[id(item.node)]:
            odd = item.node
            break
        mask &= masks[id(item.node)]
    message = f"{written(odd)} is of another kind than what stands before it in the list"
    return Fault(message, odd.span, odd.origin, found=written(odd))


def wrong_type(types: Types, node: Node, wanted: str) -> Fault:
    """A node that fits a row, but none of the wanted type."""
    return Fault(f"{written(node)} is no {wanted}", node.span, node.origin, found=written(node))


def no_form(types: Types, node: Form, shape: Shape) -> Fault:
    """A form whose keyword, first word, names or arguments fit no row."""
    entries = types.entries.get(node.keyword)
    if not entries:
        found = node.keyword or written(node.head)
        message = f"there is no ludeme ({found} …){_like(found, types.entries)}"
        return Fault(message, node.head.span, node.head.origin or node.origin, found=found)
    row = nearest_row(entries, node, shape)
    message = f"no form of ({node.keyword} …) takes these arguments; nearest: {row.pattern}"
    return Fault(message, node.span, node.origin, row, written(node))


def nearest_row(entries: list[Entry], node: Form, shape: Shape) -> Row:
    """The row that takes most of the arguments."""
    first = node.items[1].node if len(node.items) > 1 else None
    word = first.name if isinstance(first, Word) else ""
    entry = max(entries, key=lambda each: (word in each.rows, _taken(each, shape)))
    return entry.rows.get(word) or next(iter(entry.rows.values()))


def _taken(entry: Entry, shape: Shape) -> int:
    names = {each.name.lower() for each in entry.signature.parameters if each.named}
    count = 0
    for name, mask in shape:
        if name is not None:
            count += name.lower() in names
        else:
            count += any(mask >> bit & 1 for bit in entry.bits)
    return count


def _like(name: str, names: Iterable[str]) -> str:
    close = get_close_matches(name, names, 3)
    return f"; do you mean {' or '.join(map(repr, close))}?" if close else ""
