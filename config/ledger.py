"""How often each client may do something, counted in memory that all processes of the site share.

A client may use up its requests at once; then they come back evenly. The table has a fixed size,
and a client's name in it is a keyed digest. Two clients may meet in one place; then the older one
starts afresh. The memory belongs to no file, so a full disk cannot end a process that counts; it is
shared with processes that are forked after `ledger()` was called first, and lost at a restart.
"""

from __future__ import annotations

import mmap
from functools import cache

ITEM = 8  # bytes
MINUTE, HOUR = 60.0, 3600.0  # seconds
PLACES = 1 << 16
ROUNDING = 1e-6  # of the moments that are added up


class Ledger:
    """For each client the moment at which all its requests are forgotten.

    Nobody waits for a lock: of two requests at the same moment one may not count.
    """

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 2 * PLACES * ITEM)
        shared = memoryview(self._memory)
        self.clients = shared[: PLACES * ITEM].cast("Q")
        self.free_at = shared[PLACES * ITEM :].cast("d")

    def wait(self, client: int, rate: float, now: float, period: float = MINUTE) -> float:
        """Count a request: 0; or the seconds to wait, and then it does not count.

        `rate` is in requests for each `period` of seconds, `client` a number of 64 bits, `now`
        seconds since 1970.
        """
        place = client % PLACES
        free_at = self.free_at[place] if self.clients[place] == client else now
        if not now < free_at <= now + period:  # long ago, or the clock was set back
            free_at = now
        free_at += period / rate
        if free_at > now + period * (1 + ROUNDING):
            return free_at - now - period
        self.free_at[place] = free_at
        self.clients[place] = client
        return 0

    def take_back(self, client: int, rate: float, period: float = MINUTE) -> None:
        """Count a request no more that `wait` has counted."""
        place = client % PLACES
        if self.clients[place] == client:
            self.free_at[place] -= period / rate

    def forget(self) -> None:
        """Start afresh with every client."""
        self._memory[:] = bytes(len(self._memory))


@cache
def ledger() -> Ledger:
    """The one of this site."""
    return Ledger()
