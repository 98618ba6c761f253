"""What sources say: evidence records, their places, dates, quotations and citations.

Years are astronomical everywhere (0 is 1 BCE, -331 is 332 BCE). Coordinates are integer
microdegrees (WGS 84). What is not known is null or empty, never a guess.
"""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evidence.models.assertions import (
    GameRelation,
    Holding,
    Identification,
    Name,
    OtherDate,
    Person,
    RecordRelation,
)
from evidence.models.claims import Claim, ClausePart, Passage
from evidence.models.links import RulesetLink
from evidence.models.pictures import Picture, PictureFile, PictureMark
from evidence.models.search import CorpusChange, SearchText
from evidence.models.shared import SharedVersion, SourceAlias
from evidence.models.stories import Story
from evidence.models.versions import RecordVersion, Revision
from evidence.naming import place_name, record_name
from evidence.places.orientation import AreaField, check_area
from evidence.vocabulary import (
    Certainty,
    DateRole,
    EvidenceType,
    PlaceRole,
    Precision,
    Relation,
    Seen,
    Vocabulary,
)
from games.locators import cited
from games.models import Clause, Game, Ruleset

__all__ = [
    "Citation",
    "Claim",
    "ClauseCitation",
    "ClausePart",
    "CorpusChange",
    "Evidence",
    "GameRelation",
    "Holding",
    "Identification",
    "Name",
    "OtherDate",
    "Passage",
    "Person",
    "Phrase",
    "Picture",
    "PictureFile",
    "PictureMark",
    "Place",
    "Quotation",
    "RecordRelation",
    "RecordVersion",
    "Region",
    "Revision",
    "RulesetLink",
    "SearchText",
    "SharedVersion",
    "Source",
    "SourceAlias",
    "Story",
    "Term",
]  # fmt: skip


class Term(models.Model):
    """A word of one of the vocabularies: an uncertainty factor, an age, a social status …"""

    vocabulary = models.CharField(max_length=12, choices=Vocabulary.choices)
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ["vocabulary", "name"]
        constraints = [
            models.UniqueConstraint(fields=["vocabulary", "name"], name="term_once_per_vocabulary"),
        ]

    def __str__(self) -> str:
        return self.name


class Region(models.Model):
    """A named area with a shape: a part of the world, or where a people or a realm was.

    One that was drawn for a place is a place, and nothing that other records are looked for in.
    """

    class Kind(models.TextChoices):
        CONTINENT = "continent", _("continent")
        WORLD = "world", _("world region")
        HISTORICAL = "historical", _("historical region")
        CULTURAL = "cultural", _("region of a people")
        DRAWN = "drawn", _("drawn for a place")

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    parent = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="children"
    )
    shape = AreaField(
        validators=[check_area], help_text=_("GeoJSON Polygon or MultiPolygon, cut at ±180°")
    )
    note = models.TextField(blank=True, help_text=_("who drew the shape, and after what"))

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("region", args=[self.slug])


class Source(models.Model):
    """A book, article, manuscript or page; one row however many records rest on it."""

    slug = models.SlugField(max_length=120, unique=True)
    citation = models.TextField(unique=True, help_text=_("as it was given"))
    csl = models.JSONField(default=dict, help_text=_("CSL-JSON without id"))
    title = models.TextField(blank=True)
    year = models.IntegerField(null=True, blank=True, help_text=_("astronomical, of publication"))

    class Meta:
        ordering = ["citation"]

    def __str__(self) -> str:
        return self.citation

    def get_absolute_url(self) -> str:
        return reverse("source", args=[self.slug])


class Evidence(models.Model):
    """One piece of evidence for one game."""

    identifier = models.SlugField(
        max_length=60, unique=True, help_text=_("ours, permanent, part of the address")
    )
    portal_id = models.CharField(
        max_length=60,
        unique=True,
        null=True,
        blank=True,
        help_text=_("DLP.Evidence.N, where the record comes from the Ludii portal"),
    )
    game = models.ForeignKey(Game, models.PROTECT, related_name="evidence")
    rulesets = models.ManyToManyField(Ruleset, through="RulesetLink", related_name="evidence")
    title = models.CharField(max_length=300, blank=True)
    type = models.CharField(max_length=40, choices=EvidenceType.choices, blank=True)

    date = models.CharField(max_length=60, blank=True, help_text=_("EDTF (ISO 8601-2)"))
    date_as_given = models.TextField(blank=True)
    date_role = models.CharField(
        max_length=8, choices=DateRole.choices, blank=True, default="", db_default="",
        help_text=_("what it is the date of; empty: not stated"),
    )  # fmt: skip
    year_from = models.IntegerField(null=True, blank=True)
    year_to = models.IntegerField(null=True, blank=True)
    day_from = models.IntegerField(
        null=True, blank=True, help_text=_("days; 1 is 0001-01-01, proleptic Gregorian")
    )
    day_to = models.IntegerField(null=True, blank=True)

    rules = models.TextField(blank=True, help_text=_("what this piece shows, in our own words"))
    content = models.TextField(blank=True, help_text=_("description of the piece itself"))
    no_ruleset = models.TextField(
        blank=True, default="", db_default="",
        help_text=_("why nothing can honestly be played, where no ruleset is linked"),
    )  # fmt: skip
    confidence = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(0), MaxValueValidator(100)]
    )
    confidence_reason = models.TextField(blank=True)
    judged_by = models.CharField(max_length=200, blank=True)
    terms = models.ManyToManyField(Term, blank=True, related_name="evidence")
    regions = models.ManyToManyField(
        Region, blank=True, related_name="evidence", help_text=_("computed when stored")
    )
    external_ids = models.JSONField(default=dict, blank=True)
    checked_against = models.JSONField(default=list, blank=True)

    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    added_at = models.DateTimeField(auto_now_add=True)
    checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    checked_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = _("evidence")
        constraints = [
            models.CheckConstraint(
                condition=Q(year_from__isnull=True)
                | Q(year_to__isnull=True)
                | Q(year_from__lte=F("year_to")),
                name="years_in_order",
            ),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True) | Q(confidence__lte=100),
                name="confidence_at_most_100",
            ),
        ]

    def __str__(self) -> str:
        return record_name(self.title, self.game, self.identifier)

    def get_absolute_url(self) -> str:
        return reverse("record", args=[self.identifier])


class Place(models.Model):
    """One of the places of a record: a point, a region's shape, or a name alone."""

    evidence = models.ForeignKey(Evidence, models.CASCADE, related_name="places")
    position = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=300, blank=True)
    as_given = models.TextField(blank=True)
    lat_u = models.IntegerField(null=True, blank=True, help_text=_("microdegrees"))
    lon_u = models.IntegerField(null=True, blank=True, help_text=_("microdegrees, [-180°, 180°)"))
    region = models.ForeignKey(Region, models.PROTECT, null=True, blank=True, related_name="places")
    precision = models.CharField(max_length=10, choices=Precision.choices, blank=True)
    certainty = models.CharField(max_length=10, choices=Certainty.choices, blank=True)
    note = models.TextField(blank=True)
    role = models.CharField(
        max_length=8, choices=PlaceRole.choices, blank=True, default="", db_default="",
        help_text=_("empty: not stated"),
    )  # fmt: skip

    class Meta:
        ordering = ["evidence", "position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(lat_u__isnull=True, lon_u__isnull=True)
                | Q(
                    lat_u__range=(-90_000_000, 90_000_000),
                    lon_u__gte=-180_000_000,
                    lon_u__lt=180_000_000,
                ),
                name="point_whole_and_on_earth",
            ),
            models.CheckConstraint(
                condition=Q(lat_u__isnull=True) | Q(region__isnull=True),
                name="point_or_region",
            ),
        ]

    def __str__(self) -> str:
        return place_name(self.name, self.as_given) or str(self.region or "")

    @property
    def latitude(self) -> float | None:
        """Degrees north, or None for a place without a point."""
        return None if self.lat_u is None else self.lat_u / 1_000_000

    @property
    def longitude(self) -> float | None:
        """Degrees east in [-180, 180), or None for a place without a point."""
        return None if self.lon_u is None else self.lon_u / 1_000_000


class Citation(models.Model):
    """Where in a source a record rests."""

    evidence = models.ForeignKey(Evidence, models.CASCADE, related_name="citations")
    position = models.PositiveSmallIntegerField(default=0)
    source = models.ForeignKey(Source, models.PROTECT, related_name="citations")
    locator = models.CharField(max_length=200, blank=True)
    note = models.TextField(blank=True)
    seen = models.CharField(
        max_length=8, choices=Seen.choices, blank=True, default="", db_default="",
        help_text=_("how it was seen for this record; empty: not stated"),
    )  # fmt: skip
    via = models.TextField(
        blank=True, default="", db_default="", help_text=_("through which other source")
    )
    pages_checked = models.CharField(
        max_length=200, blank=True, default="", db_default="",
        help_text=_("pages that were read for this record"),
    )  # fmt: skip

    class Meta:
        ordering = ["evidence", "position", "pk"]

    def __str__(self) -> str:
        return cited(str(self.source), self.locator) if self.locator else str(self.source)

    @property
    def how_seen(self) -> str:
        """In words, unless the note says so already."""
        if not self.seen or (self.note and (not self.via or self.via in self.note)):
            return ""
        return ": ".join(filter(None, (Seen(self.seen).told, self.via)))


class Quotation(models.Model):
    """The exact words of a source, kept apart from what a curator wrote about them."""

    evidence = models.ForeignKey(Evidence, models.CASCADE, related_name="quotations")
    position = models.PositiveSmallIntegerField(default=0)
    text = models.TextField()
    language = models.CharField(max_length=35, blank=True, help_text=_("BCP 47, of the words"))
    translator = models.CharField(max_length=200, blank=True)
    citation = models.ForeignKey(
        Citation, models.SET_NULL, null=True, blank=True, related_name="quotations"
    )
    as_cited = models.CharField(
        max_length=300, blank=True, help_text=_("the reference that follows the words, as given")
    )
    rights = models.CharField(max_length=200, blank=True, help_text=_("empty: not known"))

    class Meta:
        ordering = ["evidence", "position", "pk"]

    def __str__(self) -> str:
        return self.text[:60]


class ClauseCitation(models.Model):
    """Where a source states, contradicts or mentions one clause of a ruleset."""

    clause = models.ForeignKey(Clause, models.CASCADE, related_name="citations")
    source = models.ForeignKey(Source, models.PROTECT, related_name="clause_citations")
    locator = models.CharField(max_length=200, blank=True)
    evidence = models.ForeignKey(
        Evidence, models.SET_NULL, null=True, blank=True, related_name="clause_citations"
    )
    relation = models.CharField(max_length=12, choices=Relation.choices, default=Relation.DESCRIBES)

    class Meta:
        ordering = ["clause", "pk"]

    def __str__(self) -> str:
        return cited(str(self.source), self.locator) if self.locator else str(self.source)


class Phrase(models.Model):
    """A marked phrase of a record's text, and the clause or part of one that it carries.

    It is the characters from `start` to `end`, from 0.
    """

    class Field(models.TextChoices):
        RULES = "rules", _("what it shows")
        CONTENT = "content", _("the piece itself")
        QUOTATION = "quotation", _("a quotation")

    evidence = models.ForeignKey(Evidence, models.CASCADE, related_name="phrases")
    position = models.PositiveSmallIntegerField(default=0)
    field = models.CharField(max_length=10, choices=Field.choices, default=Field.RULES)
    quotation = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("which of the record's quotations, from 0")
    )
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    clause = models.ForeignKey(Clause, models.CASCADE, related_name="phrases")
    part = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("which part of the clause, from 1; empty: all of it")
    )
    relation = models.CharField(max_length=12, choices=Relation.choices, default=Relation.DESCRIBES)

    class Meta:
        ordering = ["evidence", "position", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="phrase_has_words"),
            models.CheckConstraint(
                condition=Q(field="quotation", quotation__isnull=False)
                | (~Q(field="quotation") & Q(quotation__isnull=True)),
                name="phrase_of_one_text",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evidence}, {self.field} {self.start}-{self.end}: {self.clause}"

    @property
    def stated(self) -> ClausePart | None:
        """The part of its clause that it carries; None where it carries all of it."""
        parts = list(self.clause.parts.all()) if self.part else []
        return next(iter(parts[(self.part or 1) - 1 :]), None)
