"""Measure importing a table through the site: records a second, and progress reports.

    python benchmarks/batch.py [--rows 50000] [--database sqlite|postgresql]

Writes the table of `import_csv.py`, sends it as the page does to a new database that holds the demo
corpus, and has the site's worker look through it and import it. Prints records a second of each
step, from when a worker begins it, and how many figures of progress the page would have shown.
Measure on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.databases import database
from benchmarks.import_csv import write
from benchmarks.measuring import ROOT, machine

LOOK_AGAIN = 0.5  # seconds, less than the page waits
MANAGE = [sys.executable, "manage.py"]


def sent(path: Path) -> Any:
    """The batch of a table that is sent."""
    from django.core.files.uploadedfile import UploadedFile

    from evidence.editing.batches.sending import received

    with path.open("rb") as file:
        return received(UploadedFile(file, name="records.csv", size=path.stat().st_size), None)


def done(batch: Any, step: str) -> tuple[float, int]:
    """Have the worker do a step: seconds that it took, and the figures of progress it told."""
    from jobs import queue
    from jobs.showing import state_of

    what = {"batch": batch.pk, "step": step}
    page = batch.get_absolute_url()
    job: Any = queue.ask("table", what, asker="benchmark", title=step, page=page, seconds=3600)
    told: set[int] = set()
    with subprocess.Popen([*MANAGE, "work", "--until-empty"], cwd=ROOT) as worker:
        while job.open and worker.poll() is None:
            time.sleep(LOOK_AGAIN)
            job.refresh_from_db()
            told.add(state_of(job)["done"])
    if job.state != job.State.DONE:
        raise SystemExit(f"{step}: {job.state}, {job.message}")
    return (job.ended - job.started).total_seconds(), len(told - {0})


def main() -> None:
    """Write, send, wait, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=50_000, help="records of the table (50,000)")
    parser.add_argument("--database", default="sqlite", help="sqlite or postgresql (sqlite)")
    options = parser.parse_args()
    print(machine())
    made = tempfile.TemporaryDirectory(prefix="ashtapada-batch-")
    with made as folder, database(options.database) as url:
        os.environ |= {"DATABASE_URL": url, "ASHTAPADA_VAR": folder}
        path = Path(folder) / "records.csv"
        write(path, options.rows)
        for command in ("migrate", "load_corpus"):
            asked = [*MANAGE, command, "-v0"]
            subprocess.run(asked, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        batch = sent(path)
        for step, name in (("look", "looked through"), ("import", "imported")):
            took, told = done(batch, step)
            rate = options.rows / took
            print(f"{name}: {rate:,.0f} records/s ({took:.1f} s), {told} figures of progress")


if __name__ == "__main__":
    main()
