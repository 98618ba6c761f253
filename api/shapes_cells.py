"""The JSON shape of what a map draws."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from evidence.pages.maps import MOST_LISTED
from evidence.vocabulary import Certainty, Precision

FEW = f"null where they are more than {MOST_LISTED}, or where the answer lists enough already"


class PointSerializer(serializers.Serializer[Any]):
    """One of the places of a record."""

    record = serializers.CharField(help_text="identifier, a key of `records`")
    lat = serializers.FloatField()
    lon = serializers.FloatField()
    name = serializers.CharField()
    precision = serializers.ChoiceField(Precision.choices)
    certainty = serializers.ChoiceField(Certainty.choices)


class CellSerializer(serializers.Serializer[Any]):
    """A square of the map: where its points lie on average, and how many records they are of."""

    lat = serializers.FloatField()
    lon = serializers.FloatField()
    bbox = serializers.ListField(
        child=serializers.FloatField(), min_length=4, max_length=4,
        help_text="west, south, east, north of its points",
    )  # fmt: skip
    count = serializers.IntegerField()
    points = PointSerializer(many=True, allow_null=True, help_text=FEW)


class AreaSerializer(serializers.Serializer[Any]):
    """A region that is all that is known of where some records belong."""

    region = serializers.CharField(help_text="slug of the region, which has the outline")
    name = serializers.CharField()
    certainty = serializers.ChoiceField(Certainty.choices)
    count = serializers.IntegerField()
    records = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text=f"identifiers; {FEW}"
    )


class ToldSerializer(serializers.Serializer[Any]):
    """What a map says of a record."""

    title = serializers.CharField()
    note = serializers.CharField(help_text="its game and date")
    href = serializers.CharField(help_text="its page, on this site")
    by = serializers.BooleanField(help_text="whether only the end of its date is known: by 1908")


class CellsSerializer(serializers.Serializer[Any]):
    """All matching records, counted by the cells and areas that a map draws."""

    count = serializers.IntegerField(help_text="matching records")
    located = serializers.IntegerField(help_text="those with a place on the map")
    cells = CellSerializer(many=True)
    areas = AreaSerializer(many=True)
    records = serializers.DictField(
        child=ToldSerializer(), help_text="the records that cells and areas list, by identifier"
    )
