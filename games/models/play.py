"""What recorded games have in common, and the texts of rules that they were played by."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Ending(models.TextChoices):
    """How players end a game themselves, where the rules have not ended it."""

    FIRST_RESIGNS = "first resigns", _("the first player resigns")
    SECOND_RESIGNS = "second resigns", _("the second player resigns")
    AGREED = "draw agreed", _("both agree on a draw")


class Told(models.Model):
    """What is told of a game: who played it, when, how they ended it, and of each ply."""

    first = models.CharField(_("first player"), max_length=80, blank=True)
    second = models.CharField(_("second player"), max_length=80, blank=True)
    played = models.CharField(
        _("date"), max_length=40, blank=True, help_text=_("when it was played, as people write it")
    )
    ending = models.CharField(
        max_length=14, choices=Ending.choices, blank=True, help_text=_("unless the rules ended it")
    )
    annotations = models.JSONField(
        default=dict, blank=True, help_text=_("what is said of a ply; 0 is before the first move")
    )

    class Meta:
        abstract = True


class RulesetText(models.Model):
    """A text of a ruleset that another has replaced: games that were played by it still replay."""

    digest = models.CharField(max_length=64, unique=True, help_text=_("SHA-256 of the text"))
    ruleset = models.ForeignKey("games.Ruleset", models.CASCADE, related_name="former_texts")
    text = models.TextField()
    clauses = models.JSONField(default=list, help_text=_("names of the clauses then"))
    pieces = models.JSONField(default=dict, blank=True)
    replaced = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["ruleset", "-replaced"]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.digest[:12]}"
