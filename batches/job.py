"""The work on a table: looking through it, bringing it in, undoing that."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import numpy
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from batches.models import Batch, new_key
from evidence.history import revision
from evidence.importers.table_file import Part, TableError
from evidence.importers.table_look import ACTIONS, look
from evidence.importers.table_store import Options, import_table
from evidence.models import Revision
from evidence.undoing import undo
from jobs.asking import ask
from jobs.models import Job
from jobs.tasks import JobError, Task
from people.matrix import Right
from people.rights import may

KIND = "table"
LOOK, IMPORT, UNDO = "look", "import", "undo"
SECONDS = 3600
LONGEST = 20_000  # letters of what is said of a table
State = Batch.State
NEEDED = {LOOK: Right.EDIT, IMPORT: Right.EDIT, UNDO: Right.WITHDRAW}
TITLES = {
    LOOK: gettext_lazy("Looking through %(name)s"),
    IMPORT: gettext_lazy("Bringing in %(name)s"),
    UNDO: gettext_lazy("Undoing %(name)s"),
}


def ask_for(request: HttpRequest, batch: Batch, step: str) -> Job:
    """Put a step into the queue. Raises jobs.queue.Refused."""
    title = str(TITLES[step]) % {"name": batch.name}
    return ask(
        request, KIND, {"batch": batch.pk, "step": step, "columns": batch.columns,
                        "update": batch.update},
        title=title[:250], page=batch.get_absolute_url(), seconds=SECONDS,
    )  # fmt: skip


def work(task: Task) -> None:
    """Do one step; one that is done already is not done again."""
    batch = Batch.objects.filter(pk=task.what["batch"]).select_related("revision").first()
    if batch is None:
        raise JobError(_("This table is no longer there."))
    step = task.what["step"]
    if task.job.by and not may(task.job.by, NEEDED[step]):
        raise JobError(_("Who asked for it may no longer do that."))
    STEPS[step](task, batch)
    task.found(batch.get_absolute_url())


def options_of(batch: Batch) -> Options:
    """How a table is read; its mapping is written as a file beside it."""
    path = batch.path("json")
    said = json.dumps(batch.mapping)
    if not path.exists() or path.read_text(encoding="utf-8") != said:
        unfinished = path.with_name(f"{batch.key}.{new_key()}.part")
        unfinished.write_text(said, encoding="utf-8")
        unfinished.replace(path)  # whoever reads it meanwhile reads one or the other
    return Options(mapping=path, update=batch.update, user=batch.by)


def _look(task: Task, batch: Batch) -> None:
    changed: dict[str, Any]
    try:
        looked = look(batch.path(), options_of(batch), partial(_tell, task))
    except TableError as error:
        changed = {"state": State.FAULTY, "said": str(error)[:LONGEST], "counts": {}}
    else:
        parts = numpy.array(looked.parts, dtype=numpy.int64).reshape(-1, len(Part._fields))
        columns: dict[str, Any] = {name: numpy.array(looked.lines[name]) for name in ACTIONS}
        numpy.savez(batch.path("npz"), parts=parts, **columns)
        counts = {name: len(looked.lines[name]) for name in ACTIONS}
        said = "\n".join(looked.report.lines())
        changed = {"state": State.READY, "said": said[:LONGEST], "counts": counts}
    Batch.objects.filter(pk=batch.pk, state__in=Batch.OPEN).update(**changed)


def _import(task: Task, batch: Batch) -> None:
    why = _("Table %(name)s") % {"name": batch.name}
    try:
        with transaction.atomic():
            if not Batch.objects.filter(pk=batch.pk, state=State.READY).update(
                state=State.IMPORTED
            ):
                return
            with revision(why, batch.by) as act:
                report = import_table(batch.path(), options_of(batch), partial(_tell, task))
                act_of = act.row if report.changed else None
            said = "\n".join(report.lines())[:LONGEST]
            Batch.objects.filter(pk=batch.pk).update(said=said, revision=act_of)
    except TableError as error:
        Batch.objects.filter(pk=batch.pk).update(
            state=State.FAULTY, said=str(error)[:LONGEST], counts={}
        )
        raise JobError(_("Nothing was stored: %(why)s") % {"why": str(error)[:1000]}) from error
    batch.forget_files()


def _undo(task: Task, batch: Batch) -> None:
    by = task.job.by
    why = _("Table %(name)s undone") % {"name": batch.name}
    with transaction.atomic():
        wanted = Batch.objects.filter(pk=batch.pk, state=State.IMPORTED)
        if not wanted.update(state=State.UNDONE) or batch.revision is None:
            return
        undone = undo(batch.revision, by=by, why=why, progress=task.progress)
        lines = [
            _("%(n)d records went") % {"n": undone.deleted},
            _("%(n)d records are what they were before") % {"n": undone.restored},
            _("%(n)d records stay, since they were changed later") % {"n": len(undone.left)},
            *undone.left[:200],
        ]
        act: Revision | None = undone.act
        said = "\n".join(lines)[:LONGEST]
        Batch.objects.filter(pk=batch.pk).update(said=said, undoing=act)


STEPS = {LOOK: _look, IMPORT: _import, UNDO: _undo}


def _tell(task: Task, done: int, total: int, _before: int) -> None:
    task.progress(done, total)
