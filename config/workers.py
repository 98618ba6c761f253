"""Processes that do parts of some work for another one, which hears of it when one is killed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from threading import Event, Lock, Thread
from typing import Any

from config.processes import end_with_parent

LOOK = 0.5  # seconds between two looks at whether all are there


@contextmanager
def workers(
    number: int, begin: Callable[..., object] = end_with_parent, *about: Any
) -> Iterator[ProcessPoolExecutor]:
    """So many processes, each of which calls `begin(*about)` first; waits for their end.

    They are started anew, not forked: a fork would share database connections. Where one is
    killed, what is not done raises BrokenProcessPool.
    """
    pool = ProcessPoolExecutor(number, get_context("spawn"), begin, about)
    _close_in_turn(pool._result_queue)
    over = Event()
    watching = Thread(target=_watch, args=(pool, over), daemon=True)
    watching.start()
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        over.set()
        watching.join()


def _watch(pool: ProcessPoolExecutor, over: Event) -> None:
    """End all of them when one is killed.

    The executor would see that by itself, but for one that is killed while it sends a result: it
    would wait for the rest of it for ever, as long as anybody could send that.
    """
    while not over.wait(LOOK):
        processes = list((pool._processes or {}).values())
        if any(each.exitcode for each in processes):
            for each in processes:
                each.kill()
            pool._result_queue.close_writer()  # type: ignore[attr-defined]
            return


def _close_in_turn(queue: Any) -> None:
    """Let no two threads close an end of a queue at once: the second could close another file."""
    lock, close = Lock(), queue.close

    def in_turn(act: Callable[[], None]) -> None:
        with lock:
            act()

    queue.close = partial(in_turn, close)
    queue.close_writer = partial(in_turn, queue._writer.close)
