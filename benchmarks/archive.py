"""How fast the whole corpus is written into an archive and restored, and how much memory it takes.

    python benchmarks/archive.py [--rows 10000] [--from sqlite] [--to postgresql]

Fills a new database with so many records (see benchmarks/corpus.py), exports it, restores that in
another new database, exports again and compares the two files. Each step is a process of its own.
Measure on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.databases import database
from benchmarks.measuring import ROOT, machine


def manage(url: str, *arguments: str) -> tuple[float, float]:
    """Run a command on a database; its seconds, and the most memory it had in MB."""
    environment = {**os.environ, "DATABASE_URL": url}
    asked = [sys.executable, *arguments]
    start = time.perf_counter()
    process = subprocess.Popen(asked, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL)
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main() -> None:
    """Fill, export, restore, export, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000, help="records to make (10,000)")
    parser.add_argument("--from", dest="first", default="sqlite", help="sqlite or postgresql")
    parser.add_argument("--to", dest="second", default="postgresql", help="sqlite or postgresql")
    options = parser.parse_args()
    print(machine())
    with (
        tempfile.TemporaryDirectory(prefix="ashtapada-bench-") as name,
        database(options.first) as first,
        database(options.second) as second,
    ):
        one, two = Path(name, "one.zip"), Path(name, "two.zip")
        manage(first, "benchmarks/corpus.py", "--rows", str(options.rows))
        exported = manage(first, "manage.py", "export_corpus", "-v0", str(one))
        manage(second, "manage.py", "migrate", "-v0")
        restored = manage(second, "manage.py", "import_corpus", "-v0", str(one))
        again = manage(second, "manage.py", "export_corpus", "-v0", str(two))
        rows, size = _rows(one), one.stat().st_size / 1e6
        print(f"{options.rows:,} records and what belongs to them: {rows:,} rows, {size:.1f} MB")
        _tell(f"export from {options.first}", rows, exported)
        _tell(f"restoring to {options.second}", rows, restored)
        _tell(f"export from {options.second}", rows, again)
        same = one.read_bytes() == two.read_bytes()
        print("both exports are the same" if same else "the exports differ")
        if not same:
            raise SystemExit(1)


def _rows(path: Path) -> int:
    with zipfile.ZipFile(path) as package:
        return sum(each["rows"] for each in json.loads(package.read("manifest.json"))["files"])


def _tell(what: str, rows: int, took: tuple[float, float]) -> None:
    seconds, memory = took
    print(f"{what}: {seconds:.1f} s, {rows / seconds:,.0f} rows a second, {memory:.0f} MB at most")


if __name__ == "__main__":
    main()
