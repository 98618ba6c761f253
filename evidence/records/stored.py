"""Records back into drafts, and drafts as flat fields: what storing compares."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db.models import Prefetch, QuerySet

from config.databases.held import prefetch_held
from evidence.claims.assertions import KINDS, assertions_of
from evidence.drafts import (
    CitationDraft,
    Draft,
    GameDraft,
    PassageDraft,
    PhraseDraft,
    PlaceDraft,
    QuotationDraft,
    is_blank,
)
from evidence.models import Citation, Evidence, Passage, Phrase, Place, RulesetLink
from evidence.pictures import rows as picture_rows

SCALARS = (
    "portal_id",
    "title",
    "type",
    "date",
    "date_as_given",
    "date_role",
    "rules",
    "content",
    "no_ruleset",
    "confidence",
    "confidence_reason",
    "judged_by",
)
LISTS = (
    "places", "citations", "quotations", "phrases", "checked_against", "pictures", *KINDS,
)  # fmt: skip
PASSAGE = tuple(field.name for field in dataclasses.fields(PassageDraft))
MAPPINGS = ("terms", "rulesets", "ruleset_notes", "external_ids")
LINK_NOTES = ("certainty", "proposed_by", "note")


def fields(draft: Draft) -> dict[str, Any]:
    """What the draft says, by name; a word list or link is `terms.age` or `rulesets.<slug>`.

    Blank fields are left out. A citation is its text and what it says itself: parsed fields belong
    to the source, which other records may share.
    """
    flat = {name: getattr(draft, name) for name in (*SCALARS, *LISTS)}
    flat["game"] = draft.game.name
    flat["citations"] = tuple(replace(row, csl={}) if row.csl else row for row in draft.citations)
    for mapping in MAPPINGS:
        for key, value in getattr(draft, mapping).items():
            flat[f"{mapping}.{key}"] = value
    return {name: value for name, value in flat.items() if not is_blank(value)}


def with_all(records: QuerySet[Evidence]) -> list[Evidence]:
    """The records with all that `read_draft` reads, by a limited number of queries."""
    return prefetch_held(
        records.select_related("game").prefetch_related("game__aliases"),
        Prefetch("places", Place.objects.select_related("region")),
        Prefetch("citations", Citation.objects.select_related("source")),
        "quotations",
        Prefetch("passages", Passage.objects.select_related("source")),
        "terms",
        *(kind.prefetch() for kind in KINDS.values()),
        *picture_rows.prefetch(),
        Prefetch("phrases", Phrase.objects.select_related("clause__ruleset")),
        Prefetch("ruleset_links", RulesetLink.objects.select_related("ruleset").order_by("pk")),
    )


def as_draft(record: Evidence) -> Draft:
    """The draft that would store this record as it is stored now."""
    [found] = with_all(Evidence.objects.filter(pk=record.pk))
    return read_draft(found)


def read_draft(record: Evidence) -> Draft:
    """The draft of a record that `with_all` has read; no query."""
    citations = list(record.citations.all())
    positions = {row.pk: position for position, row in enumerate(citations)}
    return Draft(
        identifier=record.identifier,
        game=_game(record),
        **{name: getattr(record, name) for name in SCALARS},
        places=_places(record),
        citations=tuple(
            CitationDraft(
                row.source.citation,
                row.locator,
                row.note,
                row.source.csl,
                row.seen,
                row.via,
                row.pages_checked,
            )
            for row in citations
        ),
        quotations=_quotations(record, positions),
        phrases=tuple(map(phrase_draft, record.phrases.all())),
        passages=drafts_of(record.passages.all()),
        **assertions_of(record),
        pictures=picture_rows.drafts_of(record.pictures.all()),
        terms=_terms(record),
        rulesets={link.ruleset.slug: link.relation for link in record.ruleset_links.all()},
        ruleset_notes=_link_notes(record),
        external_ids=record.external_ids,
        checked_against=tuple(record.checked_against),
    )


def _link_notes(record: Evidence) -> dict[str, dict[str, str]]:
    notes = {
        link.ruleset.slug: {name: getattr(link, name) for name in LINK_NOTES}
        for link in record.ruleset_links.all()
    }
    said = {slug: {n: value for n, value in row.items() if value} for slug, row in notes.items()}
    return {slug: row for slug, row in said.items() if row}


def _game(record: Evidence) -> GameDraft:
    game = record.game
    return GameDraft(
        name=game.name,
        slug=game.slug,
        native_name=game.native_name,
        category=game.category,
        description=game.description,
        origin=game.origin,
        aliases=tuple(alias.name for alias in game.aliases.all()),
        external_ids=game.external_ids,
    )


def _places(record: Evidence) -> tuple[PlaceDraft, ...]:
    return tuple(
        PlaceDraft(
            name=place.name,
            as_given=place.as_given,
            lat_u=place.lat_u,
            lon_u=place.lon_u,
            region=place.region.slug if place.region else None,
            precision=place.precision,
            certainty=place.certainty,
            note=place.note,
            role=place.role,
        )
        for place in record.places.all()
    )


def _quotations(record: Evidence, positions: dict[int, int]) -> tuple[QuotationDraft, ...]:
    return tuple(
        QuotationDraft(
            text=row.text,
            language=row.language,
            translator=row.translator,
            citation=None if row.citation_id is None else positions.get(row.citation_id),
            as_cited=row.as_cited,
            rights=row.rights,
        )
        for row in record.quotations.all()
    )


def phrase_draft(row: Phrase) -> PhraseDraft:
    """The draft of a stored phrase."""
    return PhraseDraft(
        ruleset=row.clause.ruleset.slug,
        clause=row.clause.name,
        start=row.start,
        end=row.end,
        field=row.field,
        quotation=row.quotation,
        relation=row.relation,
        part=row.part,
    )


def drafts_of(passages: Iterable[Passage]) -> tuple[PassageDraft, ...]:
    """The drafts of the passages of one record, in order, read with their sources."""
    rows = sorted(passages, key=lambda row: row.number)
    numbers = {row.pk: row.number for row in rows}
    return tuple(
        PassageDraft(
            number=row.number,
            text=row.text,
            kind=row.kind,
            language=row.language,
            original=numbers.get(row.original_id or 0),
            by=row.by,
            source=row.source.citation if row.source else "",
            locator=row.locator,
            rights=row.rights,
            voice=row.voice,
            bearing=row.bearing,
        )
        for row in rows
    )


def _terms(record: Evidence) -> dict[str, tuple[str, ...]]:
    words: dict[str, list[str]] = {}
    for term in record.terms.all():
        words.setdefault(term.vocabulary, []).append(term.name)
    return {vocabulary: tuple(sorted(names)) for vocabulary, names in words.items()}
