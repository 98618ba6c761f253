"""Relations that hold nothing are not asked for, and nothing else is otherwise."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.databases.held import prefetch_held
from evidence.models import Evidence
from tests.pages.conftest import make_cast

pytestmark = pytest.mark.django_db
LOOKUPS = (
    "places__region",
    "citations__source",
    "terms",
    "quotations",
    "persons",
    "pictures__marks",
)


def rows(record: Evidence) -> list[object]:
    """All that was read with a record."""
    return [
        record.identifier,
        [(each.name, each.region) for each in record.places.all()],
        [(each.source, each.locator) for each in record.citations.all()],
        list(record.terms.all()),
        list(record.quotations.all()),
        list(record.persons.all()),
        list(record.pictures.all()),
    ]


def test_what_is_read_is_what_prefetching_reads() -> None:
    make_cast()
    records = Evidence.objects.order_by("pk")
    usual = list(map(rows, records.prefetch_related(*LOOKUPS)))
    for some in (records, records.filter(identifier="bare-record"), records.none()):
        found = prefetch_held(some, *LOOKUPS)
        with CaptureQueriesContext(connection) as asked:
            told = list(map(rows, found))
        assert told == [each for each in usual if each[0] in {one.identifier for one in found}]
        assert not asked.captured_queries


def test_only_relations_that_hold_something_are_asked_for() -> None:
    make_cast()
    for name, asked in (("bare-record", 2), ("lost-letter", 2), ("round-chess", 5)):
        with CaptureQueriesContext(connection) as queries:
            (record,) = prefetch_held(Evidence.objects.filter(identifier=name), *LOOKUPS)
        assert len(queries) == asked, name
        assert record.places.count() == len(record.places.all())
