"""Load a corpus folder into the database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from evidence.importers.corpus import CorpusError, load_corpus


class Command(BaseCommand):
    help = "Loads regions, games, rulesets and records; whole or not at all, and only what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder",
            type=Path,
            nargs="?",
            default=settings.BASE_DIR / "fixtures",
            help="holds regions.json, corpus/ and rulesets/ (default: the demo corpus)",
        )

        parser.add_argument(
            "--update",
            action="store_true",
            help="overwrite rulesets, and fields of records, that curators have changed",
        )

    def handle(self, *, folder: Path, update: bool, **options: Any) -> None:
        try:
            summary = load_corpus(folder, update=update)
        except CorpusError as error:
            raise CommandError(str(error)) from error
        for line in summary.lines():
            self.stdout.write(line)
