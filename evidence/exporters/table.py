"""CSV (RFC 4180): a row for each record, or for each place of each record.

Written by hand from plain values, since a million rows are a matter of a minute this way and of
many with objects. The rules for several values and for years are in `table_columns`; `describe`
writes them as CSVW metadata (https://www.w3.org/TR/tabular-metadata/) for readers and programs.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any

from evidence import dates
from evidence.exporters import table_columns as columns
from evidence.exporters.selection import Selection, among
from evidence.exporters.table_columns import Cells, Column, joined
from evidence.licence import LICENCE, LICENCE_NOTE, LICENCE_URL
from evidence.models import (
    Citation,
    Evidence,
    Place,
    Quotation,
    Region,
    RulesetLink,
    Term,
)
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
    "identifier", "portal_id", "title", "game_id", "type", "date", "date_as_given", "year_from",
    "year_to", "rules", "content", "confidence", "confidence_reason", "judged_by",
)  # fmt: skip
DEGREES = 1_000_000  # microdegrees in one
Related = list[tuple[dict[int, Cells], Cells]]


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
        *columns.LAST,
    )


def write(selection: Selection, *, places: bool = False) -> Iterator[str]:
    """The table as text, some hundred rows at a time, newest record first."""
    yield _text([[column.name for column in header(selection, places=places)]])
    reader = Reader(selection, places=places)
    for ids in selection.chunks():
        yield _text(reader.rows(ids))


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


def _text(rows: Iterable[Iterable[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


class Reader:
    """Reads records as rows of the table; words and games, which are few, are read once."""

    def __init__(self, selection: Selection, *, places: bool) -> None:
        self.selection = selection
        self.places = places
        self.games = {pk: names for pk, *names in Game.objects.values_list("pk", "slug", "name")}
        self.terms = {
            pk: (VOCABULARIES.index(Vocabulary(vocabulary)), name.replace("|", columns.INSTEAD))
            for pk, vocabulary, name in Term.objects.values_list("pk", "vocabulary", "name")
        }
        self.regions = dict(Region.objects.values_list("pk", "slug"))
        self._words = lru_cache(maxsize=10_000)(self._sorted_words)

    def rows(self, ids: list[int]) -> Iterator[Iterable[Any]]:
        """The rows of these records, in the order of the ids, by a fixed number of queries."""
        records = {
            row[0]: row[1:]
            for row in Evidence.objects.filter(among("pk", ids))
            .order_by()
            .values_list("pk", *FIELDS)
        }
        places, related = self._places(ids), self._related(ids)
        for pk in ids:
            if pk not in records:
                continue  # deleted since the ids were read
            head = self._record(*records[pk])
            tail = [known.get(pk, blank) for known, blank in related]
            for place in places[pk]:
                yield chain(head, place, *tail, (LICENCE, LICENCE_URL))

    def _record(self, *row: Any) -> tuple[Any, ...]:
        """The cells of RECORD from a row of FIELDS."""
        identifier, portal_id, title, game, kind, date, *rest = row
        return (
            identifier,
            portal_id,
            self.selection.address(identifier),
            title,
            *self.games[game],
            kind,
            date,
            _in_words(date),
            *rest,
        )

    def _places(self, ids: list[int]) -> defaultdict[int, list[Cells]]:
        """The place cells of each record: of all its places, or a list of each one's."""
        rows = Place.objects.filter(among("evidence_id", ids)).order_by(
            "evidence_id", "position", "pk"
        )
        found = map(
            self._place,
            rows.values_list(
                "evidence_id", "name", "as_given", "lat_u", "lon_u", "region_id", "precision",
                "certainty",
            ),
        )  # fmt: skip
        width = len(columns.PLACE)
        if not self.places:
            blank = [("",) * width]
            whole = joined(found, width)
            return defaultdict(lambda: blank, {pk: [cells] for pk, cells in whole.items()})
        return _numbered(found, ("",) * (width + 1))

    def _place(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        pk, name, as_given, lat_u, lon_u, region, precision, certainty = row
        return (
            pk,
            name,
            as_given,
            None if lat_u is None else lat_u / DEGREES,
            None if lon_u is None else lon_u / DEGREES,
            None if region is None else self.regions[region],
            precision,
            certainty,
        )

    def _related(self, ids: list[int]) -> Related:
        """Everything after the places: what is known by record, and the blank cells."""
        links = RulesetLink.objects.filter(among("evidence_id", ids)).order_by("evidence_id", "pk")
        parts = [
            (joined(self._regions(ids), 1), columns.REGIONS),
            (
                joined(links.values_list("evidence_id", "ruleset__slug", "relation"), 2),
                columns.RULESETS,
            ),
            (self._terms(ids), columns.TERMS),
            (joined(_sources(ids), 3), columns.SOURCES),
        ]
        if self.selection.quotations:
            parts.append((joined(_quotations(ids), 5), columns.QUOTATIONS))
        return [(known, ("",) * len(names)) for known, names in parts]

    def _regions(self, ids: list[int]) -> Iterator[tuple[int, str]]:
        through = Evidence.regions.through.objects.filter(among("evidence_id", ids))
        pairs = through.order_by().values_list("evidence_id", "region_id")
        return iter(sorted((pk, self.regions[region]) for pk, region in pairs))

    def _terms(self, ids: list[int]) -> dict[int, Cells]:
        found: defaultdict[int, list[int]] = defaultdict(list)
        through = Evidence.terms.through.objects.filter(among("evidence_id", ids)).order_by()
        for pk, term in through.values_list("evidence_id", "term_id"):
            found[pk].append(term)
        return {pk: self._words(tuple(terms)) for pk, terms in found.items()}

    def _sorted_words(self, terms: tuple[int, ...]) -> Cells:
        """The cells of TERMS for the ids of some terms."""
        lists: tuple[list[str], ...] = tuple([] for _ in VOCABULARIES)
        for term in terms:
            number, name = self.terms[term]
            lists[number].append(name)
        return tuple(columns.SEPARATOR.join(sorted(names)) for names in lists)


def _sources(ids: list[int]) -> Iterable[tuple[Any, ...]]:
    rows = Citation.objects.filter(among("evidence_id", ids)).order_by(
        "evidence_id", "position", "pk"
    )
    return rows.values_list("evidence_id", "source__slug", "source__citation", "locator")


def _quotations(ids: list[int]) -> Iterable[tuple[Any, ...]]:
    rows = Quotation.objects.filter(among("evidence_id", ids)).order_by(
        "evidence_id", "position", "pk"
    )
    return rows.values_list("evidence_id", "text", "language", "translator", "as_cited", "rights")


def _numbered(rows: Iterable[tuple[Any, ...]], blank: Cells) -> defaultdict[int, list[Cells]]:
    found: dict[int, list[Cells]] = {}
    for pk, *values in rows:
        own = found.setdefault(pk, [])
        own.append((str(len(own) + 1), *("" if value is None else str(value) for value in values)))
    return defaultdict(lambda: [blank], found)


@lru_cache(maxsize=20_000)
def _in_words(date: str) -> str:
    return dates.read(date).human() if date else ""
