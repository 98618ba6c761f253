"""/curate/PROPOSAL/present/: an open form says that it is open, and is told who else is there."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_POST

from curation.life import is_outdated
from curation.presence import note_editing, others_editing
from curation.views.shared import proposal_for
from people.matrix import Right
from people.rights import needs


@require_POST
@needs(Right.DRAFT)
def present(request: HttpRequest, pk: int) -> JsonResponse:
    """Who else has the form open, and the number of the content now."""
    found = proposal_for(request, pk)
    note_editing(found.identifier, request.user)
    return JsonResponse(
        {
            "others": others_editing(found.identifier, request.user),
            "number": found.number,
            "by": str(found.saved_by),
            "outdated": is_outdated(found),
            "open": found.is_open,
        }
    )
