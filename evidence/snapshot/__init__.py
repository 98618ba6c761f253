"""The corpus in memory: columns that answer any question of search, whatever database keeps it.

A snapshot belongs to one version of the corpus. `current_snapshot()` gives that of the version
which the database connection sees, made from the one before it where few records have changed.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy

from evidence.shapes import Shapes, current_shapes
from evidence.snapshot.columns import Codes, Links, Points
from evidence.snapshot.found import Mask, Numbers
from evidence.snapshot.tables import FIRST_YEAR, LAST_YEAR, Table, Tables, read_tables
from evidence.versions import Version, changed_since, current_version

__all__ = ["Snapshot", "current_snapshot"]

_lock = threading.Lock()
_kept: list[Snapshot] = []


@dataclass(frozen=True)
class Snapshot:
    """All that search reads, by record: arrays in the order of the records' ids.

    Years are astronomical, bounds that are not known the far numbers of `tables`; a confidence
    that was not judged is -1; `shapes` are those of the regions that are places of records.
    """

    version: Version
    tables: Tables
    shapes: Shapes
    pks: Numbers
    year_from: Numbers
    year_to: Numbers
    undated: Mask
    located: Mask
    confidence: Numbers
    types: Codes
    games: Codes
    centuries: Codes
    bands: Codes
    points: Points
    areas: Links
    links: dict[str, Links]

    @property
    def size(self) -> int:
        """How many records there are."""
        return len(self.pks)


def current_snapshot() -> Snapshot:
    """The snapshot of the corpus as this database connection sees it."""
    version = current_version()
    for snapshot in _kept:
        if snapshot.version == version:
            return snapshot
    with _lock:
        if not _kept or _kept[-1].version != version:
            _kept[:] = [_made(version)]
        return _kept[-1]


def _made(version: Version) -> Snapshot:
    before = _kept[-1] if _kept else None
    changed = changed_since(before.version) if before else None
    if before is None or changed is None:
        return _snapshot(version, read_tables())
    return _snapshot(version, before.tables.with_changes(changed) if changed else before.tables)


def _snapshot(version: Version, tables: Tables) -> Snapshot:
    records = tables.records[numpy.argsort(tables.records[:, 0], kind="stable")]
    pks, games, types, year_from, year_to, confidence = records.T
    points, areas = _owned(pks, tables.points), _owned(pks, tables.areas)
    located = numpy.zeros(len(pks), dtype=bool)
    located[points[:, 0]] = located[areas[:, 0]] = True
    return Snapshot(
        version=version,
        tables=tables,
        shapes=current_shapes(only_places=True),
        pks=pks.astype(numpy.int64),
        year_from=year_from.astype(numpy.int32),
        year_to=year_to.astype(numpy.int32),
        undated=(year_from == FIRST_YEAR) & (year_to == LAST_YEAR),
        located=located,
        confidence=confidence.astype(numpy.int8),
        types=Codes(types),
        games=Codes(games),
        centuries=Codes(spans_of_centuries(year_from, year_to)),
        bands=Codes(bands_of(confidence)),
        points=Points(*points.T),
        areas=Links(areas[:, 0], areas[:, 1], len(pks)),
        links={
            name: _links(pks, getattr(tables, name))
            for name in ("regions", "rulesets", "sources", "terms")
        },
    )


def _links(pks: Numbers, table: Table) -> Links:
    owned = _owned(pks, table)
    return Links(owned[:, 0], owned[:, 1], len(pks))


def _owned(pks: Numbers, table: Table) -> Table:
    """A table with numbers of records instead of ids, without rows of records that are gone."""
    numbers = numpy.searchsorted(pks, table[:, 0])
    here = numbers < len(pks)
    here[here] = pks[numbers[here]] == table[here, 0]
    return numpy.column_stack([numbers[here], table[here, 1:]])


def bands_of(confidence: Numbers) -> Numbers:
    """The tens of each confidence, 90 to 100 together; -1 where it was not judged."""
    return numpy.where(confidence < 0, -1, numpy.minimum(confidence // 10, 9))


# Spans of centuries: both in one number, each with an offset beyond the farthest year.

OFFSET = 20_000
OPEN_FIRST, OPEN_LAST = 0, 2 * OFFSET


def spans_of_centuries(year_from: Numbers, year_to: Numbers) -> Numbers:
    """First and last century of each record; see `centuries_of`."""
    first = numpy.where(year_from == FIRST_YEAR, OPEN_FIRST, (year_from - 1) // 100 + OFFSET)
    last = numpy.where(year_to == LAST_YEAR, OPEN_LAST, (year_to - 1) // 100 + OFFSET)
    return first.astype(numpy.int64) * (2 * OFFSET + 1) + last


def centuries_of(span: int) -> tuple[int | None, int | None]:
    """First and last century of a span as floors, 11 for 1101 to 1200; None where it is open."""
    first, last = divmod(span, 2 * OFFSET + 1)
    return (
        None if first == OPEN_FIRST else first - OFFSET,
        None if last == OPEN_LAST else last - OFFSET,
    )
