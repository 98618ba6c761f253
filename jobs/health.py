"""Whether a worker is there: it touches a file each time that it looks around."""

from __future__ import annotations

import time
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from jobs import aside
from jobs.models import GONE, Job

FILE = "worker"


def alive() -> None:
    """Say that this worker is there. A full disk does not keep it from that."""
    path = file()
    try:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    except OSError:
        return


def file() -> Path:
    """The file whose time tells when a worker of this machine was last there."""
    return Path(settings.VAR_DIR) / aside.FOLDER / FILE


def worker_works() -> bool:
    """Whether a worker was there a moment ago: on this machine, or elsewhere with a job."""
    try:
        if time.time() - file().stat().st_mtime < GONE.total_seconds():
            return True
    except OSError:
        pass
    try:
        recent = timezone.now() - GONE
        return Job.objects.filter(state=Job.State.RUNNING, beat__gt=recent).exists()
    except DatabaseError:
        return False
