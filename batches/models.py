"""A table on its way in."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evidence.models import Revision

FOLDER = "tables"


def new_key() -> str:
    """The name of a file that nobody can guess."""
    return secrets.token_hex(16)


def folder() -> Path:
    """Where the files of all tables are."""
    path = Path(settings.VAR_DIR) / FOLDER
    path.mkdir(exist_ok=True)
    return path


class Batch(models.Model):
    """A CSV file that was sent, which of its columns is which, and what became of it.

    The file lies in the site's own folder and is never served. `columns` is a mapping as
    `evidence.importers.table_file` reads it.
    """

    class State(models.TextChoices):
        NEW = "new", _("columns to be chosen")
        FAULTY = "faulty", _("cannot be brought in")
        READY = "ready", _("looked at")
        IMPORTED = "imported", _("brought in")
        UNDONE = "undone", _("undone")

    OPEN = (State.NEW, State.FAULTY, State.READY)

    name = models.CharField(max_length=200, help_text=_("of the file that was sent"))
    key = models.CharField(max_length=32, unique=True, default=new_key)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    size = models.PositiveBigIntegerField(help_text=_("bytes"))
    delimiter = models.CharField(max_length=1)
    header = models.JSONField(default=list)
    sample = models.JSONField(default=list, help_text=_("the first rows"))
    columns = models.JSONField(default=dict)
    update = models.BooleanField(default=False, help_text=_("overwrite what is stored"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.NEW)
    counts = models.JSONField(default=dict)
    said = models.TextField(blank=True, help_text=_("faults, or what was done"))
    revision = models.ForeignKey(Revision, models.SET_NULL, null=True, blank=True, related_name="+")
    undoing = models.ForeignKey(Revision, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = _("batches")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("batch", args=[self.pk])

    def path(self, ending: str = "csv") -> Path:
        """Where the file is, or what belongs to it."""
        return folder() / f"{self.key}.{ending}"

    def choose(self, columns: dict[str, Any], update: bool) -> bool:
        """Choose its columns anew; False if it has been brought in meanwhile."""
        chosen = {"columns": columns, "update": update}
        blank = {"state": self.State.NEW, "counts": {}, "said": ""}
        changed = Batch.objects.filter(pk=self.pk, state__in=self.OPEN).update(**chosen, **blank)
        self.refresh_from_db()
        return bool(changed)

    @property
    def mapping(self) -> dict[str, Any]:
        """As a mapping file has it."""
        return {"delimiter": self.delimiter, "columns": self.columns}

    def forget_files(self) -> None:
        """Delete the file and what belongs to it."""
        for ending in ("csv", "json", "npz"):
            self.path(ending).unlink(missing_ok=True)
