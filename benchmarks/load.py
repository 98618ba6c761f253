"""A hundred people at once: do all get their answers, and how soon?

    python benchmarks/load.py [--clients 100] [--seconds 60] [--pause 5] [--database sqlite|…|URL]

Serves the site by gunicorn as `make serve` does (two processes of four threads) and lets clients
on the same machine read it for a while: pages of the explorer with filters, the cells of its map,
questions to the API with facets, records as pages and as JSON, features for GIS programs. Each
client asks, waits for the answer, and reads it for `--pause` seconds on average, as people do;
`--pause 0` asks again at once, which shows what the machine can do at most, and then answers wait
for each other. Which client asks what is the same every time. Prints requests a second, errors,
and the median and 95th percentile of milliseconds for each kind; ends with 1 if any request
failed. Without a URL the database is new: the demo corpus and `--rows` records more. Measure on a
machine that does nothing else, as the clients need a part of it too.

    python benchmarks/load.py --in-turn [--clients 100] [--seconds 60] [--site FOLDER]

Asks for every record, list and API answer of the demo corpus in turn, without pauses and from cold,
of `make serve` as it is; then 20,000 requests more. Ends with 1 unless there was no error, at least
250 requests a second, 95 % within 700 ms, and memory grew by less than 5 % over those 20,000. The
worker, which meanwhile counts the first studies of a new site, is left out of the memory.
"""

from __future__ import annotations

import argparse
import http.client
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.asking import Connection
from benchmarks.databases import database
from benchmarks.measuring import ROOT, machine
from benchmarks.search import CONTINENTS, COUNTRIES, KINDS, WINDOWS, WORLD, served

TILES = 4  # of 256 pixels, side by side in a window
WORKERS = 2  # as gunicorn.py has it
PATIENCE = 30  # seconds until an answer counts as none
WARMING = 10  # seconds that are not measured
TYPES = ("artifact", "contemporary-text", "ethnography", "artistic-depiction")
QUESTIONS = [question for some in KINDS.values() for question in some]
Asking = Callable[[random.Random, list[str]], str]
Asked = Iterator[tuple[str, str]]


def filters(rng: random.Random) -> dict[str, object]:
    """What somebody may have chosen in the explorer: nothing, a box, years, a type, a page."""
    chosen: dict[str, object] = {}
    if rng.random() < 0.7:
        chosen["bbox"] = ",".join(map(str, rng.choice([*COUNTRIES, *CONTINENTS, WORLD])))
    if rng.random() < 0.5:
        chosen["year_from"], chosen["year_to"] = rng.choice(WINDOWS)
    if rng.random() < 0.4:
        chosen["type"] = rng.choice(TYPES)
    return chosen


def explorer(rng: random.Random, names: list[str]) -> str:
    """A page of the explorer."""
    return f"/evidence/?{urlencode(filters(rng))}"


def cells(rng: random.Random, names: list[str]) -> str:
    """What its map asks for: what the window shows, at a zoom at which that fills it."""
    window = rng.choice([*COUNTRIES, *CONTINENTS, WORLD])
    zoom = max(1, round(math.log2(TILES * 360 / (window[2] - window[0]))))
    shown = {"zoom": zoom, "within": ",".join(map(str, window))}
    return f"/api/v1/cells/?{urlencode({**filters(rng), **shown})}"


def api(rng: random.Random, names: list[str]) -> str:
    """A box with facets and the first fifty records."""
    return rng.choice(QUESTIONS).address()


def page(rng: random.Random, names: list[str]) -> str:
    """A record to read."""
    return f"/evidence/{rng.choice(names)}/"


def record(rng: random.Random, names: list[str]) -> str:
    """A record as JSON."""
    return f"/api/v1/evidence/{rng.choice(names)}/"


def items(rng: random.Random, names: list[str]) -> str:
    """A page of features."""
    box = ",".join(map(str, rng.choice([*COUNTRIES, *CONTINENTS])))
    years = rng.choice(["1500-01-01/1900-12-31", "../1800-12-31", "1800-01-01/.."])
    params = {"bbox": box, "datetime": years, "limit": 50}
    return f"/ogc/collections/evidence/items?{urlencode(params)}"


# What is asked, and how often of a hundred times.
MIXTURE: dict[str, tuple[Asking, int]] = {
    "explorer": (explorer, 35),
    "cells of the map": (cells, 25),
    "API with facets": (api, 15),
    "page of a record": (page, 10),
    "record as JSON": (record, 5),
    "OGC items": (items, 10),
}


def mixture(number: int, names: list[str]) -> Iterator[tuple[str, str]]:
    """What a client asks, without end: kinds and addresses."""
    rng = random.Random(number)
    kinds, shares = list(MIXTURE), [share for _asking, share in MIXTURE.values()]
    while True:
        kind = rng.choices(kinds, shares)[0]
        yield kind, MIXTURE[kind][0](rng, names)


class Told(NamedTuple):
    """How one request went: its kind, when it began, how long it took, and what went wrong."""

    kind: str
    began: float
    seconds: float
    fault: str


class Client(threading.Thread):
    """Somebody at an address of their own who reads the site until `end`; `told` is how it went."""

    def __init__(self, number: int, port: int, asked: Asked, pause: float, end: float) -> None:
        super().__init__(daemon=True)
        self.rng = random.Random(number)
        here = f"127.0.9.{number + 1}" if sys.platform == "linux" else "127.0.0.1"
        self.connection = Connection(port, here, PATIENCE)
        self.asked, self.pause, self.end = asked, pause, end
        self.told: list[Told] = []

    def run(self) -> None:
        """Read, ask, read, ask."""
        self.rest()
        while time.perf_counter() < self.end:
            kind, address = next(self.asked)
            began = time.perf_counter()
            fault = self.get(address)
            self.told.append(Told(kind, began, time.perf_counter() - began, fault))
            self.rest()

    def rest(self) -> None:
        """Read for a while: between nothing and twice the pause."""
        time.sleep(self.rng.uniform(0, 2 * self.pause))

    def get(self, address: str) -> str:
        """What went wrong with a request; "" if nothing."""
        try:
            status, length = self.connection.get(address)
        except (OSError, EOFError, ValueError) as error:
            self.connection.close()
            return f"{address}: {error!r}"
        return "" if status == 200 and length else f"{address}: {status}"


def load(port: int, options: argparse.Namespace) -> list[Told]:
    """How all requests went that began after the warming, and all faults before."""
    names = identifiers(port)
    start = time.perf_counter() + WARMING
    asked = [mixture(number, names) for number in range(options.clients)]
    told = together(port, asked, options.pause, start + options.seconds)
    return [each for each in told if each.began >= start or each.fault]


def together(port: int, asked: list[Asked], pause: float, end: float) -> list[Told]:
    """How all requests went of clients that read at once."""
    clients = [Client(n, port, each, pause, end) for n, each in enumerate(asked)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    return [each for client in clients for each in client.told]


def identifiers(port: int) -> list[str]:
    """Some records to read. Both processes have read the corpus once they answer."""
    found: set[str] = set()
    for box in (*COUNTRIES, WORLD) * 2 * WORKERS:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=900)
        params = {"bbox": ",".join(map(str, box)), "fields": "identifier", "limit": 200}
        connection.request("GET", f"/api/v1/evidence/?{urlencode(params)}")
        answer = json.loads(connection.getresponse().read())
        found.update(row["identifier"] for row in answer["results"])
        connection.close()
    return sorted(found)


def fill(url: str, rows: int) -> None:
    """The demo corpus, and so many records more."""
    environment = {**os.environ, "DATABASE_URL": url}
    command = [sys.executable, "manage.py", "prepare"]
    if rows:
        command = [sys.executable, "benchmarks/corpus.py", "--rows", str(rows)]
    subprocess.run(command, check=True, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL)


def report(told: list[Told], options: argparse.Namespace) -> bool:
    """Print the figures; whether no request failed."""
    faults = [each.fault for each in told if each.fault]
    print(
        f"{options.clients} clients, {options.seconds:g} s, a pause of {options.pause:g} s on "
        f"average: {len(told) / options.seconds:,.1f} requests a second, {len(faults)} errors"
    )
    print(f"{'':20}{'requests':>10}{'errors':>8}{'median':>12}{'95 %':>12}{'longest':>12}")
    for kind in dict.fromkeys(each.kind for each in told):
        of_kind = [each for each in told if each.kind == kind]
        times = [each.seconds * 1000 for each in of_kind] or [0.0]
        ends = statistics.quantiles([*times, times[-1]], n=20, method="inclusive")
        errors = sum(bool(each.fault) for each in of_kind)
        figures = f"{statistics.median(times):>9.0f} ms{ends[18]:>9.0f} ms{max(times):>9.0f} ms"
        print(f"{kind:20}{len(of_kind):>10,}{errors:>8,}{figures}")
    for fault in faults[:10]:
        print(fault)
    return not faults


def main() -> None:
    """Serve, read, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=5, help="seconds between requests (5)")
    parser.add_argument("--in-turn", action="store_true", help="every address, by make serve")
    parser.add_argument("--site", type=Path, help="for --in-turn: a folder that prepare has made")
    parser.add_argument("--rows", type=int, default=0, help="beside the demo corpus (0)")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL (sqlite)")
    options = parser.parse_args()
    print(machine())
    if options.in_turn:
        from benchmarks.load_in_turn import measure

        sys.exit(0 if measure(options.clients, options.seconds, options.site) else 1)
    with database(options.database) as url, tempfile.TemporaryDirectory() as var:
        os.environ.setdefault("ASHTAPADA_VAR", var)
        if "://" not in options.database:
            fill(url, options.rows)
        with served(url, WORKERS) as port:
            told = load(port, options)
    sys.exit(0 if report(told, options) else 1)


if __name__ == "__main__":
    main()
