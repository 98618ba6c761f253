"""Processes that are started by others: they do not outlive them, nor copy what has threads."""

from __future__ import annotations

import ctypes
import os
import signal
from contextlib import suppress
from multiprocessing import connection, parent_process
from threading import Thread

PR_SET_PDEATHSIG = 1  # of prctl
M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD = -8, -3, -1  # of mallopt
KEPT = 32 * 1024 * 1024  # bytes


def without_threads() -> None:
    """Keep numpy from starting threads when it is loaded, which it is not yet.

    Only a process without threads can be copied: in the copy the locks that they hold stay locked.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def with_one_heap() -> None:
    """Keep glibc from giving threads heaps of their own, each of which holds on to what was freed.

    What the one heap has free at its end, up to `KEPT` bytes, it does not give back after each
    search only to have it filled with zeros again. Processes that are copies of this one have the
    same.
    """
    with suppress(AttributeError, OSError):  # not glibc
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_ARENA_MAX, 1)
        mallopt(M_MMAP_THRESHOLD, KEPT)
        mallopt(M_TRIM_THRESHOLD, KEPT)


def end_with_parent(*watched: int) -> None:
    """End this process when its parent ends, or any process whose `watch` is given.

    Otherwise it would wait or work for ever.
    """
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=([parent.sentinel, *watched],), daemon=True).start()


def _end_after(watched: list[int]) -> None:
    connection.wait(watched)
    os._exit(1)


def watch(pid: int) -> int | None:
    """A file descriptor that is readable once that process has ended; None if there is none."""
    with suppress(AttributeError, OSError):
        return os.pidfd_open(pid)
    return None


def be_killed_with(parent: int) -> None:
    """Let the system kill this process when its parent ends, whatever it does then (Linux).

    It must be called in a process that the main thread of its parent has started.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended before
        os._exit(1)
