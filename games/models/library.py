"""Definitions that an administrator has uploaded, by which pasted texts are read."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _


class DefinitionLibrary(models.Model):
    """The library of this site: there is one at most, and no export has it.

    `definitions` are texts, `(define "Name" …)`, by name.
    """

    name = models.CharField(max_length=200, help_text=_("of the file"))
    digest = models.CharField(max_length=64, help_text=_("of the file"))
    definitions = models.JSONField(default=dict)
    count = models.PositiveIntegerField(default=0, help_text=_("of definitions"))
    uploaded = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("library of definitions")
        verbose_name_plural = _("library of definitions")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store it in place of any other."""
        self.pk = 1
        super().save(*args, **kwargs)
