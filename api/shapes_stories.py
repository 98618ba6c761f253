"""The JSON shape of stories."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import PageField, link
from evidence.models import Story


class StoryStepSerializer(serializers.Serializer[Any]):
    """A step of a story: its text, at most one figure, and further records that it rests on."""

    title = serializers.CharField()
    text = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="its paragraphs"
    )
    record = serializers.CharField(required=False, help_text="identifier of the record it shows")
    map = serializers.CharField(required=False, help_text="the query of Explore that it maps")
    ruleset = serializers.SlugField(required=False, help_text="whose board it shows")
    clause = serializers.CharField(required=False, help_text="of that ruleset, lit on the board")
    match = serializers.SlugField(required=False, help_text="a recorded game of that ruleset")
    ply = serializers.IntegerField(required=False, help_text="of that game")
    records = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="identifiers of further records"
    )


class StorySerializer(serializers.ModelSerializer[Story]):
    """A story: a few steps, each with the record, map or rule that it rests on."""

    steps = StoryStepSerializer(many=True)
    url = link("story")
    page = PageField()

    class Meta:
        model = Story
        fields = ("slug", "title", "lede", "steps", "url", "page")
