"""The process that makes a file of a large corpus: beside the site, or while who asks waits."""

from __future__ import annotations

import subprocess
import sys

from django.conf import settings

from evidence.search.snapshot import files

COMMAND = [sys.executable, "manage.py", "make_snapshot"]
MAKING = 900  # seconds that this may take

_started: list[subprocess.Popen[bytes]] = []


def wait() -> None:
    """Make the file of the current version, unless there is one."""
    subprocess.run(COMMAND, cwd=settings.BASE_DIR, timeout=MAKING, check=False)  # noqa: S603


def start() -> None:
    """The same without waiting; nothing where a process is at it."""
    _started[:] = [process for process in _started if process.poll() is None]
    if not _started and not files.busy():
        _started.append(subprocess.Popen(COMMAND, cwd=settings.BASE_DIR))  # noqa: S603
