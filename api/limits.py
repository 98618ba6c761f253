"""How often one client may ask: so many requests a minute for each token, or each address.

A client may use up its minute's requests at once; then they come back evenly. What counts is in a
file that all processes of a machine share: a table of fixed size, in which a client's name is a
keyed digest. Two clients may meet in one place of it; then the older one begins anew.
"""

from __future__ import annotations

import mmap
import time
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from config.clients import ITEM, address_of, network, numbered

MINUTE = 60.0  # seconds
PLACES = 1 << 16
FILE = "limits.1"  # another number for another layout


class TooMany(Throttled):
    """A request beyond the limit. Status 429, with Retry-After."""

    default_detail = _("You ask too often.")
    extra_detail_singular = _("Ask again in {wait} second.")  # type: ignore[assignment]
    extra_detail_plural = _("Ask again in {wait} seconds.")  # type: ignore[assignment]


class Ledger:
    """For each client the moment at which all that it has asked is forgotten, in a file.

    Nobody waits for a lock: of two requests at the same moment one may not count.
    """

    def __init__(self, path: Path) -> None:
        with path.open("a+b") as file:
            file.truncate(2 * PLACES * ITEM)
            shared = memoryview(mmap.mmap(file.fileno(), 2 * PLACES * ITEM))
        self.clients = shared[: PLACES * ITEM].cast("Q")
        self.free_at = shared[PLACES * ITEM :].cast("d")

    def wait(self, client: int, rate: int, now: float) -> float:
        """Count a request of a client: 0; or seconds to wait, and then it does not count.

        `rate` is in requests a minute, `client` a number of 64 bits, `now` seconds since 1970.
        """
        place = client % PLACES
        free_at = self.free_at[place] if self.clients[place] == client else now
        if not now < free_at <= now + MINUTE:  # long ago, or the clock was set back
            free_at = now
        free_at += MINUTE / rate
        if free_at > now + MINUTE:
            return free_at - now - MINUTE
        self.free_at[place] = free_at
        self.clients[place] = client
        return 0


@cache
def ledger() -> Ledger:
    """The one of this site."""
    return Ledger(Path(settings.VAR_DIR) / FILE)


class Limit(BaseThrottle):
    """`API_TOKEN_RATE` for a token, `API_RATE` for an address; 0 is no limit."""

    seconds = 0.0
    rate = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the request may be answered now; `wait()` tells when it may otherwise."""
        token = getattr(request.auth, "digest", None)
        self.rate = settings.API_TOKEN_RATE if token else settings.API_RATE
        if not self.rate:
            return True
        client = numbered(token or network(address_of(request)))
        self.seconds = ledger().wait(client, self.rate, time.time())
        return not self.seconds

    def wait(self) -> float:
        """Seconds until the request may be answered."""
        return self.seconds
