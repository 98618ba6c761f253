"""Write the whole corpus into one file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evidence.archive.package import PICTURES
from evidence.archive.writing import export_corpus


class Command(BaseCommand):
    help = (
        "Write the whole corpus into one file: games, rulesets, evidence, sources, regions, their "
        "history. People are in it by username only. import_corpus restores it into an "
        "installation without a corpus; docs/archive.md describes the format. The same corpus "
        "makes the same file, on either database."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="such as corpus.zip")

    def handle(self, *, file: Path, verbosity: int, **_said: Any) -> None:
        def tell(name: str, rows: int) -> None:
            if verbosity:
                self.stderr.write(f"{name}: {rows:,}")

        try:
            members = export_corpus(file, tell)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from error
        rows, size = sum(member.rows for member in members), file.stat().st_size
        tables = [member for member in members if not member.name.startswith(PICTURES)]
        self.stdout.write(f"{rows:,} rows in {len(tables)} tables, {size:,} bytes: {file}")
