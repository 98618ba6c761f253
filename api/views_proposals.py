"""/api/v1/proposals/: records added and changed by programs, by the rules of the form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api import pages, paging, schema
from api.errors import Refused, missing
from api.shapes_proposals import (
    ProposalBegun,
    ProposalSaved,
    ProposalSerializer,
    RecordContentSerializer,
    StepsSerializer,
    StepTaken,
)
from api.writing import Writing, numbered
from evidence.editing.curation import life, rights
from evidence.editing.curation.contents import begun_from
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.published import versions_of
from evidence.editing.curation.steps import ASSIGN, STEPS, open_to, reviewers_of, take
from evidence.editing.workflow.refusals import Fault, Refusal
from evidence.search.values import shown

JSON = "application/json"
NUMBER = {"type": "string", "pattern": '^"[0-9]{1,9}"$'}
SEEN = OpenApiParameter(
    "If-Match",
    NUMBER,
    OpenApiParameter.HEADER,
    required=True,
    description='the number that one has seen, as its ETag says: "3"',
)
SEEN_OF_RECORD = OpenApiParameter(
    "If-Match",
    NUMBER,
    OpenApiParameter.HEADER,
    description='with `record`, and only then: the number of it that one has seen, as in "3"',
)
TRIED = OpenApiParameter(
    "dry_run",
    OpenApiTypes.STR,
    enum=("0", "1"),
    description="1: answer as usual, and leave everything as it was",
)
REFUSALS = {
    403: "The token's owner may not do this",
    404: "No such thing, or none that you may see",
    409: "The proposal is not in a state for it",
    412: "Somebody has saved since: If-Match names an older number",
    413: "The body is too large",
    415: "The body is no JSON",
    422: "What publishing needs is not there: the faults name all of it",
    428: "If-Match is missing",
}


def _answers(answer: Any, status: int = 200) -> dict[Any, Any]:
    refused = {
        (code, JSON): OpenApiResponse(pages.ErrorSerializer, description=said)
        for code, said in REFUSALS.items()
    }
    return {(status, JSON): answer, **refused, **schema.refusals()}


def described(
    operation: str, answer: Any, *parameters: OpenApiParameter, status: int = 200, sent: Any = None
) -> Callable[[Any], Any]:
    """Describe an address that needs a token."""
    return extend_schema(
        operation_id=operation,
        tags=["proposals"],
        parameters=[*parameters, schema.format_of("json")],
        request={JSON: sent} if sent else None,
        responses=_answers(answer, status),
    )


class Proposals(Writing):
    """Proposals that the token's owner may see, and new ones.

    What is proposed is published once somebody else has accepted it. The content is that of a
    whole record; a draft may lack anything.
    """

    parameters = (*Writing.parameters, *paging.PARAMETERS)
    http_method_names = ["get", "head", "options", "post"]

    @described("proposals_list", pages.ProposalPageSerializer, *schema.PAGING)
    def get(self, request: Request) -> Response:
        """A page of them."""
        rows = rights.seen_by(request.user, Proposal).prefetch_related("events__by")
        page = paging.page_of(request, rows)
        results = [_shape(self, each) for each in page.results]
        return Response({**pages.PageSerializer(page).data, "results": results})

    @described(
        "proposals_begin", ProposalSerializer, SEEN_OF_RECORD, TRIED, status=201, sent=ProposalBegun
    )
    @numbered
    def post(self, request: Request) -> tuple[Response, int]:
        """Begin one: a new record, or with `record` and If-Match a change of a published one."""
        said = self.said(("content", "record", "why"))
        record, base = said.get("record", ""), None
        if not isinstance(record, str) or "\0" in record:
            raise Refused("record", "the identifier of a record is a text")
        if record or "If-Match" in request.headers:
            seen = self.seen()  # refused where it is malformed, also for a new record
            base = seen if record else None
        with self.done():
            begun = life.begin(
                request.user, _content(said), record=record, base=base, why=said.get("why", "")
            )
            if record:
                life.check_last(record, base)
            shape = _shape(self, begun)
        return Response(shape, status=201), begun.number


class ProposalDetail(Writing):
    """One proposal."""

    http_method_names = ["get", "head", "options", "put"]

    @described("proposals_read", ProposalSerializer)
    @numbered
    def get(self, request: Request, pk: int) -> tuple[Response, int]:
        """Read it."""
        found = proposal_for(request, pk)
        return Response(_shape(self, found)), found.number

    @described("proposals_save", ProposalSerializer, SEEN, TRIED, sent=ProposalSaved)
    @numbered
    def put(self, request: Request, pk: int) -> tuple[Response, int]:
        """Put a content in the place of the one that If-Match names."""
        found, number, said = proposal_for(request, pk), self.seen(), self.said(("content", "why"))
        with self.done():
            content, why = _content(said), said.get("why")
            saved = life.save(found, content, number=number, person=request.user, why=why)
            shape = _shape(self, saved)
        return Response(shape), saved.number


class ProposalSteps(Writing):
    """What becomes of a proposal."""

    http_method_names = ["get", "head", "options", "post"]

    @described("proposals_steps", StepsSerializer)
    @numbered
    def get(self, request: Request, pk: int) -> tuple[Response, int]:
        """What can be done with it now, by the token's owner."""
        found = proposal_for(request, pk)
        steps = [step.name for step in open_to(request.user, found)]
        reviewers = reviewers_of(found) if ASSIGN in steps else []
        shape = {"steps": steps, "reviewers": [each.get_username() for each in reviewers]}
        return Response(shape), found.number

    @described("proposals_step", ProposalSerializer, SEEN, TRIED, sent=StepTaken)
    @numbered
    def post(self, request: Request, pk: int) -> tuple[Response, int]:
        """Send it to review, send it back, accept, decline, take back, open it again, assign it."""
        found, number = proposal_for(request, pk), self.seen()
        said = self.said(("step", "why", "reviewer"))
        step, why, person = said.get("step"), said.get("why", ""), request.user
        if step not in STEPS:
            raise Refused("step", f"use one of {', '.join(STEPS)}")
        other = "why" if step == ASSIGN else "reviewer"
        if said.get(other):
            raise Refused(other, f"it says nothing of the step {step}: leave it out")
        with self.done():
            reviewer = _reviewer(person, found, said.get("reviewer"))
            done = take(step, found, number=number, person=person, why=why, more=reviewer)
            shape = _shape(self, done)
        return Response(shape), done.number


class RecordContent(Writing):
    """A published record as a proposal would hold it."""

    http_method_names = ["get", "head", "options"]
    parameters = ()

    @described("proposals_record", RecordContentSerializer)
    @numbered
    def get(self, request: Request, identifier: str) -> tuple[Response, int]:
        """The content and its number. Raises NotFound."""
        versions = versions_of(identifier)
        if not versions or versions[-1].content is None:
            raise missing("published record", shown(identifier))
        last = versions[-1]
        content = begun_from(last.content or {})
        shape = {"record": identifier, "number": last.number, "content": content}
        return Response(shape), last.number


def _content(said: dict[str, Any]) -> Any:
    if "content" not in said or said["content"] is None:
        raise Refused("content", "the content of a record is missing: an object with its fields")
    return said["content"]


def proposal_for(request: Request, pk: int) -> Proposal:
    """The proposal; there is none for whoever may not see it. Raises NotFound."""
    found = rights.seen_by(request.user, Proposal).filter(pk=pk).first()
    if found is None:
        raise missing("proposal", str(pk)[:20])
    return found


def _reviewer(person: Any, proposal: Proposal, name: Any) -> Any:
    """Who is called so and may review the proposal; nobody for no name. Raises Refusal."""
    if name is None or name == "" or not rights.may_judge(person, proposal):
        return None
    found = [each for each in reviewers_of(proposal) if each.get_username() == name]
    if not found:
        said = _("“%(name)s” may not review this.") % {"name": shown(str(name))}
        raise Refusal("faulty", [Fault("reviewer", said)])
    return found[0]


def _shape(view: Writing, proposal: Proposal) -> dict[str, Any]:
    return dict(ProposalSerializer(proposal, context={"request": view.request}).data)
