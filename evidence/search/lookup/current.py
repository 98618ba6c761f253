"""The index of what the database holds now: made anew where something has been written since.

What each thing is made of is compared with what it was made of before, so that only what has
changed is read into words again.
"""

from __future__ import annotations

from threading import Lock

from django.db import connection

from evidence.search.lookup.index import Index
from evidence.search.lookup.things import Row, Thing, things

_lock = Lock()
_kept: list[tuple[str, dict[Row, Thing], Index]] = []


def current_index() -> Index:
    """The index under the token of what the database connection sees (decision 11)."""
    version = connection.site_version()  # type: ignore[attr-defined]
    kept = _kept[0] if _kept else None
    if kept is None or kept[0] != version or not version:
        with _lock:
            kept = _kept[0] if _kept else None
            if kept is None or kept[0] != version or not version:
                kept = _made(version, kept)
                _kept[:] = [kept]
    return kept[2]


def _made(
    version: str, before: tuple[str, dict[Row, Thing], Index] | None
) -> tuple[str, dict[Row, Thing], Index]:
    rows = things(before[1] if before else {})
    if before and rows.keys() == before[1].keys():
        return version, before[1], before[2]
    return version, rows, Index(rows.values())
