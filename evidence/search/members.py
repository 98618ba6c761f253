"""Which records a change of regions may take in or let go, and when they are indexed: at once where
they are few, by a job where they are many, so that nobody waits for a million records.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

import numpy
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from evidence.models import Evidence, Place, Region
from evidence.search.index import index_records
from evidence.search.shapes import current_shapes
from jobs import queue
from jobs.models import Job
from jobs.tasks import Task

KIND = "regions"
AT_ONCE = 1000  # records that are indexed while somebody waits
STEP = 5000  # records between two times that a job tells how far it is
SECONDS = 6 * 3600
DEGREE = 1_000_000  # microdegrees
Pks = NDArray[numpy.int64]


def touched(regions: Collection[int], most: int | None = None) -> Pks:
    """Ids of the records that these regions hold as stored, or whose places may lie in them.

    In order, each once; with `most`, so many at most of each of three kinds.
    """
    found = [_read(ids, most) for ids in (_stored(regions), *_lying(regions))]
    return numpy.unique(numpy.concatenate(found))


def _read(ids: QuerySet[Any, int], most: int | None) -> Pks:
    return numpy.fromiter(ids[:most].iterator(), dtype=numpy.int64)


def index_soon(regions: Collection[int], by: Any) -> Job | None:
    """Index the records that a change of these regions touches; the job that will, if many.

    Raises jobs.queue.Refused where too many jobs wait.
    """
    return _index(touched(regions, AT_ONCE + 1), regions, by)


def delete_regions(regions: QuerySet[Region], by: Any) -> Job | None:
    """Delete regions, and index what lay in them: what was above them no longer follows from them.

    The job that will index, if many. Raises jobs.queue.Refused where too many jobs wait.
    """
    gone = set(regions.values_list("pk", flat=True))
    above = current_shapes().with_parents(gone) - gone
    held = _read(_stored(gone), AT_ONCE + 1)
    regions.delete()
    return _index(held, above, by) if above else None


def _index(pks: Pks, regions: Collection[int], by: Any) -> Job | None:
    if len(pks) <= AT_ONCE:
        index_records(pks.tolist())
        return None
    # A job under way may have passed what has changed since: each change has one of its own.
    mark = secrets.token_hex(8)
    return queue.ask(
        KIND, {"regions": sorted(regions), "mark": mark}, by=by, asker=mark, seconds=SECONDS,
        title=_("Finding out which records lie in regions"),
        page=reverse("admin:evidence_region_changelist"),
    )  # fmt: skip


def work(task: Task) -> None:
    """Index what a change of regions touches; begun again, it only does what is done again."""
    pks = touched(task.what["regions"])
    for start in range(0, len(pks), STEP):
        task.progress(start, len(pks))
        index_records(pks[start : start + STEP].tolist())
    task.progress(len(pks), len(pks))


def _stored(regions: Collection[int]) -> QuerySet[Any, int]:
    rows = Evidence.regions.through.objects.filter(region_id__in=regions)
    return rows.values_list("evidence_id", flat=True)


def _lying(regions: Collection[int]) -> tuple[QuerySet[Any, int], QuerySet[Any, int]]:
    """Records with a point in the box around one of the regions, and those that are of an area
    that meets one.
    """
    shapes = current_shapes()
    pairs = zip(shapes.ids, shapes.geometries, strict=True)
    wanted = [shape for pk, shape in pairs if pk in set(regions)]
    inside, meeting = Q(pk__in=()), set[int]()
    for shape in wanted:
        inside |= _box(shape)
        meeting |= shapes.meeting(shape)
    places = Place.objects.order_by().values_list("evidence_id", flat=True)
    return places.filter(inside), places.filter(region_id__in=meeting)


def _box(shape: BaseGeometry) -> Q:
    """Points in the box around a shape; what is one place on Earth is one here, too."""
    west, south, east, north = (round(edge * DEGREE) for edge in shape.bounds)
    longitudes = Q(lon_u__range=(west - 1, east + 1))
    if east >= 180 * DEGREE:
        longitudes |= Q(lon_u=-180 * DEGREE)
    found = Q(lat_u__range=(south - 1, north + 1)) & longitudes
    for pole in (-90 * DEGREE, 90 * DEGREE):
        if south <= pole <= north:
            found |= Q(lat_u=pole)
    return found
