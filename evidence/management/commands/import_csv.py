"""Import records from a CSV file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from evidence.importers.table_file import TableError
from evidence.importers.table_store import ROWS, Options, import_table
from evidence.management.importing import ImportCommand

STEP = 50_000  # rows between two words about progress
HELP = """Import records from a CSV file with the columns of the CSV export, or with others that a
mapping explains:

    {"delimiter": ";",
     "columns": {"identifier": "ID", "game_name": "Game", "type": {"value": "artifact"},
                 "place_name": {"column": "Towns", "separator": ";"},
                 "genders": {"column": "Sex", "words": {"m": "Male", "f": "Female"}}}}

All rows are stored, as one revision of the history, or none: faulty ones are named by line and
column. Importing the same file again changes nothing. The first row becomes the newest record."""


class Command(ImportCommand):
    requires_system_checks: list[str] = []  # which import every page
    help = HELP

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--mapping", type=Path, metavar="FILE", help="which columns are which (JSON)"
        )
        parser.add_argument(
            "--update", action="store_true", help="let the table overwrite what is stored"
        )
        parser.add_argument(
            "--batch", type=_rows, default=ROWS, metavar="N", help=f"rows at a time ({ROWS})"
        )

    def handle(self, *, file: Path, dry_run: bool, batch: int, **said: Any) -> None:
        options = Options(said["mapping"], dry_run, said["update"], batch)
        try:
            report = import_table(file, options, self._progress)
        except TableError as error:
            raise CommandError(f"{file.name}: {error}\nNothing was stored.") from error
        for line in report.lines(dry_run=dry_run):
            self.stdout.write(line)

    def _progress(self, done: int, total: int, before: int) -> None:
        if done // STEP > before // STEP:
            self.stderr.write(f"{done:,} of {total:,} rows")


def _rows(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10_000:
        raise argparse.ArgumentTypeError(f"{text} is not a number of rows: write 1 to 10000")
    return int(text)
