"""The JSON shapes around results: pages of a list, collections of features, errors."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.paging import Page
from api.shapes_evidence import (
    EvidenceRecordSerializer,
    EvidenceSerializer,
    LicenceSerializer,
)
from api.shapes_games import (
    ConceptSerializer,
    GameSerializer,
    RegionSerializer,
    RulesetSerializer,
    SourceSerializer,
)
from api.shapes_proposals import CommentSerializer, FaultSerializer, ProposalSerializer
from api.shapes_stories import StorySerializer


class RootSerializer(serializers.Serializer[Any]):
    """Where everything is, and on what terms."""

    evidence = serializers.URLField()
    evidence_features = serializers.URLField()
    region_features = serializers.URLField()
    cells = serializers.URLField()
    export = serializers.URLField()
    games = serializers.URLField()
    rulesets = serializers.URLField()
    matches = serializers.URLField()
    concepts = serializers.URLField()
    sources = serializers.URLField()
    regions = serializers.URLField()
    stories = serializers.URLField()
    search = serializers.URLField()
    guide = serializers.URLField()
    schema = serializers.URLField()
    try_it = serializers.URLField()
    licence = LicenceSerializer()


class PageSerializer(serializers.Serializer[Any]):
    """A page of a list, with the exact number of rows in all."""

    count = serializers.IntegerField()
    limit = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class CountsSerializer(PageSerializer):
    """What filters by date and area left out is stated, never hidden."""

    undated_left_out = serializers.IntegerField(
        help_text="records that would match too if undated ones were included"
    )
    unlocated_left_out = serializers.IntegerField(
        help_text="records that would match too if those without a place were included"
    )
    facets = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        required=False,
        help_text="where asked for: how many of all matching records have each value; “none” "
        "counts those of which it is not known",
    )


# What CountsSerializer writes of each page; it takes as long to do so as a search does to count.
COUNTS = tuple(name for name, field in CountsSerializer().fields.items() if field.required)


def counts_of(page: Page) -> dict[str, Any]:
    """What CountsSerializer writes of a page of search results."""
    return {name: getattr(page, name) for name in COUNTS}


class EvidencePageSerializer(CountsSerializer):
    """Evidence, newest first."""

    results = EvidenceSerializer(many=True)


class EvidenceFoundSerializer(serializers.Serializer[Any]):
    """A page of what a query in a body finds: send it again with another `cursor`."""

    count = serializers.IntegerField()
    limit = serializers.IntegerField()
    next_cursor = serializers.CharField(allow_null=True)
    previous_cursor = serializers.CharField(allow_null=True)
    undated_left_out = serializers.IntegerField()
    unlocated_left_out = serializers.IntegerField()
    facets = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()), required=False
    )
    results = EvidenceSerializer(many=True)


class GamePageSerializer(PageSerializer):
    """Games."""

    results = GameSerializer(many=True)


class RulesetPageSerializer(PageSerializer):
    """Rulesets."""

    results = RulesetSerializer(many=True)


class ConceptPageSerializer(PageSerializer):
    """Concepts of rules."""

    results = ConceptSerializer(many=True)


class SourcePageSerializer(PageSerializer):
    """Sources."""

    results = SourceSerializer(many=True)


class RegionPageSerializer(PageSerializer):
    """Regions, without their outlines."""

    results = RegionSerializer(many=True)


class StoryPageSerializer(PageSerializer):
    """Stories."""

    results = StorySerializer(many=True)


class GeometrySerializer(serializers.Serializer[Any]):
    """A GeoJSON geometry in degrees, longitude first."""

    type = serializers.CharField()
    coordinates = serializers.ListField(required=False)
    geometries = serializers.ListField(required=False, child=serializers.DictField())


class FeatureSerializer(serializers.Serializer[Any]):
    """A GeoJSON feature."""

    type = serializers.CharField(default="Feature")
    id = serializers.CharField()
    geometry = GeometrySerializer(allow_null=True)


class EvidenceFeatureSerializer(FeatureSerializer):
    """A piece of evidence as a feature; several places make a MultiPoint or a collection."""

    properties = EvidenceSerializer()


class EvidenceRecordFeatureSerializer(FeatureSerializer):
    """A piece of evidence at its own address, as a feature."""

    properties = EvidenceRecordSerializer()


class RegionFeatureSerializer(FeatureSerializer):
    """A region as a feature."""

    properties = RegionSerializer()


class EvidenceCollectionSerializer(CountsSerializer):
    """Evidence as a GeoJSON FeatureCollection, with the page's members beside the features."""

    type = serializers.CharField(default="FeatureCollection")
    features = EvidenceFeatureSerializer(many=True)


class RegionCollectionSerializer(PageSerializer):
    """Regions as a GeoJSON FeatureCollection."""

    type = serializers.CharField(default="FeatureCollection")
    features = RegionFeatureSerializer(many=True)


class RefusalSerializer(serializers.Serializer[Any]):
    """What was wrong, and what would be right."""

    status = serializers.IntegerField()
    parameter = serializers.CharField(allow_null=True, help_text="the parameter to blame, if any")
    message = serializers.CharField()
    faults = FaultSerializer(many=True, required=False, help_text="all of them, by field")


class ErrorSerializer(serializers.Serializer[Any]):
    """The one shape of every refusal."""

    error = RefusalSerializer()


class ProposalPageSerializer(PageSerializer):
    """A page of proposals."""

    results = ProposalSerializer(many=True)


class CommentPageSerializer(PageSerializer):
    """A page of what is said of a proposal."""

    results = CommentSerializer(many=True)
