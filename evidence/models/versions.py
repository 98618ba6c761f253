"""What records were: the acts that changed them, and each record as an act left it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Revision(models.Model):
    """One act that changed records: who did it, who approved it, when and why."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    why = models.TextField(blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.why or str(self.at)


class RecordVersion(models.Model):
    """A record as one revision left it; outlives the record, whose identifier is permanent."""

    identifier = models.CharField(max_length=60)
    number = models.PositiveIntegerField(help_text=_("1 is the record's first version"))
    revision = models.ForeignKey(Revision, models.PROTECT, related_name="versions")
    content = models.JSONField(
        null=True, help_text=_("as evidence.history.contents writes it; null: deleted")
    )

    class Meta:
        ordering = ["identifier", "number"]
        constraints = [
            models.UniqueConstraint(fields=["identifier", "number"], name="version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.identifier}, {self.number}"
