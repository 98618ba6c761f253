"""Areas that somebody draws on the map."""

from __future__ import annotations

from typing import Any

import numpy
import shapely
from django.utils.translation import gettext as _
from numpy.typing import NDArray
from shapely import box
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry
from shapely.validation import explain_validity

from evidence.search.values import QueryError, Ring

WORLD = 360


def why_invalid(drawn: shapely.Polygon) -> str:
    """Where the outline of an area crosses itself, or what else makes it none."""
    why, _bracket, at = explain_validity(drawn).rstrip("]").partition("[")
    said = _("Its outline is not valid. Give its corners in order, without crossing.")
    if why.casefold().endswith("self-intersection") and at:
        said = _("Its outline crosses or touches itself at %(at)s. Give its corners in order, "
                 "without crossing.") % {"at": ", ".join(at.split())}  # fmt: skip
    return said


def checked(name: str, ring: Ring) -> Ring:
    """The same corners, if they make an area. Raises QueryError where they do not."""
    if not ring:
        return ring
    drawn = shapely.Polygon(ring)
    if not drawn.is_valid:
        raise QueryError(name, why_invalid(drawn))
    west, _south, east, _north = drawn.bounds
    if east - west > WORLD:
        raise QueryError(name, _("The area is wider than the world. Draw it narrower."))
    return ring


def area(ring: Ring) -> BaseGeometry:
    """The area of these corners in degrees, cut at ±180°."""
    whole = cut(shapely.Polygon(ring))
    shapely.prepare(whole)
    return whole


def cut(drawn: BaseGeometry) -> BaseGeometry:
    """An area whose longitudes may go on beyond ±180, cut there; at most as wide as the world."""
    drawn = translate(drawn, -WORLD * ((drawn.bounds[0] + 180) // WORLD))
    beyond = translate(drawn.intersection(box(180, -90, 540, 90)), -WORLD)
    whole: BaseGeometry = shapely.union(drawn.intersection(box(-180, -90, 180, 90)), beyond)
    return whole


def holds(drawn: BaseGeometry, latitudes: NDArray[Any], longitudes: NDArray[Any]) -> NDArray[Any]:
    """For each point in microdegrees whether it lies in the area, its border included.

    The meridian at 180° is stored as -180°, so points there are looked for on both sides.
    """
    x, y = longitudes / 1_000_000, latitudes / 1_000_000
    inside: NDArray[Any] = shapely.intersects_xy(drawn, x, y)
    edge = numpy.flatnonzero(x == -180)
    inside[edge] |= shapely.intersects_xy(drawn, 180.0, y[edge])
    return inside
