"""Run the batches of a design on any `concurrent.futures.Executor`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future

from games.study.counting import MOST, count
from games.study.design import Design
from games.study.tally import Tally

# Games between two times that what is done is kept; each batch goes out in parts of MOST games.
BATCH = 500


def batches(games: int, done: int = 0) -> Iterator[tuple[int, int]]:
    """The batches yet to be played: number of the first game, and how many."""
    for first in range(done, games, BATCH):
        yield first, min(BATCH, games - first)


def run(
    design: Design,
    games: int,
    executor: Executor,
    *,
    done: Tally | None = None,
    digest: str = "",
    keep: Callable[[Tally], None] = lambda tally: None,
    progress: Callable[[int], None] = lambda games: None,
) -> Tally:
    """Count the games of a design from where `done` ends, batch by batch.

    `keep` is called with the whole after every batch, `progress` with the number of games after
    every part. `digest` is that of the module which all workers must compile. The figures depend
    on design and number of games alone: tallies are sums of integers over games that each have
    their own seed.
    """
    total = done or Tally()
    for first, size in batches(games, total.games):
        parts = _parts(design, first, size, executor, digest)
        try:
            batch = Tally()
            for part in parts:
                batch.add(part.result())
                progress(first + batch.games)
        except BaseException:
            for part in parts:
                part.cancel()
            raise
        total.add(batch)
        keep(total)
    return total


def _parts(
    design: Design, first: int, size: int, executor: Executor, digest: str
) -> list[Future[Tally]]:
    return [
        executor.submit(count, design, at, min(MOST, first + size - at), digest)
        for at in range(first, first + size, MOST)
    ]
