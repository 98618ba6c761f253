"""The list of evidence, with its filters, map and timeline."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode

from evidence.models import Evidence
from evidence.pages.views.filters import (
    address,
    described,
    filters,
    orderings,
    read_query,
    refused,
    split_known,
)
from evidence.pages.views.filters_said import set_filters
from evidence.pages.views.kept import kept
from evidence.pages.views.named import named
from evidence.pages.views.shared import Listed, of_any_date, query_map, query_timeline, twins
from evidence.pages.views.walking import SEARCH
from evidence.search import QueryError, Results, search
from evidence.search.polities import all_polities
from evidence.search.relevance import snippets

PER_PAGE = 50
BAD_REQUEST = 400


@kept
def explore(request: HttpRequest) -> HttpResponse:
    """The list; a query that cannot be followed gives the form with the error, status 400."""
    params, ignored = split_known(request.GET)
    try:
        query = read_query(params)
    except QueryError as error:
        context = {"filters": refused(params, error), "ignored": ignored}
        return _page(request, context, BAD_REQUEST)
    results = search(query)
    any_date = of_any_date(results)
    page: Page[Evidence] = Paginator(Listed(results), PER_PAGE).get_page(params.get("page"))
    form = filters(params, results)
    context = {
        "filters": form,
        "set_filters": set_filters(form),
        "ignored": ignored,
        "results": results,
        "query": query,
        "described": described(query),
        "orderings": orderings(query),
        "named": named(query.q),
        "snippets": snippets(query.q, page.object_list) if query.q else {},
        "page": page,
        "walk_query": f"?{urlencode({SEARCH: address(query)[1:]})}" if address(query) else "",
        "page_query": f"{address(query)[1:]}&" if address(query) else "",
        "twins": twins("evidence/", query.params()),
        "timeline": query_timeline(results, any_date),
        "map": query_map(results, any_date),
        "has_polities": bool(all_polities()),
        **_unknown(results),
    }
    return _page(request, context)


def _unknown(results: Results) -> dict[str, Any]:
    """Records of which the date or the place is not known: how many, and the ways to them."""
    query = results.query
    return {
        "undated": results.counts.count("century").get("", 0),
        "include_undated": address(replace(query, undated="include")),
        "include_open": address(replace(query, open_ends=None)) or "?",
        "only_undated": address(replace(query, undated="only")),
        "include_unlocated": address(replace(query, unlocated="include")),
        "only_unlocated": address(replace(query, unlocated="only")),
        "anywhere": address(replace(query, box=None)) or "?",
        "not_drawn": address(replace(query, polygon=())) or "?",
        "any_year": address(replace(query, year_from=None, year_to=None, open_ends=None)) or "?",
    }


def _page(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, "evidence/explore.html", context, status=status)
