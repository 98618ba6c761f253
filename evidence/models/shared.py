"""The history of what records share: sources, regions and games."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evidence.places.orientation import AreaField


class SharedVersion(models.Model):
    """What one act made of a source, a region or a game; outlives it."""

    class What(models.TextChoices):
        SOURCE = "source", _("source")
        REGION = "region", _("region")
        GAME = "game", _("game")

    what = models.CharField(max_length=10, choices=What.choices)
    slug = models.CharField(max_length=120)
    revision = models.ForeignKey("evidence.Revision", models.PROTECT, related_name="shared")
    before = AreaField(null=True, help_text=_("its fields; null: it was not there"))
    after = AreaField(null=True, help_text=_("its fields; null: deleted"))

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["what", "slug"])]

    def __str__(self) -> str:
        return f"{self.what} {self.slug}"


class SourceAlias(models.Model):
    """A source that was joined into another: its address and citation lead there."""

    slug = models.SlugField(max_length=120, unique=True)
    citation = models.TextField(unique=True)
    source = models.ForeignKey("evidence.Source", models.CASCADE, related_name="aliases")
    revision = models.ForeignKey("evidence.Revision", models.PROTECT, related_name="+")
    moved = models.JSONField(
        default=dict, help_text=_("clause citations and other aliases that came with it")
    )

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = _("source aliases")

    def __str__(self) -> str:
        return self.slug
