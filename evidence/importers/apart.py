"""Work for a second processor: a process that reads while this one writes, and reads too.

It is started afresh, without the database connection of this one, and ends when this one does.
"""

from __future__ import annotations

import gc
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import Any

from config.processes import end_with_parent
from config.workers import workers
from evidence.bulk import SELDOM

AHEAD = 4  # pieces of work that the other process is given before they are asked for
MOST = 8  # that are done or given at a time
_made: list[Callable[[Any], Any]] = []


def worked(
    make: Callable[..., Callable[[Any], Any]],
    about: tuple[Any, ...],
    pieces: Iterable[Any],
    *,
    alone: bool = False,
) -> Iterator[Any]:
    """`make(*about)` done to each piece, in order; by this process where `alone`.

    Instead of waiting for the other process, this one does some pieces as well. `make` is a
    function or class of a module; all of it can be pickled.
    """
    done_here = make(*about)
    if alone:
        yield from map(done_here, pieces)
        return
    pieces = iter(pieces)
    waiting: deque[Future[Any]] = deque()
    with workers(1, _begin, pickle.dumps((make, about))) as pool:
        waiting.extend(pool.submit(_work, each) for each in islice(pieces, AHEAD))
        while waiting:
            while not waiting[0].done() and len(waiting) < MOST and (some := [*islice(pieces, 1)]):
                waiting.append(_done(done_here(some[0])))
            yield waiting.popleft().result()
            if sum(not each.done() for each in waiting) < AHEAD:
                waiting.extend(pool.submit(_work, each) for each in islice(pieces, 1))


def _done(result: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(result)
    return future


def _begin(pickled: bytes) -> None:
    end_with_parent()
    import django  # noqa: PLC0415

    django.setup()  # before models are named in what follows
    make, about = pickle.loads(pickled)  # noqa: S301 - written by the process that began this one
    _made[:] = [make(*about)]
    gc.freeze()
    gc.set_threshold(SELDOM)


def _work(piece: Any) -> Any:
    return _made[0](piece)
