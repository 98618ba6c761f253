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
from evidence.world import polygons

REASON_LETTERS = 60


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
    rings = [_continuous(ring) for ring in (drawn.outer, *drawn.holes)]
    shape, repairs = Polygon(rings[0], rings[1:]), list(_unclosed(drawn))
    crossed = _crossing(drawn)
    if crossed:
        repairs.append(crossed)
    if not shape.is_valid and _closes(rings[0]):
        repairs.append(_reason(shape))
    valid = shapely.make_valid(_cut(file, drawn, shape) if crossed else shape)
    if not polygons(valid).area:
        raise KmlError(file.path, drawn.line, "the polygon has no area: all its points are in line")
    return Repaired(polygons(valid), tuple(repairs))


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
    if any(abs(one - two) > 180 for one, two in pairwise(longitudes)):
        return "crosses ±180° uncut: cut there"
    return ""


def _cut(file: KmlFile, drawn: KmlPolygon, shape: Polygon) -> BaseGeometry:
    around_pole = not _closes(_continuous(drawn.outer))
    north = max((latitude for _, latitude in drawn.outer), key=abs) > 0
    try:
        # Sides are straight on the map, as everywhere else here.
        return antimeridian.fix_polygon(
            orient(shape),
            great_circle=False,
            force_north_pole=around_pole and north,
            force_south_pole=around_pole and not north,
        )
    except (ValueError, AttributeError) as error:
        said = f"the polygon cannot be cut at ±180° ({error}): draw it in two parts"
        raise KmlError(file.path, drawn.line, said) from error


def _continuous(ring: Ring) -> Ring:
    """The ring without jumps from one edge of the map to the other, save one around a pole."""
    longitudes = numpy.unwrap([longitude for longitude, _ in ring], period=360)
    unrolled = tuple((float(x), y) for x, (_, y) in zip(longitudes, ring, strict=True))
    return unrolled if _closes(unrolled) else ring


def _closes(ring: Ring) -> bool:
    """Whether the ring comes back to where it began; one around a pole ends a turn further on."""
    return not any(
        abs(one - two) > 180 for (one, _), (two, _) in zip(ring, (*ring[1:], ring[0]), strict=True)
    )


def _reason(shape: BaseGeometry) -> str:
    """As in "self-intersection at 34.2119, -10.9964"."""
    said, _, place = shapely.is_valid_reason(shape).partition("[")
    numbers = place.rstrip("]").split()
    where = f" at {', '.join(f'{float(number):.4f}' for number in numbers)}" if numbers else ""
    return f"{said.lower()[:REASON_LETTERS]}{where}"
