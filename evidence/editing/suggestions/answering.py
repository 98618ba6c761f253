"""What becomes of suggestions. Each step is one conditional UPDATE: of two people one wins."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from evidence.editing.suggestions.models import Suggestion
from evidence.models import Revision

State = Suggestion.State
NEWEST = 20  # revisions to choose from


def answer(
    one: Suggestion,
    *,
    state: str,
    before: str,
    by: Any,
    words: str = "",
    revision: Revision | None = None,
) -> bool:
    """Give a suggestion its state; False if it is not in the state any more that `by` saw.

    Back to waiting, it is as if it had not been answered.
    """
    waiting = state == State.WAITING
    changed = Suggestion.objects.filter(pk=one.pk, state=before).update(
        state=state,
        answer="" if waiting else words,
        answered_by=None if waiting else by,
        answered_at=None if waiting else timezone.now(),
        revision=revision if state == State.ACCEPTED else None,
    )
    return bool(changed)


def revisions_after(one: Suggestion) -> QuerySet[Revision]:
    """The newest acts since the suggestion was made, of the record if it is about one; and the one
    that is stored as what followed.
    """
    since = Revision.objects.filter(at__gte=one.at)
    if one.record:
        since = since.filter(versions__identifier=one.record).distinct()
    newest = since.order_by("-pk").values_list("pk", flat=True)[:NEWEST]
    stored = [one.revision_id] if one.revision_id else []
    return Revision.objects.filter(pk__in=[*newest, *stored]).select_related("by").order_by("-pk")


def accepted_of(**subject: str) -> QuerySet[Suggestion]:
    """The accepted suggestions on a record (`record`) or a clause (`ruleset`, `clause`)."""
    return Suggestion.objects.filter(state=State.ACCEPTED, **subject).order_by("answered_at")
