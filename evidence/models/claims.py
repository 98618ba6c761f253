"""Passages of sources, the parts of clauses, and the claims that tie one to the other.

docs/decisions/0013 gives the reasons; `evidence.claims` works out statuses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Clause


class Passage(models.Model):
    """A stretch of a source, in order, that a record was read from: a sentence as a rule."""

    class Kind(models.TextChoices):
        QUOTATION = "quotation", _("quotation")
        TRANSLATION = "translation", _("translation")
        PARAPHRASE = "paraphrase", _("paraphrase")

    class Voice(models.TextChoices):
        WITNESS = "witness", _("the witness itself")
        REPORT = "report", _("a later author’s report")

    class Bearing(models.TextChoices):
        RULES = "rules", _("bears on rules")
        DENIES = "denies", _("denies a rule")
        NONE = "none", _("states no rule")

    evidence = models.ForeignKey("evidence.Evidence", models.CASCADE, related_name="passages")
    number = models.PositiveSmallIntegerField(
        help_text=_("its place among the record’s passages, from 1; claims name it by this")
    )
    kind = models.CharField(max_length=12, choices=Kind.choices)
    text = models.TextField()
    language = models.CharField(max_length=35, blank=True, help_text=_("BCP 47, of this text"))
    original = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="translations",
        help_text=_("the passage that this one translates"),
    )  # fmt: skip
    by = models.CharField(
        max_length=200, blank=True,
        help_text=_("who translated it, or whose report it is where that is no stored source"),
    )  # fmt: skip
    source = models.ForeignKey(
        "evidence.Source", models.PROTECT, null=True, blank=True, related_name="passages"
    )
    locator = models.CharField(max_length=200, blank=True)
    rights = models.CharField(max_length=200, blank=True, help_text=_("empty: not known"))
    voice = models.CharField(max_length=8, choices=Voice.choices, default=Voice.WITNESS)
    bearing = models.CharField(max_length=8, choices=Bearing.choices, default=Bearing.RULES)

    class Meta:
        ordering = ["evidence", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evidence", "number"], name="passage_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.evidence}, {self.number}"

    @property
    def via(self) -> str:
        """The later author that a report is by, as in "Murray 1913"; "" for the witness."""
        if self.voice != self.Voice.REPORT:
            return ""
        return named(self.source) if self.source else self.by


def named(source: Any) -> str:
    """A source by its first author and year, as far as they are known; else by its title."""
    authors = source.csl.get("author") or [{}]
    author = authors[0].get("family") or authors[0].get("literal") or ""
    year = "" if source.year is None else str(source.year)
    return f"{author} {year}".strip() if author else source.title or source.citation


class ClausePart(models.Model):
    """A short statement that a clause makes, perhaps beside others."""

    clause = models.ForeignKey(Clause, models.CASCADE, related_name="parts")
    position = models.PositiveSmallIntegerField(default=0)
    text = models.TextField()
    derived = models.BooleanField(
        default=False,
        editable=False,
        help_text=_("made from the status and the citations of its clause, and follows them"),
    )

    class Meta:
        ordering = ["clause", "position", "pk"]

    def __str__(self) -> str:
        return self.text[:80]

    @property
    def status(self) -> str:
        """How it is known, as its claims say."""
        return status_of(self.claims.all())

    @property
    def status_label(self) -> str:
        """The same in words, with who reports it where no witness is quoted."""
        label = str(Clause.Status(self.status).label)
        said = {"status": label, "who": self.via}
        return gettext("%(status)s via %(who)s") % said if self.via else label

    @property
    def via(self) -> str:
        """The authors by whose reports alone it is attested, as in "Murray 1913"."""
        stating = [each for each in self.claims.all() if each.attests]
        witnessed = any(each.voice == Claim.Voice.WITNESS for each in stating)
        if witnessed or self.status != Clause.Status.ATTESTED:
            return ""
        named = (each.passage.via for each in stating if each.passage)
        return ", ".join(dict.fromkeys(filter(None, named)))


class Claim(models.Model):
    """Somebody states, implies, leaves open or contradicts a part of a clause."""

    class Stance(models.TextChoices):
        STATES = "states", _("states it")
        IMPLIES = "implies", _("implies it")
        LEAVES_OPEN = "leaves-open", _("leaves it open")
        CONTRADICTS = "contradicts", _("contradicts it")

    class Voice(models.TextChoices):
        WITNESS = "witness", _("the witness itself")
        REPORT = "report", _("a later author’s report of the witness")
        SCHOLAR = "scholar", _("a scholar")
        CURATOR = "curator", _("a curator")
        RULESET = "ruleset", _("another ruleset")

    class Certainty(models.TextChoices):
        CERTAIN = "certain", _("certain")
        PROBABLE = "probable", _("probable")
        DOUBTFUL = "doubtful", _("doubtful: it does not count for the status")

    part = models.ForeignKey(ClausePart, models.CASCADE, related_name="claims")
    position = models.PositiveSmallIntegerField(default=0)
    stance = models.CharField(max_length=12, choices=Stance.choices)
    voice = models.CharField(max_length=8, choices=Voice.choices)
    who = models.CharField(max_length=200, blank=True, help_text=_("their name"))
    passage = models.ForeignKey(
        Passage, models.SET_NULL, null=True, blank=True, related_name="claims"
    )
    citation = models.ForeignKey(
        "evidence.ClauseCitation", models.SET_NULL, null=True, blank=True, related_name="claims",
        help_text=_("of the clause, where no passage is stored"),
    )  # fmt: skip
    certainty = models.CharField(
        max_length=8, choices=Certainty.choices, blank=True, help_text=_("empty: not stated")
    )
    reason = models.TextField(blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+",
        help_text=_("who entered it"),
    )  # fmt: skip
    made_on = models.DateField(null=True, blank=True, help_text=_("empty: not known"))

    class Meta:
        ordering = ["part", "position", "pk"]

    def __str__(self) -> str:
        return f"{self.get_voice_display()}: {self.get_stance_display()}"

    @property
    def counts(self) -> bool:
        """Whether it bears on the status of its part."""
        return self.certainty != self.Certainty.DOUBTFUL and self.stance != self.Stance.LEAVES_OPEN

    @property
    def attests(self) -> bool:
        """Whether it attests its part by itself."""
        first_hand = self.voice in (self.Voice.WITNESS, self.Voice.REPORT)
        return self.counts and self.stance == self.Stance.STATES and first_hand


def status_of(claims: Iterable[Claim]) -> str:
    """How a part is known, by the claims about it.

    A proposal attests nothing: only the witness, or a report of what the witness says, does.
    """
    firm = [each for each in claims if each.counts]
    if any(each.stance == Claim.Stance.CONTRADICTS for each in firm):
        return Clause.Status.DISPUTED
    if any(each.attests for each in firm):
        return Clause.Status.ATTESTED
    if firm and all(each.voice == Claim.Voice.RULESET for each in firm):
        return Clause.Status.BORROWED
    return Clause.Status.INFERRED
