"""The corpus as plain columns of numbers, read from either database, whole or for some records.

Each table is an array of integers, as short as they fit, whose first column is the record's id.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.db.models.functions import Coalesce
from numpy.typing import NDArray

from evidence.models import Citation, Evidence, Place, RulesetLink
from evidence.snapshot.splice import ranges
from evidence.vocabulary import TYPE_ORDER, Certainty
from games.models import RulesetConcept

Table = NDArray[numpy.integer[Any]]

# Bounds of a date that are not known, beyond all years that can be asked for; what is not judged.
FIRST_YEAR, LAST_YEAR = -2_000_000_000, 2_000_000_000
NOT_JUDGED = -1
NO_TYPE = -1
CERTAINTIES: tuple[str, ...] = tuple(Certainty.values)  # by number

CHUNK = 500  # records asked for by id at a time: below every limit of variables
FETCHED = 20_000  # rows taken from the database at a time


@dataclass(frozen=True)
class Tables:
    """What search needs of the records: columns are named in `READERS`.

    `concepts` alone are not of records but of rulesets.
    """

    records: Table
    points: Table
    areas: Table
    regions: Table
    rulesets: Table
    sources: Table
    terms: Table
    concepts: Table

    def concepts_of_records(self) -> Table:
        """Id of a record, concept of any of the rulesets it is linked with, once each."""
        concepts = self.concepts[numpy.argsort(self.concepts[:, 0], kind="stable")]
        records, rulesets = self.rulesets.T
        first = numpy.searchsorted(concepts[:, 0], rulesets)
        number = numpy.searchsorted(concepts[:, 0], rulesets, side="right") - first
        rows = ranges(first, number)
        # One number for each pair, since numbers are sorted much faster than pairs.
        pairs = numpy.repeat(records.astype(numpy.int64), number) << 32 | concepts[rows, 1]
        pairs.sort()
        pairs = pairs[numpy.diff(pairs, prepend=-1) > 0]
        return numpy.column_stack([pairs >> 32, pairs & 0xFFFFFFFF])


def read_tables() -> Tables:
    """The whole corpus."""
    return Tables(**{name: _table(name, None) for name in READERS})


def tables_of(pks: Collection[int]) -> Tables:
    """The same of some records alone, as they are now, and the concepts of their rulesets."""
    tables = {name: _some(name, pks) for name in READERS if name != OF_RULESETS}
    rulesets = numpy.unique(tables["rulesets"][:, 1]).tolist()
    return Tables(**tables, concepts=_some(OF_RULESETS, rulesets))


def _some(name: str, pks: Collection[int]) -> Table:
    ordered = sorted(pks)
    chunks = (ordered[start : start + CHUNK] for start in range(0, len(ordered), CHUNK))
    nothing = numpy.empty((0, WIDTHS[name]), dtype=numpy.int32)
    return numpy.concatenate([nothing, *(_table(name, chunk) for chunk in chunks)])


def _table(name: str, pks: Collection[int] | None) -> Table:
    key, rows = READERS[name]()
    if pks is not None:
        rows = rows.filter(**{f"{key}__in": pks})
    found: Iterator[tuple[int, ...]] = rows.order_by().iterator(chunk_size=FETCHED)
    first = next(found, ())
    width = len(first) or WIDTHS[name]
    numbers = numpy.fromiter(chain.from_iterable(chain([first], found)), dtype=numpy.int64)
    short = not len(numbers) or max(numbers.max(), -numbers.min()) < 2**31
    return numbers.reshape(-1, width).astype(numpy.int32 if short else numpy.int64)


Reader = tuple[str, QuerySet[Any, Any]]


def _records() -> Reader:
    """Id, game, number of the type, first and last year, confidence."""
    types = [When(type=name, then=Value(number)) for number, name in enumerate(TYPE_ORDER)]
    rows = Evidence.objects.values_list(
        "pk",
        "game_id",
        Case(*types, default=Value(NO_TYPE), output_field=IntegerField()),
        Coalesce("year_from", Value(FIRST_YEAR)),
        Coalesce("year_to", Value(LAST_YEAR)),
        Coalesce("confidence", Value(NOT_JUDGED)),
    )
    return "pk", rows


def _points() -> Reader:
    """Id, latitude and longitude in microdegrees."""
    rows = Place.objects.filter(lat_u__isnull=False)
    return "evidence", rows.values_list("evidence_id", "lat_u", "lon_u")


def _areas() -> Reader:
    """Id, region that is a place of the record, number of the certainty."""
    known = [When(certainty=name, then=Value(number)) for number, name in enumerate(CERTAINTIES)]
    rows = Place.objects.filter(region__isnull=False).values_list(
        "evidence_id", "region_id", Case(*known, output_field=IntegerField())
    )
    return "evidence", rows.distinct()


def _regions() -> Reader:
    """Id, region that the record lies in."""
    rows = Evidence.regions.through.objects.all()
    return "evidence", rows.values_list("evidence_id", "region_id")


def _rulesets() -> Reader:
    return "evidence", RulesetLink.objects.values_list("evidence_id", "ruleset_id")


def _sources() -> Reader:
    """Id, source, once for each that the record rests on."""
    return "evidence", Citation.objects.values_list("evidence_id", "source_id").distinct()


def _terms() -> Reader:
    rows = Evidence.terms.through.objects.all()
    return "evidence", rows.values_list("evidence_id", "term_id")


def _concepts() -> Reader:
    """Ruleset, concept."""
    return "ruleset", RulesetConcept.objects.values_list("ruleset_id", "concept_id")


OF_RULESETS = "concepts"
READERS = {
    "records": _records,
    "points": _points,
    "areas": _areas,
    "regions": _regions,
    "rulesets": _rulesets,
    "sources": _sources,
    "terms": _terms,
    "concepts": _concepts,
}
WIDTHS = {"records": 6, "points": 3, "areas": 3} | dict.fromkeys(
    ("regions", "rulesets", "sources", "terms", "concepts"), 2
)
