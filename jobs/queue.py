"""The queue: jobs are asked for, taken by one worker each, cancelled, given up for lost.

Jobs of people with an account come before those of strangers, and are not refused because
strangers have filled the queue.

Each step is one conditional UPDATE, so that of two workers, or of a worker and a reader who
cancels, one wins on either database.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Case, F, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs import presence
from jobs.models import GONE, Job

MOST_WAITING = 20  # of one kind, asked for by strangers
MOST_OF_PEOPLE = 200  # the same, asked for by people with an account
MOST_OPEN = 2  # of all kinds, asked for by one stranger
MOST_ATTEMPTS = 3
KEPT = timedelta(days=90)

WAITING, RUNNING = Job.State.WAITING, Job.State.RUNNING


class Refused(Exception):
    """A job that cannot be asked for now. `job` is the one that is in the way, if one is."""

    def __init__(self, message: str, job: Job | None = None) -> None:
        super().__init__(message)
        self.job = job


def ask(kind: str, what: dict[str, Any], *, most: int | None = None, **fields: Any) -> Job:
    """Put a job into the queue; `fields` are those of `jobs.models.Job`.

    `most` is how many jobs may wait, if not the usual number.
    Whoever asks for what is asked for already gets that job. Raises Refused where the queue is
    full, or another job of who asks is not done.
    """
    open_jobs = Job.objects.filter(kind=kind, state__in=Job.OPEN)
    if same := next((job for job in open_jobs if job.what == what), None):
        return same
    is_stranger = fields.get("by") is None
    most = most or (MOST_WAITING if is_stranger else MOST_OF_PEOPLE)
    if open_jobs.filter(state=WAITING, by__isnull=is_stranger).count() >= most:
        raise Refused(_("%(number)d jobs are already waiting: try again later.") % {"number": most})
    own_jobs = Job.objects.filter(by=None, asker=fields["asker"], state__in=Job.OPEN)
    if is_stranger and own_jobs.count() >= MOST_OPEN:
        raise Refused(_not_done(), own_jobs.first())
    try:
        with transaction.atomic():
            return Job.objects.create(kind=kind, what=what, **fields)
    except IntegrityError:
        other = open_jobs.filter(asker=fields["asker"]).first()
        raise Refused(_not_done(), other) from None


def _not_done() -> str:
    return _("You already have an open job: wait for it, or cancel it.")


def take(worker: str) -> Job | None:
    """The job that comes next, now this run's own; None where none waits."""
    while (pk := _in_order(_waiting()).values_list("pk", flat=True).first()) is not None:
        now = timezone.now()
        if _waiting().filter(pk=pk).update(
            state=RUNNING, worker=worker, started=now, beat=now, message="",
            attempts=F("attempts") + 1,
        ):  # fmt: skip
            return Job.objects.get(pk=pk)
    return None


def own(job: Job) -> QuerySet[Job]:
    """The row of a job, as long as the run that has taken it may write to it."""
    return Job.objects.filter(pk=job.pk, worker=job.worker, state=RUNNING)


def beat(job: Job) -> bool:
    """Say that its worker is there. Whether the job is still this run's."""
    return bool(own(job).update(beat=timezone.now()))


def end(job: Job, state: Job.State, message: str = "") -> bool:
    """Whether this run has ended the job so, with what it holds, and nobody before it."""
    return bool(
        own(job).update(
            state=state, message=message, ended=timezone.now(), worker="",
            done=job.done, total=job.total, result=job.result,
        )
    )  # fmt: skip


def give_back(job: Job) -> None:
    """A worker that is told to stop leaves its job to the next one."""
    own(job).update(state=WAITING, worker="", attempts=F("attempts") - 1)


def lose(jobs: QuerySet[Job], message: str) -> None:
    """The process of these jobs has gone: they wait again, unless that has happened too often."""
    jobs.filter(stopping=True).update(
        state=Job.State.CANCELLED, worker="", ended=timezone.now(), message=""
    )
    jobs.filter(attempts__lt=MOST_ATTEMPTS).update(state=WAITING, worker="", message=message)
    jobs.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED, worker="", ended=timezone.now(), message=message
    )


def revive() -> None:
    """Give up jobs whose worker has ended or has not been heard of: another one takes them."""
    for worker in presence.ended():
        lose(Job.objects.filter(state=RUNNING, worker__startswith=worker), _program_ended())
        presence.forget(worker)
    silent = Job.objects.filter(Q(beat__lt=timezone.now() - GONE) | Q(beat=None), state=RUNNING)
    if silent.exists():
        lose(silent, _program_ended())


def _program_ended() -> str:
    return _("The program that worked on it was ended.")


def forget() -> None:
    """Delete jobs that have ended long ago."""
    Job.objects.filter(ended__lt=timezone.now() - KEPT).delete()


def cancel(job: Job, message: str = "") -> None:
    """End a job where it is: at once while it waits, else as soon as its run hears of it."""
    Job.objects.filter(pk=job.pk, state=WAITING).update(
        state=Job.State.CANCELLED, ended=timezone.now(), message=message
    )
    Job.objects.filter(pk=job.pk, state=RUNNING).update(stopping=True, message=message)


def jobs_on(page: str) -> QuerySet[Job]:
    """The jobs asked for on a page that are not done, the first one first."""
    return Job.objects.filter(page=page, state__in=Job.OPEN).order_by("pk")


def ahead(job: Job) -> int:
    """How many jobs come before one that waits."""
    before = Q(pk__lt=job.pk, by__isnull=job.by_id is None) | Q(state=RUNNING)
    if job.by_id is None:
        before |= Q(by__isnull=False)
    return Job.objects.filter(before, state__in=Job.OPEN).exclude(pk=job.pk).count()


def gives_way(job: Job) -> bool:
    """Whether a stranger's job runs while one of somebody with an account waits."""
    return job.by_id is None and _waiting().filter(by__isnull=False).exists()


def unattended(job: Job) -> bool:
    """Whether a job waits, and no worker has been heard of since it has been asked for."""
    recent = timezone.now() - GONE
    busy = Job.objects.filter(Q(beat__gt=recent) | Q(ended__gt=recent)).exists()
    return job.state == WAITING and job.asked < recent and not busy


def _waiting() -> QuerySet[Job]:
    return Job.objects.filter(state=WAITING)


def _in_order(jobs: QuerySet[Job]) -> QuerySet[Job]:
    """Those of people with an account first, then those that have waited longest."""
    return jobs.order_by(Case(When(by__isnull=True, then=1), default=0), "pk")
