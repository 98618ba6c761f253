"""Compiled rules and what else is worked out from a text, kept on disk for all processes.

They have a cache of their own (settings.CACHES). Only the site may write to its folder, since what
is read from it is run. Another version of the program, of Python or of wasmtime makes its own.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from typing import TypeVar

from django.core.cache import caches

from games.play.rules import rare_sweeps
from games.program import engine_digest

T = TypeVar("T")
Said = str | tuple[str, ...]

logger = logging.getLogger(__name__)


def kept(make: Callable[[], T], what: str, *of: Said) -> T:
    """What `make` gives, or gave before; `of` is all that it depends on beside the program.

    Errors of `make` are raised and not kept. A full disk keeps nothing.
    """
    key = _key(what, *of)
    found: T | None = _found(key)
    if found is None:
        found = make()
        try:
            caches["rules"].set(key, found)
        except OSError:
            logger.warning("compiled rules cannot be kept", exc_info=True)
    return found


@cache
def _made_by() -> tuple[str, ...]:
    return engine_digest(), sys.version, version("wasmtime")


def _key(*of: Said) -> str:
    return hashlib.sha256(json.dumps([_made_by(), of]).encode()).hexdigest()


def _found(key: str) -> T | None:
    """What is kept; a file that was cut short may raise anything, and is as good as none."""
    try:
        with rare_sweeps():
            found: T | None = caches["rules"].get(key)
    except Exception:
        logger.warning("compiled rules cannot be read: they are compiled again", exc_info=True)
        return None
    return found
