"""What is decided of a request before anything is read or looked up: how often, and how large."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.bodies import KIB, MIB, SIZED, UNREAD, UPLOADS, USUAL, limit_of, size_of
from config.clients import address_of, network, numbered
from config.costly import RETRY_AFTER, Busy, client
from config.health import ADDRESS, health
from config.ledger import ledger
from config.refusals import refusal
from config.uploads import ADDRESS as UPLOAD_PASS
from config.uploads import may_upload

TOO_LARGE, TOO_MANY, UNAVAILABLE = 413, 429, 503
# Files of the site are not counted; the API counts for itself, by token too.
NOT_COUNTED = (
    f"/{settings.STATIC_URL.strip('/')}/",
    "/api/",
    "/ogc/",
    "/tiles/",
    "/pictures/thumb/",
)


class Door:
    """The first middleware: /healthz, requests a minute of each address, bytes of each request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer; 429 with Retry-After to an address that asks too often."""
        if request.path_info == ADDRESS:
            return health(request)
        if request.path_info == UPLOAD_PASS:
            return HttpResponse(
                status=204 if may_upload(request.headers.get("Cookie", "")) else 403
            )
        client.set(network(address_of(request)))
        seconds = _wait(request)
        return _too_many(request, seconds) if seconds else self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, *_arguments: Any
    ) -> HttpResponse | None:
        """Refuse what is too large, before the token against forged forms is looked for in it."""
        most, unread = limit_of(request.path_info), UNREAD in request.META
        if UPLOADS.fullmatch(request.path_info):
            if not unread:
                return None  # the view says how much it takes
            most = USUAL
        elif getattr(view, SIZED, False) or (size_of(request) <= most and not unread):
            return None
        return _too_large(request, most)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer 503 with Retry-After where the processes for costly work are busy."""
        if not isinstance(error, Busy):
            return None
        said = _("The site is busy with other work of this kind. Try again in a few seconds.")
        return refusal(request, UNAVAILABLE, _("Busy"), said, RETRY_AFTER)


def _wait(request: HttpRequest) -> float:
    if not settings.PAGE_RATE or request.path_info.startswith(NOT_COUNTED):
        return 0
    client = numbered(f"page {network(address_of(request))}")
    return ledger().wait(client, settings.PAGE_RATE, time.time())


def _too_many(request: HttpRequest, seconds: float) -> HttpResponse:
    said = ngettext(
        "Too many requests from your address. Try again in %(n)d second.",
        "Too many requests from your address. Try again in %(n)d seconds.",
        int(seconds) + 1,
    )
    return refusal(
        request, TOO_MANY, _("Too many requests"), said % {"n": int(seconds) + 1}, seconds
    )


def _too_large(request: HttpRequest, most: int) -> HttpResponse:
    shown = f"{most // MIB} MB" if most >= MIB else f"{most // KIB} kB"
    said = _("At most %(most)s can be sent to this address at once. Nothing was saved.")
    return refusal(request, TOO_LARGE, _("Too large"), said % {"most": shown})
