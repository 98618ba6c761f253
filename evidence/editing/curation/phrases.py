"""Marked phrases of a proposal by their words, so that they stay where the texts go.

A form and a merge know a phrase by the words that are marked (`words`), what stood `before` them,
and about where they stood (`start`). A content that is kept knows it by its characters, as a record
does; words that are not in any text stay as they are, and publishing asks for them.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from evidence.editing.curation.words import alike
from evidence.history.contents import Content

Row = dict[str, Any]
QUOTATION = "quotation"
WORDED = ("words", "before")
BEFORE = 60  # characters before a phrase that tell it from the same words elsewhere
MOST_PLACES = 1000


def in_words(content: Content) -> list[Row]:
    """The phrases with their words in the place of their end."""
    return [_worded(row, content) for row in content.get("phrases", ())]


def _worded(row: Row, content: Content) -> Row:
    if "words" in row or "start" not in row or "end" not in row:
        return row
    text = text_of(row, content)
    words, before = text[row["start"] : row["end"]], text[: row["start"]][-BEFORE:]
    rest = {name: value for name, value in row.items() if name != "end"}
    return rest | {"words": words, "before": before} if words else row


def text_of(row: Row, content: Content) -> str:
    """The text that a phrase stands in."""
    field = row.get("field", "rules")
    if field != QUOTATION:
        return str(content.get(field, ""))
    rows, position = content.get("quotations", ()), row.get(QUOTATION, 0)
    return str(rows[position].get("text", "")) if 0 <= position < len(rows) else ""


def placed(content: Content) -> list[Row]:
    """The phrases with start and end, where their words stand in the texts."""
    return [_placed(row, content) for row in content.get("phrases", ()) if row]


def _placed(row: Row, content: Content) -> Row:
    """At the place of the words that is nearest to where they were, in their text or another."""
    words = row.get("words", "")
    if not words:
        return row
    for other in (row, *_elsewhere(row, content)):
        at = _nearest(text_of(other, content), words, row)
        if at is not None:
            rest = {name: value for name, value in other.items() if name not in WORDED}
            return rest | {"start": at, "end": at + len(words)}
    return row


def _elsewhere(row: Row, content: Content) -> list[Row]:
    """The same phrase in the other quotations, of which some may have come or gone."""
    if row.get("field") != QUOTATION:
        return []
    return [row | {QUOTATION: at} for at in range(len(content.get("quotations", ())))]


def _nearest(text: str, words: str, row: Row) -> int | None:
    """Where the words stand behind most of what they stood behind, then nearest to the start."""
    found = re.finditer(f"(?={re.escape(words)})", text)
    places = [each.start() for each in islice(found, MOST_PLACES)]
    before, start = row.get("before", ""), row.get("start", 0)

    def fit(place: int) -> tuple[int, int]:
        stands_behind = text[max(0, place - BEFORE) : place]
        return alike(stands_behind[::-1], before[::-1]), -abs(place - start)

    return max(places, key=fit, default=None)
