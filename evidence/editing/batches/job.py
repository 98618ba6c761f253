"""The work on a file that was sent: looking through it, bringing it in, undoing that."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.editing.batches.bringing import BringError
from evidence.editing.batches.models import Batch
from evidence.editing.batches.steps import IMPORT, LIFE, LONGEST, LOOK, UNDO, way_of
from evidence.editing.workflow.refusals import Refusal
from evidence.editing.workflow.steps import Person
from evidence.importers.table_file import TableError
from jobs.asking import ask
from jobs.models import Job
from jobs.tasks import JobError, Task

KIND = "table"
SECONDS = 3600
FAULTS = (TableError, BringError)
State = Batch.State
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
    person, step = task.job.by or AnonymousUser(), LIFE.steps[task.what["step"]]
    if batch.state != step.to:
        if not step.may(person, batch):
            raise JobError(_("The person who started it no longer has the right to do that."))
        (_look if step.name == LOOK else _take)(task, batch, step.name, person)
    task.found(batch.get_absolute_url())


def _look(task: Task, batch: Batch, _step: str, _person: Person) -> None:
    try:
        said, counts = way_of(batch).look(batch, task.progress)
    except FAULTS as error:
        _fail(batch, error)
        return
    was = (State.REVIEW,) if batch.state == State.REVIEW else Batch.OPEN
    state = State.REVIEW if batch.state == State.REVIEW else State.READY
    changed = {"state": state, "said": said[:LONGEST], "counts": counts}
    Batch.objects.filter(pk=batch.pk, state__in=was).update(**changed)


def _take(task: Task, batch: Batch, step: str, person: Person) -> None:
    try:
        LIFE.take(step, batch, person=person, more=task.progress)
    except Refusal as refusal:
        raise JobError(str(refusal)) from refusal
    except FAULTS as error:
        _fail(batch, error)
        raise JobError(_("Nothing was stored: %(why)s") % {"why": str(error)[:1000]}) from error
    if step == IMPORT:
        batch.forget_files()


def _fail(batch: Batch, error: Exception) -> None:
    """Say of a file that is not published why it cannot be."""
    was = (*Batch.OPEN, State.REVIEW)
    changed = {"state": State.FAULTY, "said": str(error)[:LONGEST], "counts": {}}
    Batch.objects.filter(pk=batch.pk, state__in=was).update(**changed)
