"""What checks of texts have found, kept by the digest of all that was checked.

Whoever looks at a draft again, and whoever publishes what was checked, need not wait again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.core.cache import cache

from games.program import engine_digest

LASTS = 30 * 24 * 3600  # seconds
Found = dict[str, Any]


def find(asked: Mapping[str, Any]) -> Found | None:
    """What was found when the same was asked of the same program, if it is kept."""
    found: Found | None = cache.get(_key(asked))
    return found


def keep(asked: Mapping[str, Any], found: Found) -> None:
    """Keep what was found; a cache that is full may forget it, and a full disk keeps nothing."""
    with suppress(OSError):
        cache.set(_key(asked), found, LASTS)


def _key(asked: Mapping[str, Any]) -> str:
    said = json.dumps([engine_digest(), dict(asked)], sort_keys=True)
    return f"rules-checked:{hashlib.sha256(said.encode()).hexdigest()}"
