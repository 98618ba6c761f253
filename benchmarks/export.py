"""How fast records are streamed as CSV, and how much memory that takes.

    python benchmarks/export.py [--rows 1000000] [--database sqlite|postgresql|URL] [--format csv]

Fills a new database with so many records (a place or two, one or two sources, two terms and texts
of some lines each; the same ones every time), then serves one export by the site's own WSGI
application in a process of its own, and prints records a second, MB, and the peak memory of that
process. A URL takes a database that is filled already. Measure on a machine that does nothing
else.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import ROOT, machine

BATCH = 5_000
SOURCES = 400
TOWNS = 3_000
PROSE = (
    "board of thirty squares found in the tomb beside pieces of ivory and four throwing sticks "
    "the players move along three rows and may not pass a man that stands protected by another"
)
WORDS = PROSE.split()


@contextmanager
def database(name: str) -> Iterator[str]:
    """A DATABASE_URL: a new SQLite file, a new PostgreSQL cluster, or the one that is given."""
    if "://" in name:
        yield name
        return
    if name == "sqlite":
        with tempfile.TemporaryDirectory(prefix="ashtapada-bench-") as folder:
            yield f"sqlite:///{folder}/export.sqlite3"
        return
    from tests.postgres import Cluster

    cluster = Cluster()
    try:
        cluster.start()
        subprocess.run(
            [cluster.binaries / "createdb", "-h", cluster.folder, "-U", "postgres", "ashtapada"],
            check=True,
        )
        yield cluster.url
    finally:
        cluster.stop()


def django() -> None:
    """Set Django up in this process, on the DATABASE_URL of the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django as framework

    framework.setup()


def fill(rows: int) -> None:
    """Make the tables and so many records, each run the same."""
    django()
    from django.core.management import call_command
    from django.db import connection

    from evidence.models import Source, Term
    from games.models import Game

    call_command("migrate", verbosity=0)
    Game.objects.bulk_create(Game(slug=f"game-{n}", name=f"Game {n}") for n in range(800))
    Source.objects.bulk_create(
        Source(slug=f"source-{n}", citation=f"Author {n}. 1913. A History of Chess, {n}. Oxford.")
        for n in range(SOURCES)
    )
    Term.objects.bulk_create(
        Term(vocabulary=("uncertainty", "age", "gender")[n % 3], name=f"word {n}")
        for n in range(30)
    )
    pick = random.Random(1913)
    for first in range(0, rows, BATCH):
        batch(pick, range(first + 1, min(first + BATCH, rows) + 1))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def batch(pick: random.Random, numbers: range) -> None:
    """Store the records of these numbers, which are their ids too."""
    from evidence.models import Citation, Evidence, Place
    from evidence.vocabulary import TYPE_ORDER

    years = {number: pick.randrange(-3000, 1950) for number in numbers}
    Evidence.objects.bulk_create(
        Evidence(
            pk=number,
            identifier=f"bench-{number}",
            game_id=number % 800 + 1,
            title=f"Piece {number}",
            type=TYPE_ORDER[number % 8],
            date=edtf(year),
            year_from=year,
            year_to=year,
            rules=text(pick, 40),
            content=text(pick, 20),
            confidence=number % 101,
        )
        for number, year in years.items()
    )
    Place.objects.bulk_create(
        Place(
            evidence_id=number,
            position=position,
            name=f"Town {(number + position) % TOWNS}",
            lat_u=pick.randrange(-60_000_000, 70_000_000),
            lon_u=pick.randrange(-180_000_000, 180_000_000),
            precision="town",
        )
        for number in numbers
        for position in range(1 + number % 2)
    )
    Citation.objects.bulk_create(
        Citation(
            evidence_id=number,
            position=position,
            source_id=(number * 7 + position) % SOURCES + 1,
            locator=f"p. {number % 600}",
        )
        for number in numbers
        for position in range(1 + (number % 4 == 0))
    )
    terms = Evidence.terms.through
    terms.objects.bulk_create(
        terms(evidence_id=number, term_id=(number + step) % 30 + 1)
        for number in numbers
        for step in (0, 11)
    )


def edtf(year: int) -> str:
    """A year as EDTF writes it."""
    return f"-{-year:04}" if year < 0 else f"{year:04}"


def text(pick: random.Random, words: int) -> str:
    """So many words."""
    return " ".join(pick.choices(WORDS, k=words))


def stream(name: str) -> dict[str, Any]:
    """Ask for the export and read it to its end; what it took."""
    django()
    from django.core.wsgi import get_wsgi_application
    from django.test import RequestFactory

    application: Any = get_wsgi_application()
    environ = RequestFactory().get(f"/api/v1/export/?format={name}", HTTP_HOST="127.0.0.1").environ
    told: dict[str, str] = {}
    start, worked = time.perf_counter(), time.process_time()

    def begin(_status: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
        told.update(headers)

    pieces = application(environ, begin)
    size = first = 0.0
    for piece in pieces:
        first = first or time.perf_counter() - start
        size += len(piece)
    took, worked = time.perf_counter() - start, time.process_time() - worked
    getattr(pieces, "close")()  # noqa: B009 - which WSGI adds to an iterable
    return {
        "records": int(told["X-Count"]),
        "seconds": took,
        "worked": worked,
        "first": first,
        "size": size,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    """Fill, stream, print; or one of the two, as the process that this one starts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="records to make (1,000,000)")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL (sqlite)")
    parser.add_argument("--format", default="csv", help="as in the address (csv)")
    parser.add_argument("--only", choices=["fill", "stream"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only == "fill":
        fill(options.rows)
    elif options.only == "stream":
        print(json.dumps(stream(options.format)))
    else:
        report(options)


def report(options: argparse.Namespace) -> None:
    """Print the figures of one export."""
    print(machine())
    with database(options.database) as url:
        own = [sys.executable, __file__, "--format", options.format, "--rows", str(options.rows)]
        environment = {**os.environ, "DATABASE_URL": url}
        if "://" not in options.database:
            subprocess.run([*own, "--only", "fill"], check=True, env=environment, cwd=ROOT)
        asked = subprocess.run(
            [*own, "--only", "stream"],
            check=True,
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
    found = json.loads(asked.stdout)
    print(
        f"{options.format} on {options.database}: {found['records']:,} records in "
        f"{found['seconds']:.1f} s ({found['worked']:.1f} s of processor time), "
        f"{found['records'] / found['seconds']:,.0f} a second; "
        f"{found['size'] / 1e6:,.0f} MB, the first piece after {found['first']:.2f} s; "
        f"peak memory {found['peak']:.0f} MB"
    )


if __name__ == "__main__":
    main()
