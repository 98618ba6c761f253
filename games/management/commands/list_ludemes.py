"""Write docs/ludemes.md and docs/language.md: what is implemented, read off the tables."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.compiler.listing import listing
from games.engine.language import load_signatures
from games.engine.language.listing import listing as language
from games.management.commands.check_language import implemented


def documents() -> Iterator[tuple[Path, str]]:
    """Each list, with what is to stand in it."""
    yield Path("docs") / "ludemes.md", listing()
    yield Path("docs") / "language.md", language(load_signatures(), implemented())


class Command(BaseCommand):
    help = "Write the lists of all ludemes, with those that are implemented, into docs/."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, say if it fits")

    def handle(self, *args: Any, **options: Any) -> None:
        for listed, text in documents():
            path = Path(settings.BASE_DIR) / listed
            if not options["check"]:
                path.write_text(text, encoding="utf-8")
            elif not path.is_file() or path.read_text(encoding="utf-8") != text:
                raise CommandError(f"{listed} is not up to date: run manage.py list_ludemes")
            self.stdout.write(f"{listed}: {text.count(chr(10) + '| `')} entries")
