"""A file on its way in: a table, or one of the kinds of `evidence.editing.batches.kinds`."""

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
TABLE = "table"


def new_key() -> str:
    """The name of a file that nobody can guess."""
    return secrets.token_hex(16)


def folder() -> Path:
    """Where the files of all batches are."""
    path = Path(settings.VAR_DIR) / FOLDER
    path.mkdir(exist_ok=True)
    return path


class Batch(models.Model):
    """A file that was sent, how it is to be read, and what became of it.

    The file lies in the site's own folder and is never served. Of a table, `columns` is a mapping
    as `evidence.importers.table_file` reads it; other kinds have `options`.
    """

    class State(models.TextChoices):
        NEW = "new", _("not checked yet")
        FAULTY = "faulty", _("cannot be imported")
        READY = "ready", _("looked at")
        REVIEW = "review", _("in review")
        IMPORTED = "imported", _("published")
        UNDONE = "undone", _("undone")

    OPEN = (State.NEW, State.FAULTY, State.READY)

    kind = models.CharField(max_length=20, default=TABLE)
    name = models.CharField(max_length=200, help_text=_("of the file that was sent"))
    key = models.CharField(max_length=32, unique=True, default=new_key)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    size = models.PositiveBigIntegerField(help_text=_("bytes"))
    delimiter = models.CharField(max_length=1, blank=True)
    header = models.JSONField(default=list)
    sample = models.JSONField(default=list, help_text=_("the first rows"))
    columns = models.JSONField(default=dict)
    options = models.JSONField(default=dict)
    update = models.BooleanField(default=False, help_text=_("overwrite what is stored"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.NEW)
    counts = models.JSONField(default=dict)
    said = models.TextField(blank=True, help_text=_("faults, or what was done"))
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+",
        help_text=_("who last chose its columns or options"),
    )  # fmt: skip
    revision = models.ForeignKey(Revision, models.SET_NULL, null=True, blank=True, related_name="+")
    undoing = models.ForeignKey(Revision, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = _("batches")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("batch", args=[self.pk])

    @property
    def is_table(self) -> bool:
        """Whether it has columns to choose."""
        return self.kind == TABLE

    def path(self, ending: str = "") -> Path:
        """Where the file is, or what belongs to it."""
        return folder() / f"{self.key}.{ending or ('csv' if self.is_table else 'sent')}"

    def choose(self, by: Any = None, **chosen: Any) -> bool:
        """Choose its columns or options anew; False if it is in review or published meanwhile."""
        blank = {"state": self.State.NEW, "counts": {}, "said": "", "chosen_by": by}
        changed = Batch.objects.filter(pk=self.pk, state__in=self.OPEN).update(**chosen, **blank)
        self.refresh_from_db()
        return bool(changed)

    def is_work_of(self, person: Any) -> bool:
        """Whether somebody sent it, or chose how it is read: somebody else publishes it."""
        sent = self.events.filter(deed=BatchEvent.Deed.SENT, by=person.pk).exists()
        return person.pk in (self.by_id, self.chosen_by_id) or sent

    def forget_files(self) -> None:
        """Delete the file and what belongs to it."""
        for ending in ("csv", "json", "npz", "sent", "jsonl"):
            self.path(ending).unlink(missing_ok=True)


class BatchEvent(models.Model):
    """What was done with a file on its way to publication: who, when and why."""

    class Deed(models.TextChoices):
        SENT = "sent", _("sent to review")
        RETURNED = "returned", _("sent back")
        TAKEN_BACK = "taken-back", _("taken back")
        PUBLISHED = "published", _("published")
        UNDONE = "undone", _("undone")

    batch = models.ForeignKey(Batch, models.CASCADE, related_name="events")
    deed = models.CharField(max_length=10, choices=Deed.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    why = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.batch_id}: {self.deed}"
