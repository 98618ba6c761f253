"""Restore a corpus from one file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evidence.archive.faults import ArchiveError
from evidence.archive.reading import import_corpus


class Command(BaseCommand):
    help = (
        "Restore a corpus that export_corpus wrote, into an installation without one: all of it, "
        "or nothing if anything is wrong. People are matched by username; who is not known here "
        "becomes a person who cannot log in. docs/archive.md describes the format."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *, file: Path, verbosity: int, **_said: Any) -> None:
        def tell(name: str, rows: int) -> None:
            if verbosity:
                self.stderr.write(f"{name}: {rows:,}")

        try:
            found = import_corpus(file, tell)
        except ArchiveError as error:
            raise CommandError(f"{file.name}: {error}\nNothing was stored.") from error
        self.stdout.write(f"{sum(found.values()):,} rows in {len(found)} tables restored")
