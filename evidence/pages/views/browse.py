"""Sources and regions, and the records that rest on them or lie in them."""

from __future__ import annotations

from dataclasses import replace

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from evidence.exporters.citing import cite_source
from evidence.models import Citation, Region, Source, SourceAlias
from evidence.pages.views.kept import kept
from evidence.pages.views.shared import (
    Listed,
    bounds_of,
    named_regions,
    query_map,
    query_timeline,
    references,
    twins,
)
from evidence.search import Query, search
from evidence.search.mentions import makers
from evidence.search.snapshot.current import counted
from evidence.search.values import MAX_TEXT
from evidence.sources.finding import letters, sources_with

PER_PAGE = 100
SHOWN_RECORDS = 20
KINDS_OF_REGIONS = {
    Region.Kind.CONTINENT: _("Continents"),
    Region.Kind.WORLD: _("World regions"),
    Region.Kind.HISTORICAL: _("Historical regions"),
    Region.Kind.CULTURAL: _("Regions of peoples"),
    Region.Kind.DRAWN: _("Drawn for places"),
}


@kept
def sources(request: HttpRequest) -> HttpResponse:
    """Every source, or those with some words or a first letter; how many records rest on each."""
    asked, letter = (request.GET.get(name, "").strip()[:MAX_TEXT] for name in ("q", "letter"))
    found = sources_with(asked)
    rows = found.filter(citation__istartswith=letter).defer("csl").order_by("citation")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    page.object_list = counted(page.object_list, "sources")
    query = {name: value for name, value in (("q", asked), ("letter", letter)) if value}
    context = {
        "page": page,
        "page_query": f"{urlencode(query)}&" if query else "",
        "asked": asked,
        "letter": letter,
        "letters": letters(found),
    }
    return render(request, "evidence/sources.html", context)


@kept
def source(request: HttpRequest, slug: str) -> HttpResponse:
    """A source with its records and where in it each of them rests."""
    found = Source.objects.filter(slug=slug).first()
    if found is None:
        return redirect(get_object_or_404(SourceAlias, slug=slug).source)
    citations = (
        Citation.objects.filter(source=found)
        .select_related("evidence__game")
        .prefetch_related(named_regions("evidence__places__region"))
        .order_by("evidence")
    )
    page = Paginator(citations, PER_PAGE).get_page(request.GET.get("page"))
    results = search(Query(sources=(slug,)))
    clauses = found.clause_citations.select_related("clause__ruleset")
    context = {
        "source": found,
        "page": page,
        "page_query": "",
        "results": results,
        "map": query_map(results, results),
        "timeline": query_timeline(results, results),
        "clause_citations": clauses,
        "cite": cite_source(found, timezone.localdate()),
        "references": references(f"sources/{slug}/"),
        "twins": twins(f"sources/{slug}/", [])[:1],
        "aliases": found.aliases.all(),
        "people": makers(found.csl),
    }
    return render(request, "evidence/source.html", context)


@kept
def regions(request: HttpRequest) -> HttpResponse:
    """The regions by kind, and how many records lie in each."""
    rows = Region.objects.defer("shape", "parent__shape").select_related("parent")
    groups: dict[str, list[Region]] = {kind.value: [] for kind in KINDS_OF_REGIONS}
    for row in counted(rows.order_by("name"), "regions"):
        groups[row.kind].append(row)
    named = [(name, groups[kind]) for kind, name in KINDS_OF_REGIONS.items() if groups[kind]]
    return render(request, "evidence/regions.html", {"groups": named})


@kept
def region(request: HttpRequest, slug: str) -> HttpResponse:
    """A region, its shape, and the newest of its records."""
    found = get_object_or_404(Region.objects.select_related("parent"), slug=slug)
    query = Query(region=slug)
    results = search(query)
    context = {
        "region": found,
        "results": results,
        "records": Listed(results)[:SHOWN_RECORDS],
        "map": replace(query_map(results, results), outline=slug, bounds=bounds_of(found)),
        "timeline": query_timeline(results, results),
        "children": found.children.order_by("name").only("name", "slug", "parent"),
        "twins": twins("evidence/", query.params()),
    }
    return render(request, "evidence/region.html", context)
