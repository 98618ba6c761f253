"""Play a ruleset at random, many times, and say how the games went."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.stored import add_ruleset_arguments, rules_of
from games.play import RulesError


class Command(BaseCommand):
    help = "Play random games; the same seed gives the same games on every machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ruleset_arguments(parser)
        parser.add_argument("--count", type=int, default=100, help="how many games (100)")
        parser.add_argument("--seed", type=int, default=1, help="seed of the first game (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        count = options["count"]
        if count < 1:
            raise CommandError(f"--count is {count}: write 1 or more")
        rules = rules_of(options, trusted=True)
        try:
            played = rules.playouts(count, options["seed"])
        except RulesError as error:
            raise CommandError(str(error)) from error
        draws, *wins = played.wins
        each = ", ".join(f"player {number} won {won}" for number, won in enumerate(wins, start=1))
        self.stdout.write(f"{count} games: {each}, {draws} drawn")
        length = played.plies / count
        self.stdout.write(f"{length:.1f} plies a game; checksum {played.checksum:08x}")
