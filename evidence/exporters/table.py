"""CSV (RFC 4180): a row for each record, or for each place of each record.

Written by hand from plain values, since a million rows are a matter of a minute this way and of
many with objects. The rules for several values and for years are in `table_columns`; `describe`
writes them as CSVW metadata (https://www.w3.org/TR/tabular-metadata/) for readers and programs.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

from django.db.models import Max, Model, OuterRef, Subquery, TextField
from django.db.models.functions import Cast

from evidence import dates
from evidence.exporters import table_columns as columns
from evidence.exporters.cells import BREAK, cells, joined, several
from evidence.exporters.plain_kinds import plain_kinds
from evidence.exporters.selection import Reading, Selection
from evidence.exporters.table_columns import Column
from evidence.models import (
    Citation,
    Evidence,
    Identification,
    OtherDate,
    Place,
    Quotation,
    RecordRelation,
    RecordVersion,
    Region,
    RulesetLink,
    Term,
)
from evidence.records.licence import LICENCE, LICENCE_NOTE, LICENCE_URL
from evidence.vocabulary import Vocabulary
from games.models import Game

VOCABULARIES = (
    Vocabulary.UNCERTAINTY,
    Vocabulary.AGE,
    Vocabulary.GENDER,
    Vocabulary.STATUS,
    Vocabulary.SPACE,
)
FIELDS = (
    "identifier", "portal_id", "title", "game_id", "type", "date", "date_as_given", "date_role",
    "year_from", "year_to", "rules", "content", "confidence", "confidence_reason", "judged_by",
)  # fmt: skip
# As the JSON that they are.
EXTERNAL, CHECKED = (Cast(name, TextField()) for name in ("external_ids", "checked_against"))
LAST_VERSION = Subquery(
    RecordVersion.objects.filter(identifier=OuterRef("identifier"))
    .order_by()
    .values("identifier")
    .values(last=Max("number"))
)
InRegion, HasTerm = Evidence.regions.through, Evidence.terms.through
ASSERTED = ("certainty", "voice", "who", "source__citation", "locator", "reason")
PARTS: dict[type[Model], tuple[str, ...]] = {
    Place: ("name", "as_given", "lat_u", "lon_u", "region_id", "precision", "certainty", "role"),
    InRegion: ("region_id",),
    RulesetLink: ("ruleset__slug", "relation"),
    HasTerm: ("term_id",),
    Citation: ("source__slug", "source__citation", "locator", "seen", "via", "pages_checked"),
    Quotation: ("text", "language", "translator", "as_cited", "rights"),
    Identification: ("game__slug", "game__name", "about", *ASSERTED),
    OtherDate: ("date", "role", "as_given", *ASSERTED),
    RecordRelation: ("relation", "target", *ASSERTED),
    **{kind.model: (*told.columns, *ASSERTED) for _name, kind, told in plain_kinds()},
}
GROUPS: tuple[tuple[type[Model], tuple[Column, ...]], ...] = (
    (Identification, columns.IDENTIFICATIONS),
    (OtherDate, columns.OTHER_DATES),
    (RecordRelation, columns.RELATIONS),
    *((kind.model, columns.PLAIN[name]) for name, kind, _told in plain_kinds()),
)
UNORDERED = {InRegion, HasTerm}  # their cells are sorted by what they say
T = TypeVar("T")
DEGREES = 1_000_000  # microdegrees in one


def header(selection: Selection, *, places: bool = False) -> tuple[Column, ...]:
    """The columns; `places` is for one row a place."""
    number = (columns.NUMBER,) if places else ()
    place = tuple(column._replace(several=False) for column in columns.PLACE)
    quotations = columns.QUOTATIONS if selection.quotations else ()
    return (
        *columns.RECORD,
        *number,
        *(place if places else columns.PLACE),
        *columns.REGIONS,
        *columns.RULESETS,
        *columns.TERMS,
        *columns.SOURCES,
        *quotations,
        *columns.ASSERTIONS,
        *columns.LAST,
    )


def write(selection: Selection, *, places: bool = False) -> Iterator[str]:
    """The table as text, some hundred rows at a time, newest record first."""
    yield cells(column.name for column in header(selection, places=places)) + BREAK
    reader = Reader(selection, places=places)
    for ids in selection.chunks():
        yield "".join(reader.rows(ids))


def describe(selection: Selection, address: str, *, places: bool = False) -> dict[str, Any]:
    """What the table at `address` means, as CSVW metadata."""
    return {
        "@context": "http://www.w3.org/ns/csvw",
        "url": address,
        "dc:title": "Historical evidence for traditional games",
        "dc:license": {"@id": LICENCE_URL},
        "dc:rights": LICENCE_NOTE,
        "dc:description": f"{columns.RULE} {columns.YEARS}",
        "rdfs:comment": _counts(selection),
        "dialect": {"encoding": "utf-8", "header": True, "lineTerminators": ["\r\n"]},
        "tableSchema": {
            "columns": [_described(column) for column in header(selection, places=places)],
            "primaryKey": ["identifier", "place_number"] if places else "identifier",
        },
    }


def _described(column: Column) -> dict[str, Any]:
    about = {"dc:description": column.about} if column.about else {}
    separator = {"separator": columns.SEPARATOR} if column.several else {}
    return {"name": column.name, "titles": column.name, **about, "datatype": column.datatype} | (
        separator
    )


def _counts(selection: Selection) -> str:
    found = selection.counts
    return (
        f"{found.count} records. Left out for want of a date: {found.undated_left_out}; "
        f"for want of a place on the map: {found.unlocated_left_out}."
    )


class Names(dict[int, T]):
    """What stands for rows of a small table, read once, and again for a row added since."""

    def __init__(self, read: Callable[[], dict[int, T]], blank: T) -> None:
        super().__init__(read())
        self._read, self._blank = read, blank

    def __missing__(self, key: int) -> T:
        self.update(self._read())
        return self.setdefault(key, self._blank)  # deleted again meanwhile


class Reader:
    """Reads records as rows of the table, by a fixed number of queries for each chunk."""

    def __init__(self, selection: Selection, *, places: bool) -> None:
        self.selection = selection
        self.places = places
        self.games = Names(_games, ",")
        self.regions = Names(_regions, "")
        self.terms = Names(_terms, (0, ""))
        self._words = lru_cache(maxsize=10_000)(self._sorted_words)
        self._end = "," + cells((LICENCE, LICENCE_URL)) + BREAK
        rows = Evidence.objects.order_by().values_list(
            "pk", *FIELDS, EXTERNAL, CHECKED, LAST_VERSION
        )
        self._read_records = Reading(rows, "pk")
        self._read = {model: _reading(model, fields) for model, fields in PARTS.items()}

    def rows(self, ids: list[int]) -> Iterator[str]:
        """The rows of these records, in the order of the ids."""
        records = {row[0]: self._record(*row[1:]) for row in self._read_records(ids)}
        places, related = self._places(ids), self._related(ids)
        for pk in ids:
            if pk not in records:
                continue  # deleted since the ids were read
            tail = ",".join([known.get(pk, blank) for known, blank in related])
            for place in places[pk]:
                yield f"{records[pk]},{place},{tail}{self._end}"

    def _record(self, *row: Any) -> str:
        """The cells of RECORD from a row of FIELDS, and what is worked out."""
        identifier, portal_id, title, game, kind, date, *rest, external, checked, version = row
        pages = several(json.loads(checked)) if checked != "[]" else ""
        rest += (_museum(external), pages, version or 1)
        known = cells((identifier, portal_id, self.selection.address(identifier), title))
        return f"{known},{self.games[game]},{cells((kind, date, _in_words(date), *rest))}"

    def _places(self, ids: list[int]) -> defaultdict[int, list[str]]:
        """The place cells of each record: of all its places, or a list of each one's."""
        found = map(self._place, self._read[Place](ids))
        if self.places:
            return _numbered(found)
        blank = [_blank(columns.PLACE)]
        return defaultdict(lambda: blank, {pk: [place] for pk, place in joined(found).items()})

    def _place(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        pk, name, as_given, lat_u, lon_u, region, *stated = row
        return (
            pk,
            name,
            as_given,
            None if lat_u is None else lat_u / DEGREES,
            None if lon_u is None else lon_u / DEGREES,
            None if region is None else self.regions[region],
            *stated,
        )

    def _related(self, ids: list[int]) -> list[tuple[dict[int, str], str]]:
        """Everything after the places: what is known by record, and the blank cells."""
        parts = [
            (joined(self._regions(ids)), columns.REGIONS),
            (joined(self._read[RulesetLink](ids)), columns.RULESETS),
            (self._terms(ids), columns.TERMS),
            (joined(self._read[Citation](ids)), columns.SOURCES),
        ]
        if self.selection.quotations:
            parts.append((joined(self._read[Quotation](ids)), columns.QUOTATIONS))
        parts += [(joined(self._read[model](ids)), names) for model, names in GROUPS]
        return [(known, _blank(names)) for known, names in parts]

    def _regions(self, ids: list[int]) -> list[tuple[int, str]]:
        return sorted((pk, self.regions[region]) for pk, region in self._read[InRegion](ids))

    def _terms(self, ids: list[int]) -> dict[int, str]:
        found: defaultdict[int, list[int]] = defaultdict(list)
        for pk, term in self._read[HasTerm](ids):
            found[pk].append(term)
        return {pk: self._words(tuple(terms)) for pk, terms in found.items()}

    def _sorted_words(self, terms: tuple[int, ...]) -> str:
        """The cells of TERMS for the ids of some terms."""
        lists: tuple[list[str], ...] = tuple([] for _ in VOCABULARIES)
        for term in terms:
            number, name = self.terms[term]
            lists[number].append(name)
        return cells(columns.SEPARATOR.join(sorted(names)) for names in lists)


def _reading(model: type[Model], fields: tuple[str, ...]) -> Reading:
    """Reads rows that belong to records, in their order within the record if they have one."""
    position = ("position",) if hasattr(model, "position") else ()
    order = () if model in UNORDERED else ("evidence_id", *position, "pk")
    rows = model._default_manager.order_by(*order)
    return Reading(rows.values_list("evidence_id", *fields), "evidence_id")


def _games() -> dict[int, str]:
    return {pk: cells(names) for pk, *names in Game.objects.values_list("pk", "slug", "name")}


def _regions() -> dict[int, str]:
    return dict(Region.objects.values_list("pk", "slug"))


def _terms() -> dict[int, tuple[int, str]]:
    return {
        pk: (VOCABULARIES.index(Vocabulary(vocabulary)), several([name]))
        for pk, vocabulary, name in Term.objects.values_list("pk", "vocabulary", "name")
    }


def _numbered(rows: Iterable[tuple[Any, ...]]) -> defaultdict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for pk, *values in rows:
        own = found.setdefault(pk, [])
        own.append(cells((len(own) + 1, *values)))
    blank = [_blank((columns.NUMBER, *columns.PLACE))]
    return defaultdict(lambda: blank, found)


def _blank(names: tuple[Column, ...]) -> str:
    return "," * (len(names) - 1)


def _museum(external: str) -> str:
    return str(json.loads(external).get("museum") or "") if "museum" in external else ""


@lru_cache(maxsize=5_000)
def _in_words(date: str) -> str:
    return dates.read(date).human() if date else ""
