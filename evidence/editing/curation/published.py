"""Published records withdrawn and brought back, as versions of their history."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from evidence.editing.curation.contents import as_draft, taken
from evidence.editing.curation.life import check_last
from evidence.editing.curation.models import Withdrawal
from evidence.editing.curation.rights import Person
from evidence.editing.curation.stating import bring_back
from evidence.editing.workflow.refusals import Refusal, allow, needed
from evidence.history import note_before, revision, versions_together
from evidence.models import Claim, ClauseCitation, Evidence, Passage, RecordVersion
from evidence.sources import StoreError
from evidence.storing import store
from people.matrix import Right
from people.rights import may


@transaction.atomic
def withdraw(identifier: str, *, number: int, person: Person, why: str) -> RecordVersion:
    """Take a record out of what is published; its versions stay, its address says why."""
    record = _record(identifier, person)
    why = needed(why)
    note_before(record)
    check_last(identifier, number)
    citations = ClauseCitation.objects.filter(evidence=record).values_list("pk", flat=True)
    claims = Claim.objects.filter(passage__evidence=record).values_list("pk", "passage__number")
    kept = {
        "added_by_id": record.added_by_id,
        "added_at": record.added_at,
        "checked_by_id": record.checked_by_id,
        "checked_at": record.checked_at,
        "clause_citations": list(citations),
        "claims": list(map(list, claims)),
    }
    # There is one already where an import has brought back what was withdrawn.
    Withdrawal.objects.update_or_create(identifier=identifier, defaults=kept)
    with revision(why, person):
        record.delete()
    return RecordVersion.objects.filter(identifier=identifier).order_by("-number")[0]


@transaction.atomic
def restore(
    identifier: str, version: int, *, number: int, person: Person, why: str
) -> RecordVersion:
    """Make a version of a record the published one again, as a new version.

    `number` is that of the last version, as the person has seen it.
    """
    allow(may(person, Right.WITHDRAW))
    why = needed(why)
    record = Evidence.objects.select_for_update().filter(identifier=identifier).first()
    if record:
        note_before(record)
    wanted = RecordVersion.objects.filter(identifier=identifier, number=version).first()
    if wanted is None or wanted.content is None:
        raise Refusal(
            "state", [_("There is no version %(number)d to restore.") % {"number": version}]
        )
    check_last(identifier, number)
    if faults := taken(identifier, wanted.content):
        raise Refusal("missing", faults)
    try:
        with revision(why, person), versions_together():
            draft = as_draft(identifier, wanted.content)
            store(draft, user=None, whole=True)
            bring_back(identifier, draft)
    except StoreError as error:
        raise Refusal("missing", [str(error)]) from error
    except IntegrityError as error:
        raise Refusal("outdated", [_("Someone else has just published the record.")]) from error
    if record is None:
        _give_back(identifier)
    return RecordVersion.objects.filter(identifier=identifier).order_by("-number")[0]


def _give_back(identifier: str) -> None:
    """What a withdrawn record had beside its content."""
    kept = Withdrawal.objects.filter(identifier=identifier).first()
    if kept is None:
        return
    records = Evidence.objects.filter(identifier=identifier)
    records.update(
        added_by=kept.added_by_id,
        added_at=kept.added_at,
        checked_by=kept.checked_by_id,
        checked_at=kept.checked_at,
    )
    citations = ClauseCitation.objects.filter(pk__in=kept.clause_citations, evidence=None)
    citations.update(evidence=records.get())
    for pk, number in kept.claims:
        passage = Passage.objects.filter(evidence__in=records, number=number).first()
        Claim.objects.filter(pk=pk, passage=None).update(passage=passage)
    kept.delete()


def _record(identifier: str, person: Person) -> Evidence:
    allow(may(person, Right.WITHDRAW))
    record = Evidence.objects.select_for_update().filter(identifier=identifier).first()
    if record is None:
        raise Refusal(
            "state", [_("There is no published record “%(name)s”.") % {"name": identifier}]
        )
    return record
