"""What a reader of some format found, before it is stored.

Every importer makes drafts; `evidence.storing` turns a draft into rows. A draft holds exactly what
the page or file said: what it does not say stays empty or None.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def is_blank(value: Any) -> bool:
    """Whether a field says nothing. Zero says something."""
    return value is None or value in ("", (), [], {})


@dataclass(frozen=True)
class GameDraft:
    """A game by name; the other fields complete a game that is not stored yet."""

    name: str
    slug: str = ""
    native_name: str = ""
    category: str = ""
    description: str = ""
    origin: str = ""
    aliases: tuple[str, ...] = ()
    external_ids: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class PlaceDraft:
    """A point (microdegrees), a region (slug), or a name alone."""

    name: str = ""
    as_given: str = ""
    lat_u: int | None = None
    lon_u: int | None = None
    region: str | None = None
    precision: str = ""
    certainty: str = ""
    note: str = ""
    role: str = ""


CITATION = ("citation", "locator", "note", "seen", "via", "pages_checked")


@dataclass(frozen=True)
class CitationDraft:
    """A source, known by its citation as given, and where in it, and how that was seen."""

    citation: str
    locator: str = ""
    note: str = ""
    csl: dict[str, Any] = field(default_factory=dict)
    seen: str = ""
    via: str = ""
    pages_checked: str = ""

    @property
    def own(self) -> tuple[str, ...]:
        """What it says itself, as CITATION names it: the rest belongs to the source."""
        return tuple(getattr(self, name) for name in CITATION)


@dataclass(frozen=True)
class QuotationDraft:
    """Exact words; `citation` is a position in the draft's citations."""

    text: str
    language: str = ""
    translator: str = ""
    citation: int | None = None
    as_cited: str = ""
    rights: str = ""


@dataclass(frozen=True)
class PhraseDraft:
    """Characters `start` to `end`, from 0, of a text that carry a clause, or a part of it.

    `field` is rules, content or quotation, which is then a position in the draft's quotations.
    """

    ruleset: str
    clause: str
    start: int
    end: int
    field: str = "rules"
    quotation: int | None = None
    relation: str = "describes"
    part: int | None = None


@dataclass(frozen=True)
class PassageDraft:
    """A stretch of a source; `source` is its citation, `original` the number that it translates."""

    number: int
    text: str
    kind: str = "paraphrase"
    language: str = ""
    original: int | None = None
    by: str = ""
    source: str = ""
    locator: str = ""
    rights: str = ""
    voice: str = "witness"
    bearing: str = "rules"


@dataclass(frozen=True)
class AssertionDraft:
    """How sure an assertion is, and who makes it; `source` is a citation."""

    certainty: str = ""
    voice: str = ""
    who: str = ""
    source: str = ""
    locator: str = ""
    reason: str = ""


@dataclass(frozen=True)
class IdentificationDraft(AssertionDraft):
    """That the record, or a part of what it describes, is evidence of a game, named by its slug."""

    game: str = ""
    about: str = ""


@dataclass(frozen=True)
class DateDraft(AssertionDraft):
    """What else happened when; the date is EDTF."""

    role: str = ""
    date: str = ""
    as_given: str = ""


@dataclass(frozen=True)
class RelationDraft(AssertionDraft):
    """What the record is to another one, named by its identifier."""

    relation: str = ""
    target: str = ""


@dataclass(frozen=True)
class PersonDraft(AssertionDraft):
    """Somebody and their role; identifiers are addresses with blanks between them."""

    name: str = ""
    role: str = ""
    identifiers: str = ""


@dataclass(frozen=True)
class HoldingDraft(AssertionDraft):
    """Where the thing is kept, and by which number."""

    museum: str = ""
    collection: str = ""
    number: str = ""
    folio: str = ""


@dataclass(frozen=True)
class NameDraft(AssertionDraft):
    """What something is called there; `passage` is the number of the passage that has the name."""

    text: str = ""
    of: str = ""
    language: str = ""
    script: str = ""
    transliteration: str = ""
    meaning: str = ""
    passage: int | None = None


@dataclass(frozen=True)
class GameRelationDraft(AssertionDraft):
    """What a game is to another one, named by its slug."""

    relation: str = ""
    target: str = ""


@dataclass(frozen=True)
class MarkDraft:
    """A region of a picture, in thousandths of its sides, and the clause or part that it shows."""

    x: int
    y: int
    width: int
    height: int
    ruleset: str = ""
    clause: str = ""
    part: int | None = None
    relation: str = "describes"
    note: str = ""


@dataclass(frozen=True)
class PictureDraft:
    """A picture: the digest of an uploaded file, or the address of a IIIF manifest or image."""

    file: str = ""
    address: str = ""
    alt: str = ""
    caption: str = ""
    licence: str = ""
    holder: str = ""
    credit: str = ""
    marks: tuple[MarkDraft, ...] = ()


@dataclass(frozen=True)
class Draft:
    """One evidence record. `date` is EDTF; `terms` maps a vocabulary to its words.

    `passages` are stored with a new record alone: those of a stored one are edited beside it.
    `rulesets` maps a slug to how the record bears on it, `ruleset_notes` the slug to what else the
    link says: certainty, proposed_by, note. `no_ruleset` is why nothing can be played.
    """

    identifier: str
    game: GameDraft
    portal_id: str | None = None
    title: str = ""
    type: str = ""
    date: str = ""
    date_as_given: str = ""
    date_role: str = ""
    rules: str = ""
    content: str = ""
    confidence: int | None = None
    confidence_reason: str = ""
    judged_by: str = ""
    places: tuple[PlaceDraft, ...] = ()
    citations: tuple[CitationDraft, ...] = ()
    quotations: tuple[QuotationDraft, ...] = ()
    phrases: tuple[PhraseDraft, ...] = ()
    passages: tuple[PassageDraft, ...] = ()
    identifications: tuple[IdentificationDraft, ...] = ()
    other_dates: tuple[DateDraft, ...] = ()
    relations: tuple[RelationDraft, ...] = ()
    people: tuple[PersonDraft, ...] = ()
    holdings: tuple[HoldingDraft, ...] = ()
    names: tuple[NameDraft, ...] = ()
    pictures: tuple[PictureDraft, ...] = ()
    terms: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rulesets: dict[str, str] = field(default_factory=dict)
    ruleset_notes: dict[str, dict[str, str]] = field(default_factory=dict)
    no_ruleset: str = ""
    external_ids: dict[str, Any] = field(default_factory=dict)
    checked_against: tuple[str, ...] = ()
