"""The process in which one job is done: a copy of the worker, or an empty one."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process

from config.processes import be_killed_with, end_with_parent


def main(pk: int, worker: str, *watched: int) -> None:
    """Do the job with that number, taken under that name; it gives way by `JOB_NICENESS`.

    `watched` are file descriptors from `config.processes.watch`: it ends with those processes, too.
    """
    # Ctrl+C goes to the whole group: it is the worker that then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()
    if parent is not None and parent.pid is not None:
        be_killed_with(parent.pid)
    end_with_parent(*watched)
    import django  # noqa: PLC0415 - an empty one has nothing set up yet

    django.setup()
    from django.conf import settings  # noqa: PLC0415

    os.nice(settings.JOB_NICENESS)
    from jobs.models import Job  # noqa: PLC0415
    from jobs.tasks import run  # noqa: PLC0415

    job = Job.objects.filter(pk=pk, worker=worker).first()
    if job is not None:
        run(job)
