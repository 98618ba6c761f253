"""Every address of the demo corpus in turn, by many clients without pauses: `load.py --in-turn`.

The addresses are all records, as pages and from the API, the lists of the site and of the API, and
all rulesets; each client begins at another of them. The figures begin with the first request, when
nothing is cached yet.
"""

from __future__ import annotations

import http.client
import itertools
import json
import shutil
import statistics
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.load import PATIENCE, Told, report, together
from benchmarks.processes import memory, serving

LEAST_A_SECOND, MOST_P95, MOST_GROWTH = 250, 0.7, 0.05
REQUESTS = 20_000  # over which memory is watched
PAGES = (
    "/", "/about/", "/evidence/", "/games/", "/rulesets/", "/concepts/", "/sources/", "/regions/",
)  # fmt: skip
LISTS = ("evidence", "games", "rulesets", "concepts", "sources", "regions")


def measure(clients: int, seconds: float, site: Path | None) -> bool:
    """Serve, ask, print; whether all is as it must be. `site` is data to copy, if it is made."""
    with tempfile.TemporaryDirectory(prefix="ashtapada-load-") as folder:
        var = Path(folder) / "var"
        if site is not None:
            shutil.copytree(site, var)
        env = {"ASHTAPADA_VAR": str(var), "DATABASE_URL": ""}
        with (Path(folder) / "log").open("wb") as log, serving(env, log.fileno()) as (pid, port):
            first = memory(pid)
            addresses = list(interleaved(gathered(port)))
            print(f"{len(addresses)} addresses; {first:.0f} MB at first")
            told = asked(port, addresses, clients, seconds)
            fast = in_time(told, clients, seconds)
            return grows_little(pid, port, addresses, clients) and fast


def in_time(told: list[Told], clients: int, seconds: float) -> bool:
    """Print how it went; whether all was answered, and soon enough."""
    right = report(told, Namespace(clients=clients, seconds=seconds, pause=0))
    times = sorted(each.seconds for each in told)
    p95 = statistics.quantiles(times, n=20, method="inclusive")[18]
    print(f"95 % of all within {p95 * 1000:.0f} ms (must be: {MOST_P95 * 1000:.0f})", flush=True)
    return right and len(told) / seconds >= LEAST_A_SECOND and p95 < MOST_P95


def grows_little(pid: int, port: int, addresses: list[tuple[str, str]], clients: int) -> bool:
    """Print what many requests more take of memory; whether it is little.

    The worker is left out: it counts the first studies meanwhile, in processes that come and go.
    """
    before, more = memory(pid, "worker"), 0
    while more < REQUESTS:
        more += len(asked(port, addresses, clients, 5))
    after = memory(pid, "worker")
    growth = after / before - 1
    print(
        f"memory without the worker: {before:.0f} MB, {after:.0f} MB after {more:,} requests more: "
        f"{growth:+.1%} (must be: below {MOST_GROWTH:.0%})"
    )
    return growth < MOST_GROWTH


def asked(port: int, addresses: list[tuple[str, str]], clients: int, seconds: float) -> list[Told]:
    """How all requests went."""
    step = len(addresses) / clients
    starts = [round(number * step) for number in range(clients)]
    turns = [itertools.cycle(addresses[start:] + addresses[:start]) for start in starts]
    return together(port, [*turns], 0, time.perf_counter() + seconds)


def gathered(port: int) -> dict[str, list[str]]:
    """Every address, by kind."""
    records, parts = named(port, "evidence", "identifier")
    rulesets, _parts = named(port, "rulesets", "slug")
    return {
        "page of a record": [f"/evidence/{name}/" for name in records],
        "record from the API": [f"/api/v1/evidence/{name}/" for name in records],
        "page of a ruleset": [f"/rulesets/{name}/" for name in rulesets],
        "ruleset from the API": [f"/api/v1/rulesets/{name}/" for name in rulesets],
        "page with a list": [*PAGES, *(f"/evidence/?page={n}" for n in range(2, 5))],
        "list from the API": [
            *(f"/api/v1/{name}/" for name in LISTS),
            *parts,
        ],
    }


def interleaved(kinds: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """All addresses, each kind spread over the whole round."""
    placed = [
        ((number + 0.5) / len(addresses), kind, address)
        for kind, addresses in kinds.items()
        for number, address in enumerate(addresses)
    ]
    return ((kind, address) for _place, kind, address in sorted(placed))


def named(port: int, what: str, key: str) -> tuple[list[str], list[str]]:
    """How all records or rulesets are called in addresses, and the addresses that list them."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    found: list[str] = []
    parts: list[str] = []
    address: str = f"/api/v1/{what}/?limit=50"
    while address:
        parts.append(address)
        connection.request("GET", address)
        answer: dict[str, Any] = json.loads(connection.getresponse().read())
        found += [row[key] for row in answer["results"]]
        address = (answer["next"] or "").partition(f":{port}")[2]
    connection.close()
    return found, parts
