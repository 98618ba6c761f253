"""What the pages of curation share."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from curation import rights
from curation.models import Proposal


def proposal_for(request: HttpRequest, pk: int) -> Proposal:
    """The proposal; whoever may not see it is not told that there is one. Raises Http404."""
    found = rights.seen_by(request.user, pk)
    if found is None:
        raise Http404(_("There is no such proposal."))
    return found
