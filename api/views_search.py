"""/api/v1/evidence/search/: a query in a body, for those that are too long for an address."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api import pages, paging, schema
from api.bodies import BoundedJSON, read_object
from api.errors import Refused
from api.shapes_evidence import EvidenceSerializer
from api.views_evidence import OWN, EvidenceList, read_names
from evidence.search import FACETS, PARAMETERS, Query, search
from evidence.search.values import Params, shown

NAMES = (*PARAMETERS, *paging.PARAMETERS, *OWN)
JOINED = ("bbox", "polygon", *OWN)  # lists that an address writes between commas
MOST_VALUES = 1000  # of one field
FIELDS = (*schema.FILTERS, *schema.PAGING, *schema.SHOWN)
LISTS = {*JOINED, *(entry.name for entry in FIELDS if entry.many)}
REFUSALS = {413: "The body is too large", 415: "The body is no JSON"}


def params_of(said: dict[str, Any]) -> Params:
    """The fields of a body as the parameters of an address. Raises Refused."""
    params: Params = MultiValueDict()
    for name, value in said.items():
        if isinstance(value, list) and name not in LISTS:
            raise Refused(name, _("One value is read, not a list of them."))
        several = value if isinstance(value, list) else ["" if value is None else value]
        values = [_text(name, each) for each in several]
        if len(values) > MOST_VALUES:
            raise Refused(name, _("At most %(most)d values are read.") % {"most": MOST_VALUES})
        params.setlist(name, [",".join(values)] if name in JOINED else values)
    return params


def _text(name: str, value: Any) -> str:
    """One value as an address has it. Raises Refused."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        said = _("“%(value)s” is neither a text nor a number.")
        raise Refused(name, said % {"value": shown(str(value))})
    return value if isinstance(value, str) else f"{value:.15g}"


def _field(entry: OpenApiParameter) -> dict[str, Any]:
    """A field of the body: a value of that parameter, or a list; null is as if left out."""
    one: dict[str, Any] = dict(entry.type) if isinstance(entry.type, dict) else {"type": "string"}
    if entry.enum:
        one["enum"] = list(entry.enum)
    elif "type" in one:  # as in an address, a number is written as one or as a text
        one["type"] = sorted({one["type"], "string" if one["type"] != "string" else "number"})
    part = one if entry.many else {"type": ["number", "string"]}
    several = {"type": "array", "items": part, "maxItems": MOST_VALUES}
    forms = [one, several] if entry.name in LISTS else [one]
    return {"anyOf": [*forms, {"type": "null"}], "description": str(entry.description)}


BODY = {
    "type": "object",
    "properties": {entry.name: _field(entry) for entry in FIELDS},
    "additionalProperties": False,
}


class EvidenceSearch(EvidenceList):
    """Evidence by a query in the body: the fields are the parameters of the list's address."""

    parameters: tuple[str, ...] = ()
    renderer_classes = (JSONRenderer,)
    parser_classes = (BoundedJSON,)
    http_method_names = ["post", "options"]

    @extend_schema(
        operation_id="evidence_search",
        tags=["evidence"],
        parameters=[schema.format_of("json")],
        request={schema.JSON: BODY},
        responses={
            (200, schema.JSON): pages.EvidenceFoundSerializer,
            **schema.refusals(),
            **{
                (status, schema.JSON): OpenApiResponse(pages.ErrorSerializer, description=said)
                for status, said in REFUSALS.items()
            },
        },
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Evidence by a query in the body, for queries that are too long for an address."""
        params = params_of(read_object(request, NAMES))
        results = search(Query.from_params(params, (*paging.PARAMETERS, *OWN)))
        names = read_names("facets", params, FACETS)
        fields = read_names("fields", params, EvidenceSerializer.Meta.fields)
        page = paging.window_of(params, results)
        told: dict[str, Any] = {
            "count": page.count,
            "limit": paging.read_limit(params),
            "next_cursor": str(page.next) if page.next else None,
            "previous_cursor": str(page.previous) if page.previous else None,
            "undated_left_out": results.undated_left_out,
            "unlocated_left_out": results.unlocated_left_out,
        }
        body = self.answer(told, results, names, self.pieces(page.pks, results, fields))
        return HttpResponse(body, content_type=schema.JSON)
