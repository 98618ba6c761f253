"""Marked phrases: parts of a record's texts, each of which carries a clause of a ruleset.

A phrase is known by the text that it stands in and the characters from `start` to `end`. Texts may
change under it: `carried` finds its words again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from evidence.drafts import PhraseDraft, QuotationDraft
from evidence.models import Phrase
from evidence.sources import StoreError
from evidence.vocabulary import Relation

Place = tuple[str, int | None]
Texts = Mapping[Place, str]

QUOTATION = Phrase.Field.QUOTATION.value


def texts_of(rules: str, content: str, quotations: Sequence[QuotationDraft]) -> dict[Place, str]:
    """The texts of a record that phrases may stand in, by field and number of the quotation."""
    texts: dict[Place, str] = {("rules", None): rules, ("content", None): content}
    return texts | {(QUOTATION, i): row.text for i, row in enumerate(quotations)}


def check(phrases: Iterable[PhraseDraft], texts: Texts) -> None:
    """Raise StoreError for a phrase outside its text, across a paragraph, or over another."""
    taken: dict[Place, list[PhraseDraft]] = {}
    for row in phrases:
        text = texts.get((row.field, row.quotation))
        if text is None:
            raise StoreError(f"{_named(row)}: the record has no such text", "phrases")
        if not 0 <= row.start < row.end <= len(text):
            raise StoreError(
                f"{_named(row)} lies outside the text, which has {len(text)} characters", "phrases"
            )
        if "\n\n" in text[row.start : row.end]:
            raise StoreError(f"{_named(row)} goes over the end of a paragraph", "phrases")
        if row.relation not in Relation.values:
            known = ", ".join(Relation.values)
            raise StoreError(f"{_named(row)}: {row.relation!r} is not one of {known}", "phrases")
        _apart(row, taken.setdefault((row.field, row.quotation), []))


def _apart(row: PhraseDraft, others: list[PhraseDraft]) -> None:
    for other in others:
        if row.start < other.end and other.start < row.end:
            raise StoreError(
                f"{_named(row)} overlaps {_named(other)}: mark words apart for each clause",
                "phrases",
            )
    others.append(row)


def carried(phrases: Iterable[PhraseDraft], old: Texts, new: Texts) -> tuple[PhraseDraft, ...]:
    """The phrases in texts that have changed: where the same words stand, if only there.

    Phrases whose words are gone, or stand in several places now, are left out.
    """
    return tuple(found for row in phrases if (found := _carried(row, old, new)) is not None)


def gone(phrases: Iterable[PhraseDraft], old: Texts, new: Texts) -> tuple[str, ...]:
    """Those that are left out, in words: “takes diagonally” (rules, OiCaptures)."""
    return tuple(
        f"“{old.get((row.field, row.quotation), '')[row.start : row.end]}” "
        f"({row.ruleset}, {row.clause})"
        for row in phrases
        if _carried(row, old, new) is None
    )


def _carried(row: PhraseDraft, old: Texts, new: Texts) -> PhraseDraft | None:
    before, after = (texts.get((row.field, row.quotation), "") for texts in (old, new))
    words = before[row.start : row.end]
    if after[row.start : row.end] == words and before[: row.end] == after[: row.end]:
        return row
    return at_words(row, after, words)


def at_words(row: PhraseDraft, text: str, words: str) -> PhraseDraft | None:
    """The phrase at these words of a text; None unless they stand there exactly once."""
    if not words or text.count(words) != 1:
        return None
    start = text.index(words)
    return replace(row, start=start, end=start + len(words))


def _named(row: PhraseDraft) -> str:
    text = row.field if row.quotation is None else f"{row.field} {row.quotation}"
    return f"the phrase for {row.ruleset}, {row.clause} ({text}, {row.start} to {row.end})"
