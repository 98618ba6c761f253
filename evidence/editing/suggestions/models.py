"""A suggestion, and what became of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evidence.models import Revision

LONGEST_TEXT, LONGEST_NAME, LONGEST_CONTACT, LONGEST_ANSWER = 5000, 120, 200, 1000


class Suggestion(models.Model):
    """What somebody says of a record or a clause; these are named, since they may go and come."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        SPAM = "spam", _("spam")

    record = models.CharField(max_length=60, blank=True, help_text=_("identifier"))
    ruleset = models.CharField(max_length=80, blank=True, help_text=_("slug"))
    clause = models.CharField(max_length=80, blank=True, help_text=_("name in the ruleset"))
    version = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("number of the record's version that was looked at")
    )
    text = models.TextField(max_length=LONGEST_TEXT)
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    contact = models.CharField(max_length=LONGEST_CONTACT, blank=True, help_text=_("never shown"))
    named = models.BooleanField(default=False, help_text=_("wishes to be thanked by name"))
    at = models.DateTimeField(auto_now_add=True)
    asker = models.CharField(
        max_length=16, blank=True, help_text=_("digest that stands for an address, while it waits")
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    answer = models.TextField(max_length=LONGEST_ANSWER, blank=True, help_text=_("shown to all"))
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    revision = models.ForeignKey(
        Revision, models.SET_NULL, null=True, blank=True, related_name="suggestions",
        help_text=_("the act that followed"),
    )  # fmt: skip

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["state", "id"], name="suggestions_in_state"),
            models.Index(fields=["record"], name="suggestions_of_record"),
            models.Index(fields=["ruleset", "clause"], name="suggestions_of_clause"),
            models.Index(fields=["at"], name="suggestions_by_time"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=(~Q(record="") & Q(ruleset="", clause=""))
                | (Q(record="") & ~Q(ruleset="") & ~Q(clause="")),
                name="suggestion_of_record_or_clause",
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]

    def get_absolute_url(self) -> str:
        return reverse("suggestion", args=[self.pk])

    @property
    def thanked(self) -> str:
        """The name to thank, if there is one that may be told."""
        return self.name if self.named else ""
