"""Work for other processors: processes that read while this one writes.

They are started afresh, without the database connection of this one, and end when this one does.
"""

from __future__ import annotations

import gc
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any

from config.processes import end_with_parent

READERS = 2  # processes; on two processors, too, they keep the one that writes busy
AHEAD = 4  # pieces of work that are done before they are asked for
SELDOM = 100_000  # objects made, before those that refer to each other are looked for
_made: list[Callable[[Any], Any]] = []


def worked(
    make: Callable[..., Callable[[Any], Any]],
    about: tuple[Any, ...],
    pieces: Iterable[Any],
    *,
    alone: bool = False,
) -> Iterator[Any]:
    """`make(*about)` done to each piece, in order; by this process where `alone`.

    `make` is a function or class of a module; all of it can be pickled.
    """
    if alone:
        yield from map(make(*about), pieces)
        return
    pieces = iter(pieces)
    with ProcessPoolExecutor(
        READERS, get_context("spawn"), _begin, (pickle.dumps((make, about)),)
    ) as pool:
        waiting: deque[Future[Any]] = deque(
            pool.submit(_work, each) for each in islice(pieces, AHEAD)
        )
        try:
            while waiting:
                done = waiting.popleft().result()
                waiting.extend(pool.submit(_work, each) for each in islice(pieces, 1))
                yield done
        finally:
            pool.shutdown(cancel_futures=True)


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
