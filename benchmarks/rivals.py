"""The site beside Datasette and beside pygeoapi on PostGIS: the same rows, asked in one run.

    python benchmarks/rivals.py [--rows 1000000 | --corpus FILE] [--tools FOLDER]
                                [--only datasette|pygeoapi] [--lists]

Datasette, as it comes but without suggested facets and with time enough for its answers, has a
table of the records with indexes on coordinates and years; it is asked for boxes of a continent
and more, for the count, fifty records, and the facets of which a record has one value; `--lists`
asks both for all facets of the site's search, which at Datasette takes far longer. pygeoapi, by
gunicorn, reads a table of PostGIS with an index of the geometries and one of the dates; it is
asked for the same pages of features, by bbox and datetime, as the site's /ogc/. Each question is
put to both by turns, warm, and the median milliseconds are printed, with the ratio. Counts differ
a little: Datasette's table has one place for each record, and /ogc/ keeps, as the standard wants,
what has no place or no date. pip installs both into environments of their own below `--tools`, a
temporary folder unless named; PostGIS is Debian's postgresql-postgis. Measure on a machine that
does nothing else.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import ROOT, machine, seconds
from benchmarks.rivals_tables import postgis, records_of
from benchmarks.search import CONTINENTS, FACETS, KINDS, LIMIT, WORLD, Asked, answering, served

ROUNDS = 5
PATIENCE = 600  # seconds
LISTS = ("region", "ruleset", "uncertainty", "age", "gender", "status", "space")
COLUMNS = ("type", "game", "century", "confidence")
PACKAGES = {
    "datasette": ["datasette==0.65.5"],
    "pygeoapi": [
        "pygeoapi==0.21.0", "sqlalchemy", "geoalchemy2", "psycopg2-binary", "pygeofilter",
        "gunicorn",
    ],
}  # fmt: skip
SETTINGS = {
    "suggest_facets": "off",
    "sql_time_limit_ms": str(PATIENCE * 1000),
    "facet_time_limit_ms": str(PATIENCE * 1000),
}
WINDOWS = ("1000-01-01/1900-12-31", "1500-01-01/2000-12-31")
Pairs = dict[str, list[tuple[str, str]]]


# Datasette


@contextmanager
def datasette(tools: Path, corpus: Path) -> Iterator[int]:
    """Datasette with a table of the records; its port."""
    file = corpus.with_name("records.db")
    if not file.exists():
        records_of(corpus, file, LISTS)
    settings = [part for item in SETTINGS.items() for part in ("--setting", *item)]
    with running(tools, "datasette", "serve", "-i", str(file), "-p", "{port}", *settings) as port:
        yield port


def of_site(asked: Asked, lists: bool) -> str:
    """Where the site answers a question."""
    address = asked.address()
    return address if lists else address.replace(quote(FACETS), quote(",".join(COLUMNS)))


def of_datasette(asked: Asked, lists: bool) -> str:
    """Where Datasette answers a question."""
    west, south, east, north = asked.box
    params: list[tuple[str, Any]] = [
        ("lon__gte", west), ("lon__lte", east), ("lat__gte", south), ("lat__lte", north),
        ("_size", LIMIT), ("_sort_desc", "id"), ("_facet_size", "max"),
    ]  # fmt: skip
    if asked.years:
        params += [("year_to__gte", asked.years[0]), ("year_from__lte", asked.years[1])]
    params += [("_facet", name) for name in COLUMNS]
    params += [("_facet_array", name) for name in LISTS if lists]
    return f"/records/records.json?{urlencode(params)}"


def boxes(lists: bool) -> Pairs:
    """By kind, the addresses of the site and of Datasette: boxes of a continent and above."""
    kinds = {"continent": [Asked(box) for box in CONTINENTS], **KINDS}
    del kinds["country"]
    return {
        kind: [(of_site(each, lists), of_datasette(each, lists)) for each in some]
        for kind, some in kinds.items()
    }


# pygeoapi


@contextmanager
def pygeoapi(tools: Path, corpus: Path) -> Iterator[int]:
    """pygeoapi on a table of PostGIS; its port."""
    with postgis(corpus) as database:
        folder = corpus.parent
        config, definition = folder / "pygeoapi.yml", folder / "pygeoapi-openapi.yml"
        config.write_text(json.dumps(configured(database)))  # JSON is YAML
        environment = {
            **os.environ,
            "PYGEOAPI_CONFIG": str(config),
            "PYGEOAPI_OPENAPI": str(definition),
        }
        program = installed(tools, "pygeoapi") / "bin" / "pygeoapi"
        make = [str(program), "openapi", "generate", str(config), "--output-file", str(definition)]
        subprocess.run(make, check=True, env=environment, stdout=subprocess.DEVNULL)
        command = "gunicorn", "-b", "127.0.0.1:{port}", "-k", "gthread", "--threads", "4"
        served_by = running(
            tools, "pygeoapi", *command, "pygeoapi.flask_app:APP", environment=environment
        )
        with served_by as port:
            yield port


def configured(database: dict[str, Any]) -> dict[str, Any]:
    """The least that pygeoapi wants to be told."""
    provider = {
        "type": "feature",
        "name": "PostgreSQL",
        "data": database,
        "id_field": "id",
        "table": "records",
        "geom_field": "geom",
        "time_field": "day",
    }
    here = {"title": "Records", "description": "Records", "keywords": ["games"]}
    return {
        "server": {
            "bind": {"host": "127.0.0.1", "port": 80},
            "url": "http://127.0.0.1",
            "mimetype": "application/json; charset=UTF-8",
            "encoding": "utf-8",
            "languages": ["en-GB"],
            "limits": {"default_items": LIMIT, "max_items": 1000},
            "map": {"url": "http://127.0.0.1/", "attribution": "none"},
        },
        "logging": {"level": "ERROR"},
        "metadata": {
            "identification": {**here, "terms_of_service": "none", "url": "http://127.0.0.1"},
            "license": {"name": "none", "url": "http://127.0.0.1"},
            "provider": {"name": "none", "url": "http://127.0.0.1"},
            "contact": {"name": "none", "url": "http://127.0.0.1", "email": "none"},
        },
        "resources": {
            "records": {
                "type": "collection",
                **here,
                "links": [],
                "extents": {"spatial": {"bbox": WORLD, "crs": "CRS84"}},
                "providers": [provider],
            }
        },
    }


def pages() -> Pairs:
    """By kind, the addresses of the site and of pygeoapi: pages of features."""
    kinds: dict[str, Sequence[Any]] = {"continent, dates": CONTINENTS, "world, dates": [WORLD]}
    return {
        kind: [
            (f"/ogc/collections/evidence/items?{asked}", f"/collections/records/items?{asked}")
            for box in some
            for window in WINDOWS
            for asked in [page_of(box, window)]
        ]
        for kind, some in kinds.items()
    }


def page_of(box: Sequence[float], window: str) -> str:
    """A page of features, as both read it."""
    where = ",".join(map(str, box))
    return urlencode({"bbox": where, "datetime": window, "limit": LIMIT, "f": "json"})


# Asking


def installed(tools: Path, name: str) -> Path:
    """The environment of a program, made where there is none."""
    home = tools / name
    if not home.exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([home / "bin" / "pip", "install", "-q", *PACKAGES[name]], check=True)
    return home


@contextmanager
def running(
    tools: Path, name: str, *command: str, environment: dict[str, str] | None = None
) -> Iterator[int]:
    """A program of an environment of its own, once it answers; its port."""
    home = installed(tools, name)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program = name if command[0] != "gunicorn" else "gunicorn"
    rest = [part.format(port=port) for part in command[program == "gunicorn" :]]
    server = subprocess.Popen(
        [home / "bin" / program, *rest], env=environment, cwd=home, stdout=subprocess.DEVNULL
    )
    with answering(server, port):
        yield port


def get(port: int, address: str) -> Any:
    """The JSON of an answer. Raises RuntimeError for any that is not 200."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", address)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{address}: {answer.status} {body[:500]!r}")
    return json.loads(body)


def matched(answer: dict[str, Any]) -> int:
    """How many records an answer of any of the three says there are."""
    names = ("numberMatched", "filtered_table_rows_count", "count")
    return next(int(answer[name]) for name in names if name in answer)


def compare(site: int, rival: int, name: str, pairs: Pairs) -> None:
    """Ask both by turns and print a table."""
    print(f"{'':20}{'matches':>10}{'site':>12}{'matches':>12}{name:>14}{'ratio':>9}")
    for kind, addresses in pairs.items():
        found = [(matched(get(site, a)), matched(get(rival, b))) for a, b in addresses]
        here, there = [], []
        for _ in range(ROUNDS):
            for a, b in addresses:
                here.append(seconds(lambda a=a: get(site, a)))  # type: ignore[misc]
                there.append(seconds(lambda b=b: get(rival, b)))  # type: ignore[misc]
        mine, other = statistics.median(here) * 1000, statistics.median(there) * 1000
        most, theirs_most = max(a for a, _b in found), max(b for _a, b in found)
        print(
            f"{kind:20}{most:>10,}{mine:>9.1f} ms{theirs_most:>12,}{other:>11.1f} ms"
            f"{other / mine:>8.1f}x"
        )


def main() -> None:
    """Fill, serve all, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--tools", type=Path, help="a folder that keeps the rivals' environments")
    parser.add_argument("--only", choices=["datasette", "pygeoapi"])
    parser.add_argument("--lists", action="store_true", help="facets of several values, too")
    parser.add_argument("--corpus", type=Path, help="a SQLite file that is filled already")
    options = parser.parse_args()
    print(f"{machine()}, {options.corpus or f'{options.rows:,} records'}")
    with tempfile.TemporaryDirectory(prefix="ashtapada-rivals-") as folder:
        tools = options.tools.resolve() if options.tools else Path(folder) / "tools"
        corpus = Path(folder) / "corpus.sqlite3"
        os.environ["ASHTAPADA_VAR"] = folder
        url = f"sqlite:///{corpus}"
        if options.corpus:
            corpus.symlink_to(options.corpus.resolve())
        else:
            filler = [sys.executable, "benchmarks/corpus.py", "--rows", str(options.rows)]
            environment = {**os.environ, "DATABASE_URL": url}
            subprocess.run(filler, check=True, env=environment, cwd=ROOT)
        with sqlite3.connect(corpus) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with served(url) as site:
            if options.only != "pygeoapi":
                with datasette(tools, corpus) as port:
                    compare(site, port, "Datasette", boxes(options.lists))
            if options.only != "datasette":
                with pygeoapi(tools, corpus) as port:
                    compare(site, port, "pygeoapi", pages())


if __name__ == "__main__":
    main()
