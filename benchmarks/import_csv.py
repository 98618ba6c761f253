"""How fast a CSV file is imported, with history, and how much memory that takes.

    python benchmarks/import_csv.py [--rows 1000000] [--database sqlite|postgresql|URL]

Writes a CSV file shaped like `corpus.py` (the same one every time), loads the demo corpus with its
regions into a new database, then runs `manage.py import_csv` in a process of its own, and prints
records a second and the peak memory of that process and of the one that it starts. Measure on a
machine that does nothing else.
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.corpus import GAMES, SOURCES, SPACES, STATUSES, TOWNS, Maker, zipf
from benchmarks.databases import database, django
from benchmarks.measuring import ROOT, machine

BATCH = 5_000
TERMS = ("uncertainty", "ages", "genders", "social_statuses", "spaces")


class Table(Maker):
    """A corpus as rows of a table; needs no database."""

    def _regions_of_towns(self) -> list[list[int]]:
        return []

    def _terms(self) -> None:
        from evidence.vocabulary import CLOSED_TERMS

        lists = [*CLOSED_TERMS.values(), STATUSES, SPACES]
        self.vocabularies = [(name, list(words)) for name, words in zip(TERMS, lists, strict=True)]

    def records(self) -> Iterator[dict[str, str]]:
        """The rows, in the order of the file."""
        for first in range(0, self.rows, BATCH):
            pks = numpy.arange(first, min(first + BATCH, self.rows))
            texts = [self._text(60) for _ in pks]
            rows = {row["id"]: self._row(row) for row in self._records(pks, texts)}
            for place, _town in self._places(pks):
                add(rows[place["evidence_id"]], place_cells(place))
            for cited in self._citations(pks):
                number = cited["source_id"] % SOURCES
                said = (
                    f"Author {number}. {1800 + number % 220}. {self.words[number % 4000]}. Oxford."
                )
                cells = {"source_citation": said, "source": f"source-{number}"}
                add(rows[cited["evidence_id"]], cells | {"source_locator": cited["locator"]})
            for pk in pks.tolist():
                self._add_terms(rows[pk])
            yield from rows.values()

    def _row(self, record: dict[str, object]) -> dict[str, str]:
        game = int(str(record["game_id"])) % GAMES
        named = {"game": f"game-{game}", "game_name": f"Game {game} {self.words[game]}"}
        names = ("identifier", "title", "type", "rules", "content", "confidence")
        said = {name: "" if record[name] is None else str(record[name]) for name in names}
        return said | named | {"date_edtf": str(record["date"])}

    def _add_terms(self, row: dict[str, str]) -> None:
        for number in sorted(set(zipf(self.rng, len(TERMS), 3).tolist())):
            name, words = self.vocabularies[number]
            row[name] = words[int(zipf(self.rng, len(words), 1)[0])]


def place_cells(place: dict[str, object]) -> dict[str, str]:
    """A place as cells."""
    lat_u, lon_u = int(str(place["lat_u"])), int(str(place["lon_u"]))
    return {
        "place_name": str(place["name"]),
        "place_latitude": str(lat_u / 1_000_000),
        "place_longitude": str(lon_u / 1_000_000),
        "place_precision": "town",
        "place_certainty": "certain",
    }


def add(row: dict[str, str], cells: dict[str, str]) -> None:
    """One more value in each of these cells."""
    for name, value in cells.items():
        row[name] = f"{row[name]} | {value}" if name in row else value


def write(path: Path, rows: int) -> None:
    """Write the file."""
    django()
    from evidence.importers.table_mapping import READ

    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, READ, restval="")
        table.writeheader()
        table.writerows(Table(rows).records())


def run(path: Path, url: str) -> tuple[float, float, float]:
    """Import a file into a new database: seconds, and the peaks of both processes in MB."""
    environment = {**os.environ, "DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    for command in ("migrate", "load_corpus"):
        asked = [sys.executable, "manage.py", command]
        subprocess.run(asked, check=True, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL)
    asked = [sys.executable, __file__, "--only", str(path)]
    start = time.perf_counter()
    done = subprocess.run(asked, check=True, env=environment, cwd=ROOT, stdout=subprocess.PIPE)
    took = time.perf_counter() - start
    *said, peaks = done.stdout.decode().splitlines()
    print(*said, sep="\n")
    own, other = map(float, peaks.split())
    return took, own, other


def only(path: str) -> None:
    """Import; print the peaks in MB."""
    django()
    from django.core.management import call_command

    call_command("import_csv", path)
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        print(f"{resource.getrusage(who).ru_maxrss / 1024:.0f}", end=" ")


def main() -> None:
    """Write, import, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="records to make (1,000,000)")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL (sqlite)")
    parser.add_argument("--only", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        only(options.only)
        return
    print(machine())
    with tempfile.TemporaryDirectory(prefix="ashtapada-csv-") as folder:
        path = Path(folder) / "records.csv"
        write(path, options.rows)
        print(f"{options.rows:,} rows, {path.stat().st_size / 1e6:.0f} MB, {TOWNS:,} towns")
        with database(options.database) as url:
            took, own, other = run(path, url)
    rate = options.rows / took
    print(f"{options.database}: {rate:,.0f} records/s ({took:.1f} s, from start to end)")
    print(f"peak memory: {own:.0f} MB, and {other:.0f} MB in the process that reads")


if __name__ == "__main__":
    main()
