"""The site under siege: do readers get their pages, and does everything go on?

    python benchmarks/siege.py [--seconds 60] [--site FOLDER] [--server waitress]

Serves the site as `make serve` does, with its data on a small disk of its own, and attacks it from
the same machine: 48 connections that send one byte, 2,200 that send nothing, 48 halves of forms, 20
uploads of 400 MB, 12 clients that compare different texts in a loop, and 300 requests a second of
/evidence/ from 50 addresses; halfway the disk is filled to the last byte. Connections that the site
closes are opened again. Meanwhile a reader asks for /about/ and a record in turn, each a fifth of a
second after the other has come. Each attacker has an address of its own in 127.0.0.0/8.

Prints how long the reader waited, what came of each attack, the memory of all processes together
(each shared page counted once) and which processes ended. Ends with 1 unless the reader had each
page within a second at the 99th percentile, no process died, memory stayed under 600 MB and the
temporary folder is empty. `--site` is a folder of data that `manage.py prepare` has made, copied
for the siege; without it one is made. Linux, as root (it mounts a tmpfs). The attackers share the
processors with the site.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import ROOT, machine
from benchmarks.processes import memory, serving
from benchmarks.siege_attacks import Siege, ask, besiege, compare, flood, get, held, post, upload

DISK = 192  # MB
LARGE = 400 * 2**20
PAGES = ("/about/", "/evidence/dlp-1408/")
PAUSE = 0.2  # seconds
MOST_SECONDS, MOST_MEMORY = 1.0, 600
HALF = post("/accounts/login/", b"login=a", length=4000)


class Reader:
    """Asks for each page in turn; `waited` is how long each took, infinitely where it failed.

    `late` lists the seconds of the siege in which requests began that took too long.
    """

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.late: list[str] = []
        self.waited: dict[str, list[float]] = {page: [] for page in PAGES}
        self.statuses: set[int] = set()

    async def read(self, siege: Siege) -> None:
        """Read one page after the other until the end."""
        while not siege.over:
            for page in PAGES:
                await self._one(siege, page)
                await asyncio.sleep(PAUSE)

    async def _one(self, siege: Siege, page: str) -> None:
        began = time.monotonic()
        status = await ask(siege, "127.0.3.1", get(page))
        took = time.monotonic() - began if status == 200 else float("inf")
        self.statuses.add(status)
        self.waited[page].append(took)
        if took > MOST_SECONDS:
            self.late.append(f"{began - self.began:.0f}")


class Watch(threading.Thread):
    """Looks at the site's processes once a second, and fills the disk when it is time to."""

    def __init__(self, pid: int, disk: Path, full_at: float) -> None:
        super().__init__(daemon=True)
        self.pid, self.disk, self.full_at = pid, disk, full_at
        self.over = threading.Event()
        self.memory: list[float] = []
        self.filled = 0

    def run(self) -> None:
        """Look, until it is over."""
        while not self.over.wait(1):
            self.memory.append(memory(self.pid))
            if time.monotonic() >= self.full_at and not self.filled:
                self.filled = fill(self.disk)


def fill(disk: Path) -> int:
    """Fill a disk to the last byte; how many were free."""
    number = 0
    with (disk / "filler").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while written := file.write(bytes(1 << 16)):
            number += written
    return number


@contextlib.contextmanager
def small_disk() -> Iterator[Path]:
    """A folder that is a disk of DISK megabytes."""
    with tempfile.TemporaryDirectory(prefix="siege-") as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "siege", folder]
        subprocess.run(mount, check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


@contextlib.contextmanager
def served(disk: Path, site: Path | None, server: str) -> Iterator[tuple[int, int, Path]]:
    """The site with its data and its temporary files there: its process, its port, its log."""
    (disk / "tmp").mkdir()
    if site is not None:
        shutil.copytree(site, disk / "var")
    env = {
        "ASHTAPADA_VAR": str(disk / "var"), "TMPDIR": str(disk / "tmp"),
        "WEB_SERVER": server, "DATABASE_URL": "",
    }  # fmt: skip
    with tempfile.NamedTemporaryFile() as log, serving(env, log.fileno()) as (pid, port):
        for page in PAGES * 8:  # each process has what it needs
            urllib.request.urlopen(f"http://127.0.0.1:{port}{page}").close()
        yield pid, port, Path(log.name)


Attack = Callable[[], Awaitable[None]]


def attacks(siege: Siege) -> list[list[Attack]]:
    """All attackers, by the process that they are in."""
    waiting: list[Attack] = [
        *(partial(held, siege, "silent", "127.0.4.1", b"G") for _ in range(48)),
        *(partial(held, siege, "half bodies", "127.0.6.1", HALF) for _ in range(48)),
        *(partial(held, siege, "idle", "127.0.5.1", b"") for _ in range(2200)),
    ]
    uploads = [partial(upload, siege, f"127.0.7.{each + 1}", LARGE) for each in range(20)]
    compares = [partial(compare, siege, f"127.0.1.{each + 1}") for each in range(12)]
    return [waiting, [*uploads], [*compares], [partial(flood, siege, 300, 50)]]


def in_processes(siege: Siege, reader: Reader) -> None:
    """Let all attack and read, each kind in a process of its own, and gather what they found."""
    context = get_context("fork")
    found: SimpleQueue[tuple[Siege, Reader]] = context.SimpleQueue()
    parties = [[partial(reader.read, siege)], *attacks(siege)]

    def run(party: list[Attack]) -> None:
        asyncio.run(besiege(siege, party))
        found.put((siege, reader))

    processes = [context.Process(target=run, args=(party,)) for party in parties]
    for process in processes:
        process.start()
    for _ in processes:
        other, read = found.get()
        siege.counts |= other.counts
        siege.taken += other.taken
        if any(read.waited.values()):
            vars(reader).update(vars(read))
    for process in processes:
        process.join()


def report(siege: Siege, reader: Reader, watch: Watch, log: str, left: list[str]) -> bool:
    """Print the figures; whether all is as it must be."""
    for page, waited in reader.waited.items():
        waited.sort()
        p99 = waited[max(0, -(-len(waited) * 99 // 100) - 1)]
        late = sum(each > MOST_SECONDS for each in waited)
        print(
            f"{page:24}{len(waited):>6} asked, median {waited[len(waited) // 2] * 1000:.0f} ms, "
            f"99 % {p99 * 1000:.0f} ms, longest {waited[-1] * 1000:.0f} ms, {late} later than 1 s"
        )
    at = f"; late at {', '.join(reader.late)} s" if reader.late else ""
    print(f"statuses of the reader: {sorted(reader.statuses)}{at}")
    for name, counts in siege.counts.items():
        print(f"{name:14}{dict(counts)}")
    print(f"{'uploads took':14}{siege.taken / 2**20:,.0f} MB; disk filled with {watch.filled:,} B")
    print(f"{'memory':14}{max(watch.memory):.0f} MB at most, {watch.memory[0]:.0f} MB at first")
    ended = re.findall(r"(\S+ \d+|worker|gunicorn), process \d+: (ended \(-?\d+\)|stuck)", log)
    died = [f"{name} {how}" for name, how in ended if how != "ended (0)"]
    print(
        f"{'processes':14}died: {died or 'none'}; made way for fresh ones: {len(ended) - len(died)}"
    )
    print(f"{'left in tmp':14}{left or 'nothing'}")
    in_time = all(
        waited[max(0, -(-len(waited) * 99 // 100) - 1)] <= MOST_SECONDS
        for waited in reader.waited.values()
    )
    return in_time and not died and not left and max(watch.memory) < MOST_MEMORY


def main() -> None:
    """Serve, besiege, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--site", type=Path, help="a folder that manage.py prepare has made")
    parser.add_argument("--server", default="waitress", help="waitress or gunicorn")
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(machine())
    text = (ROOT / "fixtures" / "rulesets" / "ouk-chatrang.lud").read_text(encoding="utf-8")
    with small_disk() as disk:
        with served(disk, options.site, options.server) as (pid, port, log):
            now = time.monotonic()
            siege = Siege(port, now + options.seconds, text, "kar-ouk")
            reader, watch = Reader(), Watch(pid, disk, now + options.seconds / 2)
            watch.start()
            in_processes(siege, reader)
            watch.over.set()
            watch.join()
            said = log.read_text(encoding="utf-8", errors="replace")
        left = sorted(each.name for each in (disk / "tmp").iterdir())
    sys.exit(0 if report(siege, reader, watch, said, left) else 1)


if __name__ == "__main__":
    main()
