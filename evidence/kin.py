"""Rulesets near to a record that leads to none, and how each record leads to a board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from evidence.models import Evidence, RulesetLink
from evidence.vocabulary import BORNE_OUT, RulesetRelation, Sureness
from games.models import Ruleset

MOST = 3
FAR = 10_000  # years between two dates of which one is not known


def kin_of(record: Evidence) -> list[Ruleset]:
    """At most three rulesets of the same game or, failing that, of games of its kind.

    Those of its kind are of records that share a region with it, then of the nearest date: what a
    reader may compare, not what the record attests.
    """
    own = list(record.game.rulesets.defer("text").order_by("name")[:MOST])
    if own or not record.game.category:
        return own
    regions = {region.pk for region in record.regions.all()}
    links = RulesetLink.objects.filter(
        relation__in=BORNE_OUT, evidence__game__category=record.game.category
    ).exclude(evidence=record)
    found = links.select_related("ruleset", "evidence").defer("ruleset__text")
    near = sorted(
        found.prefetch_related("evidence__regions"),
        key=lambda link: (
            regions.isdisjoint(region.pk for region in link.evidence.regions.all()),
            _years_between(record, link.evidence),
            link.ruleset.name,
        ),
    )
    return list({link.ruleset_id: link.ruleset for link in near}.values())[:MOST]


def _years_between(one: Evidence, other: Evidence) -> int:
    if one.year_from is None or other.year_from is None:
        return FAR
    return abs(one.year_from - other.year_from)


@dataclass
class Leading:
    """How many records lead to a board, by the strongest kind of their links; and the others."""

    kinds: Counter[str] = field(default_factory=Counter)
    without: list[Evidence] = field(default_factory=list)

    @property
    def unexplained(self) -> list[Evidence]:
        """The records that lead to no board and do not say why."""
        return [record for record in self.without if not record.no_ruleset]


def leading() -> Leading:
    """All stored records, each counted once; those without in the order of their identifiers."""
    found = Leading()
    for record in Evidence.objects.order_by("identifier").prefetch_related("ruleset_links"):
        kinds = {
            link.relation
            for link in record.ruleset_links.all()
            if link.certainty != Sureness.REJECTED
        }
        strongest = next((kind for kind in RulesetRelation.values if kind in kinds), None)
        if strongest is None:
            found.without.append(record)
        else:
            found.kinds[strongest] += 1
    return found
