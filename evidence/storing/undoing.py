"""A whole act undone: records become what they were before it, as one act of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _

from evidence.history import delete_records, revision
from evidence.history.contents import Content, draft_of
from evidence.models import Evidence, RecordVersion, Revision, SharedVersion
from evidence.search.index import together
from evidence.sources import StoreError
from evidence.storing import store
from evidence.storing.joining import part
from evidence.storing.undoing_shared import DELETED, RESTORED, undo_shared

CHUNK = 500
Progress = Callable[[int, int], None]


@dataclass
class Undone:
    """What was undone: how many records went or became what they were, which stay as they are, and
    why; and the act that did it, if it did anything.

    `shared` counts sources, regions and games, as in `shared["source"]["deleted"]`; `kept` names
    those that stay, and why.
    """

    deleted: int = 0
    restored: int = 0
    left: dict[str, str] = field(default_factory=dict)
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
        part(what)
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
    versions = _versions([version.identifier for version in chunk])
    before: dict[str, int | None] = {}
    for version in chunk:
        name = version.identifier
        own = [each for each in versions[name] if each.revision_id == what.pk]
        if version != own[-1]:
            continue
        first = versions[name].index(own[0])
        if versions[name][first:] == own:
            before[name] = versions[name][first - 1].pk if first else None
        else:
            undone.left[name] = _("it was changed later")
    rows = RecordVersion.objects.filter(pk__in=[pk for pk in before.values() if pk])
    contents = {version.identifier: version.content for version in rows}
    _delete([name for name in before if contents.get(name) is None], undone)
    for name, content in contents.items():
        if content is not None:
            _restore(name, content, undone)


def _versions(identifiers: list[str]) -> dict[str, list[RecordVersion]]:
    """All versions of records, which are locked from here on, in their order.

    Acts at the same time write in turn: which one began first says nothing.
    """
    records = Evidence.objects.filter(identifier__among=identifiers)
    list(records.select_for_update().order_by("pk").values_list("pk"))
    found: dict[str, list[RecordVersion]] = {name: [] for name in identifiers}
    rows = RecordVersion.objects.filter(identifier__among=identifiers).order_by("number")
    for version in rows.only("identifier", "revision_id"):
        found[version.identifier].append(version)
    return found


def _restore(name: str, content: Content, undone: Undone) -> None:
    try:
        store(draft_of(content), user=None, whole=True)
    except (StoreError, DataError, IntegrityError) as error:
        undone.left[name] = str(error).removeprefix(f"{name}: ")
    else:
        undone.restored += 1


def _delete(names: list[str], undone: Undone) -> None:
    records = Evidence.objects.filter(identifier__among=names)
    needed = set(records.exclude(clause_citations=None).values_list("identifier", flat=True))
    undone.left |= dict.fromkeys(needed, _("a clause rests on it"))
    gone = [record for record in records if record.identifier not in needed]
    if gone:
        delete_records(gone)
        undone.deleted += len(gone)
