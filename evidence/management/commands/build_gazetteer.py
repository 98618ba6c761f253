"""Build the file of towns that place a name in the form of a record."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from evidence.places.gazetteer import INPUT, TOWNS, write_towns


class Command(BaseCommand):
    help = f"Makes fixtures/world/towns.csv from {INPUT} of Natural Earth (public domain)."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help=f"folder with {INPUT}")

    def handle(self, *, folder: Path, **options: Any) -> None:
        try:
            count = write_towns(folder, TOWNS)
        except OSError as error:
            raise CommandError(f"{folder / INPUT}: {error.strerror}") from error
        self.stdout.write(f"{TOWNS}: {count} towns")
