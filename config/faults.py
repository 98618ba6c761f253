"""The answer to a fault: 503 with Retry-After where the database is at fault, else 500."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from config.error_pages import server_error
from config.refusals import refusal

UNAVAILABLE = 503
RETRY_AFTER = 5  # seconds


def fault(request: HttpRequest) -> HttpResponse:
    """Tell a database that is away, busy or full from a fault of the program."""
    if isinstance(sys.exc_info()[1], (OperationalError, InterfaceError)):
        said = _("The database is not responding. Try again in a few seconds.")
        return refusal(request, UNAVAILABLE, _("Not available now"), said, RETRY_AFTER)
    return server_error(request)
