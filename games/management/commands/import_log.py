"""Record a game from its log in full algebraic notation, once every move has been checked."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.match_logs import LogError, read_log, store_log


class Command(BaseCommand):
    help = (
        'Record games from logs: headers such as [Ruleset "shodra"], then a line for each move as '
        "Game Courier writes it (1. P e2-e4), with remarks behind //. Every move is checked; where "
        "one file is wrong nothing is stored. Importing again changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a log in UTF-8; - is stdin")
        parser.add_argument("--dry-run", action="store_true", help="check, but store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            for name in options["files"]:
                self._import(name)
            if options["dry_run"]:
                transaction.set_rollback(True)

    def _import(self, name: str) -> None:
        try:
            match, action = store_log(*read_log(_text(name)))
        except LogError as error:
            raise CommandError(f"{name}: {error}") from error
        self.stdout.write(f"{name}: {action} {match.slug}, {len(match.moves)} moves")


def _text(name: str) -> str:
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return content.decode("utf-8")
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{name} is not a text in UTF-8: {error}") from error
