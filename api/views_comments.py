"""/api/v1/proposals/ID/comments/: what is said of a proposal, line by line."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from api import pages, paging, schema
from api.errors import Refused, missing
from api.shapes_proposals import CommentMade, CommentResolved, CommentSerializer
from api.views_proposals import TRIED, described, proposal_for
from api.writing import Writing
from evidence.editing.curation import remarks
from evidence.editing.curation.models import ProposalComment


class ProposalComments(Writing):
    """What is said of a proposal, the first remark first."""

    parameters = (*Writing.parameters, *paging.PARAMETERS)
    http_method_names = ["get", "head", "options", "post"]

    @described("proposals_comments", pages.CommentPageSerializer, *schema.PAGING)
    def get(self, request: Request, pk: int) -> Response:
        """A page of it."""
        rows = proposal_for(request, pk).comments.select_related("by", "resolved_by")
        page = paging.page_of(request, rows)
        return Response(pages.CommentPageSerializer(page, context={"request": request}).data)

    @described("proposals_comment", CommentSerializer, TRIED, status=201, sent=CommentMade)
    def post(self, request: Request, pk: int) -> Response:
        """Say something of the whole, of a field of its content, or of a line of one."""
        found, said = proposal_for(request, pk), self.said(("text", "field", "line"))
        field, line = said.get("field", ""), said.get("line")
        if not isinstance(field, str):
            raise Refused("field", "the name of a field is a text")
        if line is not None and (isinstance(line, bool) or not isinstance(line, int)):
            raise Refused("line", "the number of a line is a whole number")
        with self.done():
            text = said.get("text", "")
            made = remarks.say(found, text, person=request.user, field=field, line=line)
            shape = CommentSerializer(made, context={"request": request}).data
        return Response(shape, status=201)


class ProposalCommentDetail(Writing):
    """One remark."""

    http_method_names = ["get", "head", "options", "put"]

    @described("proposals_comment_read", CommentSerializer)
    def get(self, request: Request, pk: int, comment: int) -> Response:
        """Read it."""
        found = _found(request, pk, comment)
        return Response(CommentSerializer(found, context={"request": request}).data)

    @described("proposals_comment_resolve", CommentSerializer, TRIED, sent=CommentResolved)
    def put(self, request: Request, pk: int, comment: int) -> Response:
        """Mark it as done, or as not done."""
        found, resolved = _found(request, pk, comment), self.said(("resolved",)).get("resolved")
        if not isinstance(resolved, bool):
            raise Refused("resolved", "true or false: whether the comment is done")
        with self.done():
            said = remarks.resolve(found, person=request.user, resolved=resolved)
            shape = CommentSerializer(said, context={"request": request}).data
        return Response(shape)


def _found(request: Request, pk: int, comment: int) -> ProposalComment:
    """The remark on a proposal that the token's owner may see. Raises NotFound."""
    rows = proposal_for(request, pk).comments.select_related("proposal", "by", "resolved_by")
    found = rows.filter(pk=comment).first()
    if found is None:
        raise missing("comment", str(comment)[:20])
    return found
