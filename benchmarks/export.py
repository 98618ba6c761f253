"""How fast records are streamed as CSV, and how much memory that takes.

    python benchmarks/export.py [--rows 1000000] [--database sqlite|postgresql|URL] [--format csv]

Fills a new database with so many records (see benchmarks/corpus.py), then serves one export by the
site's own WSGI application in a process of its own, and prints records a second, MB, and the peak
memory of that process. A URL takes a database that is filled already. Measure on a machine that
does nothing else.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.databases import django, filled
from benchmarks.measuring import ROOT, machine


def stream(name: str) -> dict[str, Any]:
    """Ask for the export and read it to its end; what it took."""
    django()
    from django.test import RequestFactory

    from config import wsgi

    application: Any = wsgi.application
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
    """Fill, stream, print; or stream alone, as the process that this one starts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="records to make (1,000,000)")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL (sqlite)")
    parser.add_argument("--format", default="csv", help="as in the address (csv)")
    parser.add_argument("--only", choices=["stream"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        print(json.dumps(stream(options.format)))
    else:
        report(options)


def report(options: argparse.Namespace) -> None:
    """Print the figures of one export."""
    print(machine())
    with filled(options.database, options.rows) as environment:
        asked = subprocess.run(
            [sys.executable, __file__, "--format", options.format, "--only", "stream"],
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
