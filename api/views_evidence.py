"""/api/v1/evidence/: search, and single records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api import pages, paging, schema
from api.base import Endpoint, GeoJSONRenderer
from api.errors import missing
from api.features import record_feature
from api.shapes_evidence import EvidenceSerializer, with_all
from evidence.models import Evidence
from evidence.search import PARAMETERS, Query, search
from evidence.search_values import shown


class RecordEndpoint(Endpoint):
    """Sends records as JSON or as GeoJSON features."""

    renderer_classes = (JSONRenderer, GeoJSONRenderer)

    @property
    def draws(self) -> bool:
        """Whether GeoJSON is asked for."""
        return isinstance(self.request.accepted_renderer, GeoJSONRenderer)

    def features(self, records: Iterable[Evidence]) -> list[dict[str, Any]]:
        """Records as GeoJSON, by one serializer: making one costs more than using it."""
        shape = EvidenceSerializer(context=self.context())
        return [record_feature(record, shape.to_representation(record)) for record in records]


class EvidenceList(RecordEndpoint):
    """Evidence by area, date, type, game, ruleset, confidence and text, newest first.

    A date range finds every record whose date overlaps it. Records without a date or a place are
    left out of filters by date or area unless asked for; how many is stated in the answer.
    """

    parameters = (*PARAMETERS, *paging.PARAMETERS)

    @schema.described(
        pages.EvidencePageSerializer,
        *schema.FILTERS,
        *schema.PAGING,
        geojson=pages.EvidenceCollectionSerializer,
        operation="evidence_list",
    )
    def get(self, request: Request) -> Response:
        """Answer a query. Raises QueryError."""
        also = (*paging.PARAMETERS, "format")
        results = search(Query.from_params(request.query_params, also))
        page = paging.page_of_results(request, results)
        records = Evidence.objects.filter(pk__in=page.results).order_by("-pk")
        page.results = list(with_all(records, shapes=self.draws))
        page.undated_left_out = results.undated_left_out
        page.unlocated_left_out = results.unlocated_left_out
        if self.draws:
            counts = pages.CountsSerializer(page).data
            features = self.features(page.results)
            return Response({"type": "FeatureCollection", **counts, "features": features})
        return Response(pages.EvidencePageSerializer(page, context=self.context()).data)


class EvidenceDetail(RecordEndpoint):
    """One piece of evidence, by our identifier or by the Ludii portal's (DLP.Evidence.N)."""

    @schema.described(
        EvidenceSerializer,
        geojson=pages.EvidenceFeatureSerializer,
        missing=True,
        operation="evidence_read",
    )
    def get(self, request: Request, identifier: str) -> Response:
        """Find the record. Raises NotFound."""
        record = self.found(identifier)
        if record is None:
            raise missing("piece of evidence", shown(identifier))
        if self.draws:
            return Response(self.features([record])[0])
        return Response(EvidenceSerializer(record, context=self.context()).data)

    def found(self, identifier: str) -> Evidence | None:
        """The record of that name; no name holds a NUL, which PostgreSQL would not read."""
        if "\0" in identifier:
            return None
        names = Q(identifier=identifier) | Q(portal_id=identifier)
        return with_all(Evidence.objects.filter(names), shapes=self.draws).first()
