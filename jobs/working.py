"""A worker: takes one job after the other, each into a process of its own, and watches over it."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from datetime import timedelta
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess

from django.db import DatabaseError, OperationalError, close_old_connections, connections
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.processes import watch
from jobs import aside, queue
from jobs.child import main
from jobs.health import alive
from jobs.models import BEAT, Job
from jobs.presence import Presence, settle
from jobs.upkeep import Upkeep

logger = logging.getLogger(__name__)

# Seconds: between looks at an empty queue, or at a database that was only busy; at most between
# looks at one that is away; for a job to end after it was told to.
LOOK, LONGEST, GRACE = 1.0, 10.0, 30.0
STEP = 0.1  # seconds between two looks at whether to stop
# A copy of the worker begins at once. The worker has no threads, whose locks would stay locked in
# the copy for ever; elsewhere than on Linux system libraries have some.
BEGIN = get_context("fork") if sys.platform == "linux" else get_context("spawn")


class Stop:
    """Whether to stop: a plain flag, as an Event may lock up where a signal's handler sets it.

    With `parent`, the number of a process that has started this one, also once that has ended;
    `watched` then holds a file that can be read from.
    """

    def __init__(self, parent: int | None = None) -> None:
        self.asked = False
        self.parent = parent
        file = None if parent is None else watch(parent)
        self.watched = [] if file is None else [file]

    def is_set(self) -> bool:
        """Whether it was asked for, or the parent has ended."""
        return self.asked or self.parent not in (None, os.getppid())

    def set(self) -> None:
        """Ask for it; signals' handlers may."""
        self.asked = True

    def wait(self, seconds: float) -> None:
        """Wait so long, or until it is asked for."""
        until = time.monotonic() + seconds
        while not self.is_set() and time.monotonic() < until:
            time.sleep(min(STEP, seconds))


def work(stop: Stop, *, until_empty: bool = False) -> None:
    """Do jobs until `stop` is set, or until none waits. A database that is away is waited for."""
    presence = Presence()
    try:
        _work(stop, presence, until_empty=until_empty)
    finally:
        presence.close()


def _work(stop: Stop, presence: Presence, *, until_empty: bool) -> None:
    upkeep, pause = Upkeep(), LOOK
    settle()
    while not stop.is_set():
        close_old_connections()
        alive()
        try:
            queue.revive()
            job = queue.take(presence.run())
            if job is not None:
                attend(job, stop)
            upkeep.when_due()  # what a killed worker has left comes first
            if job is None and until_empty:
                return
            pause = LOOK
            if job is None:
                stop.wait(LOOK)
        except DatabaseError:
            logger.exception("the database does not answer")
            stop.wait(pause)
            pause = min(2 * pause, LONGEST)


def attend(job: Job, stop: Stop) -> None:
    """Have a job done by a process, and stand by it until it ends."""
    connections.close_all()  # else both would speak on one connection
    process = BEGIN.Process(target=main, args=(job.pk, job.worker, *stop.watched))
    process.start()
    try:
        _stand_by(process, job, stop)
    finally:
        _end(process)
        aside.forget(job)
    if stop.is_set() or queue.gives_way(job):
        queue.give_back(job)
    else:
        said = _("The process that worked on it ended before its time (%(how)s).")
        queue.lose(queue.own(job), said % {"how": _how(process.exitcode)})


def _stand_by(process: BaseProcess, job: Job, stop: Stop) -> None:
    """Return when the process has ended, or is to be ended now."""
    limit = timezone.now() + timedelta(seconds=job.seconds)
    told: float | None = None
    watched = [process.sentinel, *stop.watched]
    while not connection.wait(watched, BEAT.total_seconds()):
        alive()
        if stop.is_set() or not _beat(job) or queue.gives_way(job):
            return
        if timezone.now() > limit and told is None:
            queue.cancel(job, _too_long(job.seconds))
        if told is None and Job.objects.filter(pk=job.pk, stopping=True).exists():
            told = time.monotonic()
        if told is not None and time.monotonic() > told + GRACE:
            return


def _beat(job: Job) -> bool:
    """Whether the job is still ours; while SQLite is busy, perhaps with this very job, it is."""
    try:
        return queue.beat(job)
    except OperationalError:
        logger.info("job %d: the database is busy", job.pk)
        return True


def _end(process: BaseProcess) -> None:
    process.terminate()
    process.join(GRACE)
    if process.is_alive():
        process.kill()
        process.join()


def _too_long(seconds: int) -> str:
    said = ngettext(
        "It was ended after %(n)d second.", "It was ended after %(n)d seconds.", seconds
    )
    return said % {"n": seconds}


def _how(code: int | None) -> str:
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return _("code %(code)s") % {"code": code}
