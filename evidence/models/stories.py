"""Stories: pages of steps, each a record, a map, a rule on the board or a position."""

from __future__ import annotations

from django.db import models
from django.urls import reverse


class Story(models.Model):
    """A story and its steps; `evidence.records.stories` reads and shows them."""

    slug = models.SlugField(max_length=60, unique=True)
    position = models.PositiveSmallIntegerField(default=0)
    title = models.CharField(max_length=120)
    lede = models.TextField(help_text="what it is about, in two or three sentences")
    steps = models.JSONField(default=list, help_text="docs/evidence.md says what a step has")

    class Meta:
        ordering = ("position", "slug")
        verbose_name_plural = "stories"

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The address of its first step."""
        return reverse("story", args=[self.slug])
