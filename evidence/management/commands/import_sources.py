"""Import sources from a bibliography."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from evidence.importers.reference import BibliographyError
from evidence.importers.references import CHOICES, import_references
from evidence.management.importing import ImportCommand

HELP = """Import the sources of a BibTeX, RIS or CSL-JSON file.

A source that is stored already is known by its citation or its DOI; its blank fields are filled,
and a field that has a value is never changed. What cannot be read is refused by line and entry,
and then nothing is stored. Importing the same file again changes nothing."""


class Command(ImportCommand):
    help = HELP

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--duplicates",
            choices=CHOICES,
            default="ask",
            help="an entry with the title and year of a stored source: leave it out and say so "
            "(ask, the default), complete that source, or add another",
        )

    def handle(self, *, file: Path, dry_run: bool, duplicates: str, **options: Any) -> None:
        try:
            report = import_references(file, duplicates=duplicates, dry_run=dry_run)
        except BibliographyError as error:
            raise CommandError(f"{error}\nNothing was stored.") from error
        for line in report.lines(dry_run=dry_run):
            self.stdout.write(line)
