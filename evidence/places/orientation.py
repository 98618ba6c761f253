"""The right-hand rule of RFC 7946: exterior rings run counterclockwise, holes clockwise.

Areas are turned when they are stored, by `AreaField`, so everything that reads them follows the
rule: features, exports, maps. Only the order of corners changes, never a coordinate.
"""

from __future__ import annotations

from typing import Any

import shapely
from django.core.exceptions import ValidationError
from django.db.models import JSONField, Model
from django.utils.translation import gettext_lazy as _
from shapely.geometry import shape as from_geojson

Ring = list[Any]
MALFORMED = (shapely.errors.ShapelyError, AttributeError, KeyError, TypeError, ValueError)
AREAS = ("Polygon", "MultiPolygon")


def right_handed(value: Any) -> Any:
    """JSON with the areas in it turned: a Polygon, a MultiPolygon, or an object that holds some.

    What is no area stays as it is.
    """
    if not isinstance(value, dict):
        return value
    kind = value.get("type")
    try:
        if kind == "Polygon":
            return {**value, "coordinates": _polygon(value["coordinates"])}
        if kind == "MultiPolygon":
            return {**value, "coordinates": [_polygon(rings) for rings in value["coordinates"]]}
    except MALFORMED:
        return value
    return {name: right_handed(each) for name, each in value.items()}


def _polygon(rings: list[Ring]) -> list[Ring]:
    outer, *holes = rings
    return [_turned(outer, clockwise=False), *(_turned(hole, clockwise=True) for hole in holes)]


def _turned(ring: Ring, *, clockwise: bool) -> Ring:
    """The ring in this direction; one without an area has no direction and stays."""
    backwards = ring[::-1]
    counterclockwise = shapely.linearrings(ring if clockwise else backwards)
    return backwards if shapely.is_ccw(counterclockwise) else ring


def check_area(value: Any) -> None:
    """Raise ValidationError for what is no GeoJSON Polygon or MultiPolygon."""
    try:
        area = from_geojson(value)
    except MALFORMED as error:
        raise ValidationError(_("not GeoJSON (%(why)s)"), params={"why": error}) from error
    if area.geom_type not in AREAS or area.is_empty:
        raise ValidationError(
            _("a Polygon or MultiPolygon is needed, not %(kind)s"), params={"kind": area.geom_type}
        )


class AreaField(JSONField):
    """JSON whose areas are stored by the right-hand rule."""

    def pre_save(self, model_instance: Model, add: bool) -> Any:
        """Turn the value of the instance too: it is what a reader gets back."""
        value = right_handed(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def get_prep_value(self, value: Any) -> Any:
        """Every way into the database passes here, also updates and lookups."""
        return right_handed(super().get_prep_value(value))
