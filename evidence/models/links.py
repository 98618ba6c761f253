"""How records bear on rulesets."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from evidence.vocabulary import RulesetRelation, Sureness
from games.models import Ruleset


class RulesetLink(models.Model):
    """How a piece of evidence bears on a ruleset."""

    evidence = models.ForeignKey("evidence.Evidence", models.CASCADE, related_name="ruleset_links")
    ruleset = models.ForeignKey(Ruleset, models.CASCADE, related_name="evidence_links")
    relation = models.CharField(max_length=12, choices=RulesetRelation.choices)
    certainty = models.CharField(
        max_length=8, choices=Sureness.choices, blank=True, default="", db_default="",
        help_text=_("empty: not stated"),
    )  # fmt: skip
    proposed_by = models.CharField(
        max_length=200, blank=True, default="", db_default="",
        help_text=_("who proposed these rules for it, as in “Kendall 1978”"),
    )  # fmt: skip
    note = models.TextField(blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evidence", "ruleset"], name="ruleset_linked_once"),
        ]

    def __str__(self) -> str:
        return f"{self.evidence} {self.relation} {self.ruleset}"

    @property
    def shows_board(self) -> bool:
        """Whether only a board or men tie the record to these rules."""
        return self.relation == RulesetRelation.SHOWS_BOARD
