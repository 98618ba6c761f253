"""Write recorded games as logs in full algebraic notation."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.match_logs import text_of
from games.models import Match
from games.play import MoveError, RulesError


class Command(BaseCommand):
    help = "Print the log of a recorded game in full algebraic notation; import_log reads it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the game, as in the address of its page")

    def handle(self, *args: Any, **options: Any) -> None:
        match = Match.objects.filter(slug=options["slug"]).select_related("ruleset").first()
        if match is None:
            raise CommandError(f"there is no recorded game {options['slug']!r}")
        try:
            self.stdout.write(text_of(match), ending="")
        except (MoveError, RulesError) as error:
            raise CommandError(f"{match.slug} cannot be replayed: {error}") from error
