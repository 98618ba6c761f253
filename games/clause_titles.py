"""Clauses in the text of moves: rules know them by name, readers by title."""

from __future__ import annotations

import re
from collections.abc import Mapping

Titles = Mapping[str, str]  # of clauses, by name

NAMED = re.compile(r"\((\w+)((?: \d+)?)\)")
TITLED = re.compile(r"\s*\((.+?)(?P<number>(?: \d+)?)\)$")


def titled(text: str, titles: Titles) -> str:
    """The text with the titles of all clauses that it names: b1-b2(OrderToRek) → b1-b2 (Order)."""
    return NAMED.sub(lambda found: _title(found, titles), text)


def _title(found: re.Match[str], titles: Titles) -> str:
    return f" ({titles[found[1]]}{found[2]})" if found[1] in titles else found[0]


def named(text: str, titles: Titles) -> str:
    """The other way, for a move as somebody types it: b1-b2 (Order) → b1-b2(OrderToRek)."""
    found = TITLED.search(text)
    if found is None:
        return text
    for name, title in titles.items():
        if found[1].casefold() in (title.casefold(), name.casefold()):
            return f"{text[: found.start()]}({name}{found['number']})"
    return text
