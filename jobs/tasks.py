"""A job as the function that does it sees it, and how it is brought to an end.

To add a kind of jobs: a function that takes a Task, named by `kind("name", "module.function")` in
the `ready` of its app. A page asks for a job by `jobs.asking.ask`, shows it by
`jobs.showing.jobs_of` and parts/job.html.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from django.db import connection
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from jobs import aside
from jobs.models import Job
from jobs.queue import end, lose, own

logger = logging.getLogger(__name__)

# Seconds between two times that progress is written, and that is asked whether to go on.
EVERY = 0.5


class JobError(Exception):
    """Why a job cannot be done, in words for who asked for it."""


class Ended(Exception):
    """Raised inside a job that is to end: it was cancelled, or given to another worker."""


class Task:
    """What a job is told (`what`), and how it tells of itself."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.what = job.what
        self._next = 0.0
        self._stored: int | None = None

    def stored(self, done: int) -> None:
        """Say how much is stored, in the transaction that stores it. Raises Ended.

        From then on `progress` may be ahead: it goes to a file, while the database says what is
        stored, which is what remains if the process is killed.
        """
        self._stored = done
        if not own(self.job).update(done=done, result=self.job.result):
            raise Ended

    def progress(self, done: int, total: int | None = None) -> None:
        """Say how far the work has come. Raises Ended where it is not to go on."""
        self.job.done = done
        self.job.total = self.job.total if total is None else total
        if time.monotonic() >= self._next:
            self.write()

    def found(self, address: str) -> None:
        """Say where what is found can be seen; it is told with the next progress, or at the end."""
        self.job.result = address

    def write(self) -> None:
        """Write all of that now. Raises Ended.

        Inside a transaction nobody else would see what is written, and SQLite's other writers have
        to wait for its end: how far the work has come is then told by a file.
        """
        if connection.in_atomic_block:
            self._next = time.monotonic() + EVERY
            aside.write(self.job)
            return
        job, self._next = self.job, time.monotonic() + EVERY
        done = job.done if self._stored is None else self._stored
        if done != job.done:
            aside.write(job)
        known = own(job).update(done=done, total=job.total, result=job.result)
        if not known or not own(job).filter(stopping=False).exists():
            raise Ended


@dataclass(frozen=True)
class Kind:
    """A kind of jobs: where the function is that does them, and whether anybody may look at one."""

    path: str
    is_public: bool

    @property
    def work(self) -> Callable[[Task], None]:
        """The function, whose module is imported only where a job is done."""
        found: Callable[[Task], None] = import_string(self.path)
        return found


KINDS: dict[str, Kind] = {}


def kind(name: str, path: str, *, is_public: bool = False) -> None:
    """Say which function does the jobs of this kind, as in "games.study_job.count_study".

    It says how far it has come by `task.progress`, where its findings are by `task.found`, and
    raises JobError for what cannot be done. It must be able to go on where an earlier run was
    ended at any moment.
    """
    KINDS[name] = Kind(path, is_public)


def run(job: Job) -> None:
    """Do a job that this process has taken, and say what became of it."""
    task = Task(job)
    try:
        KINDS[job.kind].work(task)
    except Ended:
        end(job, Job.State.CANCELLED, Job.objects.values_list("message", flat=True).get(pk=job.pk))
    except JobError as error:
        end(job, Job.State.FAILED, str(error))
    except BrokenProcessPool:
        lose(own(job), _("One of the processes that worked on it was ended."))
    except Exception as error:
        logger.exception("job %d, %s", job.pk, job)
        fault = _("A fault of the program ended it (%(name)s); its log says where.")
        end(job, Job.State.FAILED, fault % {"name": type(error).__name__})
    else:
        end(job, Job.State.DONE)
    finally:
        aside.forget(job)
