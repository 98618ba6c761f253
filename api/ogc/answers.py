"""What answers are made of, as JSON Schemas of OpenAPI 3.0. Nothing else is in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from api.ogc.catalogue import COLLECTIONS
from api.ogc.columns import Column

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
GEOMETRIES = (
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
)  # fmt: skip


def schemas() -> Schema:
    """All that the document refers to, by name."""
    found = {
        "anything": {"type": "object", "additionalProperties": True},
        "exception": _object({"error": _error()}),
        "link": _object({"href": TEXT, "rel": TEXT, "type": TEXT}, {"title": TEXT}),
        "geometry": _geometry(),
        "extent": _extent(),
        "landingPage": _object({"title": TEXT, "description": TEXT, "links": _links()}),
        "conformance": _object({"conformsTo": _list(TEXT)}),
        "collection": _collection(),
        "collections": _object({"collections": _list(_ref("collection")), "links": _links()}),
    }
    for name, collection in COLLECTIONS.items():
        found[name] = _feature(collection.columns)
        found[f"{name}.page"] = _page(name)
    return found


def plain(column: Column) -> Schema:
    """A property, as every kind of JSON Schema says it."""
    return {"type": column.kind, "description": column.description}


def _error() -> Schema:
    parameter = {**TEXT, "nullable": True, "description": "the parameter to blame, if any"}
    return _object({"status": {"type": "integer"}, "parameter": parameter, "message": TEXT})


def _geometry() -> Schema:
    kind = {**TEXT, "enum": list(GEOMETRIES)}
    optional = {"coordinates": _list({}), "geometries": _list(_ref("geometry"))}
    return _object({"type": kind}, optional)


def _extent() -> Schema:
    box = {**_list(NUMBER), "minItems": 4, "maxItems": 4}
    ends = _list({**TEXT, "format": "date-time", "nullable": True})
    years = _list({"type": "integer", "nullable": True})
    years["description"] = "first and last year that is known, astronomical: 0 is 1 BCE"
    temporal = _object({"interval": _list(ends), "trs": TEXT, "years": years})
    return _object({"temporal": temporal}, {"spatial": _object({"bbox": _list(box), "crs": TEXT})})


def _collection() -> Schema:
    return _object(
        {
            "id": TEXT,
            "title": TEXT,
            "description": TEXT,
            "itemType": TEXT,
            "crs": _list(TEXT),
            "extent": _ref("extent"),
            "links": _links(),
        }
    )


def _feature(columns: Sequence[Column]) -> Schema:
    """A feature; one that is read alone has links too."""
    return _object(
        {
            "type": {**TEXT, "enum": ["Feature"]},
            "id": TEXT,
            "geometry": {"nullable": True, "allOf": [_ref("geometry")]},
            "properties": _object({column.name: _nullable(column) for column in columns}),
        },
        {"links": _links()},
    )


def _nullable(column: Column) -> Schema:
    return {**plain(column), "nullable": True} if column.kind == "integer" else plain(column)


def _page(name: str) -> Schema:
    return _object(
        {
            "type": {**TEXT, "enum": ["FeatureCollection"]},
            "numberMatched": {"type": "integer"},
            "numberReturned": {"type": "integer"},
            "timeStamp": {**TEXT, "format": "date-time"},
            "links": _links(),
            "features": _list(_ref(name)),
        }
    )


def _links() -> Schema:
    return _list(_ref("link"))


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _object(required: Schema, optional: Schema | None = None) -> Schema:
    return {
        "type": "object",
        "required": list(required),
        "properties": {**required, **(optional or {})},
        "additionalProperties": False,
    }
