"""The shapes of all regions, read once and kept until a region changes."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy
import shapely
from django.db.models import Exists, OuterRef, TextField
from django.db.models.functions import MD5, Cast
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiPoint
from shapely.geometry import shape as from_geojson
from shapely.geometry.base import BaseGeometry

from evidence.models import Place, Region

Box = tuple[float, float, float, float]
State = tuple[tuple[int, int | None, str, str], ...]  # id, parent, digest, kind

# Neighbours share slivers along their border, all the more when one was drawn by hand: two areas
# overlap when they share more than this part of the smaller one.
SHARED = 0.05

_lock = threading.Lock()  # GEOS builds the index of a prepared shape on first use
_kept: dict[bool, Shapes] = {}


@dataclass(frozen=True)
class Shapes:
    """Region shapes (degrees, cut at ±180°) as of one state of the regions."""

    state: State
    ids: tuple[int, ...]
    geometries: NDArray[numpy.object_]
    tree: shapely.STRtree

    @cached_property
    def drawn(self) -> set[int]:
        """The ids of the regions that are the places of their own records alone."""
        return {pk for pk, *_, kind in self.state if kind == Region.Kind.DRAWN}

    def containing(self, points: NDArray[numpy.float64]) -> Iterator[tuple[int, int]]:
        """Pairs (row of `points`, region id); `points` has longitude and latitude columns.

        The border belongs to a region. A point at -180° is also looked for at +180°, and a pole
        belongs to every region that reaches it. Regions that were drawn for a place are left out.
        """
        tree = shapely.STRtree(_marks(points))
        with _lock:
            numbers, rows = tree.query(self.geometries, predicate="intersects")
        for number, row in zip(numbers, rows, strict=True):
            if self.ids[number] not in self.drawn:
                yield int(row), self.ids[number]

    def overlapping(self, region: int) -> set[int]:
        """The ids of the regions that share ground with this one, itself included.

        Others that were drawn for a place are left out.
        """
        shape = self.geometries[self.ids.index(region)]
        with _lock:
            near = self.tree.query(shape, predicate="intersects")
        found = {self.ids[number] for number in near if _share(shape, self.geometries[number])}
        return (found - self.drawn) | {region}

    def touching(self, box: Box) -> set[int]:
        """The ids of the regions that meet a box of degrees (west, south, east, north)."""
        west, south, east, north = box
        parts = [(west, east)] if west <= east else [(west, 180.0), (-180.0, east)]
        found: set[int] = set()
        for left, right in parts:
            found |= self.meeting(shapely.box(left, south, right, north))
        return found

    def meeting(self, area: BaseGeometry) -> set[int]:
        """The ids of the regions that meet an area of degrees, cut at ±180°."""
        return {self.ids[n] for n in self.tree.query(area, predicate="intersects")}

    def by_digest(self) -> dict[tuple[int, str], BaseGeometry]:
        """Each shape by the region's id and its digest."""
        digests = {pk: digest for pk, _, digest, _ in self.state}
        shapes = zip(self.ids, self.geometries, strict=True)
        return {(pk, digests[pk]): shape for pk, shape in shapes}

    def with_parents(self, regions: Iterable[int]) -> set[int]:
        """These regions and all that they are part of."""
        parents = {pk: parent for pk, parent, *_ in self.state}
        found: set[int] = set()
        for region in regions:
            above: int | None = region
            while above is not None and above not in found:
                found.add(above)
                above = parents[above]
        return found


def current_shapes(*, only_places: bool = False) -> Shapes:
    """The shapes of the regions as they are stored now; read again only when one has changed.

    `only_places` leaves out the regions that are not the place of any record: to know that few
    shapes are unchanged takes a fraction of a millisecond, for all the world's it takes several.
    """
    regions = Region.objects.order_by("pk")
    if only_places:
        regions = regions.filter(Exists(Place.objects.filter(region=OuterRef("pk"))))
    digest = MD5(Cast("shape", TextField()))
    state = tuple(regions.values_list("pk", "parent_id", digest, "kind"))
    kept = _kept.get(only_places)
    if kept is None or kept.state != state:
        _kept[only_places] = kept = _read(state, kept)
    return kept


def _read(state: State, before: Shapes | None) -> Shapes:
    """The shapes of a state; those that were there before are not read again."""
    known = before.by_digest() if before else {}
    found = {pk: known[pk, digest] for pk, _, digest, _ in state if (pk, digest) in known}
    stored = Region.objects.in_bulk([pk for pk, *_ in state if pk not in found])
    for pk, region in stored.items():
        found[pk] = shapely.make_valid(from_geojson(region.shape))
    ids = tuple(pk for pk, *_ in state if pk in found)
    geometries = numpy.empty(len(ids), dtype=object)
    geometries[:] = [found[pk] for pk in ids]
    shapely.prepare(geometries)
    return Shapes(state, ids, geometries, shapely.STRtree(geometries))


def _marks(points: NDArray[numpy.float64]) -> NDArray[numpy.object_]:
    """Points, save where one place on Earth is several on the plane."""
    marks = numpy.empty(len(points), dtype=object)
    marks[:] = shapely.points(points)
    longitudes, latitudes = points[:, 0], points[:, 1]
    for row in numpy.flatnonzero(longitudes == -180):
        marks[row] = MultiPoint([(-180, latitudes[row]), (180, latitudes[row])])
    for row in numpy.flatnonzero(abs(latitudes) == 90):
        marks[row] = LineString([(-180, latitudes[row]), (180, latitudes[row])])
    return marks


def _share(one: BaseGeometry, other: BaseGeometry) -> bool:
    least = min(one.area, other.area)
    return bool(least) and one.intersection(other).area > SHARED * least
