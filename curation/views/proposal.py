"""/curate/PROPOSAL/: what is proposed, what is said of it, and what can be done with it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from curation import life, rights
from curation.areas import drawn_places
from curation.contents import missing
from curation.copies import alike_sources, copies
from curation.models import Proposal
from curation.past import version_of, versions_of
from curation.steps import ASSIGN, LIFE, open_to, reviewers_of, take
from curation.telling import compare
from curation.views.remarked import on, said_in, typed_in, with_remarks
from curation.views.shared import number_in, proposal_for
from evidence.pictures.showing import of_content
from people.matrix import Right
from people.rights import needs
from workflow.refusals import Refusal


@require_safe
@needs(Right.DRAFT)
def proposal(request: HttpRequest, pk: int) -> HttpResponse:
    """The proposal with its differences from the published version, line by line."""
    return _page(request, proposal_for(request, pk))


@require_POST
@needs(Right.DRAFT)
def step(request: HttpRequest, pk: int) -> HttpResponse:
    """Do what a button of the page says."""
    found = proposal_for(request, pk)
    try:
        name = _do(request, found)
    except Refusal as refusal:
        found = proposal_for(request, pk)
        return _page(request, found, refusal, request.POST.get("why", ""))
    messages.success(request, str(LIFE.steps[name].done))
    return redirect(found)


def _do(request: HttpRequest, found: Proposal) -> str:
    name, why = request.POST.get("step", ""), request.POST.get("why", "")
    number = number_in(request.POST)
    reviewer = _reviewer(request) if name == ASSIGN else None
    take(name, found, number=number, person=request.user, why=why, more=reviewer)
    return name


def _reviewer(request: HttpRequest) -> Any:
    pk = number_in(request.POST, "reviewer")
    return get_user_model().objects.filter(pk=pk, is_active=True).first()


@require_POST
@needs(Right.DRAFT)
def remark(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something of the proposal, or mark a remark as done."""
    found = proposal_for(request, pk)
    try:
        said = said_in(request, found)
    except Refusal as refusal:
        return _page(request, found, refusal, typed=typed_in(request))
    return redirect(f"{found.get_absolute_url()}#remark-{said.pk}")


def _page(
    request: HttpRequest, found: Proposal, refusal: Refusal | None = None, why: str = "",
    typed: dict[str, str] | None = None,
) -> HttpResponse:  # fmt: skip
    person = request.user
    base = version_of(versions_of(found.identifier), found.base) if found.base else None
    fields = compare(base.content if base and base.content else {}, found.content)
    said = list(found.comments.select_related("by", "resolved_by"))
    steps = open_to(person, found)
    may_judge = any(step.name == ASSIGN for step in steps)
    context = {
        "proposal": found,
        "fields": [(field, *with_remarks(field.lines, on(field.field, said))) for field in fields],
        "remark_url": reverse("proposal-remark", args=[found.pk]),
        "changes": [field for field in fields if field.changed],
        "remarks": [each for each in said if not each.field],
        "open_remarks": sum(each.resolved_at is None for each in said),
        "missing": missing(found.content) if found.is_open else [],
        "alike": alike_sources(found.content) if found.is_open else [],
        "copies": copies(found.identifier, found.content, person) if found.is_open else [],
        "pictures": of_content(found.content.get("pictures", ())),
        "located": drawn_places(found.content),
        "outdated": life.is_outdated(found),
        "steps": [step for step in steps if step.name != ASSIGN],
        "reviewers": reviewers_of(found) if may_judge else [],
        "own_words": may_judge and found.saved_by_id == person.pk,
        "may_write": found.is_open and rights.may_write(person, found),
        "events": found.events.select_related("by"),
        "refusal": refusal,
        "why": why,
        "typed": typed or {},
    }
    status = refusal.status if refusal else 200
    return render(request, "curation/proposal.html", context, status=status)
