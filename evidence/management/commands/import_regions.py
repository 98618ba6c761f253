"""Import named regions from KML files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from evidence.importers.kml import KmlError
from evidence.importers.regions import KINDS, Options, import_regions
from evidence.management.importing import ImportCommand
from evidence.models import Region

HELP = """Import a folder of KML files as regions, one a file, named after it.

Polygons that cross themselves, are not closed or reach past ±180° are repaired, and the report
says which. A file that cannot be read is refused by name and line, and then nothing is stored.
A region that is stored already keeps its values unless --update is given; importing the same
folder again changes nothing."""


class Command(ImportCommand):
    help = HELP

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("folder", type=Path, metavar="DIR")
        parser.add_argument(
            "--set", default="", help="begins every address (default: the folder's name)"
        )
        parser.add_argument(
            "--kind",
            choices=KINDS,
            default=Region.Kind.HISTORICAL,
            help="of files that tell it neither by a value “kind” nor by their folder's name "
            "(default: historical)",
        )
        parser.add_argument(
            "--attribution", default="", help="who drew the shapes (default: the LICENSE file)"
        )
        parser.add_argument(
            "--update", action="store_true", help="let files overwrite what is stored"
        )

    def handle(self, *, folder: Path, dry_run: bool, **said: Any) -> None:
        options = Options(said["set"], said["kind"], said["attribution"], said["update"])
        try:
            report = import_regions(folder, options, dry_run=dry_run)
        except KmlError as error:
            raise CommandError(f"{error}\nNothing was stored.") from error
        for line in report.lines(dry_run=dry_run):
            self.stdout.write(line)
