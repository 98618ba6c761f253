"""The life of a proposal: draft, in review, accepted, declined or taken back.

One function for each step. Each checks who asks, in which state the proposal is and what the step
needs, does all of it or nothing, and raises `Refusal` alone. Whoever acts on a content names its
number: what somebody else has saved since is never written over, nor published unseen.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from curation import rights
from curation.areas import store_areas
from curation.contents import as_draft, begun_from, missing, read, taken
from curation.models import Deed, Proposal, ProposalEvent, State
from curation.rights import Person
from evidence.contents import Content
from evidence.history import last_numbers, note_before, revision, unnoted
from evidence.models import Evidence, RecordVersion
from evidence.sources import StoreError
from evidence.store import store
from people.matrix import Right
from workflow.refusals import Refusal, allow, needed, reason

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
    last, published = _published(record) if record else (None, {})
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
    _note(proposal, Deed.BEGUN, person)
    return proposal


@transaction.atomic
def save(
    proposal: Proposal, content: Any, *, number: int, person: Person, why: str | None = None
) -> Proposal:
    """Put a content in the place of that number."""
    proposal = _locked(proposal)
    allow(rights.may_write(person, proposal))
    only = _("Only a draft or a proposal in review can be changed.")
    _in_state(proposal, only, State.DRAFT, State.REVIEW)
    _current(proposal, number)
    wanted = read(content)
    why = proposal.why if why is None else reason(why)
    if (wanted, why) == (proposal.content, proposal.why):
        return proposal
    before, by = proposal.content, proposal.saved_by_id
    _write(proposal, wanted, person)
    proposal.why = why
    proposal.save()
    if person.pk != by:
        _note(proposal, Deed.EDITED, person, content=before)
    return proposal


@transaction.atomic
def bring_up(
    proposal: Proposal, content: Any, *, number: int, base: int, person: Person,
    why: str | None = None,
) -> Proposal:  # fmt: skip
    """Base a proposal on a newer version of its record, with the content that joins the two."""
    proposal = _locked(proposal)
    allow(rights.may_write(person, proposal))
    only = _("Only a draft or a proposal in review can be changed.")
    _in_state(proposal, only, State.DRAFT, State.REVIEW)
    _current(proposal, number)
    last, published = _noted(proposal.identifier)
    if published is None:
        said = _("The record has been withdrawn: it has to be published again first.")
        raise Refusal("state", [said])
    if base != last:
        raise _outdated(_("The published record has changed again."))
    before = proposal.content
    _write(proposal, read(content), person)
    proposal.base = base
    proposal.why = proposal.why if why is None else reason(why)
    proposal.save()
    _note(proposal, Deed.MERGED, person, content=before)
    return proposal


@transaction.atomic
def send(proposal: Proposal, *, number: int, person: Person, why: str = "") -> Proposal:
    """Send a draft to review."""
    proposal = _locked(proposal)
    allow(rights.may_write(person, proposal))
    _in_state(proposal, _("Only a draft can be sent to review."), State.DRAFT)
    _current(proposal, number)
    return _step(proposal, State.REVIEW, Deed.SENT, person, why, content=proposal.content)


@transaction.atomic
def assign(proposal: Proposal, reviewer: Person, *, person: Person) -> Proposal:
    """Give a proposal to a reviewer, or to nobody in particular."""
    proposal = _locked(proposal)
    allow(rights.may_judge(person, proposal))
    _in_state(proposal, _("Only a proposal in review can be assigned."), State.REVIEW)
    if reviewer is not None and not rights.may_judge(reviewer, proposal):
        raise Refusal("state", [_("%(who)s may not review this.") % {"who": reviewer}])
    proposal.reviewer = reviewer
    return _step(proposal, State.REVIEW, Deed.ASSIGNED, person, str(reviewer or ""))


@transaction.atomic
def send_back(proposal: Proposal, *, person: Person, why: str) -> Proposal:
    """Make a draft of a proposal again, for its author to change."""
    proposal = _locked(proposal)
    allow(rights.may_judge(person, proposal))
    _in_state(proposal, _("Only a proposal in review can be sent back."), State.REVIEW)
    return _step(proposal, State.DRAFT, Deed.RETURNED, person, needed(why))


@transaction.atomic
def decline(proposal: Proposal, *, person: Person, why: str) -> Proposal:
    """Decline a proposal; its author may open it again."""
    proposal = _locked(proposal)
    allow(rights.may_judge(person, proposal))
    _in_state(proposal, _("Only a proposal in review can be declined."), State.REVIEW)
    content = proposal.content
    return _step(proposal, State.DECLINED, Deed.DECLINED, person, needed(why), content=content)


@transaction.atomic
def take_back(proposal: Proposal, *, person: Person, why: str = "") -> Proposal:
    """Take one's own proposal back."""
    proposal = _locked(proposal)
    allow(rights.may_take_back(person, proposal))
    only = _("Only a draft or a proposal in review can be taken back.")
    _in_state(proposal, only, State.DRAFT, State.REVIEW)
    return _step(proposal, State.TAKEN_BACK, Deed.TAKEN_BACK, person, why)


@transaction.atomic
def reopen(proposal: Proposal, *, person: Person, why: str = "") -> Proposal:
    """Make a draft of one's own proposal again that was declined or taken back."""
    proposal = _locked(proposal)
    allow(rights.may_take_back(person, proposal))
    only = _("Only a proposal that was declined or taken back can be reopened.")
    _in_state(proposal, only, State.DECLINED, State.TAKEN_BACK)
    return _step(proposal, State.DRAFT, Deed.REOPENED, person, why)


@transaction.atomic
def accept(proposal: Proposal, *, number: int, person: Person, why: str = "") -> Proposal:
    """Publish a proposal that somebody else has written, as a version by both."""
    proposal = _locked(proposal)
    _in_state(proposal, _("Only a proposal in review can be published."), State.REVIEW)
    allow(rights.may_publish(person, proposal), _others_only(person, proposal))
    _current(proposal, number)
    _up_to_date(proposal)
    faults = [*missing(proposal.content), *taken(proposal.identifier, proposal.content)]
    if faults:
        raise Refusal("missing", faults)
    _publish(proposal, person)
    return _step(proposal, State.ACCEPTED, Deed.ACCEPTED, person, why, content=proposal.content)


def _publish(proposal: Proposal, reviewer: Person) -> None:
    try:
        with revision(proposal.why, proposal.author, reviewed_by=reviewer):
            store_areas(proposal.content, proposal.identifier, proposal.author)
            draft = as_draft(proposal.identifier, proposal.content)
            store(draft, user=proposal.author, whole=True)
    except StoreError as error:
        raise Refusal("missing", [str(error)]) from error
    published = Evidence.objects.filter(identifier=proposal.identifier)
    published.update(checked_by=reviewer, checked_at=timezone.now())


def check_number(proposal: Proposal, number: int) -> None:
    """Refuse a number that is not that of the proposal's content any more."""
    _current(_locked(proposal), number)


def refuse_outdated(proposal: Proposal) -> None:
    """Refuse a proposal on an older version of its record."""
    last = _last_number(proposal.identifier)
    said = _("The record has changed since: its last version is %(last)s, not %(base)s.")
    raise _outdated(said % {"last": last, "base": proposal.base})


def is_outdated(proposal: Proposal) -> bool:
    """Whether the published record has changed since the proposal was begun, or what it shows."""
    if not proposal.is_open or proposal.base != _last_number(proposal.identifier):
        return proposal.is_open
    record = Evidence.objects.filter(identifier=proposal.identifier).first()
    return record is not None and unnoted(record) is not None


def _locked(proposal: Proposal) -> Proposal:
    return Proposal.objects.select_for_update(of=("self",)).get(pk=proposal.pk)


def _others_only(person: Person, proposal: Proposal) -> str:
    if person.pk in (proposal.author_id, proposal.saved_by_id):
        return _("You cannot publish your own work: someone else has to review it.")
    return ""


def _in_state(proposal: Proposal, only: str, *states: State) -> None:
    """Refuse in any other state; `only` says which proposals the action is for."""
    if proposal.state not in states:
        now = _("This proposal is %(state)s.") % {"state": proposal.get_state_display()}
        raise Refusal("state", [f"{only} {now}"])


def _current(proposal: Proposal, number: int) -> None:
    if proposal.number != number:
        said = _("%(who)s has saved the proposal since: it is number %(now)d, not %(number)d.")
        told = {"who": proposal.saved_by, "now": proposal.number, "number": number}
        raise _outdated(said % told)


def _outdated(said: str) -> Refusal:
    return Refusal("outdated", [said])


def _up_to_date(proposal: Proposal) -> None:
    if proposal.base != _noted(proposal.identifier)[0]:
        said = _(
            "The published record has changed since the proposal was begun: join the two first."
        )
        raise _outdated(said)


def _noted(identifier: str) -> tuple[int | None, Content | None]:
    """Number and content of the last version, which says what the record says.

    The record is locked from here on: no other version comes between.
    """
    for record in Evidence.objects.select_for_update().filter(identifier=identifier):
        note_before(record)
    last = RecordVersion.objects.filter(identifier=identifier).order_by("number").last()
    return (last.number, last.content) if last else (None, None)


def _last_number(identifier: str) -> int | None:
    return last_numbers([identifier]).get(identifier)


def _published(identifier: str) -> tuple[int, Content]:
    """Number and content of a published record's last version."""
    number, content = _noted(identifier)
    if number is None or content is None:
        raise Refusal(
            "state", [_("There is no published record “%(name)s”.") % {"name": identifier}]
        )
    return number, content


def _new_identifier(wanted: str = "") -> str:
    """One that no record and no proposal has ever had."""
    said = wanted
    while True:
        made = "".join(secrets.choice(ALPHABET) for _each in range(IDENTIFIER_LENGTH))
        said = said or f"e-{made}"
        taken = (Proposal.objects, RecordVersion.objects, Evidence.objects)
        if not any(rows.filter(identifier=said).exists() for rows in taken):
            return said
        said = ""


def _write(proposal: Proposal, content: Content, person: Person) -> None:
    proposal.content = content
    proposal.number += 1
    proposal.saved_by = person
    proposal.saved_at = timezone.now()


def _step(
    proposal: Proposal, state: State, deed: Deed, person: Person, why: str,
    content: Content | None = None,
) -> Proposal:  # fmt: skip
    proposal.state = state
    proposal.save()
    _note(proposal, deed, person, reason(why), content)
    return proposal


def _note(
    proposal: Proposal, deed: Deed, person: Person, why: str = "", content: Content | None = None
) -> None:
    ProposalEvent.objects.create(
        proposal=proposal, deed=deed, by=person, why=why, number=proposal.number, content=content
    )


def reviewers() -> list[Person]:
    """Who may review, by name."""
    people: Any = get_user_model().objects
    found = people.with_perm(f"people.{Right.REVIEW}", backend=settings.AUTHENTICATION_BACKENDS[0])
    return list(found.order_by("username"))
