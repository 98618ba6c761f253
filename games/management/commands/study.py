"""Count how the clauses of a ruleset show up in random games, and what changes without one."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.stored import add_ruleset_arguments, ruleset_named
from games.play import RulesError
from games.study.differences import differences
from games.study.executors import NoCluster, executor
from games.study.printing import difference_lines, lines
from games.study.writing import as_csv, as_json, differences_as_csv
from games.studying import Job, about, job, title

BAR = 40


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # which import every page
    help = (
        "Play random games of a stored ruleset and count: outcomes, length, and how often, when "
        "and how each clause shows up, with intervals of 95 percent. With --without or --instead "
        "the same again without a clause or with another option, and the differences. The same "
        "seed gives the same figures on every machine. What is counted is stored: a study that was "
        "interrupted goes on when it is started again. DASK_SCHEDULER names a Dask cluster to use."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ruleset_arguments(parser)
        parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
        parser.add_argument("--seed", type=int, default=1, help="seed of the first game (1)")
        parser.add_argument("--without", default="", metavar="CLAUSE", help="compare without it")
        parser.add_argument(
            "--instead",
            action="append",
            default=[],
            metavar="OPTION/ITEM",
            help="compare with this choice; may be repeated",
        )
        parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
        parser.add_argument("--out", type=Path, metavar="FILE", help="write FILE.json or FILE.csv")

    def handle(self, *args: Any, **options: Any) -> None:
        out: Path | None = options["out"]
        if options["jobs"] < 1:
            raise CommandError(f"--jobs is {options['jobs']}: write 1 or more")
        if out is not None:
            _check_writable(out)
        jobs = _jobs(options)
        try:
            ready = {each.design: each.counted for each in jobs}
            with executor(options["jobs"], settings.DASK_SCHEDULER, ready) as found:
                for each in jobs:
                    self._run(each, found)
        except (NoCluster, BrokenProcessPool) as error:
            raise CommandError(str(error)) from error
        self._say(jobs)
        if out is not None:
            with _plainly(out):
                out.write_text(_written(jobs, out.suffix), encoding="utf-8", newline="")
            self.stdout.write(f"written to {out}")

    def _run(self, each: Job, found: Executor) -> None:
        """Count, with a bar that grows."""
        games = each.study.games
        self.stderr.write(title(each.study))

        def progress(done: int) -> None:
            bar = "#" * (BAR * done // games)
            self.stderr.write(f"\r{bar:.<{BAR}} {done} of {games} games", ending="")
            self.stderr.flush()

        each.run(found, progress)
        self.stderr.write("")

    def _say(self, jobs: list[Job]) -> None:
        for each in jobs:
            self.stdout.write(
                f"{title(each.study)}: {each.study.games} games from seed {each.study.seed}"
            )
            for line in lines(each.measures):
                self.stdout.write(line)
        if len(jobs) == 2:
            self.stdout.write(f"Differences, {title(jobs[1].study)}:")
            for line in difference_lines(_compared(jobs)):
                self.stdout.write(line)


def _check_writable(out: Path) -> None:
    """Refuse a file that cannot be written before anything is counted. Raises CommandError."""
    if out.suffix not in (".json", ".csv"):
        raise CommandError(f"--out {out}: write a name that ends in .json or .csv")
    new = not out.exists()
    with _plainly(out):
        out.open("a", encoding="utf-8").close()
        if new:
            out.unlink()


@contextmanager
def _plainly(out: Path) -> Iterator[None]:
    """What the system says of a file, as a CommandError."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"--out {out}: {error.strerror}") from error


def _jobs(options: dict[str, Any]) -> list[Job]:
    """The study asked for, and the one to compare it with. Raises CommandError."""
    ruleset = ruleset_named(options["slug"])
    chosen, instead, without = options["option"], options["instead"], options["without"]
    try:
        jobs = [job(ruleset, options["games"], options["seed"], chosen)]
        if instead or without:
            other = [*chosen, *instead]
            jobs.append(job(ruleset, options["games"], options["seed"], other, without))
    except (RulesError, ValueError) as error:
        raise CommandError(str(error)) from error
    return jobs


def _compared(jobs: list[Job]) -> list[Any]:
    one, other = jobs
    return differences(one.measures, other.measures, (one.study.games, other.study.games))


def _written(jobs: list[Job], suffix: str) -> str:
    if len(jobs) == 1:
        (one,) = jobs
        return as_csv(one.measures) if suffix == ".csv" else as_json(about(one.study), one.measures)
    one, other = jobs
    compared = _compared(jobs)
    if suffix == ".csv":
        return differences_as_csv(compared)
    return as_json(about(one.study), one.measures, about(other.study), other.measures, compared)
