"""One answer made at a time for each key: whoever asks for the same meanwhile gets that one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import Any

LONGEST = 0.5  # seconds that a thread waits for another, which may never come to an end


@dataclass
class _Turn:
    """Who makes an answer, and how many threads want to."""

    lock: Any = field(default_factory=RLock)  # a view may ask for its own address
    wanted: int = 0


_turns: dict[tuple[str, ...], _Turn] = {}
_guard = Lock()


@contextmanager
def in_turn(key: tuple[str, ...]) -> Iterator[bool]:
    """Wait for another thread that makes the same answer; whether there was one."""
    with _guard:
        turn = _turns.setdefault(key, _Turn())
        others = turn.wanted > 0
        turn.wanted += 1
    taken = turn.lock.acquire(timeout=LONGEST)
    try:
        yield others
    finally:
        if taken:
            turn.lock.release()
        with _guard:
            turn.wanted -= 1
            if not turn.wanted:
                del _turns[key]
