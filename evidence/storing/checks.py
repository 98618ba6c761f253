"""What a draft must be before it is compared and stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from evidence import dates
from evidence.claims.values import canonical
from evidence.drafts import CitationDraft, Draft
from evidence.pictures import storing as pictures
from evidence.records.stored import LINK_NOTES
from evidence.sources import StoreError, find_game, plain
from evidence.vocabulary import (
    CLOSED_TERMS,
    IMPLIED_TERMS,
    EvidenceType,
    RulesetRelation,
    Sureness,
    Vocabulary,
)
from games.models import Game

TYPES, RELATIONS, VOCABULARIES = EvidenceType.values, RulesetRelation.values, Vocabulary.values


def prepared(draft: Draft, *, stored: bool = True) -> tuple[Draft, Game | None]:
    """The draft in its canonical form, and its game, if it is stored, by whose name it goes.

    Other games that it names have to be stored, unless `stored` is false. Raises StoreError.
    """
    draft = canonical(checked(draft), stored=stored)
    game = find_game(draft.game)
    return (replace(draft, game=replace(draft.game, name=game.name)) if game else draft), game


def checked(draft: Draft) -> Draft:
    """The draft with canonical date, citations and terms, without a look at what is stored.

    Raises StoreError, with the field that is wrong.
    """
    _check(draft)
    canonical: dict[str, Any] = {
        "date": _canonical(draft.date),
        "citations": tuple(_plainly(row) for row in draft.citations),
        "terms": {name: _with_implied(words) for name, words in draft.terms.items()},
    }
    differing = {n: value for n, value in canonical.items() if getattr(draft, n) != value}
    return replace(draft, **differing) if differing else draft


def _plainly(row: CitationDraft) -> CitationDraft:
    citation = plain(row.citation)
    return row if citation == row.citation else replace(row, citation=citation)


def _check(draft: Draft) -> None:
    if not draft.game.name:
        raise StoreError("the game has no name: give it one", "game")
    if draft.type and draft.type not in TYPES:
        raise StoreError(f"type “{draft.type}” is unknown: {_one_of(TYPES)}", "type")
    if draft.confidence is not None and not 0 <= draft.confidence <= 100:
        raise StoreError(f"confidence {draft.confidence} is out of range: 0 to 100", "confidence")
    for vocabulary, words in draft.terms.items():
        _check_terms(vocabulary, words)
    for slug, relation in draft.rulesets.items():
        if relation not in RELATIONS:
            said = f"relation “{relation}” to {slug}: {_one_of(RELATIONS)}"
            raise StoreError(said, "rulesets")
    for slug, said_of in draft.ruleset_notes.items():
        _check_link_notes(draft, slug, said_of)
    pictures.check(draft.pictures)
    for row in draft.quotations:
        if row.citation is not None and not 0 <= row.citation < len(draft.citations):
            raise StoreError(f"a quotation points at citation {row.citation}, which is not there")


def _check_link_notes(draft: Draft, slug: str, said: dict[str, str]) -> None:
    if slug not in draft.rulesets:
        raise StoreError(f"a note on {slug}, which the record is not linked to", "ruleset_notes")
    for name, value in said.items():
        if name not in LINK_NOTES:
            raise StoreError(
                f"“{name}” of {slug} is unknown: {_one_of(LINK_NOTES)}", "ruleset_notes"
            )
        if name == "certainty" and value not in ("", *Sureness.values):
            known = _one_of(Sureness.values)
            raise StoreError(f"certainty “{value}” of {slug}: {known}", "ruleset_notes")


def _check_terms(vocabulary: str, words: tuple[str, ...]) -> None:
    if vocabulary not in VOCABULARIES:
        raise StoreError(f"vocabulary “{vocabulary}” is unknown: {_one_of(VOCABULARIES)}")
    closed = CLOSED_TERMS.get(vocabulary)
    for word in words:
        if closed and word not in closed:
            said = f"{vocabulary} “{word}” is unknown: {_one_of(closed)}"
            raise StoreError(said, vocabulary)


def _one_of(words: Sequence[str]) -> str:
    return f"use one of {', '.join(words)}"


def _canonical(date: str) -> str:
    try:
        return dates.read(date).edtf if date else ""
    except dates.DateError as error:
        raise StoreError(str(error), "date") from error


def _with_implied(words: tuple[str, ...]) -> tuple[str, ...]:
    implied = {IMPLIED_TERMS[word] for word in words if word in IMPLIED_TERMS}
    return tuple(sorted({*words, *implied}))
