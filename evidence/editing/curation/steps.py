"""The steps in the life of a proposal, by the names that forms and programs send."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.editing.curation import rights
from evidence.editing.curation.areas import store_areas
from evidence.editing.curation.checked import note_checked
from evidence.editing.curation.contents import as_draft, missing, unsendable
from evidence.editing.curation.life import check_base, note
from evidence.editing.curation.models import OPEN, Deed, Proposal, State
from evidence.editing.curation.related_games import store_changes
from evidence.editing.curation.rights import Person
from evidence.editing.curation.stating import store_sentences
from evidence.editing.workflow.refusals import Refusal
from evidence.editing.workflow.steps import Step, Workflow, holders
from evidence.history import revision, versions_together
from evidence.sources import StoreError
from evidence.storing import store
from people.matrix import Right

# Events that keep the content as it was then.
JUDGED = (Deed.SENT, Deed.RETURNED, Deed.ACCEPTED, Deed.DECLINED)
ASSIGN = "assign"


def _publish(proposal: Proposal, person: Person, _more: Any) -> None:
    """Publish what somebody else has written, as a version by both."""
    check_base(proposal)
    if faults := missing(proposal.content, proposal.identifier):
        raise Refusal("missing", faults)
    try:
        with revision(proposal.why, proposal.author, reviewed_by=person), versions_together():
            store_areas(proposal.content, proposal.identifier, proposal.author)
            draft = as_draft(proposal.identifier, proposal.content)
            store(draft, user=proposal.author, whole=True)
            store_changes(proposal.content)
            store_sentences(proposal.identifier, proposal.content, proposal.author, person)
    except StoreError as error:
        raise Refusal("missing", [str(error)]) from error
    note_checked(proposal.identifier, person, timezone.now())


def _send(proposal: Proposal, _person: Person, _more: Any) -> None:
    """Refuse what nobody could review."""
    if faults := unsendable(proposal.content):
        raise Refusal("missing", faults)


def _assign(proposal: Proposal, _person: Person, reviewer: Person) -> str:
    """Give it to a reviewer, or to nobody in particular."""
    if reviewer is not None and not rights.may_judge(reviewer, proposal):
        raise Refusal("state", [_("%(who)s may not review this.") % {"who": reviewer}])
    proposal.reviewer = reviewer
    return str(reviewer or "")


def _note(proposal: Proposal, step: Step, person: Person, why: str) -> None:
    note(proposal, step.event, person, why, proposal.content if step.event in JUDGED else None)


LIFE = Workflow(
    Step(
        "send", gettext_lazy("Send to review"), (State.DRAFT,), rights.may_write,
        to=State.REVIEW, event=Deed.SENT, done=gettext_lazy("Sent to review."),
        act=_send,
    ),
    Step(
        "accept", gettext_lazy("Accept and publish"), (State.REVIEW,),
        holders(Right.REVIEW, Right.PUBLISH), to=State.ACCEPTED, event=Deed.ACCEPTED,
        done=gettext_lazy("Accepted and published."), by_others=True, act=_publish,
    ),
    Step(
        "send_back", gettext_lazy("Send back"), (State.REVIEW,), rights.may_judge,
        to=State.DRAFT, event=Deed.RETURNED, done=gettext_lazy("Sent back to its author."),
        reasoned=True,
    ),
    Step(
        "decline", gettext_lazy("Decline"), (State.REVIEW,), rights.may_judge,
        to=State.DECLINED, event=Deed.DECLINED, done=gettext_lazy("Declined."), reasoned=True,
    ),
    Step(
        "take_back", gettext_lazy("Withdraw the proposal"), OPEN, rights.may_take_back,
        to=State.TAKEN_BACK, event=Deed.TAKEN_BACK, done=gettext_lazy("The proposal is withdrawn."),
    ),
    Step(
        "reopen", gettext_lazy("Open again"), (State.DECLINED, State.TAKEN_BACK),
        rights.may_take_back, to=State.DRAFT, event=Deed.REOPENED,
        done=gettext_lazy("Opened again."),
    ),
    Step(
        ASSIGN, gettext_lazy("Assign reviewer"), (State.REVIEW,), rights.may_judge,
        event=Deed.ASSIGNED, done=gettext_lazy("Reviewer assigned."), act=_assign,
    ),
    note=_note,
)  # fmt: skip
STEPS = tuple(LIFE.steps)
take, open_to = LIFE.take, LIFE.open_to


def reviewers_of(proposal: Proposal) -> list[Person]:
    """Who may be given a proposal, by name."""
    people: Any = get_user_model().objects
    found = people.with_perm(f"people.{Right.REVIEW}", backend=settings.AUTHENTICATION_BACKENDS[0])
    return list(found.exclude(pk=proposal.author_id).order_by("username"))
