"""Texts of rules that are not published yet, and the versions of those that are."""

from __future__ import annotations

import hashlib
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evidence.editing.curation.remark_models import Remark
from games.models import Ruleset


class RulesetDraft(models.Model):
    """A text that is to take the place of a ruleset's, or to become a ruleset; one for each.

    `evidence.editing.curation.rulesets.life` alone changes it.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        REVIEW = "review", _("in review")
        PUBLISHED = "published", _("published")
        DROPPED = "dropped", _("given up")

    OPEN = (State.DRAFT, State.REVIEW)

    ruleset = models.ForeignKey(
        Ruleset, models.PROTECT, null=True, blank=True, related_name="drafts"
    )
    base = models.CharField(
        max_length=64, blank=True, help_text=_("digest of the text it was begun from; empty: new")
    )
    game = models.ForeignKey(
        "games.Game",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("game"),
    )
    new_game = models.CharField(
        _("new game"), max_length=200, blank=True,
        help_text=_("its name, if it is not in the list; it is added when the rules are published"),
    )  # fmt: skip
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(_("name in addresses"), max_length=80)
    kind = models.CharField(_("kind"), max_length=15, choices=Ruleset.Kind.choices)
    summary = models.TextField(_("summary"), blank=True, max_length=5000)
    text = models.TextField(_("text"))
    content = models.JSONField(
        null=True,
        help_text=_(
            "clauses and pieces, as evidence.editing.curation.rulesets.contents; null: as published"
        ),
    )
    begun_from = models.JSONField(
        null=True, help_text=_("what was published beside the text then; null: new, or not known")
    )
    why = models.TextField(_("reason"), blank=True, max_length=2000)
    number = models.PositiveIntegerField(default=1, help_text=_("of what was saved, from 1"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    saved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    saved_at = models.DateTimeField()
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-saved_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["slug"],
                condition=Q(state__in=("draft", "review")),
                name="ruleset_drafted_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page of the draft."""
        return reverse("ruleset-draft", args=[self.pk])

    @property
    def game_name(self) -> str:
        """The name of its game, which may be one that is not stored yet."""
        return self.game.name if self.game else self.new_game

    @property
    def is_open(self) -> bool:
        """Whether anything can still become of it."""
        return self.state in self.OPEN

    def is_work_of(self, person: Any) -> bool:
        """Whether somebody has saved it: somebody else publishes it."""
        return self.saves.filter(by=person.pk).exists()


class RulesetSave(models.Model):
    """What a draft was each time that it was saved: nothing that anybody wrote is lost."""

    draft = models.ForeignKey(RulesetDraft, models.CASCADE, related_name="saves")
    number = models.PositiveIntegerField()
    text = models.TextField()
    content = models.JSONField(
        null=True, help_text=_("as evidence.editing.curation.rulesets.contents; null: no word")
    )
    why = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-number", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["draft", "number"], name="ruleset_save_once"),
        ]

    def __str__(self) -> str:
        return f"{self.draft}, {self.number}"


class RulesetComment(Remark):
    """A remark on a draft of rules, on a line of the text or of what is said beside it."""

    draft = models.ForeignKey(RulesetDraft, models.CASCADE, related_name="comments")
    field = models.CharField(max_length=100, blank=True, help_text=_("empty: on the whole"))


class RulesetVersion(models.Model):
    """A text as it was published with its clauses, with its number for good. Never changed.

    One that is noted before its clauses are stored gets them as soon as they are.
    """

    ruleset = models.ForeignKey(Ruleset, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(help_text=_("from 1"))
    text = models.TextField()
    content = models.JSONField(
        null=True,
        help_text=_("clauses, pieces and names, as evidence.editing.curation.rulesets.contents"),
    )
    at = models.DateTimeField(null=True, help_text=_("empty: before there was a history"))
    why = models.TextField(blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+",
        help_text=_("who wrote it; empty: not by the editor"),
    )  # fmt: skip
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        ordering = ["ruleset", "number"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "number"], name="ruleset_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the version. What was published stays as it was."""
        if self.pk is not None:
            raise TypeError("versions of rulesets are never changed")
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        """The permanent address of the version."""
        return reverse("ruleset-version", args=[self.ruleset.slug, self.number])

    @property
    def digest(self) -> str:
        """SHA-256 of the text, to which recorded games are bound."""
        return hashlib.sha256(self.text.encode()).hexdigest()
