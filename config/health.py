"""/healthz: whether the process, the database, the worker and the disk do their work, as JSON."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import add_never_cache_headers
from django.utils.module_loading import import_string

ADDRESS = "/healthz"
RETRY_AFTER = "5"  # seconds
LEAST_FREE = 64 * 1024 * 1024  # bytes


def health(request: HttpRequest) -> HttpResponse:
    """200 where all is well, else 503; it names what fails and nothing else."""
    found = {name: "ok" if works() else "failing" for name, works in _checks().items()}
    well = set(found.values()) == {"ok"}
    response = JsonResponse(
        {"status": "ok" if well else "failing", **found}, status=200 if well else 503
    )
    if not well:
        response["Retry-After"] = RETRY_AFTER
    add_never_cache_headers(response)
    return response


def _checks() -> dict[str, Callable[[], bool]]:
    own: dict[str, Callable[[], bool]] = {
        "process": lambda: True,
        "database": database_works,
        "disk": disk_works,
    }
    return own | {name: import_string(path) for name, path in settings.HEALTH.items()}


def database_works() -> bool:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone())
    except DatabaseError:
        connection.close()
        return False


def disk_works() -> bool:
    """Whether the folders that the site writes to have room."""
    folders = (settings.VAR_DIR, tempfile.gettempdir())
    try:
        return all(
            shutil.disk_usage(each).free >= LEAST_FREE and os.access(each, os.W_OK)
            for each in folders
        )
    except OSError:
        return False
