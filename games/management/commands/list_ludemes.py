"""Write docs/ludemes.md: what the compiler implements, read off its tables."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.compiler.listing import listing

LISTED = Path("docs") / "ludemes.md"


class Command(BaseCommand):
    help = f"Write {LISTED}, the list of all ludemes that are implemented."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, say if it fits")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / LISTED
        text = listing()
        if not options["check"]:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            raise CommandError(f"{LISTED} is not up to date: run manage.py list_ludemes")
        self.stdout.write(f"{LISTED}: {text.count(chr(10) + '| `')} entries")
