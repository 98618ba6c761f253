"""What the pages of curation share."""

from __future__ import annotations

from typing import Any

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


def number_in(data: Any, name: str = "number") -> int:
    """A number that a form sends back; -1, which nothing has, where it is none."""
    text = str(data.get(name, ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
