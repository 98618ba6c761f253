"""The JSON shapes of the search over everything."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from evidence.search.lookup.things import Kind

MARKED = "HTML in which the words that fit are in <mark>, and nothing else is markup"


class SuggestionSerializer(serializers.Serializer[Any]):
    """Something whose name goes on from what was typed."""

    kind = serializers.ChoiceField(Kind.choices)
    label = serializers.CharField(help_text="its kind in words, in the language asked for")  # type: ignore[assignment]
    key = serializers.CharField(help_text="slug or identifier; ruleset/name of a clause")
    name = serializers.CharField()
    about = serializers.CharField(help_text="what it is, or what it belongs to; may be empty")
    page = serializers.URLField(help_text="its page on the site")


class FoundSerializer(SuggestionSerializer):
    """Something that has the words of a query."""

    also = serializers.CharField(help_text=f"another name that fits; {MARKED}; empty: none")
    snippet = serializers.CharField(help_text=f"of its text; {MARKED}")
    score = serializers.FloatField(help_text="how well it fits; above 50 its name has the words")


class EverythingSerializer(serializers.Serializer[Any]):
    """What was found, best first."""

    searched = serializers.CharField(help_text="what was looked for: `q`, unless `corrected`")
    corrected = serializers.BooleanField(
        help_text="nothing has the words of `q`: these are results for what was probably meant"
    )
    did_you_mean = serializers.ListField(
        child=serializers.CharField(), help_text="what else may have been meant"
    )
    left_out = serializers.ListField(
        child=serializers.CharField(),
        help_text="words that were passed over, as nothing has all of them",
    )
    count = serializers.IntegerField(help_text="of all kinds")
    more = serializers.BooleanField(help_text="there are more records than are counted")
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="by kind")
    limit = serializers.IntegerField()
    page = serializers.IntegerField()
    results = FoundSerializer(many=True)


class SuggestionsSerializer(serializers.Serializer[Any]):
    """What may be meant by what was typed so far."""

    suggestions = SuggestionSerializer(many=True)
