"""Readings of stored rulesets: every combination of the options, played and stored by rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import product
from math import prod

from django.db import transaction
from django.utils import timezone

from games.ludemes import expand
from games.models import PlayedReading, Ruleset
from games.play import RulesError
from games.readings import VERSION, Progress, Reading, Tally, compiled, made_up, run
from games.readings.running import ROUND

# Combinations of options that are played, rounds of each, and rules made up beside them.
MOST_READINGS, MOST_ROUNDS, MOST_CONTROLS = 128, 100, 50
MOST_SEEDS = 2**31
ROUNDS, CONTROLS, SEED = 4, 10, 1
GAMES_OF_ROUND = sum(ROUND.values())


def combinations(text: str) -> list[tuple[str, ...]]:
    """Every combination of the options of a text, the usual one first. Raises RulesError."""
    rules = expand(text)
    number = prod(len(each.choices) for each in rules.options)
    if number > MOST_READINGS:
        raise RulesError(f"there are {number} readings: at most {MOST_READINGS} are played")
    items = [[f"{each.heading}/{one.label}" for one in each.choices] for each in rules.options]
    found = list(product(*items))
    return sorted(found, key=lambda each: each != rules.chosen)


@dataclass
class Plan:
    """The readings of a ruleset that are to have so many rounds, each with its stored row."""

    rows: list[PlayedReading]
    readings: list[Progress]
    rounds: int
    seed: int

    @property
    def total(self) -> int:
        """How many rounds there are to play at most."""
        return self.rounds * len(self.rows)

    @property
    def done(self) -> int:
        """How many rounds are stored, and how many are not played as their reading is out."""
        return sum(self.rounds if row.out else min(row.rounds, self.rounds) for row in self.rows)

    def run(
        self,
        executor: Executor,
        tell: Callable[[int], None] = lambda rounds: None,
        stored: Callable[[], None] = lambda: None,
    ) -> None:
        """Play what is missing. `stored` is called in the transaction that stores a round."""

        def keep(progress: Progress) -> None:
            row = self.rows[self.readings.index(progress)]
            row.tally, row.rounds = progress.tally.written(), progress.tally.rounds
            row.out = progress.out
            with transaction.atomic():
                behind = PlayedReading.objects.filter(pk=row.pk, rounds__lte=row.rounds)
                behind.update(
                    tally=row.tally, rounds=row.rounds, out=row.out, changed=timezone.now()
                )
                stored()

        for group in self._groups():
            run(
                group, self.rounds, executor, seed=self.seed, keep=keep,
                tell=lambda _: tell(self.done),
            )  # fmt: skip

    def _groups(self) -> Iterator[Sequence[Progress]]:
        """Readings stop each other, and rules that were made up stop nobody."""
        pairs = list(zip(self.rows, self.readings, strict=True))
        yield [reading for row, reading in pairs if not row.control]
        for row, reading in pairs:
            if row.control:
                yield [reading]


def plan(ruleset: Ruleset, rounds: int, seed: int = SEED, controls: int = 0) -> Plan:
    """What is to be played, with what is stored of it. Raises RulesError."""
    found = Plan([], [], rounds, seed)
    for options in combinations(ruleset.text):
        _add(found, ruleset, Reading(ruleset.text, options))
    for number in range(1, controls + 1):
        made = made_up(ruleset.text, number)
        if made is not None:
            _add(found, ruleset, Reading(made.text), number, made.changes)
    return found


def _add(
    found: Plan, ruleset: Ruleset, reading: Reading, control: int = 0, changes: Iterable[str] = ()
) -> None:
    """One more reading, with its row: the stored one, or a new one with nothing played."""
    ready = compiled(reading)
    row, _new = PlayedReading.objects.get_or_create(
        ruleset=ruleset, digest=ruleset.digest, module=ready.digest, version=VERSION,
        seed=found.seed, options=list(ready.chosen), control=control,
        defaults={"text": reading.text if control else "", "changes": list(changes)},
    )  # fmt: skip
    tally = Tally.read(row.tally)
    tally.players = ready.players
    found.rows.append(row)
    found.readings.append(Progress(ready, tally, row.out))


def played_of(ruleset: Ruleset, seed: int | None = None) -> list[PlayedReading]:
    """What is stored of the text as it is: of one seed, that with most rounds unless given."""
    rows = ruleset.readings.filter(digest=ruleset.digest, version=VERSION, rounds__gt=0)
    if seed is None:
        largest = rows.order_by("-rounds", "seed").values_list("seed", flat=True).first()
        seed = SEED if largest is None else largest
    return list(rows.filter(seed=seed).order_by("control", "pk"))
