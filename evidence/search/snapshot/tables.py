"""The corpus as plain columns of numbers, read from either database, whole or for some records.

Each table is an array of integers, as short as they fit, whose first column is the record's id.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import numpy
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from numpy.typing import NDArray

from evidence.models import Citation, ClauseCitation, Evidence, Phrase, Place, RulesetLink
from evidence.search.aspects import aspects_read
from evidence.search.mentions import LABELS as MENTIONED
from evidence.search.mentions import numbered
from evidence.search.whole import FETCHED, Statement, answer, statement_of
from evidence.vocabulary import BORNE_OUT, TYPE_ORDER, Certainty, Relation
from games.models import Clause, Ruleset, RulesetConcept

Table = NDArray[numpy.integer[Any]]

# Bounds of a date that are not known, beyond all years that can be asked for; what is not rated.
FIRST_YEAR, LAST_YEAR = -2_000_000_000, 2_000_000_000
NOT_JUDGED = -1
NO_TYPE = -1
CERTAINTIES: tuple[str, ...] = tuple(Certainty.values)  # by number
# How surely rules have a concept, by number: others, and what no clause says, are inferred.
# Of rules that somebody proposes, those that an old text may bear out stand apart: clauses attested
# (but a scholar's are attested by himself alone) or disputed.
STANDINGS = 6
ATTESTED, DISPUTED, INFERRED, PROPOSED, PROPOSED_ATTESTED, PROPOSED_DISPUTED = range(STANDINGS)
STATUSES = {Clause.Status.ATTESTED: ATTESTED, Clause.Status.DISPUTED: DISPUTED}
NO_CLAUSE = 0

CHUNK = 500  # records asked for by id at a time: below every limit of variables


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
    described: Table
    phrases: Table
    cited: Table
    concepts: Table
    aspects: Table
    museum: Table
    person: Table
    language: Table
    identified_by: Table


def read_tables() -> Tables:
    """The whole corpus."""
    return Tables(**{name: _table(name, None) for name in (*READERS, *MENTIONED)})


def tables_of(pks: Collection[int]) -> Tables:
    """The same of some records alone, as they are now, and the concepts of their rulesets."""
    tables = {name: _some(name, pks) for name in (*READERS, *MENTIONED) if name != OF_RULESETS}
    told = [tables[name][:, 1] for name in ("described", "phrases", "cited")]
    rulesets = numpy.unique(numpy.concatenate(told)).tolist()
    return Tables(**tables, concepts=_some(OF_RULESETS, rulesets))


def _some(name: str, pks: Collection[int]) -> Table:
    ordered = sorted(pks)
    chunks = (ordered[start : start + CHUNK] for start in range(0, len(ordered), CHUNK))
    nothing = numpy.empty((0, WIDTHS[name]), dtype=numpy.int32)
    return numpy.concatenate([nothing, *(_table(name, chunk) for chunk in chunks)])


def _table(name: str, pks: Collection[int] | None) -> Table:
    found = _found(name, pks)
    first = next(found, ())
    width = len(first) or WIDTHS[name]
    numbers = numpy.fromiter(chain.from_iterable(chain([first], found)), dtype=numpy.int64)
    short = not len(numbers) or max(numbers.max(), -numbers.min()) < 2**31
    return numbers.reshape(-1, width).astype(numpy.int32 if short else numpy.int64)


def _found(name: str, pks: Collection[int] | None) -> Iterator[tuple[int, ...]]:
    if name in MENTIONED:
        return numbered(name, pks)
    if pks is None:
        return chain.from_iterable(answer(*each) for each in _of_all(name))
    return chain.from_iterable(_rows(*each, pks) for each in READERS[name]())


def _rows(key: str, rows: QuerySet[Any, Any], pks: Collection[int]) -> Iterator[tuple[int, ...]]:
    return rows.filter(**{f"{key}__in": pks}).order_by().iterator(chunk_size=FETCHED)


@cache
def _of_all(name: str) -> list[Statement]:
    return [statement_of(rows) for _key, rows in READERS[name]()]


Reader = tuple[str, QuerySet[Any, Any]]


def _one(read: Callable[[], Reader]) -> Callable[[], list[Reader]]:
    return lambda: [read()]


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


def _described() -> Reader:
    """Id, ruleset that it describes."""
    rows = RulesetLink.objects.filter(relation=Relation.DESCRIBES)
    return "evidence", rows.values_list("evidence_id", "ruleset_id")


def _phrases() -> Reader:
    return "evidence", _said(Phrase.objects.all())


def _cited() -> Reader:
    return "evidence", _said(ClauseCitation.objects.filter(evidence__isnull=False))


def _said(rows: QuerySet[Any]) -> QuerySet[Any, Any]:
    """Id, ruleset, clause of it that the record speaks of, 1 where it bears it out, else 0."""
    borne = Case(When(relation__in=BORNE_OUT, then=1), default=0, output_field=IntegerField())
    return rows.values_list("evidence_id", "clause__ruleset_id", "clause_id", borne)


def _concepts() -> Reader:
    """Ruleset, concept, clause that it comes from or `NO_CLAUSE`, number of its standing."""
    known = [When(clauses__status=name, then=number) for name, number in STATUSES.items()]
    proposed = Q(ruleset__kind__in=Ruleset.PROPOSED)
    attested = Q(clauses__status=Clause.Status.ATTESTED) & ~Q(ruleset__kind=Ruleset.Kind.SCHOLARLY)
    of_proposals = [
        When(proposed & attested, then=PROPOSED_ATTESTED),
        When(proposed & Q(clauses__status=Clause.Status.DISPUTED), then=PROPOSED_DISPUTED),
        When(proposed, then=PROPOSED),
    ]
    standing = Case(*of_proposals, *known, default=INFERRED, output_field=IntegerField())
    clause = Coalesce("clauses", Value(NO_CLAUSE))
    return "ruleset", RulesetConcept.objects.values_list(
        "ruleset_id", "concept_id", clause, standing
    )


OF_RULESETS = "concepts"
READERS: dict[str, Callable[[], list[Reader]]] = {
    "records": _one(_records),
    "points": _one(_points),
    "areas": _one(_areas),
    "regions": _one(_regions),
    "rulesets": _one(_rulesets),
    "sources": _one(_sources),
    "terms": _one(_terms),
    "described": _one(_described),
    "phrases": _one(_phrases),
    "cited": _one(_cited),
    "concepts": _one(_concepts),
    "aspects": aspects_read,
}
WIDTHS = {
    "records": 6, "points": 3, "areas": 3, "phrases": 4, "cited": 4, "concepts": 4,
    **dict.fromkeys(("regions", "rulesets", "sources", "terms", "described", "aspects"), 2),
    **dict.fromkeys(MENTIONED, 2),
}  # fmt: skip
