"""What a command has cost: processor time of all its processes, and time by the clock."""

from __future__ import annotations

import os
import resource
import time


class Spent:
    """Measures from when it is made; processes count once they have ended."""

    def __init__(self) -> None:
        self._began, self._used = time.monotonic(), _used()

    def __str__(self) -> str:
        clock, used = time.monotonic() - self._began, _used() - self._used
        machine = f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
        return f"{used:.0f} s of processor time, {clock:.0f} s by the clock ({machine})"


def _used() -> float:
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)
