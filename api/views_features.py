"""/api/v1/features/: evidence and regions as GeoJSON, one format at each address.

The addresses of evidence and regions give the same by `?format=geojson` and by the Accept header,
which no description has: clients that are generated from it read one type from one address.
"""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from api import pages, schema
from api.base import GeoJSONRenderer
from api.views_evidence import EvidenceDetail, EvidenceList
from api.views_lists import RegionDetail, RegionList


class EvidenceFeatures(EvidenceList):
    """Evidence as features, by all that evidence is searched by."""

    renderer_classes = (GeoJSONRenderer,)

    @schema.described(
        pages.EvidenceCollectionSerializer,
        *schema.FILTERS,
        *schema.PAGING,
        *schema.SHOWN,
        media_type=schema.GEOJSON,
        operation="evidence_features",
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Answer a query. Raises QueryError."""
        response: HttpResponseBase = super().get(request)
        return response


class EvidenceFeature(EvidenceDetail):
    """One piece of evidence as a feature."""

    renderer_classes = (GeoJSONRenderer,)

    @schema.described(
        pages.EvidenceRecordFeatureSerializer,
        media_type=schema.GEOJSON,
        missing=True,
        gone=True,
        operation="evidence_feature",
    )
    def get(self, request: Request, identifier: str) -> Response:
        """Find the record. Raises NotFound."""
        response: Response = super().get(request, identifier)
        return response


class RegionFeatures(RegionList):
    """Regions as features, with their outlines."""

    renderer_classes = (GeoJSONRenderer,)

    @schema.described(
        pages.RegionCollectionSerializer,
        *schema.PAGING,
        media_type=schema.GEOJSON,
        operation="regions_features",
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        response: Response = super().get(request)
        return response


class RegionFeature(RegionDetail):
    """One region as a feature."""

    renderer_classes = (GeoJSONRenderer,)

    @schema.described(
        pages.RegionFeatureSerializer,
        media_type=schema.GEOJSON,
        missing=True,
        operation="regions_feature",
    )
    def get(self, request: Request, slug: str) -> Response:
        """Find it."""
        response: Response = super().get(request, slug)
        return response
