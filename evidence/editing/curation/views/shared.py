"""What the pages of curation share."""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from evidence.editing.curation import rights
from evidence.editing.curation.models import Proposal


def proposal_for(request: HttpRequest, pk: int) -> Proposal:
    """The proposal; whoever may not see it is not told that there is one. Raises Http404."""
    found = rights.seen_by(request.user, Proposal).filter(pk=pk).first()
    if found is None:
        raise Http404(_("There is no such proposal."))
    return found


def kept(request: HttpRequest) -> str:
    """Names to the next page what the browser has kept of a form, so that it can forget it."""
    key = request.POST.get("kept", "")
    return f"?kept={key}" if re.fullmatch(r"[a-z0-9]{1,40}", key) else ""


def closed(request: HttpRequest, found: Proposal) -> HttpResponse | None:
    """The way back to a proposal that the person cannot change; None for one that they can."""
    if found.is_open and rights.may_write(request.user, found):
        return None
    said = _("This proposal is %(state)s: it can be read, not changed.")
    messages.info(request, said % {"state": found.get_state_display()})
    return redirect(found)
