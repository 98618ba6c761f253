"""/curate/PROPOSAL/: what is proposed, what is said of it, and what can be done with it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from evidence.editing.curation import life, rights
from evidence.editing.curation.areas import drawn_places
from evidence.editing.curation.contents import (
    asked,
    begun_from,
    missing,
    unjudged,
    unreasoned,
    unsendable,
)
from evidence.editing.curation.copies import alike_sources, copies
from evidence.editing.curation.linked import of_other_games
from evidence.editing.curation.models import Proposal, State
from evidence.editing.curation.published import version_of, versions_of
from evidence.editing.curation.sentences import NAME, begun
from evidence.editing.curation.steps import ASSIGN, LIFE, open_to, reviewers_of, take
from evidence.editing.curation.telling import compare
from evidence.editing.curation.views.remarked import in_context, remark_view
from evidence.editing.curation.views.shared import proposal_for
from evidence.editing.workflow.pages import number_in, page, stepped
from evidence.editing.workflow.refusals import Fault, Refusal
from evidence.pictures.showing import of_content
from people.matrix import Right
from people.rights import needs


@require_safe
@needs(Right.DRAFT)
def proposal(request: HttpRequest, pk: int) -> HttpResponse:
    """The proposal with its differences from the published version, line by line."""
    return _page(request, proposal_for(request, pk))


@require_POST
@needs(Right.DRAFT)
def step(request: HttpRequest, pk: int) -> HttpResponse:
    """Do what a button of the page says."""
    name = request.POST.get("step", "")
    taken = partial(_take, more=_reviewer(request) if name == ASSIGN else None)
    return stepped(request, proposal_for(request, pk), name, LIFE, _page, taken)


def _take(name: str, found: Proposal, **said: Any) -> Any:
    """Take a step; people are asked for the same as in the form. Raises Refusal."""
    faults = [*unjudged(found.content), *unreasoned(found.base, found.why)]
    if name == "send" and faults:
        LIFE.check(name, found, said["person"])
        raise Refusal("missing", [*unsendable(found.content), *faults])
    return take(name, found, **said)


def _listed(found: Proposal) -> list[Fault]:
    """What is still asked for before it is sent, and before it is published; what to look at."""
    if not found.is_open:
        return []
    if found.state == State.DRAFT:
        return [*asked(found.content, found.identifier), *unreasoned(found.base, found.why)]
    return [*missing(found.content, found.identifier), *of_other_games(found.content)]


def _since(found: Proposal) -> dict[str, Any]:
    """What has changed since a reviewer last refused it."""
    refused = found.refused if found.is_open else None
    fields = compare(refused.content or {}, found.content) if refused else []
    return {"refused": refused, "since": [field for field in fields if field.changed]}


def _reviewer(request: HttpRequest) -> Any:
    pk = number_in(request.POST, "reviewer")
    return get_user_model().objects.filter(pk=pk, is_active=True).first()


def _page(request: HttpRequest, found: Proposal, refusal: Refusal | None = None) -> HttpResponse:
    person = request.user
    base = version_of(versions_of(found.identifier), found.base) if found.base else None
    before = begun_from(base.content) if base and base.content else {}
    if rows := before.get(NAME):
        before[NAME] = begun(rows, found.content.get(NAME, []))
    fields = compare(before, found.content)
    steps = open_to(person, found)
    may_judge = any(step.name == ASSIGN for step in steps)
    listed = _listed(found)
    is_lacking = any(fault.stops for fault in listed)
    context = in_context(request, found, fields) | {
        "proposal": found,
        "is_new": not found.base,
        "changes": [field for field in fields if field.changed],
        **_since(found),
        "missing": listed,
        "alike": alike_sources(found.content) if found.is_open else [],
        "copies": copies(found.identifier, found.content, person) if found.is_open else [],
        "pictures": of_content(found.content.get("pictures", ())),
        "located": drawn_places(found.content),
        "outdated": life.is_outdated(found),
        "steps": [
            step
            for step in steps
            if step.name != ASSIGN and not (is_lacking and step.to == State.ACCEPTED)
        ],
        "reviewers": reviewers_of(found) if may_judge else [],
        "own_words": may_judge and found.saved_by_id == person.pk,
        "may_write": found.is_open and rights.may_write(person, found),
        "events": found.events.select_related("by"),
        "why": request.POST.get("why", ""),
    }
    return page(request, "curation/proposal.html", context, refusal)


remark = remark_view(proposal_for, _page, Right.DRAFT)
