"""Rulesets near to a record that leads to none, and how each record leads to a board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef

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
    ids = _nearest(record)
    found = Ruleset.objects.defer("text").in_bulk(ids)
    return [found[pk] for pk in ids]


def _nearest(record: Evidence) -> list[int]:
    shared = Evidence.regions.through._default_manager.filter(
        evidence=OuterRef("evidence"), region__in=[region.pk for region in record.regions.all()]
    )
    links = RulesetLink.objects.filter(
        relation__in=BORNE_OUT, evidence__game__category=record.game.category
    )
    rows = links.exclude(evidence=record).values_list(
        ~Exists(shared), "evidence__year_from", "ruleset__name", "ruleset"
    )
    near = sorted((apart, _years(record.year_from, year), *rest) for apart, year, *rest in rows)
    return list(dict.fromkeys(pk for *_rest, pk in near))[:MOST]


def _years(one: int | None, other: int | None) -> int:
    return FAR if one is None or other is None else abs(one - other)


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
