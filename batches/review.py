"""The review of a file: its sender asks for it, somebody else publishes all of it or sends it back.

Whoever sent the file, chose its columns or asked for its review does not publish it.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from batches.models import Batch, BatchEvent
from people.matrix import Right
from people.rights import may
from workflow.refusals import Refusal, needed, reason

Deed, State = BatchEvent.Deed, Batch.State
SEND, SEND_BACK, TAKE_BACK = "send", "send_back", "take_back"


def may_publish(person: Any, batch: Batch) -> bool:
    """Whether somebody may publish a file: not one of their own."""
    return may(person, Right.PUBLISH) and not batch.is_work_of(person)


def steps_open_to(person: Any, batch: Batch) -> list[str]:
    """The steps of the review that somebody may take now, but for publishing."""
    if batch.state == State.READY:
        return [SEND]
    if batch.state != State.REVIEW:
        return []
    own = batch.is_work_of(person)
    return [TAKE_BACK] if own else [SEND_BACK] if may(person, Right.REVIEW) else []


@transaction.atomic
def take(step: str, batch: Batch, *, person: Any, why: str) -> None:
    """Take a step. Raises Refusal."""
    batch = Batch.objects.select_for_update(of=("self",)).get(pk=batch.pk)
    if step not in steps_open_to(person, batch):
        raise Refusal("state", [_("This is not possible in the file’s present state.")])
    why = needed(why) if step == SEND_BACK else reason(why)
    deed, state = STEPS[step]
    note(batch, deed, person, why)
    batch.state = state
    batch.save(update_fields=["state"])


def note(batch: Batch, deed: BatchEvent.Deed, by: Any, why: str = "") -> None:
    """Note what was done with a file."""
    BatchEvent.objects.create(batch=batch, deed=deed, by=by, why=why)


STEPS = {
    SEND: (Deed.SENT, State.REVIEW),
    SEND_BACK: (Deed.RETURNED, State.READY),
    TAKE_BACK: (Deed.TAKEN_BACK, State.READY),
}
