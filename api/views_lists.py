"""/api/v1/games/, /sources/, /concepts/ and /regions/, and the root that leads to all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.serializers import BaseSerializer

from api import pages, paging, schema
from api.base import Endpoint, GeoJSONRenderer
from api.errors import missing
from api.features import region_feature
from api.shapes_games import (
    ConceptSerializer,
    GameSerializer,
    RegionSerializer,
    RegionShapeSerializer,
    SourceSerializer,
    concepts,
    games,
    regions,
)
from evidence.models import Region, Source, SourceAlias
from evidence.records.licence import LICENCE_SHAPE
from evidence.search.values import read_text, shown, single
from evidence.sources.finding import sources_with

ENTRIES = {
    name: f"api:{name.replace('_', '-')}"
    for name in (
        "evidence",
        "evidence_features",
        "region_features",
        "cells",
        "export",
        "games",
        "rulesets",
        "matches",
        "concepts",
        "sources",
        "regions",
        "stories",
    )
} | {"search": "api:search-all", "guide": "api:guide", "schema": "api:schema", "try_it": "api:docs"}


class Root(Endpoint):
    """The addresses of everything."""

    @schema.described(pages.RootSerializer, operation="root")
    def get(self, request: Request) -> Response:
        """List them."""
        links = {name: reverse(view, request=request) for name, view in ENTRIES.items()}
        licence = LICENCE_SHAPE
        return Response({**links, "licence": licence})


class ListEndpoint(Endpoint):
    """A list of objects in pages."""

    parameters: tuple[str, ...] = paging.PARAMETERS

    def answer(
        self, request: Request, rows: QuerySet[Any], shape: type[BaseSerializer[Any]]
    ) -> Response:
        """The page that is asked for. Raises QueryError."""
        page = paging.page_of(request, rows)
        return Response(shape(page, context=self.context()).data)


class DetailEndpoint(Endpoint):
    """One object by its slug."""

    def answer(
        self, rows: QuerySet[Any], what: str, slug: str, shape: type[BaseSerializer[Any]]
    ) -> Response:
        """The object. Raises NotFound."""
        return Response(shape(found(rows, what, slug), context=self.context()).data)


def found(rows: QuerySet[Any], what: str, slug: str) -> Any:
    """The row with this slug. Raises NotFound naming what there is none of."""
    row = rows.filter(slug=slug).first()
    if row is None:
        raise missing(what, shown(slug))
    return row


class GameList(ListEndpoint):
    """All games."""

    @schema.described(pages.GamePageSerializer, *schema.PAGING, operation="games_list")
    def get(self, request: Request) -> Response:
        """A page of them."""
        return self.answer(request, games(), pages.GamePageSerializer)


class GameDetail(DetailEndpoint):
    """One game."""

    @schema.described(GameSerializer, missing=True, operation="games_read")
    def get(self, request: Request, slug: str) -> Response:
        """Find it."""
        return self.answer(games(), "game", slug, GameSerializer)


class SourceList(ListEndpoint):
    """All sources, or those with some words in their citation or title."""

    parameters = (*paging.PARAMETERS, "q")

    @schema.described(
        pages.SourcePageSerializer, schema.CITED, *schema.PAGING, operation="sources_list"
    )
    def get(self, request: Request) -> Response:
        """A page of them. Raises QueryError."""
        rows = sources_with(read_text("q", single(request.query_params, "q")))
        return self.answer(request, rows, pages.SourcePageSerializer)


class SourceDetail(DetailEndpoint):
    """One source."""

    @schema.described(SourceSerializer, missing=True, operation="sources_read")
    def get(self, request: Request, slug: str) -> Response:
        """Find it."""
        joined = (
            SourceAlias.objects.filter(slug=slug).values_list("source__slug", flat=True).first()
        )
        return self.answer(Source.objects.all(), "source", joined or slug, SourceSerializer)


class ConceptList(ListEndpoint):
    """The vocabulary of rules: what many rulesets have in common."""

    @schema.described(pages.ConceptPageSerializer, *schema.PAGING, operation="concepts_list")
    def get(self, request: Request) -> Response:
        """A page of them."""
        return self.answer(request, concepts(), pages.ConceptPageSerializer)


class ConceptDetail(DetailEndpoint):
    """One concept of rules."""

    @schema.described(ConceptSerializer, missing=True, operation="concepts_read")
    def get(self, request: Request, slug: str) -> Response:
        """Find it."""
        return self.answer(concepts(), "concept", slug, ConceptSerializer)


class RegionList(ListEndpoint):
    """All regions; their outlines come with GeoJSON."""

    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer, GeoJSONRenderer)

    @schema.described(
        pages.RegionPageSerializer,
        *schema.PAGING,
        operation="regions_list",
        also=schema.GEOJSON_TOO,
    )
    def get(self, request: Request) -> Response:
        """A page of them."""
        if not isinstance(request.accepted_renderer, GeoJSONRenderer):
            return self.answer(request, regions(shapes=False), pages.RegionPageSerializer)
        page = paging.page_of(request, regions(shapes=True))
        features = _features(page.results, self.context())
        counts = pages.PageSerializer(page).data
        return Response({"type": "FeatureCollection", **counts, "features": features})


class RegionDetail(DetailEndpoint):
    """One region with its outline."""

    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer, GeoJSONRenderer)

    @schema.described(
        RegionShapeSerializer,
        missing=True,
        operation="regions_read",
        also=schema.GEOJSON_TOO,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Find it."""
        if not isinstance(request.accepted_renderer, GeoJSONRenderer):
            return self.answer(regions(shapes=True), "region", slug, RegionShapeSerializer)
        region = found(regions(shapes=True), "region", slug)
        return Response(_features([region], self.context())[0])


def _features(rows: Iterable[Region], context: dict[str, Any]) -> list[dict[str, Any]]:
    shape = RegionSerializer(context=context)
    return [region_feature(region, shape.to_representation(region)) for region in rows]
