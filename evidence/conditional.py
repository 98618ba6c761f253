"""Answers that hold for one version of the corpus: sent once to who has kept them."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from evidence.versions import Version

OK, NOT_MODIFIED = 200, 304


def tag_of(version: Version, *more: str) -> str:
    """The ETag of what this release makes of a version; `more` is what else it depends on."""
    return f'W/"{"-".join([str(version), settings.RELEASE, *more])}"'


def unless_kept(
    request: HttpRequest, etag: str, answer: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """The answer under its ETag, to be asked for again each time; 304 to who names it."""
    response = get_conditional_response(request, etag=etag) or answer()
    if response.status_code in (OK, NOT_MODIFIED):
        response["ETag"] = etag
        response["Cache-Control"] = "no-cache"
    return response
