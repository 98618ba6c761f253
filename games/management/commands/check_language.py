"""Say which texts of a folder the language types, and which missing forms stop the others."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Collection
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.language import Bound, LanguageError, read_and_bind
from games.engine.language.coverage import missing_forms, stops, used_forms
from games.engine.lowering import compile as _lowerings  # noqa: F401  (they register)
from games.engine.lowering.in_place import in_place
from games.engine.lowering.registry import LOWERINGS
from games.ludemes import Library


class Command(BaseCommand):
    help = (
        "Read every text (*.lud) of FOLDER, with the definitions in --definitions. Prints all "
        "faults of those that do not bind, then the forms without a lowering: how many texts each "
        "stops, how many it stops alone, and how many have all their forms once it and those "
        "before it are implemented."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="FOLDER")
        parser.add_argument("--definitions", type=Path, help="folder of .def files")
        parser.add_argument("--only", default="", help="texts whose file name holds this")
        parser.add_argument("--texts", action="store_true", help="list what each text lacks")

    def handle(self, *args: Any, **options: Any) -> None:
        found = sorted(options["folder"].rglob("*.lud"))
        paths = [path for path in found if options["only"] in path.name]
        if not paths:
            raise CommandError(f"{options['folder']} holds no texts (*.lud)")
        folder = options["definitions"]
        library = Library(folder) if folder else None
        used = {
            path.stem: used_forms(each.root)
            for path in paths
            if (each := self.bound(path, library))
        }
        self.stdout.write(f"{len(used)} of {len(paths)} texts bind")
        missing = dict(zip(used, missing_forms(used.values(), implemented()), strict=True))
        if options["texts"]:
            for name, keys in missing.items():
                self.stdout.write(f"{name}: {', '.join(sorted(keys)) or 'all there'}")
        self.report(list(missing.values()))

    def bound(self, path: Path, library: Library | None) -> Bound | None:
        """A text, typed; None where it has faults, after they are written."""
        try:
            return read_and_bind(
                path.read_text(encoding="utf-8"), library, name=path.name, strict=True
            )
        except LanguageError as error:
            self.stdout.write(f"{error}\n")
            return None

    def report(self, missing: list[set[str]]) -> None:
        """The missing forms, most promising first."""
        whole = sum(not keys for keys in missing)
        self.stdout.write(f"{whole} of {len(missing)} use only forms with a lowering")
        self.stdout.write(f"{'stops':>6} {'alone':>6} {'open':>6}  form")
        for stop in stops(missing):
            self.stdout.write(f"{stop.stops:6} {stop.alone:6} {stop.open:6}  {stop.key}")


def implemented() -> Collection[str]:
    """The keys of all rows with a lowering, or that are read by that of what holds them."""
    return {*LOWERINGS, *in_place()}
