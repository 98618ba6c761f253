"""Import a file of dated polygons, which the map shows as the polities of the time."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evidence.search import polities
from evidence.search.versions import note_change


class Command(BaseCommand):
    help = (
        "Imports polities from a GeoJSON FeatureCollection, in place of those imported before. "
        "Each feature has a name and the years from which and to which it was there, as in "
        "Cliopatria (Name, FromYear, ToYear; or name, from, to)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a GeoJSON file")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            found = polities.read(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise CommandError(f"{file}: {error}") from error
        polities.keep(found)
        note_change(())  # pages that were made before show other polities
        self.stdout.write(f"{len(found)} polities imported")
