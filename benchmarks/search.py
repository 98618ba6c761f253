"""How long the site takes to answer, over HTTP, beside plain SQL for the same answer.

    python benchmarks/search.py [--rows 10000 1000000] [--database sqlite|postgresql|URL]

Fills a database with each number of records (see benchmarks/corpus.py), serves it by gunicorn as
`make serve` does, and asks for boxes and windows: exact count, all facets but sources, and the
first fifty records in full. No two requests are the same, as the site keeps its answers. Prints
the median milliseconds of requests, those of raw SQL for the same answer (over one covering index,
the matches in a temporary table that the planner knows, the better of two, or one that takes more
than a second), the ratio, and how much each has grown from the first number of records to the last.
Then come searches over everything, each asked once, with the median and the most milliseconds. A
URL takes a database that is filled already. Measure on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import corpus
from benchmarks.databases import database, django
from benchmarks.measuring import ROOT, UNLIMITED, machine, seconds

FACETS = (
    "type,game,region,century,confidence,ruleset,concept,uncertainty,age,gender,status,space,"
    "date_role,place_role,identified,related,picture,museum,person,person_role,language,identified_by"
)
ROUNDS = 9
LONG = 1  # seconds, which plain SQL takes once
LIMIT = 50
Box = tuple[float, float, float, float]


class Asked(NamedTuple):
    """A box, and perhaps a window of years."""

    box: Box
    years: tuple[int, int] | None = None

    def address(self, number: int = 0) -> str:
        """Where the site answers it; a number makes it another question, by metres in the south."""
        west, south, east, north = self.box
        box = (west, round(south + number / 10_000, 4), east, north)
        params = {"bbox": ",".join(map(str, box)), "facets": FACETS, "limit": LIMIT}
        if self.years:
            params |= {"year_from": self.years[0], "year_to": self.years[1]}
        return f"/api/v1/evidence/?{urlencode(params)}"


COUNTRIES = [
    (68, 8, 89, 28),
    (25, 22, 35, 32),
    (44, 25, 63, 40),
    (98, 6, 106, 20),
    (-10, 36, 4, 44),
]
CONTINENTS = [(25, -10, 150, 75), (-18, -35, 51, 37), (-25, 35, 60, 71), (-170, 7, -50, 72)]
WINDOWS = [(-500, 1850), (1000, 1900), (1, 1500), (1500, 2000)]
WORLD: Box = (-180, -90, 180, 90)
KINDS: dict[str, list[Asked]] = {
    "country": [Asked(box) for box in COUNTRIES],
    "continent, dates": [Asked(box, years) for box in CONTINENTS for years in WINDOWS[:2]],
    "world, dates": [Asked(WORLD, years) for years in WINDOWS],
    "world": [Asked(WORLD)],
}


def searches() -> dict[str, list[str]]:
    """Addresses of searches over everything by kind; all differ, so no cache answers them."""
    words = corpus.vocabulary(numpy.random.default_rng(corpus.SEED))
    common, rare = words[:20], words[-20:]
    texts = {
        "a name": ["weiqi", "shodra", "oware", "checkers", "siam", "murray", "castling", "tablut"],
        "a typing error": ["shorda", "draugths", "senat", "mankala", "tabltu", "chessbaord"],
        "a common word": common,
        "a rare word": rare,
        "two words": [" ".join(pair) for pair in zip(common, reversed(common), strict=True)],
        "three words": [" ".join(some) for some in zip(common, words[100:], rare, strict=False)],
    }
    found = {
        kind: [f"/api/v1/search/?{urlencode({'q': text})}" for text in some]
        for kind, some in texts.items()
    }
    begun = [word[:length] for word in words[40:50] for length in (2, 3, 5)]
    found["suggestions"] = [
        f"/api/v1/search/suggestions/?{urlencode({'q': text})}" for text in dict.fromkeys(begun)
    ]
    return found


# The site


@contextmanager
def served(url: str, workers: int = 1) -> Iterator[int]:
    """The site on a database, by gunicorn, without limits of requests; its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {"PORT": str(port), "WEB_CONCURRENCY": str(workers), **UNLIMITED}
    environment = {**os.environ, "DATABASE_URL": url, **settings}
    manage = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
    subprocess.run(manage, check=True, env=environment, cwd=ROOT)
    command = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py"]
    server = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL)
    with answering(server, port):
        yield port


@contextmanager
def served_or_demo(url: str | None) -> Iterator[int]:
    """The site on a database; unless one is named, on the demo corpus in a new one. Its port."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("ASHTAPADA_VAR", folder)
        if url is None:
            url = os.environ["DATABASE_URL"] = f"sqlite:///{folder}/demo.sqlite3"
            corpus.fill(0)
        with served(url) as port:
            yield port


@contextmanager
def answering(server: subprocess.Popen[bytes], port: int) -> Iterator[None]:
    """A server from its first answer on, ended afterwards."""
    try:
        wait_for(port)
        yield
    finally:
        server.terminate()
        server.wait()


def wait_for(port: int) -> None:
    """Until the site answers."""
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the site did not answer within a minute")


def searched_of(port: int) -> dict[str, tuple[float, float]]:
    """For each kind of search over everything the median and the most milliseconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def get(address: str) -> None:
        connection.request("GET", address)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{address}: {answer.status} {body[:300]!r}")

    for text in ("zzzz", "warm", "wram"):
        get(f"/api/v1/search/?q={text}")
    found = {}
    for kind, addresses in searches().items():
        times = [seconds(lambda each=each: get(each)) * 1000 for each in addresses]  # type: ignore[misc]
        found[kind] = (statistics.median(times), max(times))
    return found


def asked_of(port: int) -> dict[str, tuple[float, int]]:
    """For each kind the median milliseconds of a request, and how many records matched at most."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def get(address: str) -> Any:
        connection.request("GET", address)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{address}: {answer.status} {body[:300]!r}")
        return body

    found = {}
    for kind, questions in KINDS.items():
        counts = [json.loads(get(each.address()))["count"] for each in questions]
        times = [
            seconds(lambda each=each, n=n: get(each.address(n)))  # type: ignore[misc]
            for n in range(1, ROUNDS + 1)
            for each in questions
        ]
        found[kind] = (statistics.median(times) * 1000, max(counts))
    return found


# Plain SQL

INDEX = """
CREATE TABLE bench_index AS SELECT e.id AS evidence_id, e.type, e.game_id,
 COALESCE(e.year_from, -2000000000) AS year_from, COALESCE(e.year_to, 2000000000) AS year_to,
 COALESCE(e.confidence, -1) AS confidence, p.lat_u, p.lon_u,
 (p.lat_u + 90000000) / 5000000 * 72 + (p.lon_u + 180000000) / 5000000 AS cell
 FROM evidence_evidence e JOIN evidence_place p ON p.evidence_id = e.id WHERE p.lat_u IS NOT NULL;
CREATE INDEX bench_covering ON bench_index
 (type, cell, year_from, year_to, lat_u, lon_u, confidence, game_id, evidence_id)
"""
FOUND = """
CREATE TEMPORARY TABLE bench_found AS SELECT DISTINCT evidence_id, type, game_id, year_from,
 year_to, confidence FROM bench_index WHERE type IN ({types}) AND {cells} AND
 lat_u BETWEEN {south} AND {north} AND lon_u BETWEEN {west} AND {east} AND
 year_to >= {first} AND year_from <= {last}
"""
COUNTS = (
    "SELECT COUNT(*) FROM bench_found",
    "SELECT type, COUNT(*) FROM bench_found GROUP BY 1",
    "SELECT g.slug, COUNT(*) FROM bench_found f JOIN games_game g ON g.id = f.game_id GROUP BY 1",
    "SELECT confidence / 10, COUNT(*) FROM bench_found GROUP BY 1",
    "SELECT (CAST(year_from AS BIGINT) + 2000000099) / 100, "
    "(CAST(year_to AS BIGINT) + 2000000099) / 100, COUNT(*) FROM bench_found GROUP BY 1, 2",
    "SELECT r.slug, COUNT(*) FROM bench_found f JOIN evidence_evidence_regions m ON "
    "m.evidence_id = f.evidence_id JOIN evidence_region r ON r.id = m.region_id GROUP BY 1",
    "SELECT t.vocabulary, t.name, COUNT(*) FROM bench_found f JOIN evidence_evidence_terms m ON "
    "m.evidence_id = f.evidence_id JOIN evidence_term t ON t.id = m.term_id GROUP BY 1, 2",
    "SELECT r.slug, COUNT(*) FROM bench_found f JOIN evidence_rulesetlink m ON "
    "m.evidence_id = f.evidence_id JOIN games_ruleset r ON r.id = m.ruleset_id GROUP BY 1",
)
PAGE = "(SELECT evidence_id FROM bench_found ORDER BY evidence_id DESC LIMIT 50)"
ROWS = (
    f"SELECT * FROM evidence_evidence WHERE id IN {PAGE} ORDER BY id DESC",
    f"SELECT * FROM evidence_place WHERE evidence_id IN {PAGE}",
    f"SELECT * FROM evidence_quotation WHERE evidence_id IN {PAGE}",
    f"SELECT c.*, s.* FROM evidence_citation c JOIN evidence_source s ON s.id = c.source_id "
    f"WHERE c.evidence_id IN {PAGE}",
    f"SELECT * FROM evidence_evidence_terms WHERE evidence_id IN {PAGE}",
    f"SELECT * FROM evidence_evidence_regions WHERE evidence_id IN {PAGE}",
)


def raw(url: str) -> dict[str, float]:
    """For each kind the median milliseconds of plain SQL, over one connection."""
    os.environ["DATABASE_URL"] = url
    django()
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS bench_index")
        for statement in INDEX.split(";"):
            cursor.execute(statement)
        cursor.execute("ANALYZE bench_index")
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM bench_index")
            cursor.execute("SET work_mem = '256MB'")
        found = {}
        for kind, questions in KINDS.items():
            times = [
                better_of_two(lambda each=each: answered(cursor, each))  # type: ignore[misc]
                for each in questions
            ]
            found[kind] = statistics.median(times) * 1000
        cursor.execute("DROP TABLE bench_index")
    return found


def better_of_two(work: Callable[[], None]) -> float:
    """The seconds that it takes, begun with cold caches and again; once where that is long."""
    first = seconds(work)
    return first if first > LONG else min(first, seconds(work))


def answered(cursor: Any, asked: Asked) -> None:
    """All that the site answers, in SQL."""
    from evidence.vocabulary import TYPE_ORDER

    west, south, east, north = (int(edge * 1_000_000) for edge in asked.box)
    first, last = asked.years or (-1_000_000, 1_000_000)
    rows = range((south + 90_000_000) // 5_000_000, (north + 90_000_000) // 5_000_000 + 1)
    columns = (west + 180_000_000) // 5_000_000, min(71, (east + 180_000_000) // 5_000_000)
    cells = [row * 72 + column for row in rows for column in range(columns[0], columns[1] + 1)]
    listed = f"cell IN ({','.join(map(str, cells))})"
    near = listed if len(cells) <= 200 else f"cell BETWEEN {min(cells)} AND {max(cells)}"
    types = ",".join(f"'{name}'" for name in (*TYPE_ORDER, ""))
    cursor.execute("DROP TABLE IF EXISTS bench_found")
    edges = {"south": south, "north": north, "west": west, "east": east}
    cursor.execute(FOUND.format(types=types, cells=near, first=first, last=last, **edges))
    cursor.execute("ANALYZE bench_found")  # else it is taken for a table of a million rows
    for statement in (*COUNTS, *ROWS):
        cursor.execute(statement)
        cursor.fetchall()


# The report


class Measured(NamedTuple):
    """By kind: milliseconds of the site, of SQL, and how many records matched; for searches over
    everything the median and the most milliseconds.
    """

    filtered: dict[str, tuple[float, float, int]]
    searched: dict[str, tuple[float, float]]


def measured(rows: int, name: str) -> Measured:
    """Both tables for so many records."""
    with database(name) as url, tempfile.TemporaryDirectory(prefix="ashtapada-bench-") as var:
        os.environ["ASHTAPADA_VAR"] = os.environ.get("ASHTAPADA_VAR", var)
        environment = {**os.environ, "DATABASE_URL": url}
        own = [sys.executable, str(Path(__file__))]
        if "://" not in name:
            filler = [sys.executable, str(ROOT / "benchmarks" / "corpus.py"), "--rows", str(rows)]
            subprocess.run(filler, check=True, env=environment, cwd=ROOT)
        with served(url) as port:
            searched = searched_of(port)
            site = asked_of(port)
        plain = subprocess.run(
            [*own, "--raw", url], check=True, env=environment, cwd=ROOT, stdout=subprocess.PIPE
        )
    sql = json.loads(plain.stdout)
    filtered = {kind: (site[kind][0], sql[kind], site[kind][1]) for kind in KINDS}
    return Measured(filtered, searched)


def report(options: argparse.Namespace) -> None:
    """Print a table for each number of records."""
    print(machine())
    first: dict[str, tuple[float, float, int]] = {}
    is_filled = "://" in options.database
    for rows in options.rows[:1] if is_filled else options.rows:
        figures, searched = measured(rows, options.database)
        first = first or figures
        size = "as it is filled" if is_filled else f"{rows:,} records"
        print(f"{options.database.partition(':')[0]}, {size}")
        print(f"{'':20}{'matches':>10}{'site':>12}{'plain SQL':>12}{'ratio':>8}{'growth':>9}")
        for kind, (site, sql, count) in figures.items():
            growth = f"{site / first[kind][0]:>8.1f}x"
            print(f"{kind:20}{count:>10,}{site:>9.1f} ms{sql:>9.1f} ms{site / sql:>8.2f}{growth}")
        print(f"{'everything':20}{'median':>12}{'most':>12}")
        for kind, (median, most) in searched.items():
            print(f"{kind:20}{median:>9.1f} ms{most:>9.1f} ms")


def main() -> None:
    """Measure, or be the process that asks in SQL."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 1_000_000])
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql or a URL (sqlite)")
    parser.add_argument("--raw", metavar="URL", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.raw:
        print(json.dumps(raw(options.raw)))
    else:
        report(options)


if __name__ == "__main__":
    main()
