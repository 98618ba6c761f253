"""The steps of a file on its way in: its sender asks for review, somebody else publishes all of it.

Whoever sent the file, chose its columns or asked for its review does not publish it.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from evidence.editing.batches import bringing, tables
from evidence.editing.batches.kinds import KINDS
from evidence.editing.batches.models import Batch, BatchEvent
from evidence.editing.workflow.steps import Person, Step, Workflow, holders
from evidence.history import revision
from evidence.importers.report import Progress
from evidence.storing.undoing import Undone, undo
from people.matrix import Right
from people.rights import may

LONGEST = 20_000  # characters of a report on a file
NAMED = 200  # records that an undone import has left, by name
WHATS = {
    "source": gettext_lazy("Sources"),
    "region": gettext_lazy("Regions"),
    "game": gettext_lazy("Games"),
}
LOOK, IMPORT, UNDO = "look", "import", "undo"
Deed, State = BatchEvent.Deed, Batch.State


def way_of(batch: Batch) -> Any:
    """The module that looks through a file and brings it in."""
    return tables if batch.is_table else bringing


def _bring(batch: Batch, person: Person, progress: Progress) -> None:
    """Publish all of it, as an act of its sender that somebody else has reviewed."""
    with revision(_why(batch), batch.by, reviewed_by=person) as act:
        report = way_of(batch).bring(batch, progress)
        batch.revision = act.row if report.changed else None
    batch.said = bringing.words(report)[:LONGEST]


def _undo(batch: Batch, person: Person, progress: Progress) -> None:
    if batch.revision:
        why = _("%(what)s undone") % {"what": _why(batch)}
        undone = undo(batch.revision, by=person, why=why, progress=progress)
        batch.said, batch.undoing = "\n".join(_lines(undone))[:LONGEST], undone.act


def _why(batch: Batch) -> str:
    what = _("Table") if batch.is_table else str(KINDS[batch.kind].title)
    return f"{what} {batch.name}"


def _lines(undone: Undone) -> list[str]:
    lines = []
    for what, counts in undone.shared.items():
        name = _("%(what)s: %(gone)d taken out, %(back)d restored")
        gone, back = counts["deleted"], counts["restored"]
        lines.append(name % {"what": WHATS[what], "gone": gone, "back": back})
    if undone.kept:
        lines.append(_("%(n)d of these stay:") % {"n": len(undone.kept)})
        lines += _named(undone.kept)
    if undone.deleted or undone.restored or undone.left or not lines:
        lines += [*_records(undone), *_named(undone.left)]
    return lines


def _records(undone: Undone) -> list[str]:
    """How many records became what, leaving out what none became."""
    gone, back, left = undone.deleted, undone.restored, len(undone.left)
    said = [
        (gone, ngettext("%(n)d record withdrawn", "%(n)d records withdrawn", gone)),
        (back, ngettext("%(n)d record restored", "%(n)d records restored", back)),
        (left, ngettext("%(n)d record stays", "%(n)d records stay", left)),
    ]
    return [words % {"n": n} for n, words in said if n] or [_("nothing had to be undone")]


def _named(stayed: dict[str, str]) -> list[str]:
    return [f"{name}: {why}" for name, why in islice(stayed.items(), NAMED)]


def _may_send_back(person: Person, batch: Batch) -> bool:
    return may(person, Right.REVIEW) and not batch.is_work_of(person)


def _note(batch: Batch, step: Step, person: Person, why: str) -> None:
    BatchEvent.objects.create(batch=batch, deed=step.event, by=person, why=why)


LIFE = Workflow(
    Step(
        IMPORT, gettext_lazy("Publish all of it"), (State.REVIEW,), holders(Right.PUBLISH),
        to=State.IMPORTED, event=Deed.PUBLISHED, by_others=True, act=_bring,
    ),
    Step(
        "send", gettext_lazy("Send to review"), (State.READY,), holders(Right.EDIT),
        to=State.REVIEW, event=Deed.SENT,
    ),
    Step(
        "send_back", gettext_lazy("Send back"), (State.REVIEW,), _may_send_back,
        to=State.READY, event=Deed.RETURNED, reasoned=True,
    ),
    Step(
        "take_back", gettext_lazy("Take back"), (State.REVIEW,),
        lambda person, batch: batch.is_work_of(person), to=State.READY, event=Deed.TAKEN_BACK,
    ),
    Step(
        LOOK, gettext_lazy("Check it again"), (*Batch.OPEN, State.REVIEW), holders(Right.EDIT),
    ),
    Step(
        UNDO, gettext_lazy("Undo all of it"), (State.IMPORTED,), holders(Right.WITHDRAW),
        to=State.UNDONE, event=Deed.UNDONE, act=_undo,
    ),
    note=_note,
)  # fmt: skip
