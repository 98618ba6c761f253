"""How a ruleset was read: each passage beside the parts of clauses that it bears on, and the gaps.

`manage.py coverage` prints it, the ruleset's page shows it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, prefetch_related_objects

from evidence.models import Claim, ClauseCitation, ClausePart, Passage
from evidence.vocabulary import BORNE_OUT
from games.models import Clause, Ruleset

CLAIMS = (
    "clauses__parts__claims__citation__source",
    "clauses__parts__claims__citation__evidence",
)
SOON = 10  # years after which a work is a report of what its record is evidence of


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
class Paraphrase:
    """A part whose clause is itself the paraphrase of a place that it cites."""

    clause: Any
    part: ClausePart
    citation: ClauseCitation

    @property
    def voice(self) -> str:
        """The witness where the cited work is of the time that its record is evidence of."""
        record, written = self.citation.evidence, self.citation.source.year
        if record is None or record.year_to is None:
            return Passage.Voice.REPORT
        late = written is not None and written > record.year_to + SOON
        return Passage.Voice.REPORT if late else Passage.Voice.WITNESS


@dataclass(frozen=True)
class Reading:
    """The passages of a ruleset in order, and its parts that have none.

    `paraphrases` are those of the parts without a passage whose clause retells a place that it
    cites.
    """

    sentences: list[Sentence]
    unsupported: list[Unsupported]
    paraphrases: list[Paraphrase]

    @property
    def unread(self) -> list[Sentence]:
        """Passages marked as bearing on rules that no part here uses."""
        return [each for each in self.sentences if not each.is_read]

    @property
    def unfounded(self) -> list[Unsupported]:
        """Attested parts with neither a passage nor a cited place that their clause retells."""
        told = {each.part for each in self.paraphrases}
        parts = [each for each in self.unsupported if each.part not in told]
        return [each for each in parts if each.part.status == Clause.Status.ATTESTED]


def read(ruleset: Ruleset) -> Reading:
    """The reading of a ruleset, in a fixed number of queries."""
    prefetch_related_objects([ruleset], *CLAIMS)
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
    return Reading(sentences, unsupported, list(_paraphrases(unsupported)))


def _paraphrases(parts: Iterable[Unsupported]) -> Iterator[Paraphrase]:
    for each in parts:
        cited = [claim.citation for claim in each.part.claims.all() if claim.attests]
        place = next((row for row in cited if row and (row.locator or row.evidence)), None)
        if place is not None:
            yield Paraphrase(each.clause, each.part, place)


def _passages(ruleset: Ruleset, used: Iterable[int]) -> Iterable[Passage]:
    """Those of the records that describe the ruleset, and others that claims rest on."""
    links = ruleset.evidence_links.filter(relation__in=BORNE_OUT)
    rows = Passage.objects.filter(Q(evidence__in=links.values("evidence")) | Q(pk__in=list(used)))
    rows = rows.select_related("evidence__game", "source", "original")
    return rows.order_by("evidence__identifier", "number")
