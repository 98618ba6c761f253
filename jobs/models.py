"""Work that takes longer than a page may: what was asked for, and what became of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# A worker says this often that it is there, and is taken for gone after that.
BEAT, GONE = timedelta(seconds=2), timedelta(seconds=15)


class Job(models.Model):
    """One piece of work of some kind; `jobs.tasks.KINDS` says which function does it.

    `what` is what that function is told, `page` the address of the page that it was asked for on,
    `result` that of what it has found, `asker` a digest that stands for who asked. While it runs,
    `worker` is the name of the run: a run that was given up for lost can no longer write.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("failed")

    OPEN = (State.WAITING, State.RUNNING)

    kind = models.CharField(max_length=40)
    what = models.JSONField(default=dict)
    title = models.CharField(max_length=250)
    page = models.CharField(max_length=250, db_index=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0, help_text=_("0 where it is not known"))
    seconds = models.PositiveIntegerField(help_text=_("the longest that it may run"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    asker = models.CharField(max_length=16)
    asked = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    beat = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    stopping = models.BooleanField(default=False, help_text=_("it is to end where it is"))
    worker = models.CharField(max_length=32, blank=True)
    message = models.TextField(blank=True)
    result = models.CharField(max_length=250, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["state", "id"])]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "asker"],
                condition=models.Q(state__in=["waiting", "running"]),
                name="job_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("job", args=[self.pk])

    @property
    def open(self) -> bool:
        """Whether there is still something to be done."""
        return self.state in self.OPEN

    @property
    def lost(self) -> bool:
        """Whether it is thought to run, but nothing has been heard of its worker."""
        beat: Any = self.beat
        return self.state == self.State.RUNNING and (not beat or timezone.now() - beat > GONE)
