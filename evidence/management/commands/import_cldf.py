"""Import a CLDF-style dataset of games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from evidence.importers.cldf_store import Options, import_dataset
from evidence.importers.dataset import DatasetError
from evidence.management.importing import ImportCommand
from evidence.vocabulary import EvidenceType

HELP = """Import a CLDF-style dataset of games, such as AustroGames: a folder with a metadata file
that describes tables of cultures, games, sources, and descriptions of games in sources.

Each description of a game becomes a record, with the place of the game's culture. Nothing is
filled in: a date is the time frame of the source or unknown. What cannot be read is refused by
file and line, and then nothing is stored; importing the same folder again changes nothing."""


class Command(ImportCommand):
    help = HELP

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("folder", type=Path, metavar="DIR")
        parser.add_argument(
            "--type",
            choices=EvidenceType.values,
            default=EvidenceType.ETHNOGRAPHY,
            help="of the evidence (default: ethnography)",
        )
        parser.add_argument(
            "--update", action="store_true", help="let the dataset overwrite what is stored"
        )

    def handle(self, *, folder: Path, dry_run: bool, update: bool, **said: Any) -> None:
        try:
            report = import_dataset(folder, Options(said["type"], update), dry_run=dry_run)
        except DatasetError as error:
            raise CommandError(f"{error}\nNothing was stored.") from error
        for line in report.lines(dry_run=dry_run):
            self.stdout.write(line)
