"""A record as JSON, for its history: what it says itself, whole, without its neighbours' words.

Games are named by slug, regions and rulesets too, sources by their citation; their own texts have
lives of their own. What is blank is left out, so that a record has one content only.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from evidence.claims.assertions import KINDS
from evidence.drafts import (
    CITATION,
    CitationDraft,
    Draft,
    GameDraft,
    PassageDraft,
    PhraseDraft,
    PlaceDraft,
    QuotationDraft,
)
from evidence.pictures import rows as picture_rows
from evidence.records.stored import MAPPINGS, PASSAGE, SCALARS

Content = dict[str, Any]

PLACE = tuple(field.name for field in fields(PlaceDraft))
QUOTATION = tuple(field.name for field in fields(QuotationDraft))
PHRASE = tuple(field.name for field in fields(PhraseDraft))


def content_of(draft: Draft) -> Content:
    """The content of a draft whose game is known by its slug and name."""
    content: Content = {
        "identifier": draft.identifier,
        "game": draft.game.slug,
        "game_name": draft.game.name,
    }
    content |= _said(draft, SCALARS)
    content["places"] = [_said(row, PLACE) for row in draft.places]
    content["citations"] = [_said(row, CITATION) for row in draft.citations]
    content["quotations"] = [_said(row, QUOTATION) for row in draft.quotations]
    content["phrases"] = [_said(row, PHRASE) for row in draft.phrases]
    content["passages"] = [_said(row, PASSAGE) for row in draft.passages]
    for name, kind in KINDS.items():
        content[name] = [_said(row, kind.names) for row in getattr(draft, name)]
    content["pictures"] = picture_rows.content_of(draft.pictures)
    content["checked_against"] = list(draft.checked_against)
    content["terms"] = {name: list(words) for name, words in sorted(draft.terms.items())}
    content["rulesets"] = draft.rulesets
    content["ruleset_notes"] = draft.ruleset_notes
    content["external_ids"] = draft.external_ids
    return {name: value for name, value in content.items() if value not in ([], {})}


def draft_of(content: Content) -> Draft:
    """The draft that has this content."""
    return Draft(
        identifier=content["identifier"],
        game=GameDraft(content["game_name"], slug=content["game"]),
        **{name: content[name] for name in SCALARS if name in content},
        places=tuple(PlaceDraft(**row) for row in content.get("places", ())),
        citations=tuple(CitationDraft(**row) for row in content.get("citations", ())),
        quotations=tuple(QuotationDraft(**row) for row in content.get("quotations", ())),
        phrases=tuple(PhraseDraft(**row) for row in content.get("phrases", ())),
        passages=tuple(PassageDraft(**row) for row in content.get("passages", ())),
        **_assertions(content),
        pictures=picture_rows.drafts_from(content.get("pictures", ())),
        checked_against=tuple(content.get("checked_against", ())),
        **{name: content.get(name, {}) for name in MAPPINGS if name != "terms"},
        terms={name: tuple(words) for name, words in content.get("terms", {}).items()},
    )


def _assertions(content: Content) -> Content:
    return {
        name: tuple(kind.draft(**row) for row in content.get(name, ()))
        for name, kind in KINDS.items()
    }


def _said(row: object, names: tuple[str, ...]) -> Content:
    values = {name: getattr(row, name) for name in names}
    return {name: value for name, value in values.items() if value is not None and value != ""}
