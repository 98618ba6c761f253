"""The formats of answers, and how one is chosen: `?f=` first, then the Accept header."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from api.base import GeoJSONRenderer, Negotiation
from api.ogc.values import refuse_empty

OPENAPI = "application/vnd.oai.openapi+json;version=3.0"
JSON_SCHEMA = "application/schema+json"
GEOJSON = "application/geo+json"
JSON = "application/json"


class Features(GeoJSONRenderer):
    """Features; the standard's word for it in `f` is json."""

    format = "json"


class OpenAPI(JSONRenderer):
    """The API's definition; `*/*` asks for no version, so none is negotiated."""

    media_type = OPENAPI.partition(";")[0]


class JSONSchema(JSONRenderer):
    """The schema of a collection."""

    media_type = JSON_SCHEMA


class ByF(Negotiation):
    """Reads `f`, which is not empty: GIS programs send no empty values, as forms do."""

    parameter = "f"

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The renderer and its media type. Raises Refused, QueryError or NotAcceptable."""
        refuse_empty(request.query_params, self.parameter)
        return super().select_renderer(request, renderers, format_suffix)


def sent_as(renderer: BaseRenderer) -> str:
    """The media type of an answer, in full."""
    if isinstance(renderer, OpenAPI):
        return OPENAPI
    charset = f"; charset={renderer.charset}" if renderer.charset else ""
    return f"{renderer.media_type}{charset}"
