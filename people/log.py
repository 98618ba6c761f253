"""Writing the log of accounts. Nothing but `forget` deletes from it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from people.acting import actor, current_address
from people.event_models import AccountEvent, EventKind

KEPT = timedelta(days=365)


def note(kind: EventKind, account: Any = None, *, name: str = "", detail: str = "") -> None:
    """Add a line about an account, or about a name that no account has."""
    person = actor()
    AccountEvent.objects.create(
        kind=kind,
        account_id=account.pk if account is not None else None,
        name=(account.get_username() if account is not None else name)[:150],
        by_id=person.pk if person is not None else None,
        by_name=person.get_username() if person is not None else "",
        address=current_address()[:45],
        detail=detail[:200],
    )


def forget() -> None:
    """Delete the lines that are older than a year."""
    AccountEvent.objects.filter(at__lt=timezone.now() - KEPT).delete()
