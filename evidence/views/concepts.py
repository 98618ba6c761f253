"""Concepts of rules in time and space: what each means, which rulesets have it, where and when."""

from __future__ import annotations

from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from config.embeds import embeddable
from evidence.models import RulesetLink
from evidence.search import Query, Results, search
from evidence.snapshot.current import counted
from evidence.views.kept import kept
from evidence.views.shared import Listed, query_map, query_timeline, twins
from games.models import Clause, Concept, RulesetConcept

SHOWN_RECORDS = 20
LAST = {90: 100}  # the highest band of confidence ends there, not at 99


@kept
def concepts(request: HttpRequest) -> HttpResponse:
    """Every concept with its meaning, and how many rulesets and records have it."""
    rows = Concept.objects.annotate(playable=Count("links")).order_by("name")
    found = counted(rows, "concepts")
    groups = {
        "shown": [row for row in found if row.playable],
        "unshown": [row for row in found if not row.playable],
    }
    return render(request, "evidence/concepts.html", groups)


@embeddable
def concept(request: HttpRequest, slug: str) -> HttpResponse:
    """One concept: the rulesets and clauses that have it, and the evidence for those rulesets."""
    found = get_object_or_404(Concept, slug=slug)
    query = Query(concepts=(slug,), ordering="year_from")
    results = search(query)
    context = {
        "concept": found,
        "links": _links(found),
        "results": results,
        "bands": _bands(results),
        "records": Listed(results)[:SHOWN_RECORDS],
        "map": query_map(results, results),
        "timeline": query_timeline(results, results),
        "twins": twins("evidence/", query.params()),
    }
    return render(request, "evidence/concept.html", context)


def _links(concept: Concept) -> list[RulesetConcept]:
    """Its rulesets, each with the clauses that have it and the records that it rests on."""
    evidence = RulesetLink.objects.select_related("evidence__game").order_by(
        "evidence__year_from", "pk"
    )
    links = concept.links.select_related("ruleset__game").order_by("ruleset__name")
    return list(
        links.prefetch_related(
            Prefetch("clauses", Clause.objects.order_by("position")),
            Prefetch("ruleset__evidence_links", evidence),
            "ruleset__evidence_links__evidence__places__region",
        )
    )


def _bands(results: Results) -> list[tuple[str, int]]:
    """How many records have which confidence, the surest first; "" where nobody has judged it."""
    bands = results.facets["confidence"]
    known = sorted((int(band) for band in bands if band), reverse=True)
    told = [(f"{band} – {LAST.get(band, band + 9)}", bands[str(band)]) for band in known]
    return told + ([("", bands[""])] if "" in bands else [])
