"""Solve a small game: who wins, in how many moves, and by which."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.stored import add_ruleset_arguments, ruleset_named, text_of
from games.play import RulesError
from games.play.second import load_second
from games.solve import Bounds, Expected, Problem, Solution, SolveError, Unsolvable, expect, solve
from games.solve.limits import MEMORY, POSITIONS, SECONDS
from games.solve.printing import lines
from games.solved import FOLDER, store, write
from games.study.executors import NoCluster, executor

ENDLESS = {"nobody": 0, "1": 1, "2": 2}
MOST_READINGS = 200
# Seconds between two times that progress is written.
EVERY = 5.0


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # which import every page
    help = (
        "Find the value of every position of a game of two: who can force a win, in how many "
        "moves, or that nobody can; where dice are thrown, how likely each player wins if both "
        "play for the most. Games that go on for ever count as drawn, or as --endless says. A game "
        "that is too large is refused with the bound that it passes; one with more players or "
        "rules about repetition is refused at once. What is found is stored and shown on the page "
        "of the ruleset."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ruleset_arguments(parser)
        parser.add_argument(
            "--readings", action="store_true", help="solve every combination of the options"
        )
        parser.add_argument(
            "--endless", choices=ENDLESS, default="nobody", help="who wins an endless game (nobody)"
        )
        parser.add_argument(
            "--positions", type=int, default=POSITIONS, help=f"at most so many ({POSITIONS})"
        )
        parser.add_argument(
            "--seconds", type=float, default=SECONDS, help=f"at most so many ({SECONDS:g})"
        )
        parser.add_argument(
            "--memory", type=int, default=MEMORY >> 20, help=f"MiB at most ({MEMORY >> 20})"
        )
        parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
        parser.add_argument("--out", type=Path, metavar="FILE", help="write FILE.json")
        parser.add_argument(
            "--write", action="store_true", help=f"also write what is stored into {FOLDER.name}/"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["jobs"] < 1:
            raise CommandError(f"--jobs is {options['jobs']}: write 1 or more")
        text = text_of(options["slug"])
        stored = None if options["slug"].endswith(".lud") else ruleset_named(options["slug"])
        found = []
        try:
            with executor(options["jobs"], settings.DASK_SCHEDULER) as pool:
                for chosen in self._readings(text, options):
                    solved = self._solved(Problem(text, chosen), options, pool)
                    found.append({"options": list(chosen), **solved.written()})
                    if stored is not None:
                        store(stored, chosen, solved)
        except (RulesError, NoCluster) as error:
            raise CommandError(str(error)) from error
        if options["write"] and stored is not None:
            write(stored)
        if options["out"] is not None:
            with _plainly(options["out"]):
                content = json.dumps({"ruleset": options["slug"], "solutions": found}, indent=1)
                options["out"].write_text(content + "\n", encoding="utf-8")

    def _readings(self, text: str, options: dict[str, Any]) -> list[tuple[str, ...]]:
        """The options of each game to be solved."""
        rules = load_second(text, options["option"], limits=None)
        if not options["readings"]:
            return [rules.chosen]
        items = [[f"{each.heading}/{one.label}" for one in each.choices] for each in rules.options]
        found = list(product(*items))
        if len(found) > MOST_READINGS:
            raise CommandError(f"there are {len(found)} readings: at most {MOST_READINGS} at once")
        return found

    def _solved(self, problem: Problem, options: dict[str, Any], pool: Any) -> Solution | Expected:
        bounds = Bounds(options["positions"], options["seconds"], options["memory"] << 20)
        said = time.monotonic()

        def progress(positions: int) -> None:
            nonlocal said
            if time.monotonic() >= said + EVERY:
                said = time.monotonic()
                self.stderr.write(f"{positions:,} positions")

        title = ", ".join(problem.options) or options["slug"]
        try:
            solution = _solution(problem, bounds, pool, ENDLESS[options["endless"]], progress)
        except SolveError as error:
            raise SolveError(f"{title} is not solved: {error}") from error
        self.stdout.write(title)
        for line in lines(solution):
            self.stdout.write(f"  {line}")
        return solution


def _solution(
    problem: Problem, bounds: Bounds, pool: Any, endless: int, progress: Callable[[int], None]
) -> Solution | Expected:
    if not problem.ready.throws:
        return solve(problem, bounds, pool, endless=endless, progress=progress)
    if endless:
        raise Unsolvable("a game with throws that never ends counts as half a win: leave --endless")
    return expect(problem, bounds, progress)


@contextmanager
def _plainly(out: Path) -> Iterator[None]:
    """What the system says of a file, as a CommandError."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"--out {out}: {error.strerror}") from error
