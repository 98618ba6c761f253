"""The snapshot of the corpus as a database connection sees it, made anew when records change."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from evidence.models import Evidence
from evidence.search.shapes import current_shapes
from evidence.search.snapshot import Snapshot, edited, files, made_of, maker, with_content
from evidence.search.snapshot.tables import read_tables, tables_of
from evidence.search.versions import Version, changed_since, current_version

LARGE = 100_000  # records: a snapshot of so many is shared by processes as a file
MANY = 1000  # changed records: where they are a good part of the corpus, it is read as a whole
SETTLED = 20  # seconds without a change, after which a file of the version is made
BEHIND = 100  # versions between the last file and the newest, after which one is made anyhow

_lock = threading.Lock()
_kept: list[Snapshot] = []
_looked = 0.0  # when it was made, or a file was looked for last


def current_snapshot() -> Snapshot:
    """The snapshot of the version that this database connection sees."""
    version = current_version()
    for snapshot in _kept:
        if snapshot.version == version:
            _share(snapshot)
            return snapshot
    with _lock:
        if not _kept or _kept[-1].version != version:
            _keep(_made(version, _kept[-1] if _kept else None))
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
            made = _after(version, None) or made_of(version, read_tables())
            files.save(version, made.content())
        return version


def _made(version: Version, before: Snapshot | None) -> Snapshot:
    snapshot = _after(version, before)
    if snapshot is None and (before.size if before else Evidence.objects.count()) >= LARGE:
        maker.wait()
        snapshot = _after(version, None)
    return snapshot or made_of(version, read_tables())


def _after(version: Version, before: Snapshot | None) -> Snapshot | None:
    """Made from one before it of which it is known what has changed since; None without any."""
    for earlier in _earlier(version, before):
        changed = changed_since(earlier.version)
        if changed is not None and len(changed) <= max(MANY, earlier.size // 4):
            return _with_changes(earlier, version, changed)
    return None


def _earlier(version: Version, before: Snapshot | None) -> Iterator[Snapshot]:
    """Snapshots to begin with: that of the version, the one before, the last that is a file."""
    shared = _stored(version)
    if shared is not None:
        yield shared
    if before is not None:
        yield before
    newest = files.newest()
    last = _stored(newest) if newest else None
    if last is not None:
        yield last


def _with_changes(earlier: Snapshot, version: Version, changed: Collection[int]) -> Snapshot:
    if earlier.version == version:
        return earlier
    if not changed:
        # Names have changed, and perhaps shapes, but no record.
        shapes = current_shapes(only_places=True)
        return replace(earlier, version=version, shapes=shapes, slugs={}, named=[], lots={})
    return edited(earlier, version, changed, tables_of(changed))


def _stored(version: Version) -> Snapshot | None:
    content = files.load(version)
    return with_content(version, content) if content else None


def _keep(snapshot: Snapshot) -> None:
    """Keep this alone. A file is made where the last is so old that it will soon serve nobody."""
    global _looked  # noqa: PLW0603
    _kept[:] = [snapshot]
    _looked = time.monotonic()
    if snapshot.private and snapshot.size >= LARGE:
        newest = files.newest()
        if newest is None or snapshot.version.number - newest.number >= BEHIND:
            maker.start()


def _share(snapshot: Snapshot) -> None:
    """Once a large one has stayed for a while, keep the file of it that all processes share."""
    global _looked  # noqa: PLW0603
    large = snapshot.private and snapshot.size >= LARGE
    if not large or time.monotonic() - _looked < SETTLED or not _lock.acquire(blocking=False):
        return
    try:
        _looked = time.monotonic()
        shared = _stored(snapshot.version)
        if shared is None:
            maker.start()
        elif _kept and _kept[0] is snapshot:
            _kept[:] = [shared]
    finally:
        _lock.release()
