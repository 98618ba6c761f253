"""The versions of a record, as pages show them; it is withdrawn and brought back as one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from evidence.editing.curation.checked import note_checked
from evidence.editing.curation.contents import as_draft
from evidence.editing.curation.elsewhere import taken
from evidence.editing.curation.life import check_last, last_version, noted
from evidence.editing.curation.models import Withdrawal
from evidence.editing.curation.rights import Person
from evidence.editing.curation.ruleset_models import RulesetVersion
from evidence.editing.curation.stating import bring_back
from evidence.editing.curation.telling import differing
from evidence.editing.workflow.refusals import Refusal, allow, needed
from evidence.history import RENAMED, revision, unnoted, versions_together
from evidence.models import Claim, ClauseCitation, Evidence, Passage, RecordVersion, Revision
from evidence.sources import StoreError
from evidence.storing import store
from people.matrix import Right
from people.rights import may

Version = TypeVar("Version", RecordVersion, RulesetVersion)
# What the withdrawal of a record keeps of it.
KEPT = ("added_by_id", "added_at", "checked_by_id", "checked_at")


def versions_of(identifier: str) -> list[RecordVersion]:
    """All versions, the first one first; what is not noted yet of a record is its last one."""
    rows = RecordVersion.objects.filter(identifier=identifier).select_related(
        "revision__by", "revision__reviewed_by"
    )
    found = list(rows.order_by("number"))
    record = Evidence.objects.filter(identifier=identifier).first()
    if record and (lacking := unnoted(record)):
        number, content = lacking
        act = Revision(at=timezone.now(), why=RENAMED)
        if not found:
            act = Revision(at=record.changed_at, by=record.added_by)
        found.append(RecordVersion(number=number, content=content, revision=act))
    return found


def version_of(versions: Iterable[Version], number: int) -> Version | None:
    """The version of a record or a ruleset that has that number."""
    return next((each for each in versions if each.number == number), None)


def last_said(versions: Sequence[RecordVersion]) -> RecordVersion:
    """The last version that has a content."""
    return next(each for each in reversed(versions) if each.content is not None)


def changed_fields(old: RecordVersion | None, new: RecordVersion) -> list[str]:
    """The names of the fields that differ."""
    before, after = (each.content if each and each.content else {} for each in (old, new))
    return differing(before, after)


@transaction.atomic
def withdraw(identifier: str, *, number: int, person: Person, why: str) -> RecordVersion:
    """Take a record out of what is published; its versions stay, its address says why."""
    allow(may(person, Right.WITHDRAW))
    why = needed(why)
    noted(identifier)
    check_last(identifier, number)
    record = Evidence.objects.get(identifier=identifier)
    citations = ClauseCitation.objects.filter(evidence=record).values_list("pk", flat=True)
    claims = Claim.objects.filter(passage__evidence=record).values_list("pk", "passage__number")
    kept = {name: getattr(record, name) for name in KEPT}
    kept |= {"clause_citations": list(citations), "claims": list(map(list, claims))}
    # There is one already where an import has brought back what was withdrawn.
    Withdrawal.objects.update_or_create(identifier=identifier, defaults=kept)
    with revision(why, person):
        record.delete()
    return RecordVersion.objects.filter(identifier=identifier).latest("number")


@transaction.atomic
def restore(
    identifier: str, version: int, *, number: int, person: Person, why: str
) -> RecordVersion:
    """Make a version of a record the published one again, as a new version.

    `number` is that of the last version, as the person has seen it.
    """
    allow(may(person, Right.WITHDRAW))
    why = needed(why)
    last = last_version(identifier)
    wanted = RecordVersion.objects.filter(identifier=identifier, number=version).first()
    if wanted is None or wanted.content is None:
        said = _("There is no version %(number)d to restore.")
        raise Refusal("state", [said % {"number": version}])
    check_last(identifier, number)
    if faults := list(taken(identifier, wanted.content)):
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
    if last and last.content is None:
        _give_back(identifier)
    note_checked(identifier, wanted.revision.reviewed_by, wanted.revision.at)
    return RecordVersion.objects.filter(identifier=identifier).latest("number")


def _give_back(identifier: str) -> None:
    """What a withdrawn record had beside its content."""
    kept = Withdrawal.objects.filter(identifier=identifier).first()
    if kept is None:
        return
    records = Evidence.objects.filter(identifier=identifier)
    records.update(**{name: getattr(kept, name) for name in KEPT})
    citations = ClauseCitation.objects.filter(pk__in=kept.clause_citations, evidence=None)
    citations.update(evidence=records.get())
    for pk, number in kept.claims:
        passage = Passage.objects.filter(evidence__in=records, number=number).first()
        Claim.objects.filter(pk=pk, passage=None).update(passage=passage)
    kept.delete()
