"""What is not published yet: proposals, what is said of them, and what became of them.

Rows of `evidence.models.Evidence` are what is published. A proposal is a whole record that is to
become one of them, or to take the place of one; `evidence.editing.curation.steps` alone changes
its state.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evidence.editing.curation import ruleset_models  # noqa: F401 - Django finds them here
from evidence.editing.curation.remark_models import Remark


class State(models.TextChoices):
    """What has become of a proposal so far."""

    DRAFT = "draft", _("draft")
    REVIEW = "review", _("in review")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    TAKEN_BACK = "taken-back", _("withdrawn")


class Deed(models.TextChoices):
    """What can be done with a proposal."""

    BEGUN = "begun", _("begun")
    EDITED = "edited", _("changed what another person had written")
    SENT = "sent", _("sent to review")
    ASSIGNED = "assigned", _("given to a reviewer")
    RETURNED = "returned", _("sent back")
    ACCEPTED = "accepted", _("accepted and published")
    DECLINED = "declined", _("declined")
    TAKEN_BACK = "taken-back", _("withdrawn")
    REOPENED = "reopened", _("opened again")
    MERGED = "merged", _("brought up to the published version")


class Proposal(models.Model):
    """A record as somebody proposes it; a draft until it is sent to review."""

    identifier = models.SlugField(max_length=60, help_text=_("of the record, permanent"))
    base = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("number of the version that it changes; none: new")
    )
    content = models.JSONField(
        default=dict, help_text=_("as evidence.editing.curation.contents reads it")
    )
    number = models.PositiveIntegerField(default=1, help_text=_("of the content, from 1"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    why = models.TextField(blank=True, help_text=_("reason, kept in the record's history"))
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="proposals")
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="to_review"
    )
    saved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    begun_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(help_text=_("when the content was last saved"))

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["state", "-saved_at"], name="proposals_in_state"),
            models.Index(fields=["identifier"], name="proposals_of_record"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["identifier"], condition=Q(base=None), name="new_record_proposed_once"
            ),
        ]

    def __str__(self) -> str:
        title: str = self.content.get("title") or self.content.get("game_name") or ""
        return title or gettext("Untitled record")

    def get_absolute_url(self) -> str:
        return reverse("proposal", args=[self.pk])

    @property
    def is_open(self) -> bool:
        """Whether anything can still become of it."""
        return self.state in OPEN

    @property
    def state_words(self) -> str:
        """Its state; of a draft also whether its reviewer has sent it back."""
        return gettext("draft, sent back") if self.sent_back else str(self.get_state_display())

    @property
    def sent_back(self) -> ProposalEvent | None:
        """By whom and why a draft was sent back; none once it has been sent again."""
        if self.state != State.DRAFT:
            return None
        moved = [each for each in self.events.all() if each.deed in (Deed.SENT, Deed.RETURNED)]
        return moved[-1] if moved and moved[-1].deed == Deed.RETURNED else None

    @property
    def refused(self) -> ProposalEvent | None:
        """The last time that it was sent back or declined, if its content then is known."""
        moved = [each for each in self.events.all() if each.deed in (Deed.SENT, *REFUSED)]
        last = max((at for at, each in enumerate(moved) if each.deed in REFUSED), default=None)
        if last is None:
            return None
        event, sent = moved[last], moved[last - 1]
        if event.content is None and sent.number == event.number:
            event.content = sent.content  # older events kept it only on sending
        return event if event.content is not None else None

    def is_work_of(self, person: Any) -> bool:
        """Whether somebody began it or was the last to save it: somebody else publishes it."""
        return person.pk in (self.author_id, self.saved_by_id)


OPEN = (State.DRAFT, State.REVIEW)
REFUSED = (Deed.RETURNED, Deed.DECLINED)


class ProposalEvent(models.Model):
    """What was done with a proposal: who, when and why. Never changed, never deleted alone."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="events")
    deed = models.CharField(max_length=10, choices=Deed.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    why = models.TextField(blank=True)
    number = models.PositiveIntegerField(help_text=_("of the content that was there then"))
    content = models.JSONField(
        null=True, help_text=_("the content that was judged, or that was written over")
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.deed}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the event. What has happened stays as it was."""
        if self.pk is not None:
            _refuse()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        _refuse()


def _refuse() -> NoReturn:
    raise TypeError("events of proposals are never changed or deleted")


class ProposalComment(Remark):
    """A remark on a proposal, on one of its fields or on one line of it."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="comments")


class Withdrawal(models.Model):
    """What a record had beside its content when it was withdrawn, to be given back with it."""

    identifier = models.SlugField(max_length=60, unique=True)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    added_at = models.DateTimeField()
    checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    checked_at = models.DateTimeField(null=True, blank=True)
    clause_citations = models.JSONField(
        default=list, help_text=_("ids of the clause citations that named it")
    )
    claims = models.JSONField(
        default=list, blank=True, help_text=_("claims that rested on it: id, number of the passage")
    )

    def __str__(self) -> str:
        return self.identifier


class Editing(models.Model):
    """Who has a record's form open: the others are told."""

    identifier = models.SlugField(max_length=60)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["identifier", "by"], name="editing_once"),
        ]

    def __str__(self) -> str:
        return f"{self.identifier}: {self.by_id}"
