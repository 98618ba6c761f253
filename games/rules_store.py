"""What the program makes of rules texts, kept on disk: what one process compiles no other need.

It stands in a cache of its own (settings.CACHES), whose folder nobody but the site may write to, as
what is read from it is run. A new version of the program, of Python or of wasmtime keeps its own.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from collections.abc import Callable
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
            logger.warning("what was made of rules cannot be kept", exc_info=True)
    return found


def _key(*of: Said) -> str:
    said = json.dumps([engine_digest(), sys.version, version("wasmtime"), of])
    return hashlib.sha256(said.encode()).hexdigest()


def _found(key: str) -> T | None:
    """What is kept; a file that was cut short may raise anything, and is as good as none."""
    try:
        with rare_sweeps():
            found: T | None = caches["rules"].get(key)
    except Exception:
        logger.warning("what was made of rules cannot be read; it is made again", exc_info=True)
        return None
    return found
