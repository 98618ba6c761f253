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

from evidence.models import Evidence, Place
from evidence.search_text import index_text
from evidence.shapes import Box, Shapes, current_shapes
from evidence.versions import note_change

__all__ = ["Box", "index_records", "regions_touching", "together"]

CHUNK = 500  # below the smallest limit of variables that SQLite puts on a statement
Members = dict[int, set[int]]

_waiting: ContextVar[set[int] | None] = ContextVar("waiting", default=None)


def index_records(pks: Iterable[int] | None = None) -> None:
    """Rebuild the words and `Evidence.regions` of these records, or of all: a new version.

    Records that no longer exist are passed over. Inside `together()` the work waits for its end.
    """
    waiting = _waiting.get()
    if waiting is not None and pks is not None:
        waiting.update(pks)
        return
    shapes = current_shapes()
    changed = None if pks is None else sorted(set(pks))
    for chunk in _chunks(_all_pks() if changed is None else iter(changed)):
        with transaction.atomic():
            _index_chunk(chunk, shapes)
            note_change(chunk)
    if changed is None:
        note_change(None)


@contextmanager
def together() -> Iterator[None]:
    """Index whatever is stored inside once, at the end; not at all if it fails."""
    if _waiting.get() is not None:
        yield
        return
    waiting: set[int] = set()
    token = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(token)
    if waiting:
        index_records(waiting)


def regions_touching(box: Box) -> set[int]:
    """The ids of the regions that are a record's place and meet a box of degrees.

    The box is west, south, east, north; west greater than east crosses the antimeridian.
    """
    return current_shapes(only_places=True).touching(box)


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


def _index_chunk(pks: list[int], shapes: Shapes) -> None:
    places = list(
        Place.objects.filter(evidence_id__in=pks).only("pk", "evidence", "lat_u", "lon_u", "region")
    )
    _store_members(pks, _members(places, shapes))
    index_text(pks)


def _members(places: list[Place], shapes: Shapes) -> Members:
    """Record → regions: those its points lie in, its areas are or overlap, and their parents."""
    members: Members = defaultdict(set)
    points = [place for place in places if place.lat_u is not None]
    for number, region in shapes.containing(_coordinates(points)):
        members[points[number].evidence_id].add(region)
    for place in places:
        if place.region_id is not None:
            members[place.evidence_id] |= shapes.overlapping(place.region_id)
    return {record: shapes.with_parents(regions) for record, regions in members.items()}


def _coordinates(places: list[Place]) -> NDArray[numpy.float64]:
    pairs = [(place.lon_u, place.lat_u) for place in places]
    return numpy.array(pairs, dtype=float).reshape(-1, 2) / 1_000_000


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
    through.objects.bulk_create(
        [through(evidence_id=record, region_id=region) for record, region in wanted - set(stored)],
        batch_size=CHUNK,
    )
