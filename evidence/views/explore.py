"""The list of evidence, with its filters, map and timeline."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from evidence.maps import MOST_RECORDS, map_data
from evidence.models import Evidence
from evidence.search import QueryError, search
from evidence.views.filters import address, described, filters, read_query, refused
from evidence.views.shared import Listed, query_timeline, twins

PER_PAGE = 50
BAD_REQUEST = 400


def explore(request: HttpRequest) -> HttpResponse:
    """The list; a query that cannot be followed gives the form with the error, status 400."""
    try:
        query = read_query(request.GET)
    except QueryError as error:
        return _page(request, {"filters": refused(request.GET, error)}, BAD_REQUEST)
    results = search(query)
    page: Page[Evidence] = Paginator(Listed(results), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "filters": filters(request.GET, results),
        "results": results,
        "query": query,
        "described": described(query),
        "page": page,
        "page_query": f"{address(query)[1:]}&" if address(query) else "",
        "twins": twins("evidence/", query.params()),
        "timeline": query_timeline(query),
        "map_data": map_data(results.pks(0, MOST_RECORDS), results.count),
        "include_undated": address(replace(query, undated="include")),
        "include_unlocated": address(replace(query, unlocated="include")),
    }
    return _page(request, context)


def _page(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, "evidence/explore.html", context, status=status)
