"""What is kept for a while only, and deleted by whoever does the jobs, once an hour."""

from __future__ import annotations

import logging
import time
from importlib import import_module

from django.conf import settings
from django.db import DatabaseError
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)

EVERY = 3600.0  # seconds


class Upkeep:
    """The functions that `UPKEEP` names, all of them each time that an hour has passed."""

    def __init__(self) -> None:
        self._next = 0.0

    def when_due(self) -> None:
        """Do it now if it is time to. A fault of one keeps the others from nothing."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        for path in settings.UPKEEP:
            try:
                import_string(path)()
            except (DatabaseError, OSError):
                logger.exception("%s", path)


def forget_sessions() -> None:
    """Delete the sessions that have ended."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
