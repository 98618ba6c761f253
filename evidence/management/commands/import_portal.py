"""Import evidence pages of the Ludii portal."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from evidence.importers.portal import PortalError
from evidence.importers.portal_store import change_words, import_page
from evidence.management.importing import ImportCommand
from evidence.sources import StoreError

HELP = """Import evidence pages of the Ludii portal, saved or pasted as text, one page a file.

A record that is stored already is known by its id. Its blank fields are filled from the page; a
field that has a value is never overwritten and is reported as "kept", unless --update is given.
Each page is stored whole or not at all; the others go on, and the exit code is 1 if any page was
refused. Importing the same page again changes nothing."""


class Command(ImportCommand):
    help = HELP

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--update",
            action="store_true",
            help="let the page overwrite fields that have a value already",
        )

    def handle(self, **options: Any) -> None:
        actions: Counter[str] = Counter()
        refused = []
        for file in options["files"]:
            try:
                actions.update(self._import(file, options["dry_run"], options["update"]))
            except (PortalError, StoreError, OSError, UnicodeDecodeError) as error:
                refused.append(refusal(file, error))
        self.stdout.write(summary(actions, len(refused), options["dry_run"]))
        if refused:
            said = "\n".join(refused)
            files = counted(len(options["files"]), "page")
            raise CommandError(f"{len(refused)} of {files} refused:\n{said}")

    def _import(self, file: Path, dry_run: bool, update: bool) -> list[str]:
        text = file.read_text(encoding="utf-8-sig")
        changes = import_page(text, dry_run=dry_run, update=update)
        self.stdout.write(f"{file}: {counted(len(changes), 'record')}")
        for change in changes:
            self.stdout.write(f"  {change.identifier} {change.action}")
            for line in change_words(change):
                self.stdout.write(f"    {line}")
        return [change.action for change in changes]


def refusal(file: Path, error: Exception) -> str:
    """Why a file was refused, as FILE:LINE: what, with the line below where there is one."""
    if isinstance(error, PortalError):
        return f"{file}:{error.number}: {error.message}\n    {error.quoted}".rstrip()
    if isinstance(error, UnicodeDecodeError):
        return f"{file}: byte {error.start} is not UTF-8: save the page as UTF-8 text"
    if isinstance(error, OSError):
        return f"{file}: {error.strerror}: name the file of a saved page"
    return f"{file}: {error}"


def summary(actions: Counter[str], refused: int, dry_run: bool) -> str:
    """The last line of the report."""
    counts = ", ".join(f"{actions[name]} {name}" for name in ("created", "changed", "unchanged"))
    would = "dry run, nothing was changed: " if dry_run else ""
    total = counted(actions.total(), "record")
    return f"{would}{total}: {counts}; {counted(refused, 'page')} refused"


def counted(number: int, thing: str) -> str:
    """As in "1 record", "4 records"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
