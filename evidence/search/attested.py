"""Which records attest other concepts than before when rules, clauses or citations change.

`evidence.search.snapshot.concepts` says when a record attests one. Phrases and links with rulesets
are stored with their records, which are indexed then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_delete, post_save, pre_delete, pre_save
from django.dispatch import receiver

from evidence.models import ClauseCitation, Phrase, RulesetLink
from evidence.search.versions import MOST_PKS, note_change
from evidence.vocabulary import Relation
from games.models import Clause, Ruleset
from games.stored_concepts import concepts_changed

CITED = ("evidence_id", "clause_id", "relation")
BEFORE = "_before"  # what a row was, while it is saved or deleted


@receiver(concepts_changed)
def _concepts_changed(ruleset: Ruleset, **_rest: Any) -> None:
    note_change(_told_by(ruleset.pk, ruleset.clauses.all()))


@receiver(pre_save, sender=Ruleset)
def _ruleset_saving(instance: Ruleset, **_rest: Any) -> None:
    _keep(instance, "kind")


@receiver(post_save, sender=Ruleset)
def _ruleset_saved(instance: Ruleset, **_rest: Any) -> None:
    if vars(instance).pop(BEFORE) not in (None, (instance.kind,)):
        note_change(_told_by(instance.pk, instance.clauses.all()))


@receiver(pre_save, sender=Clause)
def _clause_saving(instance: Clause, **_rest: Any) -> None:
    _keep(instance, "status")


@receiver(post_save, sender=Clause)
def _clause_saved(instance: Clause, **_rest: Any) -> None:
    if vars(instance).pop(BEFORE) not in (None, (instance.status,)):
        note_change(_told_by(instance.ruleset_id, [instance]))


@receiver(pre_delete, sender=Clause)
def _clause_going(instance: Clause, **_rest: Any) -> None:
    setattr(instance, BEFORE, _told_by(instance.ruleset_id, [instance]))


@receiver(post_delete, sender=Clause)
def _clause_deleted(instance: Clause, **_rest: Any) -> None:
    note_change(vars(instance).pop(BEFORE))


@receiver(pre_save, sender=ClauseCitation)
def _citation_saving(instance: ClauseCitation, **_rest: Any) -> None:
    _keep(instance, *CITED)


@receiver(post_save, sender=ClauseCitation)
def _citation_saved(instance: ClauseCitation, **_rest: Any) -> None:
    before = vars(instance).pop(BEFORE)
    now = tuple(getattr(instance, name) for name in CITED)
    if before != now:
        _note(now[0], before[0] if before else None)


@receiver(post_delete, sender=ClauseCitation)
def _citation_deleted(instance: ClauseCitation, **_rest: Any) -> None:
    _note(instance.evidence_id)


def _keep(instance: Model, *names: str) -> None:
    before = None
    if instance.pk is not None:
        rows = type(instance)._default_manager.filter(pk=instance.pk)
        before = rows.values_list(*names).first()
    setattr(instance, BEFORE, before)


def _note(*pks: int | None) -> None:
    if known := {pk for pk in pks if pk is not None}:
        note_change(known)


def _told_by(ruleset: int, clauses: Iterable[Clause]) -> set[int] | None:
    """The records that describe a ruleset, or speak of some clauses; None for too many."""
    told = [
        RulesetLink.objects.filter(ruleset=ruleset, relation=Relation.DESCRIBES),
        Phrase.objects.filter(clause__in=clauses),
        ClauseCitation.objects.filter(clause__in=clauses, evidence__isnull=False),
    ]
    pks: set[int] = set()
    for rows in told:
        pks.update(rows.order_by().values_list("evidence_id", flat=True)[: MOST_PKS + 1])
    return None if len(pks) > MOST_PKS else pks
