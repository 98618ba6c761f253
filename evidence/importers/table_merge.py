"""A row of a table beside the record that is stored: what a table cannot say is not taken away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from evidence.drafts import CitationDraft, Draft, QuotationDraft
from evidence.exporters.table_columns import FORMERLY, LINE
from evidence.records.stored import fields

Row = TypeVar("Row")
SEEN = ("seen", "via", "pages_checked")


def completed(draft: Draft, stored: Draft) -> Draft:
    """The draft with notes, and what quotations cite, from the rows that are stored already."""
    untold = {"note": ""} if any(row.role for row in draft.places) else {"note": "", "role": ""}
    places = _matched(draft.places, stored.places, lambda row: row.__dict__ | untold)
    citations = _matched(draft.citations, stored.citations, lambda row: (row.citation, row.locator))
    quotations = _matched(
        draft.quotations, stored.quotations, lambda row: {**row.__dict__, "citation": None}
    )
    citations = tuple(map(_seen, draft.citations, citations))
    texts = [row.citation for row in citations]
    return replace(
        draft,
        places=places,
        citations=citations,
        checked_against=_matched(draft.checked_against, stored.checked_against, lambda row: row),
        quotations=tuple(_cited(row, stored.citations, texts) for row in quotations),
    )


def _seen(row: CitationDraft, found: CitationDraft) -> CitationDraft:
    """A stored citation with what a row of the table says of how its source was seen."""
    return replace(found, **{name: getattr(row, name) or getattr(found, name) for name in SEEN})


def says_more(draft: Draft, stored: Draft) -> bool:
    """Whether a completed draft says anything that is not stored."""
    known = fields(stored)
    return any(known.get(name) != value for name, value in fields(draft).items())


def _matched(
    rows: Sequence[Row], stored: Sequence[Row], key: Callable[[Row], Any]
) -> tuple[Row, ...]:
    spare = list(stored)
    found: list[Row] = []
    for row in rows:
        wanted = repr(key(row))
        same = next((each for each in spare if wanted in _written(key(each))), row)
        if same is not row:
            spare.remove(same)
        found.append(same)
    return tuple(found)


def _written(key: Any) -> tuple[str, str]:
    """What is stored, and as exports wrote it before vertical lines were doubled."""
    text = repr(key)
    return text, text.replace(LINE, FORMERLY)


def _cited(
    row: QuotationDraft, stored: Sequence[CitationDraft], texts: list[str]
) -> QuotationDraft:
    """A quotation that was stored points into the stored citations; one of the table nowhere."""
    if row.citation is None or row.citation >= len(stored):
        return row
    text = stored[row.citation].citation
    return replace(row, citation=texts.index(text) if text in texts else None)
