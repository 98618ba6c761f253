"""/curate/names/KIND/: what is stored and called so, while somebody types."""

from __future__ import annotations

from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from curation.completing import KINDS

LONGEST = 200


@require_safe
def completions(request: HttpRequest, kind: str) -> JsonResponse:
    """A few names that go on from `q`, each with what it is."""
    if kind not in KINDS:
        raise Http404(_("There are no names of “%s”.") % kind)
    text = request.GET.get("q", "").strip()[:LONGEST]
    found = KINDS[kind](text) if text else []
    return JsonResponse({"names": [each._asdict() for each in found]})
