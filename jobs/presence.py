"""Which workers of this machine have ended: each holds the lock of a file as long as it lives.

The process of a job, a copy of its worker, holds the same lock. The system frees it when both have
ended, however that came about: what they did is then taken up at once. The file holds the number of
the worker's process. Of workers of other machines, and where the disk takes no file, silence alone
tells.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from uuid import uuid4

from django.conf import settings

from jobs import aside

NAME = 24  # letters of the name of a run that name its worker
ENDING = ".worker"
SETTLING, STEP = 2.0, 0.02  # seconds


class Presence:
    """A worker that is there until this is closed, or its process has ended."""

    def __init__(self) -> None:
        self.name = uuid4().hex[:NAME]
        self._runs = count()
        self._held: int | None = None
        with suppress(OSError):
            self._held = _locked(self.name)

    def run(self) -> str:
        """The name of the next run."""
        return f"{self.name}{next(self._runs):08x}"

    def close(self) -> None:
        """Be there no longer, and leave nothing behind."""
        forget(self.name)
        if self._held is not None:
            os.close(self._held)
            self._held = None


def ended() -> Iterator[str]:
    """The names of workers that have ended and were not forgotten since."""
    for path in _folder().glob(f"*{ENDING}"):
        with suppress(OSError), path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield path.stem


def settle() -> None:
    """Wait until the processes of workers that were killed have ended too, which is soon.

    A worker that starts earlier would not find their jobs to resume, and would start another one.
    """
    until = time.monotonic() + SETTLING
    while any(map(_is_ending, _folder().glob(f"*{ENDING}"))) and time.monotonic() < until:
        time.sleep(STEP)


def _is_ending(path: Path) -> bool:
    """Whether a lock is held, and not by the worker that has made it."""
    try:
        with path.open("rb") as file:
            worker = int(file.read() or b"0")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return worker > 0 and not _is_there(worker)
    except (OSError, ValueError):
        return False
    return False


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def forget(name: str) -> None:
    """Delete the file of a worker."""
    with suppress(OSError):
        _path(name).unlink()


def _locked(name: str) -> int:
    """Make the file of a worker, which appears when it is locked; the open file."""
    path = _path(name)
    unlocked = path.with_suffix(".unlocked")
    path.parent.mkdir(exist_ok=True)
    file = os.open(unlocked, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(file, fcntl.LOCK_EX)
    os.write(file, b"%d" % os.getpid())
    unlocked.replace(path)
    return file


def _path(name: str) -> Path:
    return _folder() / f"{name}{ENDING}"


def _folder() -> Path:
    return Path(settings.VAR_DIR) / aside.FOLDER
