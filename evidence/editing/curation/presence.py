"""Who else has the form of a record open."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from evidence.editing.curation.models import Editing

RECENT = timedelta(minutes=2)


def note_editing(identifier: str, person: Any) -> None:
    """Note that a person has the form of a record open now."""
    now = timezone.now()
    Editing.objects.update_or_create(identifier=identifier, by=person, defaults={"at": now})


def others_editing(identifier: str, person: Any) -> list[str]:
    """The names of the others who have it open, or had it two minutes ago."""
    rows = Editing.objects.filter(identifier=identifier, at__gt=timezone.now() - RECENT)
    others = rows.exclude(by=person).select_related("by").order_by("by__username")
    return [str(row.by) for row in others]


def forget() -> None:
    """Delete what nobody is told any more."""
    Editing.objects.filter(at__lte=timezone.now() - RECENT).delete()


def forget_editing(identifier: str, person: Any) -> None:
    """Note that a person has closed it."""
    Editing.objects.filter(identifier=identifier, by=person).delete()
