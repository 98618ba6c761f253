"""What recorded games have in common, and the texts of rules that they were played by."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _


class Ending(models.TextChoices):
    """How players end a game themselves, where the rules have not ended it."""

    FIRST_RESIGNS = "first resigns", _("the first player resigns")
    SECOND_RESIGNS = "second resigns", _("the second player resigns")
    AGREED = "draw agreed", _("both agree on a draw")


class Told(models.Model):
    """What is told of a game: where it begins, who played it, when, how they ended it, and of each
    ply.
    """

    setup = models.TextField(
        blank=True,
        help_text=_('a position set up by hand, as in "2;e1:King1;e8:King2"; empty: the usual one'),
    )
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
    """A game of two to four people, turn by turn: a secret address for each, and one to watch it.

    `version` counts what has happened: whoever writes says which version is to be the one before.
    """

    watching = models.CharField(max_length=32, unique=True, default=new_key)
    first_key = models.CharField(max_length=32, unique=True, default=new_key)
    second_key = models.CharField(max_length=32, unique=True, default=new_key)
    third_key = models.CharField(max_length=32, unique=True, null=True, blank=True)
    fourth_key = models.CharField(max_length=32, unique=True, null=True, blank=True)
    started_by = models.PositiveSmallIntegerField(default=1, help_text=_("the player, from 1"))
    ruleset = models.ForeignKey("games.Ruleset", models.CASCADE, related_name="shared_games")
    digest = models.CharField(max_length=64)
    options = models.JSONField(default=list, blank=True, help_text=_('chosen items, "Option/Item"'))
    setup = models.TextField(blank=True, help_text=_("a position set up by hand, as in a Match"))
    moves = models.JSONField(default=list, blank=True, help_text=_('coordinates, as in "e2-e4"'))
    ending = models.CharField(max_length=14, choices=Ending.choices, blank=True)
    offer = models.PositiveSmallIntegerField(
        default=0, help_text=_("the player who has asked to take back, or 0")
    )
    back = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("the ply to return to, if asked; empty: a draw")
    )
    answer = models.CharField(
        max_length=10, blank=True, help_text=_('the last answer and its player, as in "2 draw"')
    )
    throw = models.TextField(
        blank=True, help_text=_('what the site threw for the next move, as in "[3 5]"')
    )
    version = models.PositiveIntegerField(default=0)
    started = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-changed", "-pk"]
        indexes = [
            models.Index(fields=["started"], condition=models.Q(version=0), name="shared_unused")
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.started:%Y-%m-%d %H:%M}"

    def get_absolute_url(self) -> str:
        return reverse("between", args=[self.watching])

    @property
    def keys(self) -> dict[int, str]:
        """The key of each player, by number."""
        keys = (self.first_key, self.second_key, self.third_key, self.fourth_key)
        return {number: key for number, key in enumerate(keys, 1) if key}

    def player_of(self, key: str) -> int:
        """Who has that key: a player from 1 on, or 0 for those who watch."""
        return next((player for player, own in self.keys.items() if own == key), 0)


class SavedGame(Told):
    """A game that somebody has saved: a secret address to write about it, and one to read it.

    What is published is a `Match`, made anew from this each time.
    """

    class State(models.TextChoices):
        PRIVATE = "private", _("private")
        WAITING = "waiting", _("waits for a curator")
        PUBLISHED = "published", _("published")
        REFUSED = "refused", _("refused by a curator")

    edit_key = models.CharField(max_length=32, unique=True, default=new_key)
    read_key = models.CharField(max_length=32, unique=True, default=new_key)
    ruleset = models.ForeignKey("games.Ruleset", models.CASCADE, related_name="saved_games")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="saved_games"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.PRIVATE)
    match = models.OneToOneField(
        "games.Match", models.SET_NULL, null=True, blank=True, related_name="saved"
    )
    title = models.CharField(_("title"), max_length=200, blank=True)
    note = models.TextField(_("note"), blank=True, max_length=4000)
    digest = models.CharField(max_length=64)
    options = models.JSONField(default=list, blank=True, help_text=_('chosen items, "Option/Item"'))
    moves = models.JSONField(default=list, blank=True, help_text=_('coordinates, as in "e2-e4"'))
    saved = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-changed", "-pk"]

    def __str__(self) -> str:
        return self.title or str(_("Game without a title"))

    def get_absolute_url(self) -> str:
        return reverse("kept-game", args=[self.read_key])

    @property
    def standing(self) -> str:
        """Its state in words, and whether others can read it as it was before."""
        state = str(self.get_state_display())
        if self.match_id is None or self.state == self.State.PUBLISHED:
            return state
        return _gettext("%(state)s; an older version is public") % {"state": state}


class Comment(models.Model):
    """What a reader says of a published game, once a curator lets it be seen."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for a curator")
        SHOWN = "shown", _("shown")
        REFUSED = "refused", _("refused")
        HIDDEN = "hidden", _("hidden")

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="comments")
    ply = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("what it is about; empty: the whole game")
    )
    name = models.CharField(_("your name"), max_length=80)
    text = models.TextField(_("comment"), max_length=2000)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    sender = models.CharField(max_length=64, db_index=True, help_text=_("digest of an address"))
    made = models.DateTimeField(auto_now_add=True)
    judged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    judged = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made", "pk"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text[:40]}"


class RulesetText(models.Model):
    """A text of a ruleset that another has replaced: games that were played by it still replay."""

    digest = models.CharField(max_length=64, unique=True, help_text=_("SHA-256 of the text"))
    ruleset = models.ForeignKey("games.Ruleset", models.CASCADE, related_name="former_texts")
    text = models.TextField()
    clauses = models.JSONField(default=list, help_text=_("names of the clauses then"))
    pieces = models.JSONField(default=dict, blank=True)
    replaced = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["ruleset", "-replaced", "-pk"]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.digest[:12]}"
