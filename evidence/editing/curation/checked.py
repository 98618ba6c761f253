"""Who has checked a record: somebody who wrote nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from evidence.editing.curation.edits import WRITTEN
from evidence.editing.curation.models import ProposalEvent, State
from evidence.editing.curation.rights import Person
from evidence.models import Evidence, RecordVersion


def note_checked(identifier: str, reviewer: Person, at: datetime) -> None:
    """That what stands published was reviewed, unless its reviewer, or who checked it before, has
    written some of it.
    """
    records, writers = Evidence.objects.filter(identifier=identifier), _writers(identifier)
    if reviewer is not None and reviewer.pk not in writers:
        records.update(checked_by=reviewer, checked_at=at)
    else:
        records.filter(checked_by__in=writers).update(checked_by=None, checked_at=None)


def _writers(identifier: str) -> set[Any]:
    """Who added a record, and all who have changed it, also before a version was published."""
    events = ProposalEvent.objects.filter(
        proposal__identifier=identifier, proposal__state__in=(State.REVIEW, State.ACCEPTED),
        deed__in=WRITTEN,
    )  # fmt: skip
    added = Evidence.objects.filter(identifier=identifier).values_list("added_by", flat=True)
    return {*added, *_authors(identifier), *events.values_list("by", flat=True)} - {None}


def _authors(identifier: str) -> Iterator[Any]:
    """Whose the versions are that say something new: who goes back to one has written nothing."""
    versions = RecordVersion.objects.filter(identifier=identifier).order_by("number")
    said: list[Any] = [None]  # of a record that is withdrawn
    for author, content in versions.values_list("revision__by", "content"):
        if content not in said:
            said.append(content)
            yield author
