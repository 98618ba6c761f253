"""GeoJSON (RFC 7946): records and regions as features.

A record with one place is a Point, Polygon or MultiPolygon; one with several points a
MultiPoint; a mixture a GeometryCollection; without a place on the map its geometry is null.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evidence.models import Region

Shape = dict[str, Any]
Outlines = dict[str, Shape]


def outlines_of(records: Iterable[Shape]) -> Outlines:
    """The outlines, by slug, of the regions that are places of some records (JSON shapes)."""
    places = (place for record in records for place in record["places"])
    slugs = {place["region"] for place in places if place["latitude"] is None and place["region"]}
    return dict(Region.objects.filter(slug__in=slugs).values_list("slug", "shape"))


def geometry(record: Shape, outlines: Outlines) -> Shape | None:
    """All places of a record (its JSON shape) that can be drawn, in degrees, longitude first."""
    shapes = [shape for place in record["places"] if (shape := _shape(place, outlines))]
    if len(shapes) <= 1:
        return next(iter(shapes), None)
    if all(shape["type"] == "Point" for shape in shapes):
        return {"type": "MultiPoint", "coordinates": [shape["coordinates"] for shape in shapes]}
    return {"type": "GeometryCollection", "geometries": shapes}


def record_feature(record: Shape, outlines: Outlines, properties: Shape | None = None) -> Shape:
    """A record as a feature; its properties are its JSON shape unless others are given."""
    shown = record if properties is None else properties
    return _feature(record["identifier"], geometry(record, outlines), shown)


def region_feature(region: Region, properties: Shape) -> Shape:
    """A region as a feature; `properties` is its JSON shape without the outline."""
    return _feature(region.slug, region.shape, properties)


def _feature(key: str, shape: Shape | None, properties: Shape) -> Shape:
    return {"type": "Feature", "id": key, "geometry": shape, "properties": properties}


def _shape(place: Shape, outlines: Outlines) -> Shape | None:
    if place["latitude"] is not None:
        return {"type": "Point", "coordinates": [place["longitude"], place["latitude"]]}
    return outlines.get(place["region"])
