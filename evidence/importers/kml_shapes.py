"""Drawn polygons as one valid shape on the map, and what had to be repaired for that.

A shape is in degrees, cut at ±180°.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import antimeridian
import numpy
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from evidence.importers.kml import KmlError, KmlFile, KmlPolygon, Ring
from evidence.places.world import polygons

REASON_LETTERS = 60
LONGEST_SIDE = 90  # degrees
SMALLEST = 1e-6  # degrees: what is written down


@dataclass(frozen=True)
class Repaired:
    """A shape, and in words what was wrong with what was drawn."""

    shape: BaseGeometry
    repairs: tuple[str, ...]


def whole_shape(file: KmlFile) -> Repaired:
    """All polygons of a file united. Raises KmlError for one without area."""
    parts = [_whole(file, polygon) for polygon in file.polygons]
    repairs = [
        f"{polygon.name}: {repair}" if len(parts) > 1 and polygon.name else repair
        for polygon, part in zip(file.polygons, parts, strict=True)
        for repair in part.repairs
    ]
    united = polygons(shapely.unary_union([part.shape for part in parts]))
    return Repaired(united, tuple(dict.fromkeys(repairs)))


def _whole(file: KmlFile, drawn: KmlPolygon) -> Repaired:
    repairs = list(_unclosed(drawn))
    if crossed := _crossing(drawn):
        repairs.append(crossed)
        # Each ring is cut alone: the library leaves the longitudes of holes as they are.
        whole, *holes = (_cut(file, drawn, ring) for ring in (drawn.outer, *drawn.holes))
        shape, faults = whole.difference(shapely.unary_union(holes)), _faults_of(drawn.outer)
    else:
        # The library reads an array at once, and a tuple point by point.
        shape = Polygon(numpy.array(drawn.outer), list(map(numpy.array, drawn.holes)))
        faults = [] if shape.is_valid else [_reason(shape)]
    valid = polygons(shapely.make_valid(shape))
    if _vanishes(valid):
        said = "the polygon has no area: its points are in line, or within a millionth of a degree"
        raise KmlError(file.path, drawn.line, said)
    return Repaired(valid, (*repairs, *faults))


def _vanishes(shape: BaseGeometry) -> bool:
    """Whether nothing is left of a shape as it is written; only a thin or tiny one may vanish."""
    may_vanish = shape.area <= shape.length * SMALLEST
    return may_vanish and bool(shapely.set_precision(shape, SMALLEST).is_empty)


def _faults_of(ring: Ring) -> list[str]:
    """What is wrong with a ring that crosses ±180°, besides that."""
    unrolled = _unrolled(ring)
    shape = Polygon(unrolled)
    return [] if shape.is_valid or _goes_around(unrolled) else [_reason(shape)]


def _unclosed(drawn: KmlPolygon) -> Iterator[str]:
    for ring in (drawn.outer, *drawn.holes):
        if ring[0] != ring[-1]:
            longitude, latitude = ring[0]
            yield f"ring not closed at {longitude:.4f}, {latitude:.4f}"


def _crossing(drawn: KmlPolygon) -> str:
    """What is wrong where the ring leaves the map at ±180°, or nothing."""
    longitudes = [longitude for longitude, _ in drawn.outer]
    far = max(longitudes, key=abs)
    if abs(far) > 180:
        return f"reaches past ±180°, to longitude {far:.4f}: cut there"
    if any(_jumps(one, two) for one, two in pairwise([*longitudes, longitudes[0]])):
        return "crosses ±180° uncut: cut there"
    return ""


def _jumps(one: float, two: float) -> bool:
    """Whether a side goes over the edge of the map; one from edge to edge lies on the map."""
    return abs(one - two) > 180 and not abs(one) == abs(two) == 180


def _cut(file: KmlFile, drawn: KmlPolygon, ring: Ring) -> BaseGeometry:
    unrolled = _unrolled(ring)
    shape = Polygon(unrolled)
    west, _, east, _ = shape.bounds
    if east - west > 360:
        raise KmlError(file.path, drawn.line, "the polygon is wider than the Earth: 360° at most")
    around_pole = _goes_around(unrolled)
    north = max((latitude for _, latitude in ring), key=abs) > 0
    # A side longer than half a turn would be taken for one the other way round.
    sides = shape if around_pole else shapely.segmentize(shape, LONGEST_SIDE)
    try:
        # Sides are straight on the map, as everywhere else here.
        found = antimeridian.fix_polygon(
            orient(sides),
            great_circle=False,
            fix_winding=True,
            force_north_pole=around_pole and north,
            force_south_pole=around_pole and not north,
        )
    except (ValueError, AttributeError, AssertionError) as error:
        said = f"the polygon cannot be cut at ±180° ({error}): draw it in two parts"
        raise KmlError(file.path, drawn.line, said) from error
    return shapely.make_valid(found)


def _unrolled(ring: Ring) -> Ring:
    """The ring without jumps over the edge of the map, save one that goes around a pole."""
    if any(abs(longitude) > 180 for longitude, _ in ring):
        return ring
    closed = (*ring, ring[0])
    longitudes = numpy.unwrap([longitude for longitude, _ in closed], period=360)
    if abs(longitudes[-1] - longitudes[0]) > 180:
        return ring
    return tuple((float(x), y) for x, (_, y) in zip(longitudes, closed, strict=True))


def _goes_around(unrolled: Ring) -> bool:
    """Whether a ring goes around a pole: only then it is on the map and still jumps."""
    longitudes = [longitude for longitude, _ in (*unrolled, unrolled[0])]
    return max(map(abs, longitudes)) <= 180 and any(_jumps(*side) for side in pairwise(longitudes))


def _reason(shape: BaseGeometry) -> str:
    """As in "self-intersection at 34.2119, -10.9964"."""
    said, _, place = shapely.is_valid_reason(shape).partition("[")
    numbers = place.rstrip("]").split()
    where = f" at {', '.join(f'{float(number):.4f}' for number in numbers)}" if numbers else ""
    return f"{said.lower()[:REASON_LETTERS]}{where}"
