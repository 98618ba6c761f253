"""Kill any process of the site at random moments: is anything lost, or half done?

    python benchmarks/kill.py [--moments 50] [--database sqlite|postgresql] [--seed 1]

Serves the site with the demo corpus as `make serve` does, on a new database. Meanwhile people send
and publish tables, programs propose and publish records, two play a game by link, studies are asked
for, rules are compared, and an archive is restored into empty databases. At each moment one process
is killed with SIGKILL, drawn at random: the supervisor (which this program starts again a tenth of
a second later, as systemd does), a web process, one for costly calls, the worker, the process of
its job, one that counts for a study, or a restore. Then it waits until what was killed is running
again: web processes answer, the job that was interrupted runs or has ended.

Ends with 1 if anything that was acknowledged is lost, anything is half done, the program has
answered with a fault, or something was not running again within 5 s. The moments are the same for
the same seed; what is under way at them depends on the machine.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.databases import database, django
from benchmarks.kill_more import Costly, Games, Restores, Studies, empty_databases
from benchmarks.kill_site import Site, waited
from benchmarks.kill_work import Imports, Person, Publishing, Work
from benchmarks.measuring import machine

VICTIMS = ("supervisor", "web", "costly", "worker", "job", "counting", "restore")
MOST = 5.0  # seconds until what was killed is running again
BETWEEN = (0.3, 3.0)  # seconds between two moments
RARE = 120.0  # seconds that a process of the kind that was drawn is waited for
FINISH = 600.0  # seconds for what is begun to be finished


class Killer:
    """Kills, and measures how long what was killed is away."""

    def __init__(self, site: Site, restores: Restores, seed: int) -> None:
        self.site, self.restores = site, restores
        self.rng = random.Random(seed)
        self.away: dict[str, list[float]] = {name: [] for name in VICTIMS}

    def kill(self, moments: int) -> None:
        """Kill at so many moments; each kind is drawn about as often."""
        kinds: list[str] = []
        for _ in range(moments):
            kinds = kinds or self.rng.sample(VICTIMS, len(VICTIMS))
            kind = kinds.pop()
            time.sleep(self.rng.uniform(*BETWEEN))
            self._one(kind)

    def _one(self, kind: str) -> None:
        found: list[int] = []

        def there() -> bool:
            found[:] = self._of(kind)
            return bool(found)

        if waited(there, RARE) > RARE:
            raise RuntimeError(f"there was no process to kill: {kind}")
        job, now = running_job(), time.time()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.rng.choice(found), signal.SIGKILL)
        back = waited(self._back(kind, job, now))
        self.away[kind].append(back)
        print(f"{kind:12}{back:8.1f} s", flush=True)

    def _of(self, kind: str) -> list[int]:
        if kind == "restore":
            process = self.restores.process
            return [process.pid] if process and process.poll() is None else []
        return self.site.roles().get(kind, [])

    def _back(self, kind: str, job: tuple[int, str], since: float) -> Callable[[], bool]:
        site = self.site

        def job_goes_on() -> bool:
            return not job[0] or goes_on(*job)

        def all_serves() -> bool:
            return site.web_serves() and site.costly_serves() and site.worker_looked(since)

        return {
            "supervisor": lambda: all_serves() and job_goes_on(),
            "web": site.web_serves,
            "costly": site.costly_serves,
            "worker": lambda: site.worker_looked(since) and job_goes_on(),
            "job": job_goes_on,
            "counting": job_goes_on,
            "restore": lambda: True,
        }[kind]


def running_job() -> tuple[int, str]:
    """The job that runs, and the name of its run; 0 where none does."""
    from jobs.models import Job

    running = Job.objects.filter(state=Job.State.RUNNING)
    return running.values_list("pk", "worker").first() or (0, "")


def goes_on(pk: int, run: str) -> bool:
    """Whether a job has another run, or has ended."""
    from jobs.models import Job

    job = Job.objects.get(pk=pk)
    return not job.open or (job.state == Job.State.RUNNING and job.worker != run)


def halves(url: str) -> list[str]:
    """What of the database does not belong together."""
    from evidence.editing.batches.models import Batch
    from evidence.models import Evidence, RecordVersion

    wrong = []
    versions = set(RecordVersion.objects.values_list("identifier", flat=True))
    names = set(Evidence.objects.values_list("identifier", flat=True))
    if names - versions:
        wrong.append(f"{len(names - versions)} records have no version")
    if unread := Evidence.objects.filter(search_text=None).count():
        wrong.append(f"{unread} records are not found by their words")
    for batch in Batch.objects.exclude(state=Batch.State.IMPORTED):
        stem = batch.name.removesuffix(".csv")
        if Evidence.objects.filter(identifier__startswith=f"{stem}-").exists():
            wrong.append(f"{batch.name} is {batch.state}, and some of its records are there")
    if url.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            if (said := file.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                wrong.append(f"integrity: {said}")
            wrong += [f"reference: {row}" for row in file.execute("PRAGMA foreign_key_check")]
    return wrong


def finished(works: list[Work]) -> list[str]:
    """Let all finish what they have begun; what did not."""
    for work in works:
        work.over.set()
    until = time.monotonic() + FINISH
    for work in works:
        work.join(max(0.0, until - time.monotonic()))
    return [f"{work.name_of} did not finish" for work in works if work.is_alive()]


def report(killer: Killer, works: list[Work], wrong: list[str]) -> bool:
    """Print the figures; whether all is as it must be."""
    for kind, away in killer.away.items():
        if away and kind != "restore":
            median, late = sorted(away)[len(away) // 2], sum(each > MOST for each in away)
            print(
                f"{kind:12}killed {len(away)} times, running again after {median:.1f} s in the "
                f"median, {max(away):.1f} s at most; {late} later than {MOST:g} s"
            )
    print(f"restore     killed {len(killer.away['restore'])} times")
    for work in works:
        print(f"{work.name_of:12}{dict(work.done)}")
    for each in wrong:
        print(f"WRONG: {each}")
    return not wrong and all(each <= MOST for away in killer.away.values() for each in away)


def killed(folder: Path, url: str, moments: int, seed: int) -> bool:
    """Serve, work, kill, compare."""
    os.environ |= {"ASHTAPADA_VAR": str(folder), "DATABASE_URL": url}
    site = Site(folder, url)
    archive = folder / "corpus.zip"
    for command in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"], ["load_corpus"],
                    ["export_corpus", str(archive), "-v0"]):  # fmt: skip
        site.manage(*command)
    empty = empty_databases(url, folder)
    django()
    people = (Person(site, "bede"), Person(site, "cato"))
    studies, restores = Studies(site, people), Restores(site, people, empty, archive)
    works: list[Work] = [kind(site, people) for kind in (Imports, Publishing, Games, Costly)]
    works += [studies, restores]
    keeper = threading.Thread(target=site.keep_up)
    keeper.start()
    try:
        print(f"serving after {waited(site.web_serves):.1f} s", flush=True)
        for work in works:
            work.start()
        killer = Killer(site, restores, seed)
        killer.kill(moments)
        wrong = finished(works)
    finally:
        site.stop()
        keeper.join()
    studies.recounted()
    wrong += [each for work in works for each in work.wrong] + halves(url)
    return report(killer, works, wrong)


def main() -> None:
    """Kill on the database that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--database", default="sqlite", choices=("sqlite", "postgresql"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    print(f"{machine()}, {options.database}, {options.moments} moments", flush=True)
    with tempfile.TemporaryDirectory(prefix="killed-") as folder, database(options.database) as url:
        well = killed(Path(folder), url, options.moments, options.seed)
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
