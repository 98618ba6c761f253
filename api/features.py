"""GeoJSON (RFC 7946): records and regions as features.

A record with one place is a Point, Polygon or MultiPolygon; one with several points a
MultiPoint; a mixture a GeometryCollection; without a place on the map its geometry is null.
"""

from __future__ import annotations

from typing import Any

from evidence.models import Evidence, Place, Region

Shape = dict[str, Any]


def geometry(record: Evidence) -> Shape | None:
    """All places of a record that can be drawn, in degrees (longitude first)."""
    shapes = [shape for place in record.places.all() if (shape := _shape(place))]
    if len(shapes) <= 1:
        return next(iter(shapes), None)
    if all(shape["type"] == "Point" for shape in shapes):
        return {"type": "MultiPoint", "coordinates": [shape["coordinates"] for shape in shapes]}
    return {"type": "GeometryCollection", "geometries": shapes}


def record_feature(record: Evidence, properties: dict[str, Any]) -> Shape:
    """A record as a feature; `properties` is its JSON shape."""
    return _feature(record.identifier, geometry(record), properties)


def region_feature(region: Region, properties: dict[str, Any]) -> Shape:
    """A region as a feature; `properties` is its JSON shape without the outline."""
    return _feature(region.slug, region.shape, properties)


def _feature(key: str, shape: Shape | None, properties: dict[str, Any]) -> Shape:
    return {"type": "Feature", "id": key, "geometry": shape, "properties": properties}


def _shape(place: Place) -> Shape | None:
    if place.lat_u is not None:
        return {"type": "Point", "coordinates": [place.longitude, place.latitude]}
    return place.region.shape if place.region else None
