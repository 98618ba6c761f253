"""What programs found out about rulesets by playing: values of solved games, readings compared."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

OPTIONS = _('chosen items, "Option/Item"')
OF_TEXT = _("of the rules' text")


class SolvedGame(models.Model):
    """The value of a small game under some options: a games.solve.Solution as JSON."""

    class Endless(models.IntegerChoices):
        NOBODY = 0, _("a game that never ends is a draw")
        FIRST = 1, _("the first player wins a game that never ends")
        SECOND = 2, _("the second player wins a game that never ends")

    ruleset = models.ForeignKey("games.Ruleset", models.CASCADE, related_name="solved")
    digest = models.CharField(max_length=64, help_text=OF_TEXT)
    version = models.PositiveSmallIntegerField(help_text=_("of the way of solving"))
    options = models.JSONField(default=list, blank=True, help_text=OPTIONS)
    endless = models.PositiveSmallIntegerField(choices=Endless.choices, default=Endless.NOBODY)
    solution = models.JSONField(default=dict)
    made = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["ruleset", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "digest", "version", "options", "endless"], name="solved_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}: {', '.join(self.options)}"


class PlayedReading(models.Model):
    """A reading of a ruleset that computer players have played: a games.readings.Tally as JSON.

    `control` is 0 for a reading of the text, else the number of rules that a program made of it,
    which are `text`; `changes` says what it changed.
    """

    ruleset = models.ForeignKey("games.Ruleset", models.CASCADE, related_name="readings")
    digest = models.CharField(max_length=64, help_text=OF_TEXT)
    module = models.CharField(max_length=64, help_text=_("of what the rules compile to"))
    version = models.PositiveSmallIntegerField(help_text=_("of the way of playing"))
    options = models.JSONField(default=list, blank=True, help_text=OPTIONS)
    control = models.PositiveSmallIntegerField(default=0)
    text = models.TextField(blank=True, help_text=_("of rules that a program made"))
    changes = models.JSONField(default=list, blank=True)
    seed = models.PositiveIntegerField(default=1)
    rounds = models.PositiveSmallIntegerField(default=0, help_text=_("how many are played"))
    out = models.CharField(max_length=80, blank=True, help_text=_("why it is played no further"))
    tally = models.JSONField(default=dict, blank=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["ruleset", "control", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "digest", "module", "version", "options", "control", "seed"],
                name="reading_once",
            ),
        ]

    def __str__(self) -> str:
        what = _("made up, number %(number)s") % {"number": self.control}
        return f"{self.ruleset}: {what if self.control else ', '.join(self.options)}"
