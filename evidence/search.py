"""Search: one query object in, records, exact counts and facets out.

`Query.from_params(request.GET)` reads what is asked, `search(query)` answers it. Every figure is
exact; what a filter leaves out because it has no date or no place is counted, never hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy

from evidence.search_facets import FACETS, Facet, Facets, century
from evidence.search_query import PARAMETERS, Choice, Query
from evidence.search_rows import Matcher
from evidence.search_values import Box, QueryError
from evidence.snapshot import Snapshot, current_snapshot
from evidence.snapshot.found import Found

__all__ = [
    "FACETS", "PARAMETERS", "Box", "Choice", "Query", "QueryError", "Results", "century", "search",
]  # fmt: skip

CHUNK = 1000


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

    def pks(self, first: int = 0, most: int | None = None) -> list[int]:
        """The ids of the matching records, newest first: `most` of them from the `first` on."""
        numbers = self.found.numbers
        end = max(0, len(numbers) - first)
        start = 0 if most is None else max(0, end - most)
        newest_last: list[int] = self.snapshot.pks[numbers[start:end]].tolist()
        return newest_last[::-1]

    def position(self, pk: int) -> int:
        """How many matching records are newer than that with an id, which need not match."""
        numbers = self.found.numbers
        number = numpy.searchsorted(self.snapshot.pks, pk, side="right")
        return len(numbers) - int(numpy.searchsorted(numbers, number))

    def chunks(self, size: int = CHUNK) -> Iterator[list[int]]:
        """The ids of all matching records, newest first, so many at a time."""
        for first in range(0, self.count, size):
            yield self.pks(first, size)

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
