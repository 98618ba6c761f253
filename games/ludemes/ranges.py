"""Ranges of numbers: `2..5` as it is read, and `"First".."Last"` once both are replaced."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.ludemes.tree import Item, Number, Range, Word

MAX_RANGE = 10_000
DOTS = ".."


def numbers_of(node: Range) -> range | None:
    """From one end to the other, up or down; None where there are too many."""
    step = 1 if node.last >= node.first else -1
    found = range(node.first, node.last + step, step)
    return found if len(found) <= MAX_RANGE else None


def joined(items: Sequence[Item], expand: Callable[[Range], list[Item]]) -> list[Item]:
    """The items; what a range expands to for two whole numbers with dots between them."""
    found: list[Item] = []
    at = 0
    while at < len(items):
        match [item.node for item in items[at : at + 3]]:
            case [Number(value=int(first)), Word(name=dots), Number(value=int(last))] if (
                dots == DOTS
            ):
                found += expand(Range(items[at + 1].node.span, first, last))
                at += 3
            case _:
                found.append(items[at])
                at += 1
    return found
