"""Remarks on unpublished work: the text, its author, and whether it is settled."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Remark(models.Model):
    """A remark on the whole, on one field or on one line of it."""

    field = models.CharField(max_length=80, blank=True, help_text=_("empty: on the whole"))
    line = models.PositiveIntegerField(null=True, blank=True, help_text=_("of the text, from 1"))
    quoted = models.TextField(blank=True, help_text=_("the line as it was then"))
    text = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    resolved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text[:60]
