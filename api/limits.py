"""How often one client may ask: so many requests a minute for each token, or each address."""

from __future__ import annotations

import time

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from config.clients import Asking, address_of, network, numbered
from config.ledger import ledger


class TooMany(Throttled):
    """A request beyond the limit. Status 429, with Retry-After."""

    default_detail = _("Too many requests.")
    extra_detail_singular = _("Try again in {wait} second.")  # type: ignore[assignment]
    extra_detail_plural = _("Try again in {wait} seconds.")  # type: ignore[assignment]


class Limit(BaseThrottle):
    """`API_TOKEN_RATE` for a token, `API_RATE` for an address; 0 is no limit."""

    seconds = 0.0
    rate = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the request may be answered now; `wait()` tells when it may otherwise."""
        return self._admits(request, getattr(request.auth, "digest", None))

    def admits(self, request: Asking) -> bool:
        """The same of a request without a token."""
        return self._admits(request, None)

    def _admits(self, request: Asking, token: str | None) -> bool:
        self.rate = settings.API_TOKEN_RATE if token else settings.API_RATE
        if not self.rate:
            return True
        client = numbered(token or network(address_of(request)))
        self.seconds = ledger().wait(client, self.rate, time.time())
        return not self.seconds

    def wait(self) -> float:
        """Seconds until the request may be answered."""
        return self.seconds
