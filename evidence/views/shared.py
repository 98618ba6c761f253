"""What several pages need: lists, the timeline, the same content for machines."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.http import urlencode

from evidence.charts import Timeline, timeline
from evidence.models import Evidence
from evidence.search import Query, search
from evidence.views.filters import address


def in_lists(records: QuerySet[Evidence]) -> QuerySet[Evidence]:
    """The records with what a row of a list shows, in a fixed number of queries."""
    return (
        records.select_related("game").prefetch_related("places__region").defer("content", "rules")
    )


def query_timeline(query: Query) -> Timeline:
    """The timeline of a query's records of any date; each century narrows the query to itself."""
    any_date = replace(query, year_from=None, year_to=None, undated=None)
    records = Evidence.objects.filter(pk__in=search(any_date).records.order_by().values("pk"))
    spans = records.order_by().values_list("year_from", "year_to").annotate(Count("pk"))

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
