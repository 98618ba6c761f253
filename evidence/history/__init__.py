"""The history of records: each version whole, with who made it, when and why.

Every version has its number, by which it can be addressed for good; acts that belong together are
one revision, to be seen and undone as one. A record that was there before its history began gets
what it was as version 1 when it is first changed. What it shows may get another name, a game or a
source: that is a version of its own once the record itself is to change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, Max, OuterRef
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils import timezone

from evidence.drafts import Draft
from evidence.history.contents import Content, content_of, draft_of
from evidence.models import Evidence, RecordVersion, Revision
from evidence.records.stored import as_draft, fields, read_draft, with_all
from evidence.sources import Changes

Person = AbstractBaseUser | AnonymousUser | None
BEFORE = "as it was when its history began"
RENAMED = "names of its game or sources were changed"
CHUNK = 500  # records that are read at a time


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
_waiting: ContextVar[dict[int, Act] | None] = ContextVar("waiting", default=None)


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


@contextmanager
def versions_together() -> Iterator[None]:
    """Versions of whatever is stored inside are noted together at the end; none if it fails."""
    if _waiting.get() is not None:
        yield
        return
    waiting: dict[int, Act] = {}
    token = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(token)
    for act in set(waiting.values()):
        pks = sorted(pk for pk, of in waiting.items() if of is act)
        for start in range(0, len(pks), CHUNK):
            _note(pks[start : start + CHUNK], act)


def note_version(record: Evidence) -> None:
    """A new version of the record as it is stored now, unless it is as its last version says.

    Inside `versions_together()` it waits for the end.
    """
    waiting = _waiting.get()
    with revision() as act:
        if waiting is None:
            _note([record.pk], act)
        else:
            waiting[record.pk] = act


def _note(pks: Collection[int], act: Act) -> None:
    drafts = map(read_draft, with_all(Evidence.objects.filter(pk__in=pks)))
    contents = {draft.identifier: content_of(draft) for draft in drafts}
    last = _last(contents)
    changed = {
        name: content
        for name, content in contents.items()
        if name not in last or last[name].content != content
    }
    _write(changed, act, {name: said.number for name, said in last.items()})


def note_before(record: Evidence, stored: Draft | None = None) -> None:
    """See that what is going to be changed is a version, as it is `stored` now.

    It may wait to be noted, be older than its history, or show what has another name by now.
    """
    if act := (_waiting.get() or {}).pop(record.pk, None):
        _note([record.pk], act)
    elif lacking := unnoted(record, stored):
        number, content = lacking
        at = record.changed_at if number == 1 else timezone.now()
        RecordVersion.objects.create(
            identifier=record.identifier,
            number=number,
            content=content,
            revision=Revision.objects.create(at=at, why=BEFORE if number == 1 else RENAMED),
        )


def is_to_be_noted(record: Evidence) -> bool:
    """Whether the record was stored in this act, and its version waits for the end of it."""
    return record.pk in (_waiting.get() or {})


def unnoted(record: Evidence, stored: Draft | None = None) -> tuple[int, Content] | None:
    """Number and content of the version that a record lacks; None where its last one says all."""
    content = content_of(stored or as_draft(record))
    last = RecordVersion.objects.filter(identifier=record.identifier).order_by("number").last()
    if last is None:
        return 1, content
    return None if last.content == content else (last.number + 1, content)


def last_noted(record: Evidence) -> tuple[int, datetime]:
    """Number and time of a record's last version; one without history is its own first."""
    versions = RecordVersion.objects.filter(identifier=record.identifier).order_by("-number")
    last = versions.values_list("number", "revision__at").first()
    return last or (1, record.changed_at)


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


class _Last(NamedTuple):
    """What the last version of a record says."""

    number: int
    content: Content | None


def _last(identifiers: Collection[str]) -> dict[str, _Last]:
    """The last versions; what has no version is not there."""
    later = RecordVersion.objects.filter(
        identifier=OuterRef("identifier"), number__gt=OuterRef("number")
    )
    rows = RecordVersion.objects.filter(~Exists(later), identifier__among=list(identifiers))
    said = rows.order_by().values_list("identifier", "number", "content")
    return {name: _Last(number, content) for name, number, content in said}


def _write(contents: Mapping[str, Content | None], act: Act, numbers: Mapping[str, int]) -> None:
    """A new version of each, after those of these numbers; nothing, where there is none."""
    if not contents:
        return
    row = act.row
    RecordVersion.objects.bulk_create(
        RecordVersion(
            identifier=name, number=numbers.get(name, 0) + 1, content=content, revision=row
        )
        for name, content in contents.items()
    )


def delete_records(records: Collection[Evidence]) -> None:
    """Delete some hundred records that have a history, with a version that says so for each."""
    with revision() as act:
        gone = {record.identifier: None for record in records}
        _write(gone, act, last_numbers(gone))
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
    with revision() as act:
        _write({instance.identifier: None}, act, last_numbers([instance.identifier]))
