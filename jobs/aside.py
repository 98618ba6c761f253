"""How far a job has come that is inside a transaction: a small file, read while it runs."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings

from jobs.models import Job

FOLDER = "jobs"


def write(job: Job) -> None:
    """Tell how far a job has come."""
    path = _path(job)
    path.parent.mkdir(exist_ok=True)
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps([job.worker, job.done, job.total]))
    unfinished.replace(path)


def read(job: Job) -> None:
    """Give a running job the numbers that its run has told, if it has."""
    if job.state != Job.State.RUNNING:
        return
    try:
        worker, done, total = json.loads(_path(job).read_text())
    except (OSError, ValueError):
        return
    if worker == job.worker:
        job.done, job.total = done, total


def forget(job: Job) -> None:
    """Delete the file."""
    _path(job).unlink(missing_ok=True)


def _path(job: Job) -> Path:
    return Path(settings.VAR_DIR) / FOLDER / f"{job.pk}.json"
