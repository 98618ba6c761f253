"""Commands in processes of their own, on the database of the test, and what becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from tests.waiting import HANGS

PROJECT = Path(__file__).resolve().parents[1]


@contextmanager
def running(arguments: list[object], env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """`manage.py` with these arguments; killed at the end, if it has not ended by itself."""
    command = [sys.executable, "manage.py", *map(str, arguments)]
    process = subprocess.Popen(
        command, cwd=PROJECT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def workers_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    command = ["ps", "-o", "pid=", "--ppid", str(pid)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # 1 where none is
    return [int(word) for word in found.stdout.split()]


@contextmanager
def held(pid: int) -> Iterator[None]:
    """A process and all that it has started stand still meanwhile."""
    still = [pid]
    for each in still:
        os.kill(each, signal.SIGSTOP)
        still += workers_of(each)  # a process that stands still starts no more
    try:
        yield
    finally:
        for each in still:
            os.kill(each, signal.SIGCONT)


def threads_of(pid: int) -> int:
    """How many threads a process has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


def wait_for(what: Callable[[], object], seconds: float = HANGS) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "that took too long"
        time.sleep(0.02)


def own_database() -> str:
    """The address of the database that this test runs on, for another process."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    base = os.environ["DATABASE_URL"].rpartition("/")[0]
    return f"{base}/{connection.settings_dict['NAME']}"
