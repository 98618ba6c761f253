"""Pictures of a record, their rights, and the regions that are marked on them."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import RegexValidator, URLValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evidence.vocabulary import PICTURE_LICENCES, Relation
from games.models import Clause

WHOLE = 1000  # a side of a picture, in the measure of marks
PAGE = (900, 560)  # pixels that a picture takes on a page, at most
WEB = URLValidator(schemes=["http", "https"])


class PictureFile(models.Model):
    """An uploaded picture, drawn anew; its sizes are files in the storage `pictures`."""

    class Kind(models.TextChoices):
        JPEG = "jpeg", "JPEG"
        PNG = "png", "PNG"

    digest = models.CharField(
        max_length=64, unique=True, validators=[RegexValidator(r"\A[0-9a-f]{64}\Z")],
        help_text=_("SHA-256 of its largest size"),
    )  # fmt: skip
    kind = models.CharField(max_length=4, choices=Kind.choices)
    width = models.PositiveIntegerField(help_text=_("pixels of its largest size"))
    height = models.PositiveIntegerField()
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    uploaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.digest[:12]

    def address(self, size: str) -> str:
        """Where one of its sizes is served."""
        return reverse("picture", args=[size, f"{self.digest}.{self.ending}"])

    @property
    def shown(self) -> tuple[int, int]:
        """Width and height on a page, so that it leaves room before the picture is there."""
        scale = min(1.0, *(most / own for most, own in zip(PAGE, self.size, strict=True)))
        return round(self.width * scale), round(self.height * scale)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the largest size."""
        return self.width, self.height

    @property
    def ending(self) -> str:
        """How the names of its files end."""
        return {"jpeg": "jpg"}.get(self.kind, self.kind)

    @property
    def thumb(self) -> str:
        """The address of its smallest size."""
        return self.address("thumb")

    @property
    def preview(self) -> str:
        """The address of the size that pages show."""
        return self.address("preview")

    @property
    def full(self) -> str:
        """The address of its largest size."""
        return self.address("full")


class Picture(models.Model):
    """A picture of a record: one of our own, or a IIIF manifest or image elsewhere, or both."""

    evidence = models.ForeignKey("evidence.Evidence", models.CASCADE, related_name="pictures")
    position = models.PositiveSmallIntegerField(default=0)
    file = models.ForeignKey(
        PictureFile, models.PROTECT, null=True, blank=True, related_name="pictures"
    )
    address = models.CharField(
        max_length=2000, blank=True, validators=[WEB],
        help_text=_("IIIF manifest, IIIF image or page, elsewhere"),
    )  # fmt: skip
    alt = models.TextField(help_text=_("what can be seen, for who cannot see it"))
    caption = models.CharField(max_length=500, blank=True)
    licence = models.CharField(
        max_length=300, validators=[WEB], help_text=_("URI of a licence or of a rights statement")
    )
    holder = models.CharField(max_length=300, help_text=_("who holds the rights, or the thing"))
    credit = models.CharField(max_length=500, help_text=_("as it has to be credited"))

    class Meta:
        ordering = ["evidence", "position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(file__isnull=False) | ~Q(address=""), name="picture_is_somewhere"
            ),
        ]

    def __str__(self) -> str:
        return self.caption or self.alt[:80]

    @property
    def licence_label(self) -> str:
        """The licence by its name, if it is one of the common ones."""
        return str(PICTURE_LICENCES.get(self.licence, self.licence))

    @property
    def is_iiif(self) -> bool:
        """Whether the address is one that IIIF viewers open."""
        return self.address.endswith(("/manifest.json", "/manifest", "/info.json"))


class PictureMark(models.Model):
    """A region of a picture, in thousandths of its sides, which may show what a clause says."""

    picture = models.ForeignKey(Picture, models.CASCADE, related_name="marks")
    position = models.PositiveSmallIntegerField(default=0)
    x = models.PositiveSmallIntegerField(help_text=_("thousandths of the width, from the left"))
    y = models.PositiveSmallIntegerField(help_text=_("thousandths of the height, from the top"))
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    clause = models.ForeignKey(
        Clause, models.CASCADE, null=True, blank=True, related_name="picture_marks"
    )
    part = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("which part of the clause, from 1; empty: all of it")
    )
    relation = models.CharField(max_length=12, choices=Relation.choices, default=Relation.DESCRIBES)
    note = models.CharField(max_length=300, blank=True, help_text=_("what can be seen there"))

    class Meta:
        ordering = ["picture", "position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(width__gt=0, height__gt=0)
                & Q(x__lte=WHOLE - F("width"))
                & Q(y__lte=WHOLE - F("height")),
                name="mark_on_its_picture",
            ),
        ]

    def __str__(self) -> str:
        return self.note or str(self.clause or "")
