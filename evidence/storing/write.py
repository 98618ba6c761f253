"""Writing the changed fields of a record, its places, citations, quotations, pictures and links."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evidence import dates
from evidence.claims.assertions import KINDS
from evidence.claims.values import values_of
from evidence.drafts import CITATION, Draft, PhraseDraft
from evidence.models import (
    Citation,
    Evidence,
    Phrase,
    Place,
    Quotation,
    Region,
    RulesetLink,
    Source,
    Term,
)
from evidence.models.assertions import Assertion
from evidence.passages import store_passages
from evidence.pictures import storing as pictures
from evidence.records.stored import LINK_NOTES, SCALARS
from evidence.sources import (
    Changes,
    StoreError,
    check_fields,
    complete_source,
    save_checked,
)
from games.models import Clause, Ruleset

# What stands for nothing said, where it is not the empty text.
BLANK: dict[str, Any] = {"portal_id": None, "confidence": None, "checked_against": ()}


def write(record: Evidence, draft: Draft, changed: Changes) -> Changes:
    """Write the changed fields; gives what changed besides, in the sources.

    A new record gets its passages too.
    """
    new = record.pk is None
    if changed:
        _write_record(record, changed)
    sources, filled = _sources(draft, record, changed)
    _write_lists(record, changed, sources)
    _write_terms(record, changed)
    _write_links(record, changed)
    _write_phrases(record, changed)
    _write_assertions(record, changed)
    if "pictures" in changed:
        pictures.write(record, changed["pictures"][0], changed["pictures"][1] or ())
    if new and draft.passages:
        store_passages(record, draft.passages)
    return filled


def _write_record(record: Evidence, changed: Changes) -> None:
    for name in (*SCALARS, "checked_against"):
        if name in changed:
            value = BLANK.get(name, "") if changed[name][1] is None else changed[name][1]
            setattr(record, name, list(value) if isinstance(value, tuple) else value)
    if "date" in changed:
        span = dates.read(record.date) if record.date else None
        for name in ("year_from", "year_to", "day_from", "day_to"):
            setattr(record, name, span and getattr(span, name))
    ids = record.external_ids | _mapping(changed, "external_ids")
    record.external_ids = {name: value for name, value in ids.items() if value is not None}
    save_checked(record)


def _mapping(changed: Changes, name: str) -> dict[str, Any]:
    prefix = f"{name}."
    return {
        key.removeprefix(prefix): new for key, (_, new) in changed.items() if key.startswith(prefix)
    }


def _sources(draft: Draft, record: Evidence, changed: Changes) -> tuple[dict[str, Source], Changes]:
    """The sources that the record cites or will cite, by citation; their blanks filled."""
    rows = draft.citations
    if "citations" not in changed:
        cited = set(record.citations.values_list("source__citation", flat=True))
        rows = tuple(row for row in rows if row.citation in cited)
    sources: dict[str, Source] = {}
    filled: Changes = {}
    for row in rows:
        sources[row.citation], said = complete_source(row)
        filled |= said
    return sources, filled


def _write_lists(record: Evidence, changed: Changes, sources: dict[str, Source]) -> None:
    if "places" in changed:
        rows = [_place_values(place.__dict__) for place in changed["places"][1] or ()]
        _sync(record, Place, changed["places"][0], rows)
    if "citations" in changed:
        rows = [
            {name: getattr(row, name) for name in CITATION[1:]} | {"source": sources[row.citation]}
            for row in changed["citations"][1] or ()
        ]
        before = changed["citations"][0]
        _sync(record, Citation, before, rows, lambda old, new: old.source_id == new["source"].pk)
    if "quotations" in changed:
        citations = list(record.citations.all())
        _sync(
            record,
            Quotation,
            changed["quotations"][0],
            [
                row.__dict__
                | {"citation": None if row.citation is None else citations[row.citation]}
                for row in changed["quotations"][1] or ()
            ],
        )


def _write_assertions(record: Evidence, changed: Changes) -> None:
    """After the citations, whose sources they may name."""
    for name, kind in KINDS.items():
        if name in changed:
            rows = [values_of(name, row) for row in changed[name][1] or ()]
            _sync(record, kind.model, changed[name][0], rows)


def _write_phrases(record: Evidence, changed: Changes) -> None:
    """After the links, so that what is said of a ruleset that is missing is said first."""
    if "phrases" in changed:
        rows = [_phrase_values(phrase) for phrase in changed["phrases"][1] or ()]
        _sync(record, Phrase, changed["phrases"][0], rows)


def _phrase_values(phrase: PhraseDraft) -> dict[str, Any]:
    clause = Clause.objects.filter(ruleset__slug=phrase.ruleset, name=phrase.clause).first()
    if clause is None:
        said = f"the ruleset {phrase.ruleset} has no clause {phrase.clause}: a phrase is marked"
        raise StoreError(f"{said} for it", "phrases")
    values = {name: value for name, value in phrase.__dict__.items() if name != "ruleset"}
    return values | {"clause": clause}


def _place_values(values: dict[str, Any]) -> dict[str, Any]:
    slug = values["region"]
    region = Region.objects.filter(slug=slug).first() if slug else None
    if slug and region is None:
        raise StoreError(f"the region “{slug}” is not stored: store it before its records")
    return values | {"region": region}


def _sync(
    record: Evidence,
    model: type[Place | Citation | Quotation | Phrase | Assertion],
    before: Any,
    wanted: list[dict[str, Any]],
    same: Callable[[Any, dict[str, Any]], bool] = lambda old, new: True,
) -> None:
    """Make the record's rows the wanted ones, keeping rows that stay what they are.

    `before` is blank where it has none.
    """
    spare: list[Any] = list(model._default_manager.filter(evidence=record)) if before else []
    new: list[Any] = []
    for position, values in enumerate(wanted):
        row = next((row for row in spare if same(row, values)), None)
        if row is None:
            row = model(evidence=record)
            new.append(row)
        else:
            spare.remove(row)
        for name, value in {**values, "position": position}.items():
            setattr(row, name, value)
        check_fields(row)
        if row.pk:
            row.save()
    model._default_manager.bulk_create(new)
    for row in spare:
        row.delete()


def _write_terms(record: Evidence, changed: Changes) -> None:
    wanted = _mapping(changed, "terms")
    replaced = [vocabulary for vocabulary in wanted if changed[f"terms.{vocabulary}"][0]]
    if replaced:
        record.terms.remove(*record.terms.filter(vocabulary__in=replaced))
    terms = _terms(
        [(vocabulary, word) for vocabulary in wanted for word in wanted[vocabulary] or ()]
    )
    if terms:
        record.terms.add(*terms)


def _terms(words: list[tuple[str, str]]) -> list[Term]:
    """The terms of those vocabularies and names, made if need be."""
    named = Term.objects.filter(name__in={name for _, name in words}) if words else ()
    stored = {(term.vocabulary, term.name): term for term in named}
    for vocabulary, name in dict.fromkeys(words):
        if (vocabulary, name) not in stored:
            term = stored[vocabulary, name] = Term(vocabulary=vocabulary, name=name)
            save_checked(term)
    return [stored[word] for word in words]


def _write_links(record: Evidence, changed: Changes) -> None:
    for slug, relation in _mapping(changed, "rulesets").items():
        if relation is None:
            record.ruleset_links.filter(ruleset__slug=slug).delete()
            continue
        ruleset = Ruleset.objects.filter(slug=slug).first()
        if ruleset is None:
            raise StoreError(f"the ruleset “{slug}” is not stored: store it before its records")
        RulesetLink.objects.update_or_create(
            evidence=record, ruleset=ruleset, defaults={"relation": relation}
        )
    for slug, said in _mapping(changed, "ruleset_notes").items():
        link = record.ruleset_links.filter(ruleset__slug=slug).first()
        if link is None:
            continue
        for name in LINK_NOTES:
            setattr(link, name, (said or {}).get(name, ""))
        check_fields(link)
        link.save()
