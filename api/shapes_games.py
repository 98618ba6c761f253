"""The JSON shapes of games, rulesets, their concepts, sources and regions."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import EvidenceCount, EvidenceLink, PageField, link
from api.shapes_assertions import source_slug
from api.shapes_evidence import GameRefSerializer, SourceRefSerializer
from evidence.claims import game_relations
from evidence.claims.game_relations import RelatedGame, related_games
from evidence.models import (
    Claim,
    ClauseCitation,
    ClausePart,
    Evidence,
    Passage,
    Region,
    RulesetLink,
)
from evidence.vocabulary import GameLink
from games.models import Clause, Concept, Game, Match, Moment, Ruleset, RulesetConcept


class GameRelationSerializer(serializers.Serializer[RelatedGame]):
    """What the game is to another one, and who says so.

    Where `is_inverse` is true, the other game is it to this one: `derived-from` then tells that the
    other game is derived from this one.
    """

    relation = serializers.ChoiceField(GameLink.choices, source="row.relation")
    is_inverse = serializers.BooleanField()
    game = GameRefSerializer(source="other")
    certainty = serializers.CharField(source="row.certainty")
    voice = serializers.CharField(source="row.voice")
    who = serializers.CharField(source="row.who")
    source = source_slug("row.source.slug")  # type: ignore[assignment]  # a field, not its source
    locator = serializers.CharField(source="row.locator")
    reason = serializers.CharField(source="row.reason")


class GameSerializer(serializers.ModelSerializer[Game]):
    """A traditional game, whatever rules it was played by."""

    url = link("game")
    page = PageField()
    aliases = serializers.SlugRelatedField[Any](slug_field="name", many=True, read_only=True)
    rulesets = serializers.SlugRelatedField[Ruleset](slug_field="slug", many=True, read_only=True)
    relations = serializers.SerializerMethodField()
    external_ids = serializers.DictField()
    evidence = EvidenceLink("game")
    evidence_count = EvidenceCount("games")

    class Meta:
        model = Game
        fields = (
            "slug", "name", "native_name", "aliases", "category", "description", "origin",
            "relations", "external_ids", "rulesets", "evidence", "evidence_count", "url", "page",
        )  # fmt: skip

    @extend_schema_field(GameRelationSerializer(many=True))
    def get_relations(self, game: Game) -> Any:
        """Its own relations to other games, then theirs to it."""
        relations: Any = related_games(game)
        return GameRelationSerializer(relations, many=True, context=self.context).data


class SourceSerializer(SourceRefSerializer):
    """A source, and how many records rest on it."""

    page = PageField()
    evidence_count = EvidenceCount("sources")

    class Meta(SourceRefSerializer.Meta):
        fields = (*SourceRefSerializer.Meta.fields, "page", "evidence_count")


class RegionSerializer(serializers.ModelSerializer[Region]):
    """A named area; its outline is in the GeoJSON, and where one region is asked for."""

    url = link("region")
    parent = serializers.SlugField(source="parent.slug", default=None, allow_null=True)  # type: ignore[assignment]
    evidence = EvidenceLink("region")
    evidence_count = EvidenceCount("regions")

    class Meta:
        model = Region
        fields: tuple[str, ...] = (
            "slug", "name", "kind", "parent", "note", "evidence", "evidence_count", "url",
        )  # fmt: skip


class RegionShapeSerializer(RegionSerializer):
    """A named area with its outline."""

    shape = serializers.DictField(help_text="GeoJSON Polygon or MultiPolygon, cut at ±180°")

    class Meta(RegionSerializer.Meta):
        fields = (*RegionSerializer.Meta.fields, "shape")


class ConceptSerializer(serializers.ModelSerializer[Concept]):
    """A term for rules that many rulesets share, worked out from their texts.

    Records attest it whose rules have it by an attested clause, or that bear out a clause which
    has it by a phrase or citation of their own.
    """

    url = link("concept")
    rulesets = serializers.SlugRelatedField[Ruleset](slug_field="slug", many=True, read_only=True)
    evidence = EvidenceLink("concept")
    evidence_count = EvidenceCount("concepts", help_text="records that attest it")
    disputed_count = EvidenceCount(
        "disputed",
        help_text="records whose rules have it by disputed clauses alone; they attest it where "
        "their own words bear one out",
    )
    inferred_count = EvidenceCount(
        "inferred",
        help_text="records whose rules have it by inference alone: they do not attest it",
    )

    class Meta:
        model = Concept
        fields = (
            "slug", "name", "meaning", "rulesets", "evidence", "evidence_count", "disputed_count",
            "inferred_count", "url",
        )  # fmt: skip


class RulesetConceptSerializer(serializers.ModelSerializer[RulesetConcept]):
    """A concept that a ruleset has, and the clauses that it comes from."""

    slug = serializers.CharField(source="concept.slug")
    name = serializers.CharField(source="concept.name")
    clauses = serializers.SlugRelatedField[Clause](slug_field="name", many=True, read_only=True)

    class Meta:
        model = RulesetConcept
        fields = ("slug", "name", "clauses")


class RulesetSerializer(serializers.ModelSerializer[Ruleset]):
    """Rules of a game that can be played."""

    url = link("ruleset")
    page = PageField()
    game = GameRefSerializer()
    digest = serializers.CharField(help_text="SHA-256 of the text, in hexadecimal")
    module = link("ruleset-module")
    manifest = link("ruleset-manifest")
    evidence = EvidenceLink("ruleset")

    class Meta:
        model = Ruleset
        fields: tuple[str, ...] = (
            "slug", "name", "kind", "game", "summary", "digest", "module", "manifest", "evidence",
            "url", "page",
        )  # fmt: skip


class ClauseCitationSerializer(serializers.ModelSerializer[ClauseCitation]):
    """Where a source states, contradicts or mentions a clause."""

    source = SourceRefSerializer()  # type: ignore[assignment]  # a field, not Field.source
    evidence = serializers.SlugRelatedField[Evidence](
        slug_field="identifier", read_only=True, allow_null=True
    )

    class Meta:
        model = ClauseCitation
        fields = ("relation", "source", "locator", "evidence")


class PassageRefSerializer(serializers.ModelSerializer[Passage]):
    """A passage, by its record and its number there."""

    record = serializers.CharField(source="evidence.identifier")

    class Meta:
        model = Passage
        fields = ("record", "number", "locator")


class ClaimSerializer(serializers.ModelSerializer[Claim]):
    """Somebody states, implies, leaves open or contradicts a part.

    `citation` is a position in the citations of the clause, where the claim rests on one.
    """

    passage = PassageRefSerializer(allow_null=True)
    citation = serializers.SerializerMethodField()

    class Meta:
        model = Claim
        fields = (
            "stance", "voice", "who", "passage", "citation", "certainty", "reason", "made_on",
        )  # fmt: skip

    def get_citation(self, claim: Claim) -> int | None:
        """Its position, from 0."""
        rows = list(claim.part.clause.citations.all())
        return next((at for at, row in enumerate(rows) if row.pk == claim.citation_id), None)


class ClausePartSerializer(serializers.ModelSerializer[ClausePart]):
    """A short statement of a clause, with its status as worked out from the claims about it.

    `via` names the authors by whose reports alone it is attested. A `derived` part says once more
    what the status, the reason and the citations of its clause say: nobody has entered others yet.
    """

    status = serializers.ChoiceField(choices=Clause.Status.choices)
    via = serializers.CharField()
    claims = ClaimSerializer(many=True)

    class Meta:
        model = ClausePart
        fields = ("text", "status", "via", "derived", "claims")


class ClauseSerializer(serializers.ModelSerializer[Clause]):
    """One rule: a named definition of the text, how surely it is known, and where from.

    Its status is that of the weakest of its parts.
    """

    citations = ClauseCitationSerializer(many=True)
    parts = ClausePartSerializer(many=True)

    class Meta:
        model = Clause
        fields = ("name", "position", "title", "text", "status", "reason", "citations", "parts")


class MomentSerializer(serializers.ModelSerializer[Moment]):
    """A ply at which a clause shows up; 1 is the first move."""

    clause = serializers.SlugRelatedField[Clause](slug_field="name", read_only=True)

    class Meta:
        model = Moment
        fields = ("ply", "clause", "role")


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A recorded game: moves under the rules of that digest and those options."""

    options = serializers.ListField(child=serializers.CharField())
    moves = serializers.ListField(child=serializers.CharField())
    moments = MomentSerializer(many=True)

    class Meta:
        model = Match
        fields = ("slug", "title", "note", "digest", "options", "setup", "moves", "moments")


class EvidenceRefSerializer(serializers.ModelSerializer[RulesetLink]):
    """A piece of evidence, and how it bears on the ruleset."""

    identifier = serializers.CharField(source="evidence.identifier")

    class Meta:
        model = RulesetLink
        fields = ("relation", "identifier")


class PieceSerializer(serializers.Serializer[Any]):
    """How a piece is drawn and called."""

    symbol = serializers.CharField(default="")
    name = serializers.CharField(default="")
    letter = serializers.CharField(default="")
    side = serializers.CharField(
        required=False,
        help_text="name of its player, unless White or Black; of both in order: Red / Black",
    )


class RulesetDetailSerializer(RulesetSerializer):
    """A ruleset with its text, clauses, recorded games and evidence."""

    pieces = serializers.DictField(child=PieceSerializer(), help_text="by name in the text")
    clauses = ClauseSerializer(many=True)
    concepts = RulesetConceptSerializer(many=True)
    matches = MatchSerializer(many=True)
    records = EvidenceRefSerializer(source="evidence_links", many=True)

    class Meta(RulesetSerializer.Meta):
        fields = (
            *RulesetSerializer.Meta.fields, "text", "pieces", "clauses", "concepts", "matches",
            "records",
        )  # fmt: skip


def games() -> QuerySet[Game]:
    """Games with what their JSON shape reads."""
    rulesets = Prefetch("rulesets", Ruleset.objects.defer("text"))
    return Game.objects.prefetch_related("aliases", rulesets, *game_relations.prefetch())


def concepts() -> QuerySet[Concept]:
    """Concepts with the rulesets that have them."""
    rulesets = Ruleset.objects.defer("text").order_by("slug")
    return Concept.objects.prefetch_related(Prefetch("rulesets", rulesets))


def regions(*, shapes: bool) -> QuerySet[Region]:
    """Regions, with their outlines where these are asked for."""
    found = Region.objects.select_related("parent")
    return found.defer("parent__shape", *(() if shapes else ("shape",)))


def rulesets() -> QuerySet[Ruleset]:
    """Rulesets with their games."""
    return Ruleset.objects.select_related("game")


def rulesets_in_full() -> QuerySet[Ruleset]:
    """Rulesets with all that the detailed shape reads."""
    return rulesets().prefetch_related(
        "clauses__citations__source",
        "clauses__citations__evidence",
        "clauses__parts__claims__passage__evidence",
        "clauses__parts__claims__passage__source",
        "matches__moments__clause",
        "evidence_links__evidence",
        Prefetch("concepts", RulesetConcept.objects.select_related("concept")),
        "concepts__clauses",
    )
