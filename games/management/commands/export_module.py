"""Write rules as WebAssembly modules with the manifests that players of them need."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.boards import BoardError
from games.engine.language import read_and_bind
from games.engine.lowering.compile import Compiled, compile_typed
from games.engine.lowering.registry import NotImplementedLudeme
from games.engine.play.stored import write_module
from games.ludemes import Library, LudemeError


class Command(BaseCommand):
    help = (
        "Compile rules texts (NAME.lud) with the engine's second design and write NAME.wasm and "
        "NAME.json, its manifest (docs/modules.md), to a folder."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("texts", type=Path, nargs="+", metavar="NAME.lud")
        parser.add_argument("--to", type=Path, default=Path(), help="folder to write to")
        parser.add_argument("--trace", action="store_true", help="name clauses as they act in play")
        parser.add_argument("--definitions", type=Path, help="folder of .def files")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["to"]
        if not folder.is_dir():
            raise CommandError(f"{folder} is not a folder")
        library = Library(options["definitions"]) if options["definitions"] else None
        for text in options["texts"]:
            written = write_module(_compiled(text, library, options["trace"]), folder, text.stem)
            self.stdout.write(" ".join(str(path) for path in written))


def _compiled(text: Path, library: Library | None, trace: bool) -> Compiled:
    """Raises CommandError naming the file."""
    try:
        rules = text.read_text(encoding="utf-8")
        bound = read_and_bind(rules, library, name=text.stem, strict=True)
        return compile_typed(bound.root, trace=trace)
    except NotImplementedLudeme as error:
        raise CommandError(f"{text}: {error.key} is not implemented") from error
    except (OSError, UnicodeDecodeError, LudemeError, BoardError) as error:
        raise CommandError(f"{text}: {error}") from error
