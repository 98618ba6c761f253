"""Processes that are started, listened to, replaced when they die or go silent, and ended."""

from __future__ import annotations

import logging
import mmap
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from config.processes import be_killed_with

logger = logging.getLogger(__name__)

LOOK = 0.5  # seconds
LAST = 20.0  # seconds to end in, before it is ended
SOON = 5.0  # a process that lives no longer than this is started again after a pause
PAUSES = (0.0, 0.5, 1.0, 2.0, 3.0)  # seconds

Beat = Callable[[], None]


@dataclass(frozen=True)
class Service:
    """A process to run: `main` does its work, calls `beat` again and again, and returns to end.

    It counts as stuck when it has been silent for `patience` seconds. `silence` tells that of one
    that has no part in the shared memory, such as another program. One that `has_threads` is
    killed with the supervisor; another one looks for itself, and gives its work back.
    """

    name: str
    main: Callable[[Beat], None]
    patience: float
    silence: Callable[[], float] | None = None
    has_threads: bool = True


@dataclass
class Child:
    """One of the processes: its service, and the number of it while it runs."""

    service: Service
    place: int
    pid: int = 0
    started: float = 0.0
    failures: int = 0
    not_before: float = field(default=0.0)


class Supervisor:
    """Runs services until SIGTERM or SIGINT; their processes end with it, however it ends."""

    def __init__(self, services: Sequence[Service]) -> None:
        self.children = [Child(service, place) for place, service in enumerate(services)]
        self.beats = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("d")
        self.stopping = False
        self.pid = os.getpid()
        self.lifeline, self._held = os.pipe()  # reads as ended once this process is gone
        self.wakes, self._wake = os.pipe()

    def run(self) -> None:
        """Start all, and look after them."""
        os.set_blocking(self.wakes, False)
        os.set_blocking(self._wake, False)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop)
        while not self.stopping:
            self.look()
            select.select([self.wakes], [], [], LOOK)
            with suppress(BlockingIOError):
                os.read(self.wakes, 1024)
        self.end()

    def _stop(self, *_: object) -> None:
        self.stopping = True

    def look(self) -> None:
        """Note who has ended, end who is stuck, start who is missing."""
        self.reap()
        now = time.monotonic()
        for child in self.children:
            if child.pid and self.silence(child, now) > child.service.patience:
                logger.error("%s, process %d: stuck, ended", child.service.name, child.pid)
                os.kill(child.pid, signal.SIGKILL)
            elif not child.pid and now >= child.not_before and not self.stopping:
                self.start(child)

    def silence(self, child: Child, now: float) -> float:
        """Seconds since a process was heard of, or was started."""
        if child.service.silence is not None:
            return min(child.service.silence(), now - child.started)
        return now - max(self.beats[child.place], child.started)

    def reap(self) -> None:
        """Note which processes have ended."""
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                self._ended(*ended)

    def _ended(self, pid: int, status: int) -> None:
        for child in self.children:
            if child.pid != pid:
                continue
            now = time.monotonic()
            child.failures = child.failures + 1 if now - child.started < SOON else 0
            child.not_before = now + PAUSES[min(child.failures, len(PAUSES) - 1)]
            child.pid = 0
            if not self.stopping:
                code = os.waitstatus_to_exitcode(status)
                logger.error("%s, process %d: ended (%d), begun again",
                             child.service.name, pid, code)  # fmt: skip

    def start(self, child: Child) -> None:
        """Start the process of a service."""
        child.started = time.monotonic()
        pid = os.fork()
        if pid:
            child.pid = pid
            return
        code = 1
        try:
            self._be(child)
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _be(self, child: Child) -> None:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(
            signal.SIGINT, signal.SIG_IGN
        )  # Ctrl+C goes to all: this one's parent ends it
        for each in (self._held, self._wake, self.wakes):
            os.close(each)
        if child.service.has_threads:
            be_killed_with(self.pid)
            Thread(target=self._end_with_parent, daemon=True).start()
        with suppress(OSError):  # where the system has such a name for processes
            Path("/proc/self/comm").write_text(child.service.name, encoding="ascii")
        place = child.place

        def beat() -> None:
            self.beats[place] = time.monotonic()

        child.service.main(beat)

    def _end_with_parent(self) -> None:
        os.read(self.lifeline, 1)
        os._exit(1)

    def end(self) -> None:
        """Have all processes end, and end those that do not."""
        for number, seconds in ((signal.SIGTERM, LAST), (signal.SIGKILL, LAST)):
            until = time.monotonic() + seconds
            for child in self.children:
                if child.pid:
                    with suppress(ProcessLookupError):
                        os.kill(child.pid, number)
            while any(child.pid for child in self.children) and time.monotonic() < until:
                self.reap()
                time.sleep(LOOK / 10)
