"""Assertions about a record: what its rows and its drafts say, and how one becomes the other.

The record's game is its primary identification: search, lists and exports go by it. Where nobody
has entered an identification with that game, `identifications_of` puts one first that says nothing
more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from django.db.models import Prefetch

from evidence.drafts import (
    AssertionDraft,
    DateDraft,
    Draft,
    HoldingDraft,
    IdentificationDraft,
    NameDraft,
    PersonDraft,
    RelationDraft,
)
from evidence.models.assertions import (
    Assertion,
    Holding,
    Identification,
    Name,
    OtherDate,
    Person,
    RecordRelation,
)


@dataclass(frozen=True)
class Kind:
    """One kind of assertion: its rows, its drafts, and what drafts put in words of their own."""

    model: type[Assertion]
    draft: type[AssertionDraft]
    said: Callable[[Any], dict[str, Any]] = lambda row: {}
    reads: tuple[str, ...] = ()  # what its rows refer to beside their source
    needed: tuple[str, ...] = ()  # fields without which it says nothing

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields of a draft."""
        return tuple(field.name for field in fields(self.draft))

    @property
    def own(self) -> tuple[str, ...]:
        """Those that other kinds do not have."""
        return self.names[len(fields(AssertionDraft)) :]

    @property
    def longest(self) -> dict[str, int]:
        """How many characters fields may have that are any text, where that is limited."""
        fields_of = self.model._meta.get_field
        return {
            name: most
            for name in self.names
            if name not in self.choices
            and (most := getattr(fields_of(name), "max_length", None)) is not None
        }

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """The values that fields may have, where they are not any text."""
        return {
            name: tuple(value for value, _label in choices)
            for name in self.names
            if (choices := getattr(self.model._meta.get_field(name), "choices", None))
        }

    @property
    def related(self) -> str:
        """What the rows are called on their record."""
        return f"{self.model._meta.model_name}s"

    def prefetch(self) -> Prefetch[Any]:
        """All that a draft says, in one query."""
        rows = self.model._default_manager.select_related("source", *self.reads)
        return Prefetch(self.related, rows)


KINDS: Mapping[str, Kind] = {
    "identifications": Kind(
        Identification, IdentificationDraft, lambda row: {"game": row.game.slug}, ("game",)
    ),
    "other_dates": Kind(OtherDate, DateDraft),
    "relations": Kind(RecordRelation, RelationDraft),
    "people": Kind(Person, PersonDraft, needed=("name", "role")),
    "holdings": Kind(Holding, HoldingDraft, needed=("museum",)),
    "names": Kind(Name, NameDraft, needed=("text", "of")),
}
PLAIN = ("people", "holdings", "names")  # whose fields are words and numbers, and no references
NUMBERS = ("passage",)  # fields that are numbers


def assertions_of(record: Any) -> dict[str, Any]:
    """The drafts of a record's assertions, by name; no query if they were prefetched."""
    return {
        name: tuple(_draft(kind, row) for row in getattr(record, kind.related).all())
        for name, kind in KINDS.items()
    }


def _draft(kind: Kind, row: Any) -> AssertionDraft:
    said = kind.said(row) | {"source": row.source.citation if row.source else ""}
    return kind.draft(
        **{name: said[name] if name in said else getattr(row, name) for name in kind.names}
    )


def recited(draft: Draft, old: str, into: str) -> Draft:
    """The draft whose assertions cite another source in the place of one."""
    said: dict[str, Any] = {
        name: tuple(
            replace(row, source=into) if row.source == old else row for row in getattr(draft, name)
        )
        for name in KINDS
    }
    return replace(draft, **said)


def identifications_of(record: Any) -> list[Identification]:
    """Which games a record is evidence of, its primary game first; perhaps of none."""
    stored = record.identifications.all()
    if not record.game.is_identified:
        return list(stored)
    rows: list[Identification] = sorted(stored, key=lambda row: row.game_id != record.game_id)
    if rows and rows[0].game_id == record.game_id:
        return rows
    return [Identification(evidence=record, game=record.game), *rows]


class Related(NamedTuple):
    """Another record, and what the record that is shown is to it in words, by which row."""

    words: str
    identifier: str
    other: Any  # None where it is not published
    row: RecordRelation


def related_to(record: Any) -> list[Related]:
    """The records that a record relates to, and those that relate to it."""
    own = list(record.recordrelations.all())
    said = {(row.relation, row.target) for row in own}
    rows = RecordRelation.objects.filter(target=record.identifier).order_by("evidence__identifier")
    others = rows.select_related("evidence__game", "source")
    records = type(record).objects.select_related("game").in_bulk(
        [row.target for row in own], field_name="identifier"
    )  # fmt: skip
    found = [
        Related(row.get_relation_display(), row.target, records.get(row.target), row) for row in own
    ]
    return found + [
        Related(row.inverse, row.evidence.identifier, row.evidence, row)
        for row in others
        if not (row.is_symmetric and (row.relation, row.evidence.identifier) in said)
    ]
