"""Studies of stored rulesets: begun, kept batch by batch, gone on with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Ruleset, Study
from games.study import Design, Tally, run
from games.study.counting import Counted, counted
from games.study.design import VERSION
from games.study.figures import Measure, figures
from games.study.second import CountedSecond

# Seeds are numbers of 31 bits.
MOST_SEEDS = 2**31


def title(study: Study) -> str:
    """What is studied, in words."""
    without = f" without {study.without}" if study.without else ""
    options = f" ({', '.join(study.options)})" if study.options else ""
    return f"{study.ruleset.slug}{without}{options}"


def about(study: Study) -> dict[str, Any]:
    """What anyone needs to count the same again, as JSON."""
    names = ("digest", "module", "version", "options", "without", "seed", "games", "done")
    return {"ruleset": study.ruleset.slug} | {name: getattr(study, name) for name in names}


@dataclass(frozen=True)
class Job:
    """A stored study with what counts its games."""

    design: Design
    counted: Counted | CountedSecond
    study: Study

    @property
    def measures(self) -> list[Measure]:
        """What the games counted so far say."""
        tally = Tally.read(self.study.tally) if self.study.tally else Tally()
        return figures(tally, self.counted.rules.players, self.design.clauses)

    def run(
        self,
        executor: Executor,
        progress: Callable[[int], None],
        stored: Callable[[], None] = lambda: None,
    ) -> None:
        """Count the games that are missing; whatever batch is done is stored.

        `stored` is called in the transaction of each batch.
        """
        done = Tally.read(self.study.tally) if self.study.tally else Tally()
        progress(done.games)
        run(
            self.design,
            self.study.games,
            executor,
            done=done,
            digest=self.counted.digest,
            keep=partial(self._keep, stored=stored),
            progress=progress,
        )

    def _keep(self, tally: Tally, stored: Callable[[], None] = lambda: None) -> None:
        """Store a batch, unless another run of the same study has come further."""
        self.study.done, self.study.tally = tally.games, tally.written()
        behind = Study.objects.filter(pk=self.study.pk, done__lt=tally.games)
        with transaction.atomic():
            behind.update(done=tally.games, tally=self.study.tally, changed=timezone.now())
            stored()


def job(
    ruleset: Ruleset, games: int, seed: int, options: Iterable[str] = (), without: str = ""
) -> Job:
    """The study of a ruleset: the stored one, or a new one with nothing done.

    Raises games.play.RulesError for options, or a clause that cannot be left out; ValueError for
    numbers of games or seeds that are not there.
    """
    if games < 1 or seed < 0 or seed + games > MOST_SEEDS:
        raise ValueError(f"{games} games from seed {seed}: seeds go from 0 to {MOST_SEEDS - 1}")
    names = tuple(ruleset.clauses.values_list("name", flat=True))
    design = Design(ruleset.text, tuple(options), without, seed, names)
    ready = counted(design)
    study, _new = Study.objects.get_or_create(
        ruleset=ruleset,
        digest=ruleset.digest,
        module=ready.digest,
        version=VERSION,
        options=list(ready.rules.chosen),
        without=without,
        seed=seed,
        games=games,
    )
    return Job(design, ready, study)
