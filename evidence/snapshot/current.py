"""The snapshot of the corpus as a database connection sees it, made anew when records change."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.conf import settings

from evidence.models import Evidence
from evidence.shapes import current_shapes
from evidence.snapshot import Snapshot, files, made_of, with_content
from evidence.snapshot.tables import read_tables
from evidence.versions import Version, changed_since, current_version

LARGE = 100_000  # records: a snapshot of so many is made by a process of its own, and shared
MAKING = 900  # seconds that this may take

_lock = threading.Lock()
_kept: list[Snapshot] = []


def current_snapshot() -> Snapshot:
    """The snapshot of the version that this database connection sees."""
    version = current_version()
    for snapshot in _kept:
        if snapshot.version == version:
            return snapshot
    with _lock:
        if not _kept or _kept[-1].version != version:
            _kept[:] = [_made(version, _kept[-1] if _kept else None)]
        return _kept[-1]


def counted(rows: Iterable[Any], of: str) -> list[Any]:
    """The rows, each told in `records` how many records it has; see `Snapshot.total`."""
    snapshot = current_snapshot()
    found = list(rows)
    for row in found:
        row.records = snapshot.total(of, row.pk)
    return found


def store_snapshot() -> Version:
    """Make the snapshot of the current version a file, unless it is one; the version."""
    with files.alone():
        version = current_version()
        if files.load(version) is None:
            files.save(version, _after(version, _stored()).content())
        return version


def _made(version: Version, before: Snapshot | None) -> Snapshot:
    if before is not None and changed_since(before.version) == set():
        # Names have changed, and perhaps shapes, but no record.
        shapes = current_shapes(only_places=True)
        return replace(before, version=version, shapes=shapes, slugs={}, named=[])
    if (before.size if before else Evidence.objects.count()) >= LARGE:
        shared = _shared(version)
        if shared is not None:
            return shared
    return _after(version, before)


def _after(version: Version, before: Snapshot | None) -> Snapshot:
    """Made from the snapshot before it where it is known which records have changed."""
    changed = changed_since(before.version) if before else None
    if before is None or changed is None:
        return made_of(version, read_tables())
    return made_of(version, before.tables.with_changes(changed))


def _stored() -> Snapshot | None:
    version = files.newest()
    content = files.load(version) if version else None
    return with_content(version, content) if version and content else None


def _shared(version: Version) -> Snapshot | None:
    """From the file that all processes share; None for a version that only we see as yet."""
    content = files.load(version)
    if content is None:
        command = [sys.executable, "manage.py", "make_snapshot"]
        subprocess.run(command, cwd=settings.BASE_DIR, timeout=MAKING, check=False)  # noqa: S603
        content = files.load(version)
    return with_content(version, content) if content else None
