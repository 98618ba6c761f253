"""Work out the statuses of clauses from the claims about their parts.

A clause whose parts nobody has entered has a single one, `derived` from its own status, reason and
citations, and follows them. One with entered parts has the status of the weakest of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import connection, transaction
from django.dispatch import receiver

from evidence.models import Claim, ClausePart
from evidence.models.claims import status_of
from evidence.vocabulary import BORNE_OUT, Relation
from games.models import Clause, Ruleset
from games.stored_concepts import clauses_stored

Stance, Voice, Status = Claim.Stance, Claim.Voice, Clause.Status
DOUBTFUL = Claim.Certainty.DOUBTFUL
# From the strongest to the weakest: a dispute in one part is not hidden by the others.
STRENGTH = (Status.ATTESTED, Status.INFERRED, Status.BORROWED, Status.DISPUTED)
COMPARED = ("stance", "voice", "citation_id", "certainty", "reason")


def weakest(statuses: Iterable[str]) -> str:
    """The status of a clause with parts of these; it has at least one."""
    return max(statuses, key=STRENGTH.index)


def entered(clause: Any) -> list[ClausePart]:
    """The parts of a clause that were entered, rather than derived."""
    return [part for part in clause.parts.all() if not part.derived]


def derived_claims(clause: Any, citations: Iterable[Any]) -> Iterator[Claim]:
    """What a clause's status, reason and citations say, as claims of its one part."""
    status, reason, stances = clause.status, clause.reason, set()
    voice = Voice.RULESET if status == Status.BORROWED else Voice.WITNESS
    for row in citations:
        stance = _stance(row.relation, status)
        stances.add(stance)
        # The status was judged with the contradiction in view.
        outweighed = stance == Stance.CONTRADICTS and status != Status.DISPUTED
        yield Claim(
            stance=stance, voice=voice, citation=row, certainty=DOUBTFUL if outweighed else ""
        )
    if status == Status.ATTESTED:
        if Stance.STATES not in stances:
            yield Claim(stance=Stance.STATES, voice=Voice.WITNESS)
        if reason:
            yield Claim(stance=Stance.LEAVES_OPEN, voice=Voice.CURATOR, reason=reason)
    elif status == Status.BORROWED:
        yield Claim(stance=Stance.STATES, voice=Voice.RULESET, reason=reason)
    elif status == Status.INFERRED:
        yield Claim(stance=Stance.IMPLIES, voice=Voice.CURATOR, reason=reason)
    elif status == Status.DISPUTED:
        if Stance.STATES not in stances:
            yield Claim(stance=Stance.IMPLIES, voice=Voice.CURATOR)
        yield Claim(stance=Stance.CONTRADICTS, voice=Voice.CURATOR, reason=reason)


def _stance(relation: str, status: str) -> Claim.Stance:
    if relation == Relation.CONTRADICTS:
        return Stance.CONTRADICTS
    if relation not in BORNE_OUT:
        return Stance.LEAVES_OPEN
    return Stance.IMPLIES if status == Status.INFERRED else Stance.STATES


@receiver(clauses_stored)
def settle(ruleset: Ruleset, **_rest: Any) -> None:
    """Derive parts anew where none were entered; where some were, work out the status."""
    clauses = ruleset.clauses.prefetch_related("parts__claims", "citations")
    with transaction.atomic():
        for clause in clauses:
            _settle(clause)


def settle_all(using: str = "default", **_rest: Any) -> None:
    """Derive the parts of all clauses that have none yet: those of older databases and archives."""
    if using != "default" or Claim._meta.db_table not in connection.introspection.table_names():
        return
    lacking = Clause.objects.filter(parts=None).prefetch_related("parts__claims", "citations")
    with transaction.atomic():
        for clause in lacking.order_by("pk"):
            _settle(clause)


def _settle(clause: Any) -> None:
    parts = entered(clause)
    if not parts:
        _derive(clause)
        return
    clause.parts.filter(derived=True).delete()
    status = weakest(status_of(part.claims.all()) for part in parts)
    if status != clause.status:
        clause.status = status
        clause.save(update_fields=["status"])


def _derive(clause: Any) -> None:
    wanted = list(derived_claims(clause, sorted(clause.citations.all(), key=lambda row: row.pk)))
    parts = list(clause.parts.all())
    if len(parts) == 1 and parts[0].text == clause.text and _same(parts[0].claims.all(), wanted):
        return
    clause.parts.all().delete()
    part = ClausePart.objects.create(clause=clause, text=clause.text, derived=True)
    for position, claim in enumerate(wanted):
        claim.part, claim.position = part, position
    Claim.objects.bulk_create(wanted)


def _same(stored: Iterable[Claim], wanted: Iterable[Claim]) -> bool:
    return _values(stored) == _values(wanted)


def _values(claims: Iterable[Claim]) -> list[tuple[Any, ...]]:
    return [tuple(getattr(each, name) for name in COMPARED) for each in claims]
