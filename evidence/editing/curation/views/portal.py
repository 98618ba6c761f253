"""/curate/portal/: drafts from a page of the Ludii portal, for somebody else to review."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from evidence.editing.curation import life
from evidence.editing.curation.contents import begun_from, read
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.portal_again import Again, again, joined, read_portal
from evidence.editing.workflow.pages import page
from evidence.editing.workflow.refusals import Refusal
from evidence.history.contents import Content, content_of
from evidence.models import Evidence
from evidence.records.stored import as_draft
from people.matrix import Right
from people.rights import needs

PORTAL = "portal"  # the value of a field whose choice is the page's
JUDGE = "the Ludii portal"  # whose ratings its pages have, as the demo corpus names it


class Found(NamedTuple):
    """A record of the page, with what is published of it already."""

    identifier: str
    page: Content
    stored: Content | None
    differs: Again | None


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.DRAFT)
def portal_drafts(request: HttpRequest) -> HttpResponse:
    """Ask for the page and, where it differs from records, what to take; begin the drafts."""
    refusal, text, differing = None, request.POST.get("text", ""), list[Again]()
    if request.method == "POST":
        try:
            found = _found(text)
            differing = [each.differs for each in found if each.differs and each.differs.offers]
            if not differing or request.POST.get("chosen"):
                return _begun(request, found)
        except Refusal as error:
            refusal = error
    context = {"text": text, "differing": [] if refusal else differing}
    return page(request, "curation/portal.html", context, refusal)


def _found(text: str) -> list[Found]:
    """The records of a page. Raises Refusal."""
    found = read_portal(text)
    if not found:
        raise Refusal("faulty", [_("The page says that no evidence was found.")])
    return [_beside(identifier, content) for identifier, content in found]


def _beside(identifier: str, page: Content) -> Found:
    record = Evidence.objects.filter(portal_id=page["portal_id"]).first()
    if record is None:
        return Found(identifier, page, None, None)
    stored = begun_from(content_of(as_draft(record)))
    return Found(record.identifier, page, stored, again(record.identifier, stored, page))


def _begun(request: HttpRequest, found: list[Found]) -> HttpResponse:
    """The drafts, and what became of each record in a word. Raises Refusal."""
    with transaction.atomic():
        drafts = [_draft(request, each) for each in found]
    begun = [draft for draft in drafts if draft]
    said = ngettext("%d draft is begun.", "%d drafts are begun.", len(begun)) % len(begun)
    messages.success(request, said)
    same = [each.identifier for each, draft in zip(found, drafts, strict=True) if not draft]
    if same:
        said = _("Nothing would change in %(names)s: no draft is begun.")
        messages.info(request, said % {"names": ", ".join(same)})
    return redirect("proposal-edit", begun[0].pk) if len(begun) == 1 else redirect("queue")


def _draft(request: HttpRequest, found: Found) -> Proposal | None:
    """A draft of the record; None where it would change nothing."""
    why = _("page of the Ludii portal")
    if found.stored is None:
        rated = {"judged_by": JUDGE} if "confidence" in found.page else {}
        content = found.page | rated
        return life.begin(request.user, content, wanted=found.identifier, why=why)
    offers = found.differs.offers if found.differs else ()
    taken = {
        offer.field
        for offer in offers
        if request.POST.get(f"take-{found.identifier}-{offer.field}") == PORTAL
    }
    content = joined(found.stored, found.page, taken)
    if read(content) == read(found.stored):
        return None
    return life.begin(request.user, content, record=found.identifier, why=why)
