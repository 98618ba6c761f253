"""Areas as people give them, drawn or written as GeoJSON, read into shapes as regions have them.

The same area drawn the same way is read into the same shape, to the last digit.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

import shapely
from django.utils.translation import gettext as _

from evidence.places.world import polygons, written
from evidence.search.drawn import WORLD, cut, why_invalid
from evidence.search.values import shown

Shape = dict[str, Any]
Ring = list[tuple[float, float]]

DIGITS = 6  # microdegrees, as all coordinates here
MOST_CORNERS = 2000
KINDS = ("Polygon", "MultiPolygon")
EXAMPLE = '{"type": "Polygon", "coordinates": [[[28, 41], [30, 41], [30, 42], [28, 41]]]}'


class OutlineError(ValueError):
    """What is wrong with an area, and what would be right."""


def read_text(text: str) -> Shape:
    """The area of a GeoJSON text. Raises OutlineError."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise OutlineError(_("This is not JSON: %s.") % _where(error) + f" {_example()}") from error
    return read_outline(said)


def read_outline(said: Any) -> Shape:
    """A GeoJSON Polygon or MultiPolygon, or a Feature that is one, as a valid shape.

    Longitudes may go on beyond ±180; the shape is cut there. Raises OutlineError.
    """
    if isinstance(said, Mapping) and said.get("type") == "Feature":
        said = said.get("geometry")
    parts = [cut(_polygon(rings)) for rings in _parts(said)]
    whole = shapely.set_precision(shapely.union_all(parts), 10.0**-DIGITS)
    areas = polygons(whole)
    if areas.is_empty:
        raise OutlineError(_("The area has no size: its corners are in line, or in one place."))
    return written(shapely.orient_polygons(shapely.normalize(areas)), DIGITS)


def corners(shape: Shape) -> list[list[float]]:
    """Longitude and latitude of all corners of a shape, each ring's first one once."""
    parts = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
    return [corner for rings in parts for ring in rings for corner in ring[:-1]]


def _parts(said: Any) -> Iterator[Any]:
    """The coordinates of each polygon, not looked at yet but for their number."""
    kind = said.get("type") if isinstance(said, Mapping) else None
    if kind not in KINDS:
        raise OutlineError(_("This is neither a Polygon nor a MultiPolygon.") + f" {_example()}")
    coordinates = said.get("coordinates")
    parts = [coordinates] if kind == "Polygon" else coordinates
    if not isinstance(parts, list) or not parts or not all(map(_is_filled, parts)):
        raise OutlineError(_("The area has no coordinates.") + f" {_example()}")
    number = sum(len(ring) for rings in parts for ring in rings if isinstance(ring, list))
    if number > MOST_CORNERS:
        told = {"number": number, "most": MOST_CORNERS}
        raise OutlineError(_("The area has %(number)d corners: draw it with %(most)d.") % told)
    yield from parts


def _where(error: Exception) -> str:
    """The place at which a text stops being JSON."""
    if isinstance(error, json.JSONDecodeError):
        told = {"line": error.lineno, "column": error.colno}
        return _("it cannot be read from line %(line)d, column %(column)d") % told
    return _("it cannot be read")


def _is_filled(rings: Any) -> bool:
    return isinstance(rings, list) and bool(rings)


def _polygon(rings: list[Any]) -> shapely.Polygon:
    outer, *holes = (_ring(ring) for ring in rings)
    drawn = shapely.Polygon(outer, holes)
    if not drawn.is_valid:
        raise OutlineError(why_invalid(drawn))
    west, _south, east, _north = drawn.bounds
    if east - west > WORLD:
        raise OutlineError(_("The area is wider than the world. Draw it narrower."))
    return drawn


def _ring(ring: Any) -> Ring:
    if not isinstance(ring, list) or len(ring) < 3:
        raise OutlineError(_("A ring has three corners or more.") + f" {_example()}")
    return [_corner(corner) for corner in ring]


def _corner(corner: Any) -> tuple[float, float]:
    """Longitude and latitude; a height is not looked at."""
    is_point = isinstance(corner, list) and 2 <= len(corner) <= 3 and all(map(_is_number, corner))
    if not is_point:
        raise OutlineError(_("A corner is a longitude and a latitude.") + f" {_example()}")
    longitude, latitude = corner[:2]
    if abs(longitude) > WORLD or abs(latitude) > 90:
        said = _("The corner %s is not on the map: longitude comes first.")
        raise OutlineError(said % shown(f"{longitude}, {latitude}"))
    return float(longitude), float(latitude)


def _is_number(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _example() -> str:
    return _("Write GeoJSON, as in %s") % EXAMPLE
