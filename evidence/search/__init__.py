"""Search: one query object in, records, exact counts and facets out.

`Query.from_params(request.GET)` reads what is asked, `search(query)` answers it. Every figure is
exact; what a filter leaves out because it has no date or no place is counted, never hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy
from django.db.models import QuerySet

from evidence.models import Evidence
from evidence.search.facets import FACETS, Facet, Facets, century
from evidence.search.polities import Polity
from evidence.search.query import PARAMETERS, RELEVANCE, Choice, Query
from evidence.search.relevance import MOST_RANKED, ranks
from evidence.search.rows import Matcher
from evidence.search.snapshot import Snapshot
from evidence.search.snapshot.current import current_snapshot
from evidence.search.snapshot.found import Found, Numbers, both
from evidence.search.values import Box, QueryError

__all__ = [
    "FACETS", "PARAMETERS", "Box", "Choice", "Query", "QueryError", "Results", "century",
    "in_order", "search",
]  # fmt: skip

CHUNK = 1000
OLDEST = "added"
BY_AGE = (OLDEST, f"-{OLDEST}")


class Results:
    """The answer to a query, of one version of the corpus; each part is worked out when read."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.snapshot: Snapshot = current_snapshot()
        self._matcher = Matcher(self.snapshot, query)

    @cached_property
    def found(self) -> Found:
        """The matching records, as the snapshot numbers them."""
        return self._matcher.matching(self.query.undated_choice, self.query.unlocated_choice)

    @property
    def count(self) -> int:
        """How many records match."""
        return self.found.count

    @cached_property
    def ordered(self) -> Numbers:
        """The matching records in the order that is asked for, as the snapshot numbers them."""
        numbers = self.found.numbers
        if self.query.ordering == RELEVANCE:
            return self._by_relevance(numbers[::-1])
        if self.query.ordering in BY_AGE:
            return numbers if self.query.ordering == OLDEST else numbers[::-1]
        order, rank = self.snapshot.ordered(self.query.ordering)
        return numbers[rank[numbers].argsort()] if self.found.few else order[self.found.mask[order]]

    def _by_relevance(self, newest: Numbers) -> Numbers:
        """Those that fit the words best first, of those that fit alike the newest."""
        if not self.query.q or len(newest) > MOST_RANKED:
            return newest
        pks = self.snapshot.pks[newest].tolist()
        found = ranks(self.query.q, pks)
        scores = numpy.array([-found.get(pk, 0) for pk in pks], dtype=int)
        return newest[scores.argsort(kind="stable")]

    def pks(self, first: int = 0, most: int | None = None) -> list[int]:
        """The ids of the matching records in order: `most` of them from the `first` on."""
        last = None if most is None else first + most
        pks: list[int] = self.snapshot.pks[self.ordered[first:last]].tolist()
        return pks

    def listed(self, first: int, most: int) -> list[int]:
        """The same as `pks`, but what is only `possibly` of the years asked for stands last."""
        ids: list[int] = self.snapshot.pks[self._known_first[first : first + most]].tolist()
        return ids

    @cached_property
    def possibly(self) -> Found:
        """The matching records of the years asked for only if an end that is not known is."""
        return self._matcher.possibly(self.found)

    @cached_property
    def open_left_out(self) -> int:
        """How many more would match if unknown ends were taken to reach as far as they may."""
        if self.query.open_ends != "exclude" or not self.query.asks_years:
            return 0
        return search(replace(self.query, open_ends=None)).count - self.count

    def is_possibly(self, pk: int) -> bool:
        """Whether the record with this id, which matches, does so only `possibly`."""
        if not self.possibly.count:
            return False
        return bool(self.possibly.mask[numpy.searchsorted(self.snapshot.pks, pk)])

    @cached_property
    def _known_first(self) -> Numbers:
        if not self.possibly.count:
            return self.ordered
        later = self.possibly.mask[self.ordered]
        return numpy.concatenate([self.ordered[~later], self.ordered[later]])

    def around(self, pk: int) -> tuple[int, int]:
        """How many matching records come before that with an id, and how many with it included.

        It need not match. Raises LookupError for a record that is gone, save where records stand
        in the order of their ids.
        """
        pks, numbers = self.snapshot.pks, self.found.numbers
        number = int(numpy.searchsorted(pks, pk))
        here = int(number < len(pks) and pks[number] == pk)
        if self.query.ordering in BY_AGE:
            older, upto = numpy.searchsorted(numbers, [number, number + here]).tolist()
            newest_first = (self.count - upto, self.count - older)
            return (older, upto) if self.query.ordering == OLDEST else newest_first
        if not here:
            raise LookupError(pk)
        _order, rank = self.snapshot.ordered(self.query.ordering)
        before = int(numpy.count_nonzero(rank[numbers] < rank[number]))
        return before, before + int(numpy.isin(number, numbers))

    def beside(self, pk: int) -> tuple[int | None, int | None, int]:
        """The ids of the records before and after one in the list, and its place, from 1 on.

        Raises LookupError for one that does not match.
        """
        pks, listed = self.snapshot.pks, self._known_first
        places = numpy.flatnonzero(pks[listed] == pk)
        if not len(places):
            raise LookupError(pk)
        at = int(places[0])
        before = int(pks[listed[at - 1]]) if at else None
        after = int(pks[listed[at + 1]]) if at + 1 < len(listed) else None
        return before, after, at + 1

    def chunks(self, size: int = CHUNK) -> Iterator[list[int]]:
        """The ids of all matching records in order, so many at a time."""
        for first in range(0, self.count, size):
            yield self.pks(first, size)

    def count_in(self, polities: Iterable[Polity]) -> int:
        """How many of the matching records are in the land of any of these, while it was there."""
        return both(self.found, self._matcher.in_polities(polities)).count

    @cached_property
    def undated_left_out(self) -> int:
        """How many more would match if undated records were included."""
        if self.query.undated_choice != "exclude":
            return 0
        return self._matcher.matching("only", self.query.unlocated_choice).count

    @cached_property
    def unlocated_left_out(self) -> int:
        """How many more would match if records without a place on the map were included."""
        if self.query.unlocated_choice != "exclude":
            return 0
        return self._matcher.matching(self.query.undated_choice, "only").count

    @cached_property
    def counts(self) -> Facets:
        """Facets one by one, and the spans of centuries for a timeline."""
        return Facets(self.snapshot, self.found)

    @cached_property
    def facets(self) -> dict[str, Facet]:
        """All facets by name."""
        return {name: self.counts.count(name) for name in FACETS}


def search(query: Query) -> Results:
    """Answer a query."""
    return Results(query)


def in_order(pks: Sequence[int], rows: QuerySet[Evidence]) -> list[Evidence]:
    """The records with these ids in their order, with what `rows` brings along."""
    found = {record.pk: record for record in rows.filter(pk__in=pks).order_by()}
    return [found[pk] for pk in pks if pk in found]
