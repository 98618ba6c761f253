"""How a ruleset was read: each passage beside the parts of clauses that it bears on, and the gaps.

`manage.py coverage` prints it, the ruleset's page shows it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, prefetch_related_objects

from evidence.models import Claim, ClausePart, Passage
from evidence.vocabulary import BORNE_OUT
from games.models import Ruleset


@dataclass(frozen=True)
class Bearing:
    """A claim that a passage gives rise to, and the clause and part that it is about."""

    clause: Any
    part: ClausePart
    claim: Claim


@dataclass(frozen=True)
class Sentence:
    """A passage and what it bears on here."""

    passage: Passage
    bearings: list[Bearing]

    @property
    def is_read(self) -> bool:
        """Whether it bears on a part, or is marked as stating no rule."""
        return bool(self.bearings) or self.passage.bearing == Passage.Bearing.NONE


@dataclass(frozen=True)
class Unsupported:
    """A part that no passage bears on."""

    clause: Any
    part: ClausePart


@dataclass(frozen=True)
class Reading:
    """The passages of a ruleset in order, and its parts that have none."""

    sentences: list[Sentence]
    unsupported: list[Unsupported]

    @property
    def unread(self) -> list[Sentence]:
        """Passages marked as bearing on rules that no part here uses."""
        return [each for each in self.sentences if not each.is_read]

    @property
    def unfounded(self) -> list[Unsupported]:
        """Attested parts without a passage."""
        return [each for each in self.unsupported if each.part.status == "attested"]


def read(ruleset: Ruleset) -> Reading:
    """The reading of a ruleset, in a fixed number of queries."""
    prefetch_related_objects([ruleset], "clauses__parts__claims")
    bearings: dict[int, list[Bearing]] = defaultdict(list)
    unsupported: list[Unsupported] = []
    for clause in ruleset.clauses.all():
        for part in clause.parts.all():
            claims = {claim: claim.passage_id for claim in part.claims.all()}
            if not any(claims.values()):
                unsupported.append(Unsupported(clause, part))
            for claim, passage in claims.items():
                if passage is not None:
                    bearings[passage].append(Bearing(clause, part, claim))
    sentences = [Sentence(row, bearings[row.pk]) for row in _passages(ruleset, bearings)]
    return Reading(sentences, unsupported)


def _passages(ruleset: Ruleset, used: Iterable[int]) -> Iterable[Passage]:
    """Those of the records that describe the ruleset, and others that claims rest on."""
    links = ruleset.evidence_links.filter(relation__in=BORNE_OUT)
    rows = Passage.objects.filter(Q(evidence__in=links.values("evidence")) | Q(pk__in=list(used)))
    rows = rows.select_related("evidence__game", "source", "original")
    return rows.order_by("evidence__identifier", "number")
