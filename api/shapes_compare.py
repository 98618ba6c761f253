"""The JSON shape of two rulesets compared."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.shapes_evidence import RulesetRefSerializer
from games.models import Clause

RELATIONS = ("same", "words", "ludemes", "both", "only-a", "only-b")
KINDS = ("moves", "results")
APART = ("", "boards", "players", "arrays")
ALONE = "names of spaces that only this board has; moves are compared as they are written"
HOW = ("forbidden", "over", "otherwise", "unknown")
WINNER = "who has won, 0 for a draw; null while the game goes on"


class ArticleSerializer(serializers.Serializer[Any]):
    """A clause as it stands in one ruleset."""

    name = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    status = serializers.ChoiceField(Clause.Status.choices)


class PairingSerializer(serializers.Serializer[Any]):
    """Clauses that answer each other, by name or title."""

    relation = serializers.ChoiceField(
        RELATIONS, help_text="words, ludemes, both: what of the clause is not the same"
    )
    a = ArticleSerializer(allow_null=True)
    b = ArticleSerializer(allow_null=True)


class StepSerializer(serializers.Serializer[Any]):
    """A move of the line, as either ruleset writes it, and the clause that allows it there."""

    a = serializers.CharField()
    b = serializers.CharField()
    clause_a = serializers.CharField()
    clause_b = serializers.CharField()


class LoneSerializer(serializers.Serializer[Any]):
    """A move that only one of the two allows."""

    move = serializers.CharField()
    allowed = serializers.CharField(help_text="the clause that allows it; empty where none does")
    how = serializers.ChoiceField(
        HOW,
        help_text="why the other does not have it: a clause forbids it, the game is over there, "
        "there are moves between the same sites in another number of ways, or no clause makes it",
    )
    refused = serializers.CharField(help_text="the clause of the other that forbids it, or ended")


class DifferenceSerializer(serializers.Serializer[Any]):
    """Where a line of play leads to under both rulesets, and what differs there."""

    kind = serializers.ChoiceField(KINDS)
    line = StepSerializer(many=True)
    only_a = LoneSerializer(many=True)
    only_b = LoneSerializer(many=True)
    winner_a = serializers.IntegerField(
        source="a.outcome.winner", allow_null=True, help_text=WINNER
    )
    winner_b = serializers.IntegerField(
        source="b.outcome.winner", allow_null=True, help_text=WINNER
    )


class SearchSerializer(serializers.Serializer[Any]):
    """How far was looked."""

    plies = serializers.IntegerField(
        help_text="length of the line; where none was found, up to which all lines were looked at"
    )
    positions = serializers.IntegerField(help_text="pairs of positions")
    stopped = serializers.ChoiceField(
        ("", "positions", "seconds", "plies"), help_text="the bound that was met"
    )


class ComparisonSerializer(serializers.Serializer[Any]):
    """Two rulesets side by side."""

    a = RulesetRefSerializer()
    b = RulesetRefSerializer()
    options_a = serializers.ListField(child=serializers.CharField(), help_text="as in force")
    options_b = serializers.ListField(child=serializers.CharField(), help_text="as in force")
    clauses = PairingSerializer(many=True)
    names = serializers.DictField(
        child=serializers.CharField(),
        help_text="what the first calls a piece that the second calls otherwise",
    )
    difference = DifferenceSerializer(
        allow_null=True,
        help_text="the shortest line after which legal moves differ; null where none was found",
    )
    ending = DifferenceSerializer(
        allow_null=True,
        help_text="the first line after which both games are over with another result, met before "
        "the search ended",
    )
    search = SearchSerializer()
    apart = serializers.ChoiceField(
        APART,
        help_text="what is not the same before the first move",
    )
    sites_a = serializers.ListField(child=serializers.CharField(), help_text=ALONE)
    sites_b = serializers.ListField(child=serializers.CharField(), help_text=ALONE)
