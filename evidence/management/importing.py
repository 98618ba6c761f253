"""What the commands that import something share."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand


class ImportCommand(BaseCommand):
    """A command whose help keeps its lines, with an option to change nothing."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """Django's parser, which would fill the lines of the help anew."""
        return super().create_parser(
            prog_name, subcommand, formatter_class=argparse.RawDescriptionHelpFormatter, **kwargs
        )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """`--dry-run`; a command adds its own."""
        parser.add_argument("--dry-run", action="store_true", help="only show what would change")
