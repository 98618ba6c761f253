"""Proposals begun and saved; `evidence.editing.curation.steps` takes them through their review.

Each function does all of it or nothing, and raises `Refusal` alone. Whoever acts on a content
names its number: what somebody else has saved since is never written over, nor published unseen.
"""

from __future__ import annotations

from itertools import chain, count
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from evidence.editing.curation import rights
from evidence.editing.curation.contents import begun_from, read
from evidence.editing.curation.models import Deed, Proposal, ProposalEvent
from evidence.editing.curation.rights import Person
from evidence.editing.workflow.refusals import Refusal, allow, reason
from evidence.editing.workflow.steps import writable
from evidence.history import last_numbers, note_before, unnoted
from evidence.history.contents import Content
from evidence.models import Evidence, RecordVersion

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is taken for another
IDENTIFIER_LENGTH = 10


@transaction.atomic
def begin(
    person: Person,
    content: Any = None,
    *,
    record: str = "",
    base: int | None = None,
    why: str = "",
    wanted: str = "",
) -> Proposal:
    """A draft of a new record, or of a change of the published record of that identifier.

    `base` is the number of the version that the content was made from: the last, unless given.
    `wanted` is the identifier of a new record, if no other has it.
    """
    allow(rights.may_begin(person, new=not record))
    last, published = noted(record) if record else (None, {})
    if base is not None and not 1 <= base <= (last or 0):
        raise Refusal("state", [_("There is no version %(number)d.") % {"number": base}])
    content = begun_from(published) if content is None else read(content)
    proposal = Proposal.objects.create(
        identifier=record or _new_identifier(wanted),
        base=last if base is None else base,
        content=content,
        why=reason(why),
        author=person,
        saved_by=person,
        saved_at=timezone.now(),
    )
    note(proposal, Deed.BEGUN, person)
    return proposal


@transaction.atomic
def save(
    proposal: Proposal, content: Any, *, number: int, person: Person, why: str | None = None,
    base: int | None = None,
) -> Proposal:  # fmt: skip
    """Put a content in the place of that number.

    `base` is that of a newer version of its record, which the content joins with the proposal.
    """
    allow(rights.may_write(person, proposal))
    proposal = writable(proposal, number)
    if base is not None:
        _check_newer(proposal.identifier, base)
    before, wanted = proposal.content, read(content)
    why = proposal.why if why is None else reason(why)
    if base is None and (wanted, why) == (before, proposal.why):
        return proposal
    is_others, proposal.saved_by = person.pk != proposal.saved_by_id, person
    proposal.content, proposal.why, proposal.base = wanted, why, base or proposal.base
    proposal.number, proposal.saved_at = proposal.number + 1, timezone.now()
    proposal.save()
    if base or is_others:
        note(proposal, Deed.MERGED if base else Deed.EDITED, person, content=before)
    return proposal


def _check_newer(identifier: str, base: int) -> None:
    """Refuse a version that is not the last of a published record, which is locked from here on."""
    last = last_version(identifier)
    if last is None or last.content is None:
        said = _("The record has been withdrawn: it has to be published again first.")
        raise Refusal("state", [said])
    check_last(identifier, base)


def check_base(proposal: Proposal) -> None:
    """Refuse a proposal on an older version of its record, which is locked from here on."""
    last_version(proposal.identifier)
    check_last(proposal.identifier, proposal.base)


def check_last(identifier: str, number: int | None) -> None:
    """Refuse a number that is not that of a record's last version any more."""
    last = last_numbers([identifier]).get(identifier)
    if last != number:
        said = _("The record has changed since: its last version is %(last)s, not %(number)s.")
        raise Refusal("outdated", [said % {"last": last, "number": number}])


def is_outdated(proposal: Proposal) -> bool:
    """Whether the published record has changed since the proposal was begun, or what it shows."""
    identifier = proposal.identifier
    if not proposal.is_open or proposal.base != last_numbers([identifier]).get(identifier):
        return proposal.is_open
    record = Evidence.objects.filter(identifier=identifier).first()
    return record is not None and unnoted(record) is not None


def note(
    proposal: Proposal, deed: str, person: Person, why: str = "", content: Content | None = None
) -> None:
    """Note what was done with a proposal, and the content that was judged or written over."""
    ProposalEvent.objects.create(
        proposal=proposal, deed=deed, by=person, why=why, number=proposal.number, content=content
    )


def last_version(identifier: str) -> RecordVersion | None:
    """The last version, which says what the record says.

    The record is locked from here on: no other version comes between.
    """
    for record in Evidence.objects.select_for_update().filter(identifier=identifier):
        note_before(record)
    return RecordVersion.objects.filter(identifier=identifier).order_by("number").last()


def noted(identifier: str) -> tuple[int, Content]:
    """Number and content of the last version of a record that is published. Raises Refusal."""
    last = last_version(identifier)
    if last is None or last.content is None:
        said = _("There is no published record “%(name)s”.")
        raise Refusal("state", [said % {"name": identifier}])
    return last.number, last.content


def _new_identifier(wanted: str = "") -> str:
    """One that no record and no proposal has ever had."""
    made = (f"e-{get_random_string(IDENTIFIER_LENGTH, ALPHABET)}" for _each in count())
    taken = (Proposal.objects, RecordVersion.objects, Evidence.objects)
    return next(
        said
        for said in chain(filter(None, [wanted]), made)
        if not any(rows.filter(identifier=said).exists() for rows in taken)
    )
