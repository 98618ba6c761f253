"""Search: one query object in, records, exact counts and facets out.

`Query.from_params(request.GET)` reads what is asked, `search(query)` answers it. Every figure is
exact; what a filter leaves out because it has no date or no place is counted, never hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Count, F, QuerySet

from evidence.models import Evidence
from evidence.search_query import PARAMETERS, Choice, Query
from evidence.search_rows import matching
from evidence.search_values import Box, QueryError

__all__ = ["PARAMETERS", "Box", "Choice", "Query", "QueryError", "Results", "century", "search"]

Facet = dict[str, int]
OFFSET = 20_000  # centuries; more than the farthest year needs, so that division never meets a sign


@dataclass(frozen=True)
class Results:
    """The answer to a query; each part is asked of the database when it is first read."""

    query: Query

    @property
    def records(self) -> QuerySet[Evidence]:
        """The matching records, each once, newest first."""
        return matching(self.query)

    def pks(self, first: int = 0, most: int | None = None) -> list[int]:
        """The ids of the matching records, newest first: `most` of them from the `first` on."""
        last = None if most is None else first + most
        return list(self.records.values_list("pk", flat=True)[first:last])

    @cached_property
    def count(self) -> int:
        """How many records match."""
        return self.records.count()

    @cached_property
    def undated_left_out(self) -> int:
        """How many more would match if undated records were included."""
        if self.query.undated_choice != "exclude":
            return 0
        return matching(replace(self.query, undated="only")).count()

    @cached_property
    def unlocated_left_out(self) -> int:
        """How many more would match if records without a place on the map were included."""
        if self.query.unlocated_choice != "exclude":
            return 0
        return matching(replace(self.query, unlocated="only")).count()

    @cached_property
    def facets(self) -> dict[str, Facet]:
        """How many of the matching records have each type, game, region and century.

        Keys are the values that the parameters take (slugs), for centuries "12" or "-4" (4th
        century BCE); "" counts the records of which it is not known. A record is counted in each
        of its regions and in each century that its date touches, open ends as far as the
        centuries of the other matches go. Most frequent first, centuries in order.
        """
        types: Counter[str] = Counter()
        spans: Counter[tuple[int | None, int | None]] = Counter()
        for name, first, last, count in self._types_and_centuries():
            types[name] += count
            spans[first, last] += count
        return {
            "type": _sorted(types),
            "game": _sorted(Counter(dict(self._games()))),
            "region": _sorted(Counter(dict(self._regions()))),
            "century": _centuries(spans),
        }

    def _types_and_centuries(self) -> Iterable[tuple[str, int | None, int | None, int]]:
        rows = self.records.order_by().annotate(
            first=(F("year_from") - 1 + OFFSET * 100) / 100 - OFFSET,
            last=(F("year_to") - 1 + OFFSET * 100) / 100 - OFFSET,
        )
        return rows.values_list("type", "first", "last").annotate(Count("pk"))

    def _games(self) -> Iterable[tuple[str, int]]:
        return self.records.order_by().values_list("game__slug").annotate(Count("pk"))

    def _regions(self) -> Iterable[tuple[str, int]]:
        pairs = Evidence.regions.through.objects.filter(
            evidence__in=self.records.order_by().values("pk")
        )
        counts = dict(pairs.values_list("region__slug").annotate(Count("pk")))
        placeless = self.records.filter(regions=None).count()
        return (counts | {"": placeless} if placeless else counts).items()


def search(query: Query) -> Results:
    """Answer a query; nothing is read from the database before a part of the answer is."""
    return Results(query)


def century(year: int) -> int:
    """The century of an astronomical year: 12 for 1140, -4 (4th century BCE) for -331, no 0."""
    number = (year - 1) // 100
    return number + 1 if number >= 0 else number


def _sorted(counts: Counter[str]) -> Facet:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _centuries(spans: Counter[tuple[int | None, int | None]]) -> Facet:
    """Spread spans of centuries (floors, None is open; both None is undated) over a histogram."""
    ends = [end for span in spans for end in span if end is not None]
    if not ends:
        return {"": total} if (total := spans.total()) else {}
    counts: Counter[int] = Counter()
    for (first, last), count in spans.items():
        if first is None and last is None:
            continue
        begin = min(ends) if first is None else first
        end = max(ends) if last is None else last
        counts.update(dict.fromkeys(range(begin, end + 1), count))
    found = {str(century(100 * number + 1)): counts[number] for number in sorted(counts)}
    undated = spans[None, None]
    return found | {"": undated} if undated else found
