"""Work out the statuses of clauses from the claims about their parts.

A clause whose parts nobody has entered has a single one, `derived` from its own status, reason and
citations, and follows them. One with entered parts has the status of the weakest of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
        _settle(clauses)


def settle_all(using: str = "default", **_rest: Any) -> None:
    """Derive the parts of all clauses that have none yet: those of older databases and archives."""
    if using != "default" or Claim._meta.db_table not in connection.introspection.table_names():
        return
    lacking = Clause.objects.filter(parts=None).prefetch_related("parts__claims", "citations")
    with transaction.atomic():
        _settle(lacking.order_by("pk"))


def _settle(clauses: Iterable[Any]) -> None:
    """Of clauses that are read with their citations, parts and claims."""
    derived = []
    for clause in clauses:
        if parts := entered(clause):
            _follow(clause, parts)
            continue
        citations = sorted(clause.citations.all(), key=lambda row: row.pk)
        wanted = list(derived_claims(clause, citations))
        if not _is_derived(clause, wanted):
            derived.append((clause, wanted))
    _derive(derived)


def _follow(clause: Any, parts: list[ClausePart]) -> None:
    """Give a clause the status of the weakest of its entered parts."""
    clause.parts.filter(derived=True).delete()
    status = weakest(status_of(part.claims.all()) for part in parts)
    if status != clause.status:
        clause.status = status
        clause.save(update_fields=["status"])


def _is_derived(clause: Any, wanted: Iterable[Claim]) -> bool:
    """Whether its one part makes these claims already."""
    texts = [(part.text, _values(part.claims.all())) for part in clause.parts.all()]
    return texts == [(clause.text, _values(wanted))]


def _derive(wanted: Sequence[tuple[Clause, list[Claim]]]) -> None:
    """Give each of these clauses one part with its claims, instead of those that it has."""
    gone = [part.pk for clause, _claims in wanted for part in clause.parts.all()]
    ClausePart.objects.filter(pk__in=gone).delete()
    new = [ClausePart(clause=clause, text=clause.text, derived=True) for clause, _claims in wanted]
    for part, (_clause, claims) in zip(ClausePart.objects.bulk_create(new), wanted, strict=True):
        for position, claim in enumerate(claims):
            claim.part, claim.position = part, position
    Claim.objects.bulk_create(claim for _clause, claims in wanted for claim in claims)


def _values(claims: Iterable[Claim]) -> list[tuple[Any, ...]]:
    return [tuple(getattr(each, name) for name in COMPARED) for each in claims]
