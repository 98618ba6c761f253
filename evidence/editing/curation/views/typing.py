"""What an open form asks for while somebody types: names, clauses, readings, others."""

from __future__ import annotations

from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from evidence.editing.curation.completing import KINDS
from evidence.editing.curation.forms.clauses import MOST, clauses_for
from evidence.editing.curation.life import is_outdated
from evidence.editing.curation.presence import note_editing, others_editing
from evidence.editing.curation.readings import Reading, date_reading, point_reading
from evidence.editing.curation.views.shared import proposal_for
from people.matrix import Right
from people.rights import needs

LONGEST = 200
TOO_LONG = {"wrong": gettext_lazy("this is too long to be read")}


@require_safe
def completions(request: HttpRequest, kind: str) -> JsonResponse:
    """A few names that go on from `q`, each with what it is."""
    if kind not in KINDS:
        raise Http404(_("There are no names of “%s”.") % kind)
    text = request.GET.get("q", "").strip()[:LONGEST]
    found = KINDS[kind](text) if text else []
    return JsonResponse({"names": [each._asdict() for each in found]})


@require_safe
@needs(Right.DRAFT)
def clauses(request: HttpRequest) -> JsonResponse:
    """The clauses that can be chosen where each `ruleset` is linked, or the `game` is named."""
    slugs = request.GET.getlist("ruleset")[:MOST]
    return JsonResponse({"groups": clauses_for(request.GET.get("game", ""), slugs)})


@require_safe
def reading(request: HttpRequest) -> JsonResponse:
    """The reading of `date` or of `point`; null for nothing."""
    found: Reading | None = None
    for name, read in (("date", date_reading), ("point", point_reading)):
        text = request.GET.get(name, "")
        if text:
            found = read(text) if len(text) <= LONGEST else TOO_LONG
    return JsonResponse({"reading": found})


@require_POST
@needs(Right.DRAFT)
def present(request: HttpRequest, pk: int) -> JsonResponse:
    """Say that it is open; who else has it open, and the number of the content now."""
    found = proposal_for(request, pk)
    note_editing(found.identifier, request.user)
    return JsonResponse(
        {
            "others": others_editing(found.identifier, request.user),
            "number": found.number,
            "by": str(found.saved_by),
            "yours": found.saved_by == request.user,
            "outdated": is_outdated(found),
            "open": found.is_open,
        }
    )
