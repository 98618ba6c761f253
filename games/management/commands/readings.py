"""Play every reading of a ruleset, and rank them by how they play."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.spent import Spent
from games.management.stored import ruleset_named
from games.models import PlayedReading
from games.play import RulesError
from games.readings import Row, Weights
from games.readings.ranking import HEAVIEST, NAMES, USUAL
from games.readings_played import (
    CONTROLS,
    MOST_CONTROLS,
    MOST_ROUNDS,
    MOST_SEEDS,
    ROUNDS,
    SEED,
    plan,
    played_of,
)
from games.readings_table import FIGURES, Table, as_csv, table_of
from games.study.executors import NoCluster, executor

WIDTH = 13


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # which import every page
    help = (
        "Let computer players play every combination of a ruleset's options, and rank these by how "
        "they play, with intervals of 95 percent, beside how well each is attested. A reading that "
        "is clearly out is played no further. --controls makes up rules that nobody ever played "
        "and ranks them likewise: what the ranking says of them is what it is worth. The same seed "
        "gives the same figures on every machine; what is played is stored, and goes on where it "
        "was interrupted. DASK_SCHEDULER names a Dask cluster to use."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the ruleset, as in its address")
        parser.add_argument(
            "--rounds", type=int, default=ROUNDS,
            help=f"rounds of 20 games of each kind and 100 random ones ({ROUNDS})",
        )  # fmt: skip
        parser.add_argument("--seed", type=int, default=SEED, help=f"of the first game ({SEED})")
        parser.add_argument(
            "--controls", type=int, default=0, metavar="N",
            help=f"also make up so many rules, as {CONTROLS} (0)",
        )  # fmt: skip
        parser.add_argument(
            "--weight", action="append", default=[], metavar="CRITERION=NUMBER",
            help=f"how much it counts, 0 to {HEAVIEST:g}: {', '.join(NAMES)}",
        )  # fmt: skip
        parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
        parser.add_argument("--out", type=Path, metavar="FILE", help="write FILE.csv")

    def handle(self, *args: Any, **options: Any) -> None:
        _check(options)
        weights = _weights(options["weight"])
        ruleset, spent = ruleset_named(options["slug"]), Spent()
        try:
            found = plan(ruleset, options["rounds"], options["seed"], options["controls"])
            with executor(options["jobs"], settings.DASK_SCHEDULER) as pool:
                found.run(pool, lambda done: self._tell(done, found.total))
        except (RulesError, NoCluster, BrokenProcessPool) as error:
            raise CommandError(str(error)) from error
        self.stderr.write(str(spent))
        numbers = {row.pk for row in found.rows}
        rows = [row for row in played_of(ruleset, options["seed"]) if row.pk in numbers]
        table = table_of(ruleset, rows, weights)
        for line in lines(table):
            self.stdout.write(line)
        if options["out"] is not None:
            try:
                options["out"].write_text(
                    as_csv(ruleset, table, weights), encoding="utf-8", newline=""
                )
            except OSError as error:
                raise CommandError(f"--out {options['out']}: {error.strerror}") from error

    def _tell(self, done: int, total: int) -> None:
        ending = "\n" if done >= total else ""
        self.stderr.write(f"\r{done} of {total} rounds", ending=ending)
        self.stderr.flush()


def _check(options: dict[str, Any]) -> None:
    for name, least, most in (
        ("rounds", 1, MOST_ROUNDS), ("seed", 0, MOST_SEEDS // 2),
        ("controls", 0, MOST_CONTROLS), ("jobs", 1, 1000),
    ):  # fmt: skip
        if not least <= options[name] <= most:
            raise CommandError(f"--{name} is {options[name]}: write {least} to {most}")


def _weights(given: list[str]) -> Weights:
    weights = dict(USUAL)
    for each in given:
        name, _, number = each.partition("=")
        try:
            weights[_criterion(name)] = _number(number)
        except ValueError as error:
            raise CommandError(f"--weight {each}: {error}") from error
    return weights


def _criterion(name: str) -> str:
    found = name.replace("-", " ")
    if found not in NAMES:
        raise ValueError(f"there are {', '.join(NAMES)}")
    return found


def _number(text: str) -> float:
    number = float(text)
    if not 0 <= number <= HEAVIEST:
        raise ValueError(f"write 0 to {HEAVIEST:g}")
    return number


def lines(table: Table) -> Iterator[str]:
    """The table as lines for people to read."""
    yield " ".join(f"{name:>{WIDTH}}" for name in ("score", *FIGURES, "attested"))
    for row in table.readings:
        name = ", ".join(row.what.options) or "the only reading"
        yield _line(table, row)
        yield f"  {row.place}. {name}{_notes(table, row.what)}"
    if table.controls:
        yield f"made up by a program: {len(table.controls)}"
        for row in table.controls:
            yield _line(table, row)
            yield f"  {row.place}. {'; '.join(row.what.changes)}{_notes(table, row.what)}"
    if table.controls and table.above is not None:
        yield f"the usual reading scores above {table.above} of {len(table.controls)} made up"


def _notes(table: Table, played: PlayedReading) -> str:
    usual = " (usual)" if table.is_usual(played) else ""
    return usual + (f" [stopped after {played.rounds} rounds: {played.out}]" if played.out else "")


def _line(table: Table, row: Row[PlayedReading]) -> str:
    cells = [f"{row.score.value:.2f} ±{(row.score.high or 0) - row.score.value:.2f}"]
    for name in FIGURES:
        found = row.measures.get(name)
        cells.append("" if found is None else f"{found.estimate.value:.2f}")
    told = table.attested[row.what.pk]
    cells.append("" if told is None else f"{told.share:.2f}")
    return " ".join(f"{cell:>{WIDTH}}" for cell in cells)
