"""The JSON shapes of recorded games."""

from __future__ import annotations

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.reverse import reverse

from api.fields import link
from api.pages import PageSerializer
from api.shapes_games import MatchSerializer
from games.match_logs import family_turns
from games.models import Match, Ruleset


class TextLink(serializers.URLField):
    """The address of the log of a game."""

    def __init__(self) -> None:
        super().__init__(source="slug", read_only=True, help_text="the game as text")

    def to_representation(self, value: str) -> str:
        """An absolute address."""
        return reverse("api:match-text", args=[value], request=self.context["request"])


class MatchRefSerializer(serializers.ModelSerializer[Match]):
    """A recorded game in a list: who played it when, by which rules, and how long."""

    url = link("match")
    text = TextLink()
    ruleset = serializers.SlugRelatedField[Ruleset](slug_field="slug", read_only=True)
    options = serializers.ListField(child=serializers.CharField())
    plies = serializers.SerializerMethodField(help_text="how many moves were played")

    class Meta:
        model = Match
        fields: tuple[str, ...] = (
            "slug", "title", "ruleset", "digest", "options", "first", "second", "played", "ending",
            "result", "origin", "plies", "url", "text",
        )  # fmt: skip

    def get_plies(self, match: Match) -> int:
        """How many moves were played."""
        return len(match.moves)


class MatchDetailSerializer(MatchRefSerializer, MatchSerializer):
    """A recorded game with its moves, what is said of them, and where clauses show up."""

    annotations = serializers.DictField(
        child=serializers.CharField(), help_text="by ply; 0 is before the first move"
    )
    turns = serializers.SerializerMethodField(
        help_text="the same moves by whole turns as their family writes them (draughts, mancala, "
        "races); null for games that have coordinates alone"
    )

    class Meta(MatchRefSerializer.Meta):
        fields = (
            *MatchRefSerializer.Meta.fields,
            "note",
            "setup",
            "moves",
            "turns",
            "annotations",
            "moments",
        )

    def get_turns(self, match: Match) -> list[str] | None:
        """How the family of the rules writes the game; null where it has no notation of its own."""
        return family_turns(match)


class MatchPageSerializer(PageSerializer):
    """A page of recorded games."""

    results = MatchRefSerializer(many=True)


def matches() -> QuerySet[Match]:
    """Recorded games with what lists show of them."""
    return Match.objects.select_related("ruleset").defer("ruleset__text")


def matches_in_full() -> QuerySet[Match]:
    """Recorded games with all that the detailed shape reads."""
    return Match.objects.select_related("ruleset").prefetch_related("moments__clause")
