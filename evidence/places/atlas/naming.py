"""Where on an area its name is written, and along which line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import polylabel

NARROW = 0.2  # of a degree's width at the equator; nearer to the poles nothing is stretched more
ROUGHLY = 0.05  # degrees within which outlines are read


@dataclass(frozen=True)
class Spot:
    """A point well inside an area; its longest way: degrees of tilt and of length, and how many
    times its width it is."""

    point: Point
    tilt: int = 0
    slimness: float = 1
    length: float = 0


def place_of(area: BaseGeometry) -> Spot | None:
    """Where an area is named; None if it is too small to have an inside."""
    polygon = _largest(area)
    if polygon is None:
        return None
    west, south, east, north = polygon.bounds
    point = polylabel(polygon, tolerance=max(0.02, min(east - west, north - south) / 20))
    frame = polygon.minimum_rotated_rectangle
    if not isinstance(frame, Polygon):
        return Spot(point)
    stretch = 1 / max(NARROW, math.cos(math.radians(point.y)))  # as Mercator draws it
    corners = list(frame.exterior.coords)
    sides = [(two[0] - one[0], (two[1] - one[1]) * stretch) for one, two in pairwise(corners[:3])]
    (length, way), (width, _) = sorted(((math.hypot(*side), side) for side in sides), reverse=True)
    angle = (math.degrees(math.atan2(-way[1], way[0])) + 90) % 180 - 90
    return Spot(point, round(angle), length / max(width, 1e-6), length)


def _largest(area: BaseGeometry) -> Polygon | None:
    whole = area if area.is_valid else area.buffer(0)
    polygons = [part for part in shapely.get_parts(whole) if isinstance(part, Polygon)]
    if not polygons:
        return None
    simple = max(polygons, key=lambda part: part.area).simplify(ROUGHLY)
    return simple if isinstance(simple, Polygon) and not simple.is_empty else None
