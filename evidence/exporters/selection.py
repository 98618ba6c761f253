"""What is to be exported: the records of a query, read in chunks.

A million records pass in constant memory: every chunk is read in a fixed number of queries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import Max, QuerySet
from django.urls import reverse

from evidence.bulk import PASSING, page_cache
from evidence.models import Evidence
from evidence.search import Query, Results, search

CHUNK = 600
DENSE = 3  # of so many ids in a span at least one is asked for: reading the span costs less


class Reading:
    """The rows of a query for one chunk of ids after another; its SQL is worked out once.

    For columns that need no conversion by Django: whole numbers and texts.
    """

    def __init__(self, rows: QuerySet[Any, tuple[Any, ...]], field: str) -> None:
        self._rows, self._field = rows, field
        between = rows.filter(**{f"{field}__gte": 0, f"{field}__lte": 1})
        self._sql, given = between.query.sql_with_params()
        if given != (0, 1):
            raise TypeError(f"the rows may have no parameter but the ids: {given}")

    def __call__(self, ids: list[int]) -> Iterable[tuple[Any, ...]]:
        """The rows of these ids and, where they lie close together, of others between them."""
        least, most = min(ids), max(ids)
        if most - least >= DENSE * len(ids):
            return self._rows.filter(**{f"{self._field}__in": ids})
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [least, most])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows


@dataclass(frozen=True)
class Counts:
    """How many records there are, and how many more but for want of a date or a place."""

    count: int
    undated_left_out: int = 0
    unlocated_left_out: int = 0


@dataclass(frozen=True)
class Selection:
    """The records of a query; `site` is where addresses begin, as in https://example.org.

    All records at once are read by their primary key alone, so that they need no snapshot of the
    corpus in memory.
    """

    query: Query
    site: str = ""
    quotations: bool = True

    @cached_property
    def results(self) -> Results:
        """The answer to the query."""
        return search(self.query)

    @cached_property
    def counts(self) -> Counts:
        """The exact counts."""
        if self.is_whole:
            with page_cache(PASSING):
                return Counts(Evidence.objects.count())
        found = self.results
        return Counts(found.count, found.undated_left_out, found.unlocated_left_out)

    @cached_property
    def prefix(self) -> str:
        """What stands before a record's identifier and a slash in the address of its page."""
        return self.site + reverse("evidence")

    def address(self, identifier: str) -> str:
        """The address of a record's page."""
        return f"{self.prefix}{identifier}/"

    def chunks(self, size: int = CHUNK) -> Iterator[list[int]]:
        """The ids of the records, newest first; what is added while they are read is not there.

        There may be ids among them that no record has.
        """
        with page_cache(PASSING):
            yield from self._by_key(size) if self.is_whole else self.results.chunks(size)

    def records(self, rows: QuerySet[Evidence], size: int = 500) -> Iterator[Evidence]:
        """The records, newest first, with what `rows` brings along."""
        for ids in self.chunks(size):
            found = rows.in_bulk(ids)
            yield from (found[pk] for pk in ids if pk in found)

    @property
    def is_whole(self) -> bool:
        """Whether these are all records."""
        return self.query == Query()

    def _by_key(self, size: int) -> Iterator[list[int]]:
        """Spans of ids, whether or not each has a record: none is read here, and then forwards."""
        newest = Evidence.objects.aggregate(newest=Max("pk"))["newest"]
        while newest is not None:
            below = newest - size
            yield list(range(newest, below, -1))
            earlier = Evidence.objects.filter(pk__lte=below)
            newest = earlier.aggregate(newest=Max("pk"))["newest"]
