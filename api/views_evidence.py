"""/api/v1/evidence/: search, and single records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api import pages, paging, schema
from api.base import Endpoint, GeoJSONRenderer
from api.errors import Gone, missing
from api.facets import facets_of, facets_text
from api.features import outlines_of, record_feature
from api.fragments import fragments
from api.records import Writer
from api.shapes_evidence import EvidenceRecordSerializer, EvidenceSerializer
from api.text import json_bytes, with_list
from evidence.history import last_numbers
from evidence.models import Evidence, RecordVersion
from evidence.search import FACETS, PARAMETERS, Query, Results, search
from evidence.search.values import Params, one_of, shown, single

OWN = ("facets", "fields")


class RecordEndpoint(Endpoint):
    """Sends records as JSON or as GeoJSON features."""

    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer, GeoJSONRenderer)

    @property
    def draws(self) -> bool:
        """Whether GeoJSON is asked for."""
        return isinstance(self.request.accepted_renderer, GeoJSONRenderer)

    @property
    def site(self) -> str:
        """Where addresses begin, as in https://example.org."""
        return str(self.request.build_absolute_uri("/").rstrip("/"))

    def features(self, pks: Sequence[int], fields: Sequence[str] = ()) -> list[dict[str, Any]]:
        """Records as GeoJSON, in order, with all fields or with these alone."""
        shapes = Writer(self.site).shapes(pks)
        outlines = outlines_of(shapes.values())
        records = [shapes[pk] for pk in pks if pk in shapes]
        return [record_feature(each, outlines, chosen(each, fields)) for each in records]


class EvidenceList(RecordEndpoint):
    """Evidence by area, date, type, game, ruleset, concept, source, terms, confidence and text.

    A date range finds every record whose date overlaps it. Records without a date or a place are
    left out of filters by date or area unless asked for; how many is stated in the answer.
    """

    parameters = (*PARAMETERS, *paging.PARAMETERS, *OWN)

    @schema.described(
        pages.EvidencePageSerializer,
        *schema.FILTERS,
        *schema.PAGING,
        *schema.SHOWN,
        operation="evidence_list",
        also=f"{schema.GEOJSON_TOO}; csv and more at /export/",
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Answer a query. Raises QueryError."""
        params = request.query_params
        results = search(Query.from_params(params, (*paging.PARAMETERS, *OWN, "format")))
        names = read_names("facets", params, FACETS)
        fields = read_names("fields", params, EvidenceSerializer.Meta.fields)
        page = paging.page_of_results(request, results)
        page.undated_left_out = results.undated_left_out
        page.unlocated_left_out = results.unlocated_left_out
        counts = pages.counts_of(page)
        if self.draws:
            if names:
                counts["facets"] = facets_of(results, names)
            features = self.features(page.results, fields)
            return Response({"type": "FeatureCollection", **counts, "features": features})
        body = self.answer(counts, results, names, self.pieces(page.results, results, fields))
        return HttpResponse(body, content_type="application/json")

    def answer(
        self, told: dict[str, Any], results: Results, names: Sequence[str], pieces: list[bytes]
    ) -> bytes:
        """The summary of the results, the facets with these names, and a page of records."""
        facets = {"facets": facets_text(results, names)} if names else {}
        return with_list(told, "results", pieces, facets)

    def pieces(self, pks: Sequence[int], results: Results, fields: Sequence[str]) -> list[bytes]:
        """The records as JSON, with all fields or with these alone."""
        if not fields:
            return fragments.of(self.site, pks, results.snapshot.version)
        shapes = Writer(self.site).shapes(pks)
        return [json_bytes(chosen(shapes[pk], fields)) for pk in pks if pk in shapes]


def chosen(shape: dict[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """Some fields of a record, in the order in which they are asked for; all if none is."""
    return {name: shape[name] for name in fields} if fields else shape


def read_names(parameter: str, params: Params, known: Sequence[str]) -> list[str]:
    """A list of names between commas. Raises QueryError for one that is not known."""
    text = single(params, parameter)
    return [str(one_of(parameter, name.strip(), known)) for name in text.split(",") if name.strip()]


class EvidenceDetail(RecordEndpoint):
    """One piece of evidence, by our identifier or by the Ludii portal's (DLP.Evidence.N)."""

    @schema.described(
        EvidenceRecordSerializer,
        missing=True,
        gone=True,
        operation="evidence_read",
        also=schema.GEOJSON_TOO,
    )
    def get(self, request: Request, identifier: str) -> Response:
        """Find the record. Raises NotFound."""
        pk = Evidence.objects.filter(named(identifier)).values_list("pk", flat=True).first()
        if pk is None:
            self.refuse_withdrawn(identifier)
            raise missing("piece of evidence", shown(identifier))
        record = Writer(self.site).shapes([pk])[pk]
        name = record["identifier"]
        record["version"] = last_numbers([name]).get(name, 1)
        if self.draws:
            return Response(record_feature(record, outlines_of([record])))
        return Response(record)

    def refuse_withdrawn(self, identifier: str) -> None:
        """Say of a record that was withdrawn when and why. Raises Gone."""
        versions = RecordVersion.objects.filter(identifier=identifier)
        last = versions.select_related("revision").order_by("-number").first()
        if last is not None and last.content is None:
            told = {"day": last.revision.at.date().isoformat(), "why": last.revision.why}
            raise Gone(_("This record was withdrawn on %(day)s: %(why)s") % told)


def named(name: str) -> Q:
    """The record of our identifier, or of the Ludii portal's."""
    return Q(identifier=name) | Q(portal_id=name)
