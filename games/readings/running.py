"""Readings are played round after round on any `concurrent.futures.Executor`.

A round is the same number of games of each kind for every reading that is not out. Who is out is
found at the end of each round, from tallies of as many rounds: a run that was killed goes on to the
same figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field

from games.readings.contests import Kind, Ready, play
from games.readings.measures import measured
from games.readings.ranking import out
from games.readings.tally import Sums, Tally

# Games of each kind in a round: random games cost next to nothing.
ROUND = {Kind.RANDOM: 100, Kind.EQUAL: 20, Kind.SKILL: 20}
# Rounds before anything can be out.
FIRST_ROUNDS = 2


@dataclass
class Progress:
    """How far a reading is: the module that all workers play, its tally, and why it is out."""

    ready: Ready
    tally: Tally = field(default_factory=Tally)
    out: str = ""


def run(
    readings: Sequence[Progress],
    rounds: int,
    executor: Executor,
    *,
    seed: int = 1,
    keep: Callable[[Progress], None] = lambda progress: None,
    tell: Callable[[int], None] = lambda games: None,
) -> None:
    """Play rounds until each reading has so many or is out. `keep` is called with each round done.

    `tell` receives the number of rounds played so far, over all readings.
    """
    for number in range(1, rounds + 1):
        behind = [each for each in readings if not each.out and each.tally.rounds < number]
        parts = [(each, _submitted(each, number, seed, executor)) for each in behind]
        try:
            for each, futures in parts:
                _take(each, futures, number)
                keep(each)
                tell(sum(one.tally.rounds for one in readings))
        except BaseException:
            for _, futures in parts:
                for future in futures.values():
                    future.cancel()
            raise
        if number >= FIRST_ROUNDS and number < rounds:
            _stop(readings, number, keep)


def _submitted(
    each: Progress, number: int, seed: int, executor: Executor
) -> dict[Kind, Future[Sums]]:
    return {
        kind: executor.submit(play, each.ready, kind, seed + (number - 1) * games, games)
        for kind, games in ROUND.items()
    }


def _take(each: Progress, futures: dict[Kind, Future[Sums]], number: int) -> None:
    """Add a round once all of it is played."""
    found = {kind: future.result() for kind, future in futures.items()}
    for kind, sums in found.items():
        getattr(each.tally, kind.value).add(sums)
    each.tally.rounds = number


def _stop(readings: Sequence[Progress], number: int, keep: Callable[[Progress], None]) -> None:
    """Find out who is out after this round, all of them by the same figures."""
    playing = [each for each in readings if not each.out and each.tally.rounds == number]
    figures = [measured(each.tally) for each in playing]
    for each, own in zip(playing, figures, strict=True):
        each.out = out(own, (other for other in figures if other is not own))
        if each.out:
            keep(each)
