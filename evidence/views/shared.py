"""What several pages need: lists, the timeline, the same content for machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import overload

from django.urls import reverse
from django.utils.http import urlencode

from evidence.charts import Timeline, timeline
from evidence.exporters.formats import REFERENCES
from evidence.models import Evidence
from evidence.search import Query, Results, in_order, search
from evidence.views.filters import address


class Listed(Sequence[Evidence]):
    """The records of a search as a page of a list shows them, newest first, cut as a list is."""

    def __init__(self, results: Results) -> None:
        self.results = results

    def __len__(self) -> int:
        return self.results.count

    @overload
    def __getitem__(self, part: int) -> Evidence: ...

    @overload
    def __getitem__(self, part: slice) -> list[Evidence]: ...

    def __getitem__(self, part: int | slice) -> Evidence | list[Evidence]:
        if isinstance(part, int):
            return self[part : part + 1][0]
        first = part.start or 0
        pks = self.results.pks(first, part.stop - first)
        records = Evidence.objects.select_related("game").prefetch_related("places__region")
        return in_order(pks, records.defer("content", "rules"))


def query_timeline(query: Query) -> Timeline:
    """The timeline of a query's records of any date; each century narrows the query to itself."""
    any_date = replace(query, year_from=None, year_to=None, undated=None)
    spans = search(any_date).counts.spans()

    def link(first: int | None, last: int) -> str:
        return reverse("evidence") + address(replace(any_date, year_from=first, year_to=last))

    return timeline(spans, link, (query.year_from, query.year_to))


def twins(path: str, params: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same content for machines: (media type, address) below the API's root."""
    root = reverse("api:root")
    json = urlencode(params)
    geojson = urlencode([*params, ("format", "geojson")])
    return [
        ("application/json", f"{root}{path}?{json}".rstrip("?")),
        ("application/geo+json", f"{root}{path}?{geojson}"),
    ]


def references(path: str) -> list[tuple[str, str]]:
    """Reference files below an address of the API: (format, address)."""
    root = reverse("api:root")
    return [
        (label, f"{root}{path}references/?format={name}")
        for name, (label, _about) in REFERENCES.items()
    ]
