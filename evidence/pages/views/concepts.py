"""Concepts of rules in time and space: what each means, which rulesets have it, where and when."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from config.embeds import embeddable
from evidence.models import ClauseCitation, Phrase, RulesetLink
from evidence.pages.views.kept import kept
from evidence.pages.views.shared import Listed, named_regions, query_map, query_timeline, twins
from evidence.search import Query, Results, search
from evidence.search.snapshot import Snapshot
from evidence.search.snapshot.current import current_snapshot
from evidence.search.snapshot.found import both
from evidence.vocabulary import BORNE_OUT, Relation
from games.models import Clause, Concept, Ruleset, RulesetConcept

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN_RECORDS = 20
SHOWN_LINKS = 5  # records of a ruleset
LAST = {90: 100}  # the highest band of confidence ends there, not at 99
STATUS = Clause.Status
PROPOSED = "proposed"
STANDINGS: dict[str, tuple[StrOrPromise, StrOrPromise]] = {
    STATUS.ATTESTED: (_("Attested"), _("A cited source states it.")),
    STATUS.DISPUTED: (
        _("Disputed"), _("How the sources are to be read is disputed, or they differ."),
    ),
    STATUS.INFERRED: (
        _("Only inferred"), _("No source states it, but it follows from what sources state."),
    ),
    STATUS.BORROWED: (
        _("Borrowed"), _("No source of the game states it; it comes from another game."),
    ),
    PROPOSED: (
        _("Proposed by scholars"),
        _("A modern reconstruction or suggestion has it. That attests nothing of what was played."),
    ),
}  # fmt: skip


OfRuleset = tuple[RulesetConcept, list[Clause], int]


@dataclass(frozen=True)
class Standing:
    """The rulesets that have a concept this surely, and the number of records that do.

    With each ruleset stand its clauses that have it so surely, and how many records more are
    linked with it than are shown.
    """

    status: str
    label: StrOrPromise
    about: StrOrPromise
    links: list[OfRuleset]
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
@kept
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
    links: dict[str, list[OfRuleset]] = {status: [] for status in STANDINGS}
    for link in found:
        more = snapshot.total("rulesets", link.ruleset_id) - SHOWN_LINKS
        for status, clauses in _by_status(link, own).items():
            links[status].append((link, clauses, more))
    records: dict[str, int] = {
        STATUS.ATTESTED: numbers.attested - numbers.doubted,
        STATUS.DISPUTED: numbers.disputed,
    }
    return [
        Standing(
            status, *STANDINGS[status], shown,
            records[status] if status in records else _unattested(snapshot, concept, shown),
        )
        for status, shown in links.items()
        if shown
    ]  # fmt: skip


def _by_status(link: RulesetConcept, own: set[int]) -> dict[str, list[Clause]]:
    """The clauses of a ruleset that have it, by how surely; what no clause says is inferred."""
    found: dict[str, list[Clause]] = {}
    for clause in link.clauses.all():
        found.setdefault(_status(link, clause, own), []).append(clause)
    silent = PROPOSED if link.ruleset.kind in Ruleset.PROPOSED else STATUS.INFERRED
    return found or {silent: []}


def _status(link: RulesetConcept, clause: Clause, own: set[int]) -> str:
    """One that is borne out by a record is attested, if it is not disputed."""
    if clause.pk in own:
        return STATUS.DISPUTED if clause.status == STATUS.DISPUTED else STATUS.ATTESTED
    return PROPOSED if link.ruleset.kind in Ruleset.PROPOSED else clause.status


def _unattested(snapshot: Snapshot, concept: Concept, links: list[OfRuleset]) -> int:
    """How many records that do not attest it have it by these rulesets."""
    rulesets = snapshot.links["rulesets"].any_of([link.ruleset_id for link, _, _ in links])
    return both(snapshot.links["inferred"].any_of([concept.pk]), rulesets).count


def _borne_out(clauses: Collection[int]) -> set[int]:
    """The clauses that records bear out; a proposal's own record only those that are attested.

    A scholar's clauses are attested by himself alone.
    """
    proposing = RulesetLink.objects.filter(
        relation=Relation.DESCRIBES,
        ruleset__kind__in=Ruleset.PROPOSED,
        ruleset=OuterRef("clause__ruleset"),
        evidence=OuterRef("evidence"),
    )
    attested = Q(clause__status=STATUS.ATTESTED) & ~Q(clause__ruleset__kind=Ruleset.Kind.SCHOLARLY)
    return {
        clause
        for told in _bearing_out(clauses)
        for clause in told.filter(~Exists(proposing) | attested).values_list("clause", flat=True)
    }


def _bearing_out(clauses: Collection[int] | QuerySet[Clause]) -> list[QuerySet[Any]]:
    """The phrases and the citations of records that speak for some clauses."""
    told = {"clause__in": clauses, "relation__in": BORNE_OUT, "evidence__isnull": False}
    return [model._default_manager.filter(**told) for model in (Phrase, ClauseCitation)]


def _links(concept: Concept) -> list[RulesetConcept]:
    """Its rulesets, each with the clauses that have it and the first records linked with it.

    Those come first whose own words speak for it.
    """
    clauses = Clause.objects.filter(concepts__concept=concept)
    phrases, citations = (
        Exists(told.filter(evidence=OuterRef("evidence"), clause__ruleset=OuterRef("ruleset")))
        for told in _bearing_out(clauses)
    )
    records = (
        RulesetLink.objects.select_related("evidence__game")
        .prefetch_related(named_regions("evidence__places__region"))
        .annotate(told=phrases | citations)
        .order_by("-told", "evidence__year_from", "pk")
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
