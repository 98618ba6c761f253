"""A whole act undone: records become what they were before it, as one act of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import transaction

from evidence.contents import Content, draft_of
from evidence.history import delete_records, last_numbers, revision
from evidence.index import together
from evidence.models import Evidence, RecordVersion, Revision, SharedVersion
from evidence.store import store
from evidence.undoing_shared import DELETED, RESTORED, undo_shared

CHUNK = 500
Progress = Callable[[int, int], None]


@dataclass
class Undone:
    """What was undone: how many records went, became what they were, or stay as they are since
    others have changed them after that; and the act that did it, if it did anything.

    `shared` counts sources, regions and games, as in `shared["source"]["deleted"]`; `kept` names
    those that stay, and why.
    """

    deleted: int = 0
    restored: int = 0
    left: list[str] = field(default_factory=list)
    shared: dict[str, Counter[str]] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    act: Revision | None = None

    def tell(self, version: SharedVersion, done: str) -> None:
        """Note what became of a source, a region or a game."""
        if done in (DELETED, RESTORED):
            self.shared.setdefault(version.what, Counter())[done] += 1
        else:
            self.kept[str(version)] = done


def undo(
    what: Revision, *, by: User | None, why: str, progress: Progress = lambda done, of: None
) -> Undone:
    """Undo an act. What was changed after it stays as it is, and is named."""
    total = what.versions.count() + what.shared.count()
    done, undone = 0, Undone()

    def tell(version: SharedVersion, said: str) -> None:
        nonlocal done
        undone.tell(version, said)
        done += 1
        progress(done, total)

    with transaction.atomic(), revision(why, by) as act, together():
        for chunk in _chunks(what):
            _undo(what, chunk, undone)
            done += len(chunk)
            progress(done, total)
        undo_shared(what, tell)
        if undone.deleted or undone.restored or undone.shared:
            undone.act = act.row
    return undone


def _chunks(what: Revision) -> Iterator[list[RecordVersion]]:
    last = 0
    while True:
        rows = RecordVersion.objects.filter(revision=what, pk__gt=last).order_by("pk")
        chunk = list(rows[:CHUNK])
        if not chunk:
            return
        yield chunk
        last = chunk[-1].pk


def _undo(what: Revision, chunk: list[RecordVersion], undone: Undone) -> None:
    identifiers = [version.identifier for version in chunk]
    last = last_numbers(identifiers)
    before = _before(what, identifiers)
    gone: list[str] = []
    for version in chunk:
        name = version.identifier
        if last[name] != version.number:
            if not _again_here(what, name, last[name]):
                undone.left.append(name)
            continue
        content = before.get(name)
        if content is None:
            gone.append(name)
        else:
            store(draft_of(content), user=None, whole=True)
            undone.restored += 1
    records = list(Evidence.objects.filter(identifier__among=gone))
    if records:
        delete_records(records)
        undone.deleted += len(records)


def _again_here(what: Revision, identifier: str, number: int) -> bool:
    """Whether the last version is of the same act, where it is undone."""
    rows = RecordVersion.objects.filter(identifier=identifier, number=number)
    return rows.filter(revision=what).exists()


def _before(what: Revision, identifiers: list[str]) -> dict[str, Content | None]:
    """What each record was before the act; None for one that was not there."""
    rows = RecordVersion.objects.filter(identifier__among=identifiers, revision__lt=what.pk)
    found = rows.order_by("number").values_list("identifier", "content")
    return dict(found)
