"""What search reads beside the records: membership in regions, words, the corpus version.

Everything is done in chunks with a fixed number of queries each, so a million records differ
from a thousand in time only. At query time nothing is computed but which regions a box touches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice

import numpy
from django.db import transaction
from numpy.typing import NDArray

from evidence.bulk import insert, learn_sizes_when_stored
from evidence.history import versions_together
from evidence.models import Evidence, Place
from evidence.search.shapes import current_shapes
from evidence.search.text import index_text
from evidence.search.versions import note_change

__all__ = [
    "Membership", "index_records", "insert_members", "together",
]  # fmt: skip

MANY = 1000  # records, after which the database looks how large its tables have become
CHUNK = 500  # below the smallest limit of variables that SQLite puts on a statement
POINTS_KEPT = 50_000
Members = dict[int, set[int]]
Point = tuple[int, int]  # longitude, latitude
Located = tuple[int, int | None, int | None, int | None]

_waiting: ContextVar[set[int] | None] = ContextVar("waiting", default=None)


def index_records(pks: Iterable[int] | None = None) -> None:
    """Rebuild the words and `Evidence.regions` of these records, or of all: a new version.

    Records that no longer exist are passed over. Inside `together()` the work waits for its end.
    """
    waiting = _waiting.get()
    if waiting is not None and pks is not None:
        waiting.update(pks)
        return
    membership = Membership()
    changed, done = None if pks is None else sorted(set(pks)), 0
    for chunk in _chunks(_all_pks() if changed is None else iter(changed)):
        with transaction.atomic():
            _index_chunk(chunk, membership)
            note_change(chunk)
        done += len(chunk)
    if changed is None:
        note_change(None)
    if done >= MANY:
        learn_sizes_when_stored()


@contextmanager
def together() -> Iterator[None]:
    """Note and index whatever is stored inside once, at the end; not at all if it fails."""
    if _waiting.get() is not None:
        yield
        return
    waiting: set[int] = set()
    token = _waiting.set(waiting)
    try:
        with versions_together():
            yield
    finally:
        _waiting.reset(token)
    if waiting:
        index_records(waiting)


def _all_pks() -> Iterator[int]:
    last = 0
    while True:
        pks = list(
            Evidence.objects.filter(pk__gt=last)
            .order_by("pk")
            .values_list("pk", flat=True)[: 100 * CHUNK]
        )
        if not pks:
            return
        yield from pks
        last = pks[-1]


def _chunks(pks: Iterator[int]) -> Iterator[list[int]]:
    while chunk := list(islice(pks, CHUNK)):
        yield chunk


class Membership:
    """The regions that records lie in, by the shapes as they are now; places are kept in mind."""

    def __init__(self) -> None:
        self.shapes = current_shapes()
        self._of_points: dict[Point, set[int]] = {}
        self._of_regions: dict[int, set[int]] = {}

    def of(self, places: Iterable[Located]) -> Members:
        """Record → regions: those its points lie in, its areas are or overlap, and their parents.

        A place is a record's id, latitude and longitude (microdegrees), and a region's id.
        """
        members: Members = defaultdict(set)
        points: list[tuple[int, Point]] = []
        for record, lat_u, lon_u, region in places:
            if lat_u is not None and lon_u is not None:
                points.append((record, (lon_u, lat_u)))
            elif region is not None:
                members[record] |= self._of_region(region)
        self._learn({point for _record, point in points})
        for record, point in points:
            members[record] |= self._of_points[point]
        return members

    def _of_region(self, region: int) -> set[int]:
        if region not in self._of_regions:
            overlapping = self.shapes.overlapping(region)
            self._of_regions[region] = self.shapes.with_parents(overlapping)
        return self._of_regions[region]

    def _learn(self, points: set[Point]) -> None:
        if len(self._of_points) > POINTS_KEPT:
            self._of_points.clear()
        new = sorted(points - self._of_points.keys())
        found: list[set[int]] = [set() for _ in new]
        for number, region in self.shapes.containing(_degrees(new)):
            found[number].add(region)
        for point, regions in zip(new, found, strict=True):
            self._of_points[point] = self.shapes.with_parents(regions)


def insert_members(members: Members) -> None:
    """Write the regions of records that have none yet."""
    pairs = [(record, region) for record, regions in members.items() for region in sorted(regions)]
    insert(Evidence.regions.through, ("evidence_id", "region_id"), pairs)


def _index_chunk(pks: list[int], membership: Membership) -> None:
    """Records are locked before what is indexed of them, as by those who store them."""
    records = Evidence.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk")
    list(records.values_list("pk"))
    places = Place.objects.filter(evidence_id__in=pks).order_by()
    located = places.values_list("evidence_id", "lat_u", "lon_u", "region_id")
    _store_members(pks, membership.of(located))
    index_text(pks)


def _degrees(points: list[Point]) -> NDArray[numpy.float64]:
    return numpy.array(points, dtype=float).reshape(-1, 2) / 1_000_000


def _store_members(pks: list[int], members: Members) -> None:
    """Write the difference only: most records stay where they are."""
    through = Evidence.regions.through
    stored = {
        (row.evidence_id, row.region_id): row.pk
        for row in through.objects.filter(evidence_id__in=pks)
    }
    wanted = {(record, region) for record, regions in members.items() for region in regions}
    gone = [pk for pair, pk in stored.items() if pair not in wanted]
    for start in range(0, len(gone), CHUNK):
        through.objects.filter(pk__in=gone[start : start + CHUNK]).delete()
    insert(through, ("evidence_id", "region_id"), sorted(wanted - set(stored)))
