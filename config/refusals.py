"""Answers that need neither the database nor a session: too large, too often, not available now."""

from __future__ import annotations

import math

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language

from config.machines import error_shape, is_for_machines


class NoSuchValue(Http404):
    """A parameter of an address names what there is not; the page itself is there without it."""


def refusal(
    request: HttpRequest, status: int, title: str, message: str, retry_after: float = 0
) -> HttpResponse:
    """A short page; below /api/ and /ogc/ the same as JSON, in the shape of all their errors."""
    response: HttpResponse
    if is_for_machines(request.path_info):
        response = JsonResponse(error_shape(status, message), status=status)
        response["Access-Control-Allow-Origin"] = "*"
    else:
        context = {"title": title, "message": message, "language": get_language()}
        response = HttpResponse(render_to_string("refusal.html", context), status=status)
    if retry_after:
        response["Retry-After"] = str(math.ceil(retry_after))
    add_never_cache_headers(response)
    return response
