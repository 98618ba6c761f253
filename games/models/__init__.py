"""Games, their executable rulesets, the clauses of those rulesets, and recorded play.

Nothing here knows what a source says: evidence points at games, never the other way round.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.db import models, transaction
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.library import DefinitionLibrary
from games.models.play import Comment, Ending, RulesetText, SavedGame, SharedGame, Told
from games.models.played import PlayedReading, SolvedGame

__all__ = [
    "Clause",
    "Comment",
    "Concept",
    "DefinitionLibrary",
    "Ending",
    "Game",
    "GameAlias",
    "Match",
    "Moment",
    "PlayedReading",
    "Ruleset",
    "RulesetConcept",
    "RulesetText",
    "SavedGame",
    "SharedGame",
    "SolvedGame",
    "Study",
]


class Game(models.Model):
    """A traditional game as historians name it, whatever rules it was played by."""

    UNIDENTIFIED = "unidentified-game"  # slug of what stands for none of the others

    class Category(models.TextChoices):
        RACE = "race", _("race")
        WAR = "war", _("war")
        HUNT = "hunt", _("hunt")
        SPACE = "space", _("space")
        SOW = "sow", _("sowing")
        OTHER = "other", _("other")

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200, unique=True)
    native_name = models.CharField(max_length=200, blank=True)
    category = models.CharField(max_length=10, choices=Category.choices, blank=True)
    description = models.TextField(blank=True)
    origin = models.TextField(blank=True)
    external_ids = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.slug])

    @property
    def is_identified(self) -> bool:
        """Whether it is a game, and does not stand for records of which nobody knows theirs."""
        return self.slug != self.UNIDENTIFIED


class GameAlias(models.Model):
    """Another name of a game; one alias may belong to several games."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=200, db_index=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="alias_once_per_game")]

    def __str__(self) -> str:
        return self.name


class Ruleset(models.Model):
    """Rules of a game as executable ludeme text."""

    class Kind(models.TextChoices):
        DESCRIBED = "described", _("described")
        OBSERVED = "observed", _("observed")
        SUGGESTED = "suggested", _("suggested")
        SCHOLARLY = "scholarly", _("scholarly")
        INCOMPLETE = "incomplete", _("incomplete")
        RECONSTRUCTED = "reconstructed", _("reconstructed")

    # Somebody's reading of what was played, however well argued: no attestation of it.
    PROPOSED = (Kind.SUGGESTED, Kind.SCHOLARLY, Kind.RECONSTRUCTED)

    slug = models.SlugField(max_length=80, unique=True)
    game = models.ForeignKey(Game, models.PROTECT, related_name="rulesets")
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=15, choices=Kind.choices)
    summary = models.TextField(blank=True)
    text = models.TextField(help_text=_("the rules, in Ludii's game description language"))
    pieces = models.JSONField(
        default=dict,
        blank=True,
        help_text=_("piece name in the text → {symbol, name, letter}: how it is drawn and called"),
    )

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save it; a text that goes is kept for the games that were played by it."""
        with transaction.atomic():
            self._keep_text_that_goes()
            super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("ruleset", args=[self.slug])

    @property
    def basis(self) -> str:
        """Where the rules come from, in words."""
        return str(BASES.get(self.kind, self.kind))

    def _keep_text_that_goes(self) -> None:
        former = Ruleset.objects.filter(pk=self.pk).exclude(text=self.text).first()
        if former is not None:
            RulesetText.objects.get_or_create(
                digest=former.digest,
                defaults={
                    "ruleset": former,
                    "text": former.text,
                    "clauses": list(former.clauses.values_list("name", flat=True)),
                    "pieces": former.pieces,
                },
            )

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal: what a recorded game is bound to."""
        return hashlib.sha256(self.text.encode()).hexdigest()


BASES = {
    "described": _("rules from a description"),
    "observed": _("rules as they were seen played"),
    "suggested": _("suggested rules"),
    "scholarly": _("rules as a scholar gives them"),
    "incomplete": _("incomplete rules"),
    "reconstructed": _("reconstructed rules"),
}


class Clause(models.Model):
    """One rule of a ruleset: a named definition of its text, and how surely it is known."""

    class Status(models.TextChoices):
        ATTESTED = "attested", _("attested")
        INFERRED = "inferred", _("inferred")
        DISPUTED = "disputed", _("disputed")
        BORROWED = "borrowed", _("borrowed")

    ruleset = models.ForeignKey(Ruleset, models.CASCADE, related_name="clauses")
    name = models.CharField(max_length=80, help_text=_("name of the definition in the text"))
    position = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=120)
    text = models.TextField()
    status = models.CharField(max_length=10, choices=Status.choices)
    reason = models.TextField(blank=True, help_text=_("why inferred, disputed or borrowed"))

    class Meta:
        ordering = ["ruleset", "position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "name"], name="clause_once_per_ruleset"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_invented(self) -> bool:
        """Whether it was suggested with its rules, and nothing that it follows from is cited."""
        suggested = self.ruleset.kind == Ruleset.Kind.SUGGESTED
        return suggested and self.status == self.Status.INFERRED and not self.citations.all()

    @property
    def status_words(self) -> str:
        """How it is known, for readers: an invented rule is not called inferred."""
        if self.is_invented:
            return gettext("suggested, not from a source")
        return str(self.get_status_display())

    @property
    def status_meaning(self) -> str:
        """Where the page about the site says what these words mean."""
        return "suggested" if self.is_invented else self.status


class Concept(models.Model):
    """A term for rules that many rulesets share; the vocabulary is `games.concepts.CONCEPTS`."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    meaning = models.TextField()
    rulesets = models.ManyToManyField(Ruleset, through="RulesetConcept", related_name="+")

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("concept", args=[self.slug])


class RulesetConcept(models.Model):
    """A ruleset has a concept, and by which clauses: worked out from its text, never entered."""

    ruleset = models.ForeignKey(Ruleset, models.CASCADE, related_name="concepts")
    concept = models.ForeignKey(Concept, models.CASCADE, related_name="links")
    clauses = models.ManyToManyField(Clause, related_name="concepts", blank=True)

    class Meta:
        ordering = ["ruleset", "concept__name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "concept"], name="concept_once_per_ruleset"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.concept}"


class Match(Told):
    """A recorded game: the digest of its rules, the options, and the moves; never positions."""

    class Origin(models.TextChoices):
        EXAMPLE = "example", _("made to show the rules")
        FOUND = "found", _("found among random games")
        LOG = "log", _("read from a log")
        READER = "reader", _("played by readers")

    class Result(models.TextChoices):
        WHITE = "1", _("White wins")
        BLACK = "2", _("Black wins")
        DRAW = "draw", _("a draw")
        OPEN = "open", _("not over")
        PLAYER_3 = "3", _("player 3 wins")
        PLAYER_4 = "4", _("player 4 wins")
        PLAYER_5 = "5", _("player 5 wins")
        PLAYER_6 = "6", _("player 6 wins")
        PLAYER_7 = "7", _("player 7 wins")
        PLAYER_8 = "8", _("player 8 wins")
        PLAYER_9 = "9", _("player 9 wins")
        PLAYER_10 = "10", _("player 10 wins")
        PLAYER_11 = "11", _("player 11 wins")
        PLAYER_12 = "12", _("player 12 wins")
        PLAYER_13 = "13", _("player 13 wins")
        PLAYER_14 = "14", _("player 14 wins")
        PLAYER_15 = "15", _("player 15 wins")
        PLAYER_16 = "16", _("player 16 wins")

    slug = models.SlugField(max_length=80, unique=True)
    ruleset = models.ForeignKey(Ruleset, models.CASCADE, related_name="matches")
    title = models.CharField(max_length=200, blank=True)
    note = models.TextField(blank=True)
    digest = models.CharField(max_length=64)
    options = models.JSONField(default=list, blank=True, help_text=_('chosen items, "Option/Item"'))
    moves = models.JSONField(default=list, help_text=_('coordinates, as in "e2-e4"'))
    origin = models.CharField(max_length=10, choices=Origin.choices, default=Origin.EXAMPLE)
    seed = models.PositiveIntegerField(null=True, blank=True, help_text=_("of a random game"))
    result = models.CharField(
        max_length=4,
        choices=Result.choices,
        blank=True,
        help_text=_("worked out from the moves; empty: they are not legal by its rules"),
    )

    class Meta:
        ordering = ["ruleset", "pk"]
        verbose_name_plural = _("matches")
        indexes = [models.Index(fields=["ruleset", "result"], name="match_by_result")]

    def __str__(self) -> str:
        return self.title or str(_("Game without a title"))

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.ruleset.slug, self.slug])


class Moment(models.Model):
    """A ply of a recorded game at which a clause shows up."""

    class Role(models.TextChoices):
        ALLOWED = "allowed", _("allowed the move")
        FORBADE = "forbade", _("forbade a move")
        EFFECT = "effect", _("had its effect")
        ENDED = "ended", _("ended the game")

    match = models.ForeignKey(Match, models.CASCADE, related_name="moments")
    ply = models.PositiveSmallIntegerField(help_text=_("1 is the first move"))
    clause = models.ForeignKey(Clause, models.CASCADE, related_name="moments")
    role = models.CharField(max_length=10, choices=Role.choices)
    cost = models.SmallIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("what stands in the way of seeing it, as games.finding says; empty: not known"),
    )

    class Meta:
        ordering = ["match", "ply", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "ply", "clause", "role"], name="moment_recorded_once"
            ),
        ]
        indexes = [models.Index(fields=["clause", "role", "match"], name="moment_by_clause")]

    def __str__(self) -> str:
        return f"{self.match}, ply {self.ply}: {self.clause}"


# What a study asks beside its ruleset.
DESIGN = ("options", "without", "seed", "games")


class Study(models.Model):
    """Random games of a ruleset, counted: what of it is done is kept, so that it can go on.

    `tally` is a games.study.Tally over the first `done` of `games` games, game i with seed
    `seed + i`. `module` is the digest of the compiled module: another one counts anew.
    """

    ruleset = models.ForeignKey(Ruleset, models.CASCADE, related_name="studies")
    digest = models.CharField(max_length=64, help_text=_("of the rules' text"))
    module = models.CharField(max_length=64, help_text=_("of what the rules compile to"))
    version = models.PositiveSmallIntegerField(help_text=_("of the way of counting"))
    options = models.JSONField(default=list, blank=True, help_text=_('chosen items, "Option/Item"'))
    without = models.CharField(max_length=80, blank=True, help_text=_("the clause left out"))
    seed = models.PositiveIntegerField()
    games = models.PositiveIntegerField(help_text=_("how many are wanted"))
    done = models.PositiveIntegerField(default=0, help_text=_("how many are counted"))
    tally = models.JSONField(default=dict, blank=True)
    started = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["ruleset", "-changed", "-pk"]
        verbose_name_plural = _("studies")
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset", "digest", "module", "version", *DESIGN],
                name="study_once",
            ),
        ]

    def __str__(self) -> str:
        without = _(" without %(clause)s") % {"clause": self.without} if self.without else ""
        return f"{self.ruleset}{without}: {self.done} / {self.games}"
