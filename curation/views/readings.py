"""/curate/reading/: how a date or coordinates are read, while somebody types them."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from curation.readings import Reading, date_reading, point_reading, too_long

MOST = 200


@require_safe
def reading(request: HttpRequest) -> JsonResponse:
    """The reading of `date` or of `point`; null for nothing."""
    found: Reading | None = None
    for name, read in (("date", date_reading), ("point", point_reading)):
        text = request.GET.get(name, "")
        if text:
            found = read(text) if len(text) <= MOST else too_long()
    return JsonResponse({"reading": found})
