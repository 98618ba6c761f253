"""/curate/portal/: drafts from a page of the Ludii portal, for somebody else to review."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from curation import life
from curation.contents import begun_from
from curation.errors import Refusal
from curation.forms.pasted import read_portal
from curation.models import Proposal
from curation.views.shared import status_of
from evidence.contents import Content, content_of
from evidence.models import Evidence
from evidence.stored import as_draft
from people.matrix import Right
from people.rights import needs


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.DRAFT)
def portal_drafts(request: HttpRequest) -> HttpResponse:
    """Ask for the page; begin a draft of each record on it."""
    refusal, text = None, request.POST.get("text", "")
    if request.method == "POST":
        try:
            begun = _begin(request, text)
        except Refusal as error:
            refusal = error
        else:
            said = ngettext("%d draft is begun.", "%d drafts are begun.", len(begun)) % len(begun)
            messages.success(request, said)
            return redirect("proposal-edit", begun[0].pk) if len(begun) == 1 else redirect("queue")
    status = status_of(refusal) if refusal else 200
    return render(
        request, "curation/portal.html", {"refusal": refusal, "text": text}, status=status
    )


def _begin(request: HttpRequest, text: str) -> list[Proposal]:
    """A draft of each record; what is published already is to be changed by what the page says."""
    found = read_portal(text)
    if not found:
        raise Refusal("faulty", [_("The page says that no evidence was found.")])
    why = _("page of the Ludii portal")
    with transaction.atomic():
        return [_draft(request, identifier, content, why) for identifier, content in found]


def _draft(request: HttpRequest, identifier: str, content: Content, why: str) -> Proposal:
    record = Evidence.objects.filter(portal_id=content["portal_id"]).first()
    if record is None:
        return life.begin(request.user, content, wanted=identifier, why=why)
    stored = begun_from(content_of(as_draft(record)))
    joined = stored | {name: said for name, said in content.items() if said}
    joined["terms"] = stored.get("terms", {}) | content.get("terms", {})
    return life.begin(request.user, joined, record=record.identifier, why=why)
