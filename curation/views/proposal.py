"""/curate/PROPOSAL/: what is proposed, what is said of it, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from curation import life, rights
from curation.contents import missing
from curation.errors import Refusal
from curation.models import Proposal, ProposalComment, State
from curation.past import version_of, versions_of
from curation.telling import Compared, compare
from curation.views.shared import number_in, proposal_for, status_of
from curation.words import Line
from people.matrix import Right
from people.rights import needs


class Step(NamedTuple):
    """Something that the person may do now."""

    name: str
    label: Any
    reason: bool = False  # whether one has to be given


class Remarked(NamedTuple):
    """A line with the remarks on it."""

    line: Line
    text: str
    remarks: list[ProposalComment]


SEND = Step("send", gettext_lazy("Send to review"))
ACCEPT = Step("accept", gettext_lazy("Accept and publish"))
RETURN = Step("send_back", gettext_lazy("Send back"), reason=True)
DECLINE = Step("decline", gettext_lazy("Decline"), reason=True)
TAKE_BACK = Step("take_back", gettext_lazy("Take back"))
REOPEN = Step("reopen", gettext_lazy("Open again"))
DONE = {
    "send": gettext_lazy("Sent to review."),
    "accept": gettext_lazy("Accepted and published."),
    "send_back": gettext_lazy("Sent back to its author."),
    "decline": gettext_lazy("Declined."),
    "take_back": gettext_lazy("Taken back."),
    "reopen": gettext_lazy("Opened again."),
    "assign": gettext_lazy("The reviewer is noted."),
}


@require_safe
@login_required
@needs(Right.DRAFT)
def proposal(request: HttpRequest, pk: int) -> HttpResponse:
    """The proposal with its differences from the published version, line by line."""
    return _page(request, proposal_for(request, pk))


@require_POST
@login_required
@needs(Right.DRAFT)
def step(request: HttpRequest, pk: int) -> HttpResponse:
    """Do what a button of the page says."""
    found = proposal_for(request, pk)
    try:
        name = _do(request, found)
    except Refusal as refusal:
        found = proposal_for(request, pk)
        return _page(request, found, refusal, request.POST.get("why", ""))
    messages.success(request, str(DONE[name]))
    return redirect(found)


def _do(request: HttpRequest, found: Proposal) -> str:
    name = request.POST.get("step", "")
    person, why, number = request.user, request.POST.get("why", ""), number_in(request.POST)
    deeds: dict[str, Callable[[], Any]] = {
        "send": lambda: life.send(found, number=number, person=person, why=why),
        "accept": lambda: life.accept(found, number=number, person=person, why=why),
        "send_back": lambda: life.send_back(found, person=person, why=why),
        "decline": lambda: life.decline(found, person=person, why=why),
        "take_back": lambda: life.take_back(found, person=person, why=why),
        "reopen": lambda: life.reopen(found, person=person, why=why),
        "assign": lambda: life.assign(found, _reviewer(request), person=person),
    }
    if name not in deeds:
        raise Refusal("faulty", [_("There is no such step.")])
    deeds[name]()
    return name


def _reviewer(request: HttpRequest) -> Any:
    pk = number_in(request.POST, "reviewer")
    return get_user_model().objects.filter(pk=pk, is_active=True).first()


@require_POST
@login_required
@needs(Right.DRAFT)
def remark(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something of the proposal, or that something said has been seen to."""
    found = proposal_for(request, pk)
    try:
        if "resolve" in request.POST or "unresolve" in request.POST:
            _resolve(request, found)
            place = ""
        else:
            place = _say(request, found)
    except Refusal as refusal:
        return _page(request, found, refusal)
    return redirect(f"{found.get_absolute_url()}#{place or 'remarks'}")


def _say(request: HttpRequest, found: Proposal) -> str:
    """Keep a remark; gives the field that it is on."""
    field, line = request.POST.get("field", ""), number_in(request.POST, "line")
    texts = {told.field: told for told in compare({}, found.content)}
    if field and field not in texts:
        raise Refusal("faulty", [_("The proposal has no field “%s”.") % field[:60]])
    rows = texts[field].lines if field else []
    on_line = 1 <= line <= len(rows)
    quoted = "".join(piece.text for piece in rows[line - 1].pieces) if on_line else ""
    text = request.POST.get("text", "")
    life.comment(
        found, text, person=request.user, field=field, line=line if on_line else None, quoted=quoted
    )
    return f"f-{field}" if field else ""


def _resolve(request: HttpRequest, found: Proposal) -> None:
    resolved = "resolve" in request.POST
    pk = number_in(request.POST, "resolve" if resolved else "unresolve")
    said = found.comments.filter(pk=pk).first()
    if said is None:
        raise Http404(_("There is no such remark."))
    life.resolve(said, person=request.user, resolved=resolved)


def _page(
    request: HttpRequest, found: Proposal, refusal: Refusal | None = None, why: str = ""
) -> HttpResponse:
    person = request.user
    base = version_of(versions_of(found.identifier), found.base) if found.base else None
    fields = compare(base.content if base and base.content else {}, found.content)
    remarks = list(found.comments.select_related("by", "resolved_by"))
    judges = found.state == State.REVIEW and rights.may_judge(person, found)
    context = {
        "proposal": found,
        "fields": [(field, *_with_remarks(field, remarks)) for field in fields],
        "changes": [field for field in fields if field.changed],
        "remarks": [each for each in remarks if not each.field],
        "open_remarks": sum(each.resolved_at is None for each in remarks),
        "missing": missing(found.content) if found.is_open else [],
        "outdated": life.is_outdated(found),
        "steps": steps(person, found),
        "reviewers": [each for each in life.reviewers() if each.pk != found.author_id]
        if judges
        else [],
        "may_write": found.is_open and rights.may_write(person, found),
        "events": found.events.select_related("by"),
        "refusal": refusal,
        "why": why,
    }
    status = status_of(refusal) if refusal else 200
    return render(request, "curation/proposal.html", context, status=status)


def steps(person: Any, found: Proposal) -> list[Step]:
    """What a person may do with a proposal in its state."""
    allowed = []
    if found.state == State.DRAFT and rights.may_write(person, found):
        allowed.append(SEND)
    if found.state == State.REVIEW:
        allowed += [ACCEPT] if rights.may_publish(person, found) else []
        allowed += [RETURN, DECLINE] if rights.may_judge(person, found) else []
    if rights.may_take_back(person, found):
        closed = (State.DECLINED, State.TAKEN_BACK)
        allowed += [TAKE_BACK] if found.is_open else [REOPEN] if found.state in closed else []
    return allowed


def _with_remarks(
    field: Compared, remarks: list[ProposalComment]
) -> tuple[list[Remarked], list[ProposalComment]]:
    """The lines with the remarks on each, and those on the field or on a line of old."""
    mine = [each for each in remarks if each.field == field.field]
    rows = []
    for line in field.lines:
        text = "".join(piece.text for piece in line.pieces if piece.kind != "out")
        on_it = [
            each
            for each in mine
            if line.number is not None and each.line == line.number and each.quoted == text
        ]
        rows.append(Remarked(line, text, on_it))
    placed = {each.pk for row in rows for each in row.remarks}
    return rows, [each for each in mine if each.pk not in placed]
