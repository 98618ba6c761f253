"""The work on a file that was sent: looking through it, bringing it in, undoing that."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from batches import bringing, review, tables
from batches.bringing import BringError
from batches.kinds import KINDS
from batches.models import Batch, BatchEvent
from evidence.history import revision
from evidence.importers.table_file import TableError
from evidence.models import Revision
from evidence.undoing import Undone, undo
from jobs.asking import ask
from jobs.models import Job
from jobs.tasks import JobError, Task
from people.matrix import Right
from people.rights import may

KIND = "table"
LOOK, IMPORT, UNDO = "look", "import", "undo"
SECONDS = 3600
LONGEST = 20_000  # letters of what is said of a file
NAMED = 200  # of what stays
FAULTS = (TableError, BringError)
WHATS = {
    "source": gettext_lazy("Sources"),
    "region": gettext_lazy("Regions"),
    "game": gettext_lazy("Games"),
}
State = Batch.State
NEEDED = {LOOK: Right.EDIT, IMPORT: Right.PUBLISH, UNDO: Right.WITHDRAW}
TITLES = {
    LOOK: gettext_lazy("Checking %(name)s"),
    IMPORT: gettext_lazy("Publishing %(name)s"),
    UNDO: gettext_lazy("Undoing %(name)s"),
}


def ask_for(request: HttpRequest, batch: Batch, step: str) -> Job:
    """Put a step into the queue. Raises jobs.queue.Refused."""
    title = str(TITLES[step]) % {"name": batch.name}
    return ask(
        request, KIND, {"batch": batch.pk, "step": step, "columns": batch.columns,
                        "update": batch.update, "options": batch.options},
        title=title[:250], page=batch.get_absolute_url(), seconds=SECONDS,
    )  # fmt: skip


def work(task: Task) -> None:
    """Do one step; one that is done already is not done again."""
    batch = Batch.objects.filter(pk=task.what["batch"]).select_related("revision").first()
    if batch is None:
        raise JobError(_("This file no longer exists."))
    step = task.what["step"]
    if task.job.by and not may(task.job.by, NEEDED[step]):
        raise JobError(_("The person who started it no longer has the right to do that."))
    STEPS[step](task, batch)
    task.found(batch.get_absolute_url())


def _look(task: Task, batch: Batch) -> None:
    changed: dict[str, Any]
    try:
        said, counts = _way(batch).look(batch, task.progress)
    except FAULTS as error:
        changed = {"state": State.FAULTY, "said": str(error)[:LONGEST], "counts": {}}
    else:
        state = State.REVIEW if batch.state == State.REVIEW else State.READY
        changed = {"state": state, "said": said[:LONGEST], "counts": counts}
    was = (State.REVIEW,) if batch.state == State.REVIEW else Batch.OPEN
    Batch.objects.filter(pk=batch.pk, state__in=was).update(**changed)


def _import(task: Task, batch: Batch) -> None:
    """Publish all of it, as an act of its sender that somebody else has reviewed."""
    reviewer = task.job.by
    if batch.state == State.REVIEW and (reviewer is None or batch.is_work_of(reviewer)):
        raise JobError(_("You cannot publish your own work: someone else has to review it."))
    try:
        with transaction.atomic():
            if not Batch.objects.filter(pk=batch.pk, state=State.REVIEW).update(
                state=State.IMPORTED
            ):
                return
            review.note(batch, BatchEvent.Deed.PUBLISHED, reviewer)
            with revision(_why(batch), batch.by, reviewed_by=reviewer) as act:
                report = _way(batch).bring(batch, task.progress)
                act_of = act.row if report.changed else None
            said = bringing.words(report)[:LONGEST]
            Batch.objects.filter(pk=batch.pk).update(said=said, revision=act_of)
    except FAULTS as error:
        Batch.objects.filter(pk=batch.pk).update(
            state=State.FAULTY, said=str(error)[:LONGEST], counts={}
        )
        raise JobError(_("Nothing was stored: %(why)s") % {"why": str(error)[:1000]}) from error
    batch.forget_files()


def _way(batch: Batch) -> Any:
    """The module that looks through a file and brings it in."""
    return tables if batch.is_table else bringing


def _why(batch: Batch) -> str:
    what = _("Table") if batch.is_table else str(KINDS[batch.kind].title)
    return f"{what} {batch.name}"


def _undo(task: Task, batch: Batch) -> None:
    by = task.job.by
    why = _("%(what)s undone") % {"what": _why(batch)}
    with transaction.atomic():
        wanted = Batch.objects.filter(pk=batch.pk, state=State.IMPORTED)
        if not wanted.update(state=State.UNDONE) or batch.revision is None:
            return
        undone = undo(batch.revision, by=by, why=why, progress=task.progress)
        lines = _lines(undone)
        act: Revision | None = undone.act
        said = "\n".join(lines)[:LONGEST]
        Batch.objects.filter(pk=batch.pk).update(said=said, undoing=act)
        review.note(batch, BatchEvent.Deed.UNDONE, by)


def _lines(undone: Undone) -> list[str]:
    lines = []
    for what, counts in undone.shared.items():
        name = _("%(what)s: %(gone)d went, %(back)d are what they were before")
        gone, back = counts["deleted"], counts["restored"]
        lines.append(name % {"what": WHATS[what], "gone": gone, "back": back})
    if undone.kept:
        lines.append(_("%(n)d of these stay:") % {"n": len(undone.kept)})
        lines += _named(undone.kept)
    if undone.deleted or undone.restored or undone.left or not lines:
        lines += [
            _("%(n)d records went") % {"n": undone.deleted},
            _("%(n)d records are what they were before") % {"n": undone.restored},
            _("%(n)d records stay") % {"n": len(undone.left)},
            *_named(undone.left),
        ]
    return lines


def _named(stayed: dict[str, str]) -> list[str]:
    return [f"{name}: {why}" for name, why in islice(stayed.items(), NAMED)]


STEPS = {LOOK: _look, IMPORT: _import, UNDO: _undo}
