"""Records that contradict each other."""

from __future__ import annotations

import numpy
from django.db.models import Min
from numpy.typing import NDArray

from evidence.models import ClauseCitation, RulesetLink
from evidence.quality.records import ID, YEAR_FROM, YEAR_TO
from evidence.quality.rows import Rows, rows_of
from evidence.search.snapshot.current import current_snapshot
from evidence.search.snapshot.tables import FIRST_YEAR, LAST_YEAR
from evidence.vocabulary import BORNE_OUT, Relation

FAR = 200  # years from all others of a ruleset
ENOUGH = 3  # others, to say what is usual


def on_rulesets() -> Rows:
    """Record that contradicts a ruleset, the ruleset, the first record that speaks for it."""
    against = RulesetLink.objects.filter(
        relation=Relation.CONTRADICTS, ruleset__evidence_links__relation__in=BORNE_OUT
    )
    pairs = against.order_by().values_list("evidence_id", "ruleset_id")
    return rows_of(pairs.annotate(other=Min("ruleset__evidence_links__evidence_id")), 3)


def on_clauses() -> Rows:
    """Clause, source that contradicts it, first source that speaks for it."""
    against = ClauseCitation.objects.filter(
        relation=Relation.CONTRADICTS, clause__citations__relation__in=BORNE_OUT
    )
    pairs = against.order_by().values_list("clause_id", "source_id")
    return rows_of(pairs.annotate(other=Min("clause__citations__source_id")), 3)


def out_of_time() -> Rows:
    """Record, and the ruleset whose other records are all far from it in time."""
    links = RulesetLink.objects.filter(relation__in=BORNE_OUT).order_by("ruleset_id", "evidence_id")
    pairs = numpy.array(list(links.values_list("ruleset_id", "evidence_id"))).reshape(-1, 2)
    records = current_snapshot().records
    records = records[numpy.isin(records[:, ID], pairs[:, 1])]
    dated = records[(records[:, YEAR_FROM] > FIRST_YEAR) & (records[:, YEAR_TO] < LAST_YEAR)]
    found = []
    for ruleset in numpy.unique(pairs[:, 0]).tolist():
        group = dated[numpy.isin(dated[:, ID], pairs[pairs[:, 0] == ruleset, 1])]
        found += [(record, ruleset) for record in group[_far(group), ID].tolist()]
    return rows_of(found, 2)


def _far(group: NDArray[numpy.integer]) -> NDArray[numpy.bool_]:
    """Which records neither overlap with any other nor come near one."""
    first, last = group[:, YEAR_FROM], group[:, YEAR_TO]
    later = len(group) - numpy.searchsorted(numpy.sort(first), last + FAR, side="right")
    earlier = numpy.searchsorted(numpy.sort(last), first - FAR)
    alone: NDArray[numpy.bool_] = later + earlier == len(group) - 1
    return alone & (len(group) > ENOUGH)
