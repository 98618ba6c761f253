"""What recorded games have in common, and the texts of rules that they were played by."""

from __future__ import annotations

import secrets

from django.db import models
from django.urls import reverse
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


def new_key() -> str:
    """Part of an address that nobody can guess: 128 bits."""
    return secrets.token_urlsafe(16)


class SharedGame(models.Model):
    """A game between two people, turn by turn: a secret address for each, and one to watch it.

    `version` counts what has happened: whoever writes says which version is to be the one before.
    """

    watching = models.CharField(max_length=32, unique=True, default=new_key)
    first_key = models.CharField(max_length=32, unique=True, default=new_key)
    second_key = models.CharField(max_length=32, unique=True, default=new_key)
    started_by = models.PositiveSmallIntegerField(default=1, help_text=_("the player, 1 or 2"))
    ruleset = models.ForeignKey("games.Ruleset", models.CASCADE, related_name="shared_games")
    digest = models.CharField(max_length=64)
    options = models.JSONField(default=list, blank=True, help_text=_('chosen items, "Option/Item"'))
    moves = models.JSONField(default=list, blank=True, help_text=_('coordinates, as in "e2-e4"'))
    ending = models.CharField(max_length=14, choices=Ending.choices, blank=True)
    offer = models.PositiveSmallIntegerField(default=0, help_text=_("who offers a draw; 0 nobody"))
    version = models.PositiveIntegerField(default=0)
    started = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-changed"]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.started:%Y-%m-%d %H:%M}"

    def get_absolute_url(self) -> str:
        return reverse("between", args=[self.watching])

    def player_of(self, key: str) -> int:
        """Who has that key: 1, 2, or 0 for those who watch."""
        return {self.first_key: 1, self.second_key: 2}.get(key, 0)


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
