"""The API's definition, OpenAPI 3.0: what the conformance class oas30 asks for."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from api.ogc.answers import TEXT, Schema, plain, schemas
from api.ogc.catalogue import COLLECTIONS, STANDARD, Collection
from api.ogc.formats import GEOJSON, JSON, JSON_SCHEMA, OPENAPI
from api.ogc.html import HTML
from api.ogc.values import DATETIME, LEAST, MOST, USUAL
from api.paging import CURSOR
from api.schema import FILTERS
from api.tokens import TokenScheme
from evidence.records.licence import LICENCE, LICENCE_URL

# Parameters that ask for exactly what the property of the same name holds. GDAL hands on the
# conditions on such properties, taking the parameters from an operation and not from its path:
# those that ask for anything else, such as an overlap with year_from, are kept on the path.
AS_PROPERTIES = ("type", "game")
WITHOUT_FILTER = {
    "undated": "unless given, records without a date are included",
    "unlocated": "unless given, records without a place are included",
}


def document(root: str, title: str, description: str) -> Schema:
    """The OpenAPI document; `root` is the address of the landing page without its slash."""
    return {
        "openapi": "3.0.3",
        "info": {
            "title": title,
            "description": description,
            "version": "1",
            "license": {"name": LICENCE, "url": LICENCE_URL},
        },
        "servers": [{"url": root}],
        "paths": _paths(),
        "components": {
            "parameters": _standard_parameters(),
            "responses": _refusals(),
            "schemas": schemas(),
            "securitySchemes": {TokenScheme.name: TokenScheme.definition},
        },
        "security": [{}, {TokenScheme.name: []}],
    }


def collection_schema(collection: Collection, address: str) -> Schema:
    """What the features of a collection are made of, as JSON Schema; numbers may be null."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": address,
        "title": collection.title,
        "description": collection.description,
        "type": "object",
        "properties": {
            "id": TEXT,
            "geometry": {"format": "geometry-any"},
            "properties": {
                "type": "object",
                "properties": {column.name: plain(column) for column in collection.columns},
                "additionalProperties": False,
            },
        },
    }


def _paths() -> Schema:
    paths = {
        "/": _path("landingPage", "The landing page", "landingPage"),
        "/conformance": _path(
            "conformance", "The conformance classes of this service", "conformance"
        ),
        "/api": _path("definition", "This document", "anything", OPENAPI),
        "/collections": _path("collections", "All collections", "collections"),
    }
    for name, collection in COLLECTIONS.items():
        paths |= _collection_paths(f"/collections/{name}", collection)
    return paths


def _collection_paths(path: str, collection: Collection) -> Schema:
    name = collection.id
    filters = _filters(collection)
    items = _path(f"{name}.items", collection.description, f"{name}.page", GEOJSON)
    items["get"]["parameters"] = [
        *({"$ref": f"#/components/parameters/{key}"} for key in (*STANDARD, "cursor", "f")),
        *(entry for entry in filters if entry["name"] in AS_PROPERTIES),
    ]
    if ours := [entry for entry in filters if entry["name"] not in AS_PROPERTIES]:
        items["parameters"] = ours
    item = _path(f"{name}.item", "One feature", name, GEOJSON, missing=True)
    item["parameters"] = [{"name": "featureId", "in": "path", "required": True, "schema": TEXT}]
    return {
        path: _path(f"{name}.about", f"About {collection.title}", "collection"),
        f"{path}/schema": _path(f"{name}.schema", "Its properties", "anything", JSON_SCHEMA),
        f"{path}/items": items,
        f"{path}/items/{{featureId}}": item,
    }


def _path(
    operation: str,
    summary: str,
    schema: str,
    media_type: str = JSON,
    *,
    missing: bool = False,
) -> Schema:
    content = {
        media_type: {"schema": {"$ref": f"#/components/schemas/{schema}"}},
        HTML.media_type: {"schema": TEXT},
    }
    responses: Schema = {
        "200": {"description": summary, "content": content},
        "400": {"$ref": "#/components/responses/BadParameter"},
    }
    if missing:
        responses["404"] = {"$ref": "#/components/responses/NotThere"}
    responses["401"] = {"$ref": "#/components/responses/BadToken"}
    responses["406"] = {"$ref": "#/components/responses/NoSuchFormat"}
    responses["414"] = {"$ref": "#/components/responses/TooLong"}
    responses["431"] = {"$ref": "#/components/responses/TooLong"}
    responses["429"] = {"$ref": "#/components/responses/TooMany"}
    responses["503"] = {"$ref": "#/components/responses/NotNow"}
    parameters = [{"$ref": "#/components/parameters/f"}]
    return {
        "get": {
            "operationId": operation,
            "summary": summary,
            "parameters": parameters,
            "responses": responses,
        }
    }


def _standard_parameters() -> Schema:
    four_or_six = [{"minItems": 4, "maxItems": 4}, {"minItems": 6, "maxItems": 6}]
    cursor = {**TEXT, "pattern": f"^{CURSOR.pattern}$"}
    limit = {"type": "integer", "minimum": LEAST, "maximum": MOST, "default": USUAL}
    return {
        "bbox": _parameter(
            "bbox",
            {"type": "array", "oneOf": four_or_six, "items": {"type": "number"}},
            "west,south,east,north in degrees (CRS84), or with heights, which are not looked at. A "
            "west greater than the east crosses the antimeridian, as in 170,-20,-170,0. Keeps "
            "features without a geometry.",
        ),
        "datetime": _parameter(
            "datetime",
            {**TEXT, "pattern": DATETIME},
            "An instant or an interval (RFC 3339), as in 1904-06-01T12:00:00Z, "
            "1904-01-01/1904-12-31 or ../1400-12-31. Finds features any of whose years it meets, "
            "and keeps those without a date. For years before 1 BCE use year_from and year_to.",
        ),
        "limit": _parameter(
            "limit", limit, f"How many features a page has; above {MOST} it has {MOST}."
        ),
        "cursor": _parameter("cursor", cursor, "Where a page begins: follow “next” and “prev”."),
        "f": _parameter("f", {**TEXT, "enum": ["json", "html"]}, "Goes before the Accept header."),
    }


def _filters(collection: Collection) -> list[Schema]:
    return [
        _filter(entry)
        for entry in FILTERS
        if entry.name in set(collection.parameters) - set(STANDARD)
    ]


def _filter(entry: OpenApiParameter) -> Schema:
    schema: Schema = dict(entry.type) if isinstance(entry.type, dict) else dict(TEXT)
    if entry.type is OpenApiTypes.INT:
        schema = {"type": "integer"}
    if entry.enum:
        schema["enum"] = list(entry.enum)
    if schema == TEXT:
        schema["minLength"] = 1
    if entry.many:
        schema = {"type": "array", "items": schema}
    description = WITHOUT_FILTER.get(entry.name, str(entry.description))
    return _parameter(entry.name, schema, description, explode=bool(entry.many))


def _parameter(name: str, schema: Schema, description: str, *, explode: bool = False) -> Schema:
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "style": "form",
        "explode": explode,
        "schema": schema,
    }


def _refusals() -> Schema:
    content = {JSON: {"schema": {"$ref": "#/components/schemas/exception"}}}
    return {
        name: {"description": description, "content": content}
        for name, description in {
            "BadParameter": "A parameter is unknown or has a bad value",
            "BadToken": "The token is not known, or has expired",
            "NotThere": "There is no such feature",
            "NoSuchFormat": "None of the formats in the Accept header is offered",
            "TooLong": "The address or the headers are too long",
            "TooMany": "Too many requests: Retry-After says in how many seconds to ask",
            "NotNow": "Not available now: Retry-After says in how many seconds to ask",
        }.items()
    }
