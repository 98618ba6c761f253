"""Concepts of rules in time and space: what each means, which rulesets have it, where and when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from config.embeds import embeddable
from evidence.models import ClauseCitation, Phrase, RulesetLink
from evidence.search import Query, Results, search
from evidence.snapshot import Snapshot
from evidence.snapshot.current import current_snapshot
from evidence.views.kept import kept
from evidence.views.shared import Listed, query_map, query_timeline, twins
from evidence.vocabulary import BORNE_OUT
from games.models import Clause, Concept, RulesetConcept

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN_RECORDS = 20
SHOWN_LINKS = 5  # records of a ruleset
LAST = {90: 100}  # the highest band of confidence ends there, not at 99
STATUS = Clause.Status
STANDINGS: dict[str, tuple[StrOrPromise, StrOrPromise]] = {
    STATUS.ATTESTED: (_("Attested"), _("Sources say so.")),
    STATUS.DISPUTED: (
        _("Disputed"), _("How the sources are to be read is disputed, or they differ."),
    ),
    STATUS.INFERRED: (
        _("Only inferred"),
        _("No source says so: the rules need it, and it was inferred or borrowed from elsewhere."),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Standing:
    """The rulesets that have a concept this surely, and the number of records that do.

    With each ruleset stands how many records more are linked with it than are shown.
    """

    status: str
    label: StrOrPromise
    about: StrOrPromise
    links: list[tuple[RulesetConcept, int]]
    records: int


@dataclass(frozen=True)
class Numbers:
    """How many records attest a concept, of how many it is disputed or inferred.

    `doubted` are those that attest it by a disputed clause alone: they are among the first two.
    """

    attested: int
    disputed: int
    inferred: int
    doubted: int = 0

    @property
    def unattested(self) -> int:
        """Records that do not attest it, though their rules have it."""
        return self.disputed - self.doubted + self.inferred


@kept
def concepts(request: HttpRequest) -> HttpResponse:
    """Every concept with its meaning, and how many rulesets and records have it."""
    snapshot = current_snapshot()
    rows = Concept.objects.annotate(playable=Count("links")).order_by("name")
    found = [(row, _totals(snapshot, row)) for row in rows]
    groups = {
        "shown": [each for each in found if each[0].playable],
        "unshown": [row for row, _numbers in found if not row.playable],
    }
    return render(request, "evidence/concepts.html", groups)


@embeddable
def concept(request: HttpRequest, slug: str) -> HttpResponse:
    """One concept: the rulesets and clauses that have it, how surely, and the records that do."""
    found = get_object_or_404(Concept, slug=slug)
    query = Query(concepts=(slug,), ordering="year_from")
    results = search(query)
    numbers = _numbers(found)
    context = {
        "concept": found,
        "numbers": numbers,
        "standings": _standings(found, numbers),
        "results": results,
        "bands": _bands(results),
        "records": Listed(results)[:SHOWN_RECORDS],
        "map": query_map(results, results),
        "timeline": query_timeline(results, results),
        "twins": twins("evidence/", query.params()),
    }
    return render(request, "evidence/concept.html", context)


def _totals(snapshot: Snapshot, concept: Concept) -> Numbers:
    return Numbers(*(snapshot.total(of, concept.pk) for of in ("concepts", "disputed", "inferred")))


def _numbers(concept: Concept) -> Numbers:
    snapshot = current_snapshot()
    attesting, disputed = (
        snapshot.links[of].any_of([concept.pk]).numbers for of in ("concepts", "disputed")
    )
    doubted = len(numpy.intersect1d(attesting, disputed, assume_unique=True))
    return replace(_totals(snapshot, concept), doubted=doubted)


def _standings(concept: Concept, numbers: Numbers) -> list[Standing]:
    """Its rulesets by how surely they have it, with the records that are linked with them."""
    snapshot, found = current_snapshot(), _links(concept)
    own = _borne_out([clause.pk for link in found for clause in link.clauses.all()])
    links: dict[str, list[tuple[RulesetConcept, int]]] = {status: [] for status in STANDINGS}
    for link in found:
        more = snapshot.total("rulesets", link.ruleset_id) - SHOWN_LINKS
        links[_status(link, own)].append((link, more))
    records = (numbers.attested - numbers.doubted, numbers.disputed, numbers.inferred)
    return [
        Standing(status, *STANDINGS[status], links[status], number)
        for status, number in zip(STANDINGS, records, strict=True)
        if links[status]
    ]


def _status(link: RulesetConcept, own: set[int]) -> str:
    """That of the surest clause; one that is not disputed and borne out by a record is attested."""
    disputed = STATUS.DISPUTED
    told = {
        STATUS.ATTESTED if clause.pk in own and clause.status != disputed else clause.status
        for clause in link.clauses.all()
    }
    return next((status for status in STANDINGS if status in told), STATUS.INFERRED)


def _borne_out(clauses: list[int]) -> set[int]:
    """The clauses that phrases or citations of records bear out."""
    told = {"clause__in": clauses, "relation__in": BORNE_OUT, "evidence__isnull": False}
    return {
        clause
        for model in (Phrase, ClauseCitation)
        for clause in model._default_manager.filter(**told).values_list("clause", flat=True)
    }


def _links(concept: Concept) -> list[RulesetConcept]:
    """Its rulesets, each with the clauses that have it and the first records linked with it."""
    records = (
        RulesetLink.objects.select_related("evidence__game")
        .prefetch_related("evidence__places__region")
        .order_by("evidence__year_from", "pk")
    )
    links = concept.links.select_related("ruleset__game").order_by("ruleset__name")
    return list(
        links.prefetch_related(
            Prefetch("clauses", Clause.objects.order_by("position")),
            Prefetch("ruleset__evidence_links", records[:SHOWN_LINKS], to_attr="first_links"),
        )
    )


def _bands(results: Results) -> list[tuple[str, int]]:
    """How many records have which confidence, the surest first; "" where nobody has judged it."""
    bands = results.facets["confidence"]
    known = sorted((int(band) for band in bands if band), reverse=True)
    told = [(f"{band}–{LAST.get(band, band + 9)}", bands[str(band)]) for band in known]
    return told + ([("", bands[""])] if "" in bands else [])
