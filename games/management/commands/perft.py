"""Count the sequences of legal moves of a ruleset: the usual proof of a move generator."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.stored import add_ruleset_arguments, rules_of
from games.play import RulesError


class Command(BaseCommand):
    help = "Print the number of sequences of 1, 2, … DEPTH legal moves from the start."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ruleset_arguments(parser)
        parser.add_argument("depth", type=int, metavar="DEPTH", help="1 to 8")

    def handle(self, *args: Any, **options: Any) -> None:
        depth = options["depth"]
        if not 1 <= depth <= 8:
            raise CommandError(f"DEPTH is {depth}: write 1 to 8")
        rules = rules_of(options, trusted=True)
        try:
            counts = [str(rules.perft(each)) for each in range(1, depth + 1)]
        except RulesError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(" ".join(counts))
