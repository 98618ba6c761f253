"""The steps in the life of a proposal by the names that forms and programs send."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from curation import life, rights
from curation.models import Proposal, State
from curation.rights import Person
from workflow.refusals import Fault, Refusal

Deed = Callable[..., Proposal]

NUMBERED: dict[str, Deed] = {"send": life.send, "accept": life.accept}
REASONED: dict[str, Deed] = {
    "send_back": life.send_back,
    "decline": life.decline,
    "take_back": life.take_back,
    "reopen": life.reopen,
}
ASSIGN = "assign"
STEPS = (*NUMBERED, *REASONED, ASSIGN)


def take(
    step: str, proposal: Proposal, *, number: int, person: Person, why: str = "",
    reviewer: Person = None,
) -> Proposal:  # fmt: skip
    """Do one of `STEPS`; `reviewer` is whom a proposal is given to. Raises Refusal."""
    if step in NUMBERED:
        return NUMBERED[step](proposal, number=number, person=person, why=why)
    if step in REASONED:
        return REASONED[step](proposal, person=person, why=why)
    if step == ASSIGN:
        return life.assign(proposal, reviewer, person=person)
    said = _("There is no such step: use one of %(steps)s.") % {"steps": ", ".join(STEPS)}
    raise Refusal("faulty", [Fault("step", said)])


def open_to(person: Person, proposal: Proposal) -> list[str]:
    """The steps that a person may take with a proposal as it is now."""
    allowed = []
    if proposal.state == State.DRAFT and rights.may_write(person, proposal):
        allowed.append("send")
    if proposal.state == State.REVIEW:
        allowed += ["accept"] if rights.may_publish(person, proposal) else []
        allowed += ["send_back", "decline", ASSIGN] if rights.may_judge(person, proposal) else []
    if rights.may_take_back(person, proposal):
        closed = (State.DECLINED, State.TAKEN_BACK)
        allowed += ["take_back"] if proposal.is_open else []
        allowed += ["reopen"] if proposal.state in closed else []
    return allowed


def reviewers_of(proposal: Proposal) -> list[Person]:
    """Who may be given a proposal, by name."""
    return [each for each in life.reviewers() if each.pk != proposal.author_id]
