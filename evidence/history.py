"""The history of records: each version whole, with who made it, when and why.

Every version has its number, by which it can be addressed for good; acts that belong together are
one revision, to be seen and undone as one. A record that was there before its history began gets
what it was as version 1 when it is first changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Max
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from evidence.contents import Content, content_of, draft_of
from evidence.models import Evidence, RecordVersion, Revision
from evidence.sources import Changes
from evidence.stored import as_draft, fields

Person = AbstractBaseUser | AnonymousUser | None
BEFORE = "as it was when its history began"


class Act:
    """A revision that becomes a row with its first version."""

    def __init__(self, why: str, by: Person, reviewed_by: Person = None) -> None:
        self.why, self.by, self.reviewed_by = why, by, reviewed_by
        self._row: Revision | None = None

    @property
    def row(self) -> Revision:
        """The stored revision; stored anew if what was done inside has been rolled back."""
        if self._row is None or not Revision.objects.filter(pk=self._row.pk).exists():
            self._row = Revision.objects.create(
                by_id=_key(self.by), reviewed_by_id=_key(self.reviewed_by), why=self.why
            )
        return self._row


def _key(person: Person) -> int | None:
    return None if person is None else person.pk


_noted: ContextVar[bool] = ContextVar("noted", default=False)
_current: ContextVar[Act | None] = ContextVar("act", default=None)


@contextmanager
def revision(why: str = "", by: Person = None, reviewed_by: Person = None) -> Iterator[Act]:
    """All versions written inside belong to one revision; inside another one, to that."""
    outer = _current.get()
    if outer is not None:
        yield outer
        return
    act = Act(why, by, reviewed_by)
    token = _current.set(act)
    try:
        yield act
    finally:
        _current.reset(token)


def note_version(record: Evidence) -> None:
    """A new version of the record as it is stored now, unless it is as its last version says."""
    content = content_of(as_draft(record))
    last = _last(record.identifier)
    if last is None or last.content != content:
        _write(record.identifier, content)


def note_before(record: Evidence) -> None:
    """Version 1 of a record that has none, before it is changed."""
    if _last(record.identifier) is None:
        content = content_of(as_draft(record))
        first = Revision.objects.create(at=record.changed_at, why=BEFORE)
        _add(record.identifier, 1, content, first)


def last_numbers(identifiers: Collection[str]) -> dict[str, int]:
    """The numbers of the last versions; what has no version is not there."""
    rows = RecordVersion.objects.filter(identifier__among=list(identifiers)).order_by()
    return dict(rows.values_list("identifier").annotate(Max("number")))


def difference(old: RecordVersion | None, new: RecordVersion) -> Changes:
    """What differs between two versions, by field: (old, new); None stands for nothing said."""
    before, after = _fields(old), _fields(new)
    return {
        name: (before.get(name), after.get(name))
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    }


def _fields(version: RecordVersion | None) -> dict[str, Any]:
    if version is None or version.content is None:
        return {}
    return fields(draft_of(version.content))


def _last(identifier: str) -> RecordVersion | None:
    return RecordVersion.objects.filter(identifier=identifier).order_by("number").last()


def _write(identifier: str, content: Content | None) -> None:
    number = last_numbers([identifier]).get(identifier, 0) + 1
    with revision() as act:
        _add(identifier, number, content, act.row)


def _add(identifier: str, number: int, content: Content | None, row: Revision) -> None:
    RecordVersion.objects.create(
        identifier=identifier, number=number, content=content, revision=row
    )


def delete_records(records: Collection[Evidence]) -> None:
    """Delete some hundred records that have a history, with a version that says so for each."""
    numbers = last_numbers([record.identifier for record in records])
    with revision() as act:
        RecordVersion.objects.bulk_create(
            RecordVersion(
                identifier=record.identifier,
                number=numbers.get(record.identifier, 0) + 1,
                content=None,
                revision=act.row,
            )
            for record in records
        )
    token = _noted.set(True)
    try:
        Evidence.objects.filter(pk__in=[record.pk for record in records]).delete()
    finally:
        _noted.reset(token)


@receiver(pre_delete, sender=Evidence)
def _deleted(instance: Evidence, **_rest: Any) -> None:
    if _noted.get():
        return
    note_before(instance)
    _write(instance.identifier, None)
