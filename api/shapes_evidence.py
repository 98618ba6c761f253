"""The JSON shape of a piece of evidence: the same in lists, alone and as a GeoJSON feature."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import YEAR, PageField, TermsField, link
from api.shapes_assertions import (
    ASSERTED,
    HoldingSerializer,
    NameSerializer,
    PersonSerializer,
    RecordRelationSerializer,
    source_slug,
)
from evidence import dates
from evidence.claims.assertions import KINDS, identifications_of
from evidence.models import (
    Citation,
    Evidence,
    Identification,
    OtherDate,
    Passage,
    Phrase,
    Picture,
    PictureFile,
    PictureMark,
    Place,
    Quotation,
    Region,
    RulesetLink,
    Source,
)
from evidence.pictures import rows as picture_rows
from evidence.records.licence import LICENCE, LICENCE_NOTE, LICENCE_SHAPE, LICENCE_URL
from evidence.records.when import date_words, edtf_words
from evidence.vocabulary import Vocabulary
from games.models import Game, Ruleset


class GameRefSerializer(serializers.ModelSerializer[Game]):
    """A game by name."""

    url = link("game")

    class Meta:
        model = Game
        fields = ("slug", "name", "url")


class RulesetRefSerializer(serializers.ModelSerializer[Ruleset]):
    """A ruleset by name."""

    url = link("ruleset")

    class Meta:
        model = Ruleset
        fields = ("slug", "name", "url")


class SourceRefSerializer(serializers.ModelSerializer[Source]):
    """A source: the citation as it was given, and its parts as CSL-JSON."""

    url = link("source")
    year = serializers.IntegerField(allow_null=True, help_text=YEAR)
    csl = serializers.DictField(help_text="CSL-JSON")

    class Meta:
        model = Source
        fields: tuple[str, ...] = ("slug", "citation", "title", "year", "csl", "url")


class RelationSerializer(serializers.ModelSerializer[RulesetLink]):
    """How the evidence bears on a ruleset."""

    ruleset = RulesetRefSerializer()

    class Meta:
        model = RulesetLink
        fields = ("relation", "certainty", "proposed_by", "note", "ruleset")


class DateSerializer(serializers.ModelSerializer[Evidence]):
    """When it was, as surely as it is known."""

    edtf = serializers.CharField(source="date", help_text="EDTF (ISO 8601-2); empty: not known")
    text = serializers.SerializerMethodField(help_text="as people write it")
    as_given = serializers.CharField(source="date_as_given")
    year_from = serializers.IntegerField(allow_null=True, help_text=f"earliest possible, {YEAR}")
    year_to = serializers.IntegerField(allow_null=True, help_text=f"latest possible, {YEAR}")

    class Meta:
        model = Evidence
        fields = ("edtf", "text", "as_given", "year_from", "year_to")

    def get_text(self, record: Evidence) -> str:
        """The date in words."""
        return date_words(record)


class PlaceSerializer(serializers.ModelSerializer[Place]):
    """A point (degrees, WGS 84), a region by its slug, or a name alone."""

    latitude = serializers.FloatField(allow_null=True)
    longitude = serializers.FloatField(allow_null=True)
    region = serializers.SlugField(source="region.slug", default=None, allow_null=True)

    class Meta:
        model = Place
        fields = (
            "name", "as_given", "latitude", "longitude", "region", "precision", "certainty", "note",
            "role",
        )  # fmt: skip


class CitationSerializer(serializers.ModelSerializer[Citation]):
    """A source, and where in it.

    `seen` says how it was seen for the record (seen, part, copy, via or unseen; empty: not stated),
    `via` through which other source, `pages_checked` which pages were read.
    """

    source = SourceRefSerializer()  # type: ignore[assignment]  # a field, not Field.source

    class Meta:
        model = Citation
        fields = ("source", "locator", "note", "seen", "via", "pages_checked")


class QuotationSerializer(serializers.ModelSerializer[Quotation]):
    """The exact words of a source; `rights` are those of the words, empty where not known."""

    source = serializers.SlugField(  # type: ignore[assignment]  # a field, not Field.source
        source="citation.source.slug", default=None, allow_null=True
    )
    locator = serializers.CharField(source="citation.locator", default="")

    class Meta:
        model = Quotation
        fields = ("text", "language", "translator", "source", "locator", "as_cited", "rights")


class PhraseSerializer(serializers.ModelSerializer[Phrase]):
    """A marked phrase: characters `start` to `end`, from 0, of a text, and the clause it carries.

    `field` is rules, content or quotation (`quotation` says which). `part` is from 1; null: all.
    """

    ruleset = serializers.SlugField(source="clause.ruleset.slug")
    clause = serializers.CharField(source="clause.name")

    class Meta:
        model = Phrase
        fields = ("field", "quotation", "start", "end", "ruleset", "clause", "part", "relation")


class PassageSerializer(serializers.ModelSerializer[Passage]):
    """A stretch of a source, in order. Claims name it by its record and `number`.

    `voice` is witness or report (a later author's summary); `bearing` says whether it bears on
    rules, denies one, or states none. `original` is the number of the passage that it translates.
    """

    original = serializers.IntegerField(source="original.number", default=None, allow_null=True)
    source = source_slug()  # type: ignore[assignment]  # a field, not Field.source

    class Meta:
        model = Passage
        fields = (
            "number", "kind", "text", "language", "original", "by", "source", "locator", "rights",
            "voice", "bearing",
        )  # fmt: skip


class IdentificationSerializer(serializers.ModelSerializer[Identification]):
    """A game that the record, or the part of it named by `about`, is evidence of, and who says so.

    The first ones name the record's own `game`, the primary identification, unless that is
    `unidentified-game`, which stands for none.
    """

    game = GameRefSerializer()
    source = source_slug()  # type: ignore[assignment]  # a field, not Field.source

    class Meta:
        model = Identification
        fields = ("game", "about", *ASSERTED)


class OtherDateSerializer(serializers.ModelSerializer[OtherDate]):
    """A date of the record beside its leading `date`: what else happened when, and who says so."""

    edtf = serializers.CharField(source="date", help_text="EDTF (ISO 8601-2)")
    text = serializers.SerializerMethodField(help_text="as people write it")
    year_from = serializers.SerializerMethodField(help_text=f"earliest possible, {YEAR}")
    year_to = serializers.SerializerMethodField(help_text=f"latest possible, {YEAR}")
    source = source_slug()  # type: ignore[assignment]  # a field, not Field.source

    class Meta:
        model = OtherDate
        fields = ("edtf", "text", "as_given", "year_from", "year_to", "role", *ASSERTED)

    def get_text(self, row: OtherDate) -> str:
        """The date in words."""
        return edtf_words(row.date)

    def get_year_from(self, row: OtherDate) -> int | None:
        """The year in which it begins, or None."""
        return dates.read(row.date).year_from

    def get_year_to(self, row: OtherDate) -> int | None:
        """The year in which it ends, or None."""
        return dates.read(row.date).year_to


class PictureFileSerializer(serializers.ModelSerializer[PictureFile]):
    """An uploaded picture: pixels of its largest size, and the addresses of its sizes."""

    full = serializers.SerializerMethodField(help_text="at most 3000 pixels a side")
    preview = serializers.SerializerMethodField(help_text="at most 1200 pixels a side")
    thumb = serializers.SerializerMethodField(help_text="at most 360 pixels a side")

    class Meta:
        model = PictureFile
        fields = ("digest", "width", "height", "full", "preview", "thumb")

    def get_full(self, file: PictureFile) -> str:
        """The address of the largest size."""
        return self._absolute(file.full)

    def get_preview(self, file: PictureFile) -> str:
        """The address of the size that pages show."""
        return self._absolute(file.preview)

    def get_thumb(self, file: PictureFile) -> str:
        """The address of the smallest size."""
        return self._absolute(file.thumb)

    def _absolute(self, address: str) -> str:
        return str(self.context["request"].build_absolute_uri(address))


class PictureMarkSerializer(serializers.ModelSerializer[PictureMark]):
    """A region of a picture in per cent of its sides, and the clause or part that it shows.

    `region` is the same as a media fragment, for IIIF and Web Annotation.
    """

    x = serializers.SerializerMethodField()
    y = serializers.SerializerMethodField()
    width = serializers.SerializerMethodField()
    height = serializers.SerializerMethodField()
    ruleset = serializers.SlugField(source="clause.ruleset.slug", default=None, allow_null=True)
    clause = serializers.CharField(source="clause.name", default=None, allow_null=True)
    region = serializers.SerializerMethodField()

    class Meta:
        model = PictureMark
        fields = (
            "x", "y", "width", "height", "ruleset", "clause", "part", "relation", "note", "region",
        )  # fmt: skip

    def get_x(self, mark: PictureMark) -> float:
        """From the left."""
        return mark.x / 10

    def get_y(self, mark: PictureMark) -> float:
        """From the top."""
        return mark.y / 10

    def get_width(self, mark: PictureMark) -> float:
        """Of the width of the picture."""
        return mark.width / 10

    def get_height(self, mark: PictureMark) -> float:
        """Of the height of the picture."""
        return mark.height / 10

    def get_region(self, mark: PictureMark) -> str:
        """As a media fragment."""
        sides = (mark.x, mark.y, mark.width, mark.height)
        return f"xywh=percent:{','.join(f'{side / 10:g}' for side in sides)}"


class PictureSerializer(serializers.ModelSerializer[Picture]):
    """A picture: an uploaded file, the `address` of a IIIF manifest or image, or both.

    `licence` is the URI of a licence or of a rights statement.
    """

    file = PictureFileSerializer(allow_null=True)
    marks = PictureMarkSerializer(many=True)

    class Meta:
        model = Picture
        fields = ("file", "address", "alt", "caption", "licence", "holder", "credit", "marks")


class LicenceSerializer(serializers.Serializer[Any]):
    """On what terms the record may be used."""

    name = serializers.CharField(default=LICENCE)
    url = serializers.URLField(default=LICENCE_URL)
    note = serializers.CharField(default=LICENCE_NOTE)


class EvidenceSerializer(serializers.ModelSerializer[Evidence]):
    """One piece of evidence with all that is known of it. Years are astronomical."""

    url = link("record", "identifier")
    page = PageField()
    game = GameRefSerializer()
    identifications = serializers.SerializerMethodField()
    rulesets = RelationSerializer(source="ruleset_links", many=True)
    date = DateSerializer(source="*")
    other_dates = OtherDateSerializer(source="otherdates", many=True)
    relations = RecordRelationSerializer(source="recordrelations", many=True)
    people = PersonSerializer(source="persons", many=True)
    holdings = HoldingSerializer(many=True)
    names = NameSerializer(many=True)
    places = PlaceSerializer(many=True)
    regions = serializers.SlugRelatedField[Region](slug_field="slug", many=True, read_only=True)
    quotations = QuotationSerializer(many=True)
    phrases = PhraseSerializer(many=True)
    passages = PassageSerializer(many=True)
    pictures = PictureSerializer(many=True)
    uncertainty = TermsField(Vocabulary.UNCERTAINTY)
    ages = TermsField(Vocabulary.AGE)
    genders = TermsField(Vocabulary.GENDER)
    social_statuses = TermsField(Vocabulary.STATUS)
    spaces = TermsField(Vocabulary.SPACE)
    sources = CitationSerializer(source="citations", many=True)
    external_ids = serializers.DictField()
    checked_against = serializers.ListField(child=serializers.CharField())
    licence = serializers.SerializerMethodField()

    class Meta:
        model = Evidence
        fields: tuple[str, ...] = (
            "identifier", "portal_id", "url", "page", "title", "type", "game", "identifications",
            "rulesets", "date", "date_role", "other_dates", "relations", "people", "holdings",
            "names", "places", "regions",
            "rules", "content", "no_ruleset", "quotations", "phrases", "passages", "pictures",
            "confidence", "confidence_reason", "judged_by", "uncertainty", "ages", "genders",
            "social_statuses", "spaces", "sources", "external_ids", "checked_against", "added_at",
            "checked_at", "changed_at", "licence",
        )  # fmt: skip

    @extend_schema_field(IdentificationSerializer(many=True))
    def get_identifications(self, record: Evidence) -> Any:
        """Those that were entered, and the primary one."""
        return IdentificationSerializer(
            identifications_of(record), many=True, context=self.context
        ).data

    @extend_schema_field(LicenceSerializer)
    def get_licence(self, record: Evidence) -> dict[str, str]:
        """The same for every record."""
        return LICENCE_SHAPE


class EvidenceRecordSerializer(EvidenceSerializer):
    """One piece of evidence at its own address: with its version, by which it is cited."""

    version = serializers.IntegerField(
        min_value=1, help_text="number of the present version, which the page “Cite this” names"
    )

    class Meta(EvidenceSerializer.Meta):
        fields = (*EvidenceSerializer.Meta.fields, "version")


def with_all(records: QuerySet[Evidence], *, shapes: bool = False) -> QuerySet[Evidence]:
    """Records with what their JSON shape reads, in a fixed number of queries.

    `shapes` brings the outlines of places that are regions, which GeoJSON draws.
    """
    regions = Region.objects.defer("note", *(() if shapes else ("shape",)))
    return records.select_related("game").prefetch_related(
        "terms",
        "citations__source",
        "quotations__citation__source",
        Prefetch("phrases", Phrase.objects.select_related("clause__ruleset")),
        *(kind.prefetch() for kind in KINDS.values()),
        *picture_rows.prefetch(),
        Prefetch("passages", Passage.objects.select_related("source", "original")),
        Prefetch("regions", Region.objects.only("slug", "name")),
        Prefetch("places__region", regions),
        Prefetch("ruleset_links__ruleset", Ruleset.objects.only("slug", "name")),
    )
