"""What the chosen options put into a text, before its definitions are looked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from games.ludemes.options import Choice, Option
from games.ludemes.tree import Angles, Item, Sequence, Word, is_form

BESIDE = ("option", "rulesets", "metadata")  # forms at the top that are no rules

Values = dict[tuple[str, str], tuple[Item, ...]]
"""What the chosen options stand for, by tag and argument."""


def values_of(offered: tuple[Option, ...], chosen: dict[str, Choice]) -> Values:
    """What each argument of each option stands for, as chosen.

    Where two options have one tag, it is that of the first, as in the published player.
    """
    return {
        (option.tag, argument): items
        for option in reversed(offered)
        for argument, items in chosen[option.heading].values.items()
    }


def with_values(items: Iterable[Item], values: Values) -> Iterator[Item]:
    """Top-level items, with those of the chosen options where `<Tag:argument>` stands alone."""
    for item in items:
        found = chosen_value(item.node, values) if isinstance(item.node, Angles) else None
        yield from [item] if found is None else found


def definition_items(items: list[Item], values: Values, text: str) -> Iterator[Item]:
    """The definitions of a text: at the top, within other forms, and in the options chosen."""
    if len(re.findall(r"\(\s*define\b", text)) == sum(is_form(i.node, "define") for i in items):
        yield from items
        return
    waiting, seen = list(reversed(items)), set[int]()
    while waiting:
        item = waiting.pop()
        node = item.node
        if is_form(node, "define"):
            yield item
        if isinstance(node, Angles) and id(node) not in seen:
            seen.add(id(node))
            waiting += reversed(chosen_value(node, values) or ())
        elif isinstance(node, Sequence) and not is_form(node, *BESIDE):
            waiting += reversed(node.items)


def chosen_value(node: Angles, values: Values) -> tuple[Item, ...] | None:
    """What `<Tag:argument>` stands for, or `<Tag>`: the first argument of that option."""
    reference = node.items[0] if len(node.items) == 1 else None
    if reference is None or not isinstance(reference.node, Word):
        return None
    word = reference.node.name
    if reference.name is not None:
        return values.get((reference.name, word))
    return next((items for (tag, _), items in values.items() if tag == word), None)
