"""Find the moments at which clauses are seen clearly, and store them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.found_moments import GAMES, SEED, Summary, find_moments
from games.management.stored import ruleset_named
from games.models import Ruleset
from games.play import RulesError
from games.shipped_lines import ShippedError
from games.shipped_moments import FOLDER, store, write

MOST_GAMES, MOST_SEED = 1_000_000, 2_000_000_000


class Command(BaseCommand):
    help = (
        "Search random games of rulesets for moments at which each clause allows, forbids, takes "
        "effect or ends the game, and keep the clearest as recorded games; clauses that the usual "
        "options lack are searched for with the first option that has them. The same seed and "
        "number of games find the same; what was found before is replaced. A search of all shipped "
        "rulesets takes minutes: what it finds is shipped with them, and stored at once with "
        "--shipped."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="the rulesets; without, all")
        parser.add_argument("--games", type=int, default=GAMES, help=f"games to play ({GAMES})")
        parser.add_argument(
            "--seed", type=int, default=SEED, help=f"number of the first game ({SEED})"
        )
        files = parser.add_mutually_exclusive_group()
        files.add_argument(
            "--shipped", action="store_true",
            help=f"store what {FOLDER.name}/ has for the rulesets, and search only for the others",
        )  # fmt: skip
        files.add_argument(
            "--write", action="store_true", help=f"also write what is found into {FOLDER.name}/"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        games, seed = options["games"], options["seed"]
        if not 1 <= games <= MOST_GAMES:
            raise CommandError(f"--games {games}: 1 to {MOST_GAMES} can be played")
        if not 0 <= seed <= MOST_SEED:
            raise CommandError(f"--seed {seed}: 0 to {MOST_SEED} are possible")
        slugs = options["slugs"]
        rulesets = [ruleset_named(slug) for slug in slugs] or list(Ruleset.objects.all())
        for ruleset in rulesets:
            try:
                if options["shipped"] and store(ruleset):
                    continue
                self._say(ruleset, find_moments(ruleset, games, seed), options["verbosity"])
            except (RulesError, ShippedError) as error:
                raise CommandError(f"{ruleset.slug}: {error}") from error
            if options["write"]:
                write(ruleset, games)

    def _say(self, ruleset: Ruleset, found: Summary, verbosity: int) -> None:
        if not verbosity:
            return
        total = ruleset.clauses.count()
        change = "" if found.changed else ", as before"
        self.stdout.write(
            f"{ruleset.slug}: {found.clauses} of {total} clauses, {found.moments} moments in "
            f"{found.games} games{change}"
        )
        if found.unseen and verbosity > 1:
            self.stdout.write(f"  not seen: {', '.join(found.unseen)}")
