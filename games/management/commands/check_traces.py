"""Replay published games of Ludii and say which agree at every ply."""

from __future__ import annotations

import gzip
import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import wasmtime
from django.core.management.base import BaseCommand, CommandError

from games.boards import BoardError
from games.compiler import NotImplementedLudemes
from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.lowering.registry import NotImplementedLudeme
from games.engine.play.machine import Code
from games.engine.play.trace_lines import Line
from games.engine.play.traces import first_difference as second_difference
from games.ludemes import Library, LudemeError, default_choices
from games.play import Limits, RulesError, load
from games.play.traces import first_difference

# Some published games are larger than what a page takes from strangers.
LIMITS = Limits(lines=100_000)


class Command(BaseCommand):
    help = (
        "Replay traces (FOLDER/*.jsonl.gz) of the rules in the folder --lud, with the definitions "
        "in --definitions. Prints a line for each game and the total of games that agree exactly."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="FOLDER")
        parser.add_argument("--lud", type=Path, required=True, help="folder of descriptions")
        parser.add_argument("--definitions", type=Path, required=True, help="folder of .def files")
        parser.add_argument("--only", default="", help="games whose file name holds this")
        parser.add_argument(
            "--design", choices=VERDICTS, default="second", help="which design of the engine plays"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = sorted(options["folder"].glob("*.jsonl.gz"))
        traces = [path for path in found if options["only"] in path.name]
        if not traces:
            raise CommandError(f"{options['folder']} holds no traces (*.jsonl.gz)")
        library = Library(options["definitions"])
        exact = 0
        for trace in traces:
            name = trace.name.removesuffix(".jsonl.gz")
            verdict = VERDICTS[options["design"]](trace, options["lud"] / f"{name}.lud", library)
            exact += verdict == "exact"
            self.stdout.write(f"{name}: {verdict}")
        self.stdout.write(f"{exact} of {len(traces)} games exact")


def _verdict(trace: Path, lud: Path, library: Library) -> str:
    try:
        text = lud.read_text(encoding="utf-8")
        rules = load(text, default_choices(text), definitions=library, limits=LIMITS)
        difference = first_difference(rules, _lines(trace))
    except NotImplementedLudemes as error:
        return "missing " + ", ".join(dict.fromkeys(e.message for e in error.missing))
    except (OSError, RulesError) as error:
        return f"refused: {str(error).splitlines()[0]}"
    if difference is None:
        return "exact"
    return f"game {difference.trial}, ply {difference.ply}: {difference.what}"


def _verdict_of_second(trace: Path, lud: Path, library: Library) -> str:
    try:
        text = lud.read_text(encoding="utf-8")
        bound = read_and_bind(text, library, default_choices(text), name=lud.stem, strict=True)
        rules = compile_typed(bound.root)
        code = Code(rules.module, optimised=False)  # a few games are replayed sooner so
        difference = second_difference(rules, _lines(trace), code)
    except NotImplementedLudeme as error:
        return f"missing {error.key}"
    except TimeoutError:
        raise
    except (OSError, LudemeError, BoardError, wasmtime.Trap) as error:
        return f"refused: {str(error).splitlines()[0]}"
    if difference is None:
        return "exact"
    return f"game {difference.trial}, ply {difference.ply}: {difference.what}"


def _lines(trace: Path) -> list[Line]:
    with gzip.open(trace, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


VERDICTS = {"first": _verdict, "second": _verdict_of_second}
