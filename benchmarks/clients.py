"""What the programs of others make of a running site: GDAL, QGIS, OWSLib, generated clients.

    python benchmarks/clients.py http://127.0.0.1:8000 [--token TOKEN] [--only NAME …]
        [--node FOLDER] [--generator PATH] [--qgis-python PATH] [--examples 20]

Each part says how much it looked at and what failed; it ends with 1 after any failure, or where a
program is missing. They are:

rule         the right-hand rule for each area of every collection and export
gdal         ogrinfo (apt: gdal-bin) counts every feature, with and without the final slash of /ogc
qgis         QGIS (apt: python3-qgis), offscreen, reads every feature, with and without the slash
owslib       OWSLib follows the links of every collection
typescript   openapi-typescript's types under tsc --strict, used by openapi-fetch, which asks the
             site; FOLDER is where `npm install openapi-typescript openapi-fetch typescript@5
             @types/node` was run
python       openapi-python-client's client, made and used; PATH is that of the program
schemathesis all checks on the API and on /ogc, anonymously and with the token

Serve with API_RATE=0 API_TOKEN_RATE=0. The token's owner begins proposals: take a site to try on.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import machine

SAMPLES = Path(__file__).resolve().parent / "clients"
AREAS = ("Polygon", "MultiPolygon")
JSON_EXPORTS = ("jsonl", "geojson", "geojsonl", "geojsonseq", "lpf", "csljson", "csvw")
PATIENCE = 1800  # seconds


class Failed(Exception):
    """What a program of others could not do."""


@dataclass(frozen=True)
class Asked:
    """The site and where the programs are."""

    site: str
    token: str
    node: Path
    generator: str
    qgis: str
    examples: int

    @property
    def roots(self) -> tuple[str, str]:
        """The addresses of /ogc, without and with the final slash."""
        return f"{self.site}/ogc", f"{self.site}/ogc/"


def read(address: str) -> Any:
    """The JSON of an address."""
    return json.loads(fetched(address))


def fetched(address: str) -> str:
    """The text of an address."""
    with urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def run(command: list[str], **more: Any) -> str:
    """What a program prints. Raises Failed with the end of what it says."""
    if shutil.which(command[0]) is None:
        raise Failed(f"{command[0]} is not installed")
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE, **more
    )
    if done.returncode:
        raise Failed((done.stdout + done.stderr)[-3000:])
    return str(done.stdout)


def collections(asked: Asked) -> dict[str, int]:
    """Each collection of /ogc, and how many features it has."""
    found = read(f"{asked.site}/ogc/collections")["collections"]
    items = f"{asked.site}/ogc/collections/%s/items?limit=1"
    return {each["id"]: read(items % each["id"])["numberMatched"] for each in found}


def rule(asked: Asked) -> str:
    """Each area, wherever it is in an answer."""
    addresses = [f"/ogc/collections/{name}/items?limit=1000" for name in collections(asked)]
    addresses += [f"/api/v1/features/{name}/?limit=200" for name in ("evidence", "regions")]
    answers = [page for each in addresses for page in pages(asked.site + each)]
    for name in JSON_EXPORTS:
        text = fetched(f"{asked.site}/api/v1/export/?format={name}")
        lines = text.split("\n") if name in ("jsonl", "geojsonl", "geojsonseq") else [text]
        answers += [json.loads(line.lstrip("\x1e")) for line in lines if line]
    answers.append(read(f"{asked.site}/static/map/land.json"))
    found = [area for answer in answers for area in areas(answer)]
    wrong = sum(not follows(area) for area in found)
    if wrong or not found:
        raise Failed(f"{wrong} of {len(found)} areas break the rule")
    return f"{len(found)} areas in {len(answers)} answers"


def pages(address: str | None) -> Iterator[Any]:
    """The answer of an address, and all that follow it by links."""
    while address:
        page = read(address)
        yield page
        links = [link["href"] for link in page.get("links", ()) if link["rel"] == "next"]
        address = page.get("next") or next(iter(links), None)


def areas(value: Any) -> Iterator[dict[str, Any]]:
    """All Polygons and MultiPolygons in JSON."""
    if isinstance(value, dict):
        if value.get("type") in AREAS:
            yield value
        for each in value.values():
            yield from areas(each)
    elif isinstance(value, list):
        for each in value:
            yield from areas(each)


def follows(area: dict[str, Any]) -> bool:
    """Whether exterior rings run counterclockwise, and holes clockwise."""
    from shapely.geometry import shape

    drawn = shape(area)
    return all(
        part.exterior.is_ccw and not any(hole.is_ccw for hole in part.interiors)
        for part in getattr(drawn, "geoms", [drawn])
    )


def gdal(asked: Asked) -> str:
    """Every feature of every collection, by ogrinfo."""
    counts = collections(asked)
    for root in asked.roots:
        for name, count in counts.items():
            told = run(["ogrinfo", "-ro", "-al", "-oo", "PAGE_SIZE=1000", f"OAPIF:{root}", name])
            found = told.count(f"OGRFeature({name})")
            if found != count:
                raise Failed(f"{root}: {found} of {count} features of {name}")
    return f"{2 * sum(counts.values())} features"


def qgis(asked: Asked) -> str:
    """Every feature of every collection, by QGIS without a screen."""
    counts = collections(asked)
    told = run(
        [asked.qgis, str(SAMPLES / "layers.py"), *counts, *asked.roots],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": ""},
    )
    found = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    wrong = [one for one in found if not one["valid"] or one["read"] != counts[one["layer"]]]
    if wrong or len(found) != 2 * len(counts):
        raise Failed(f"{wrong or told}")
    return f"{sum(one['read'] for one in found)} features of {len(found)} layers"


def owslib(asked: Asked) -> str:
    """Every feature, from page to page."""
    from owslib.ogcapi.features import Features

    read_of = 0
    for root in asked.roots:
        api = Features(root)
        for name, count in collections(asked).items():
            found, page = set(), api.collection_items(name)
            while True:
                found |= {feature["id"] for feature in page["features"]}
                links = [link["href"] for link in page["links"] if link["rel"] == "next"]
                if not links:
                    break
                page = api.collection_items(name, **dict(parse_qsl(urlsplit(links[0]).query)))
            if len(found) != count:
                raise Failed(f"{root}: {len(found)} of {count} features of {name}")
            read_of += count
    return f"{read_of} features"


def typescript(asked: Asked) -> str:
    """Types of both documents; a program that uses them compiles under --strict and runs."""
    commands = asked.node / "node_modules" / ".bin"
    work = asked.node / "work"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(SAMPLES / "typescript", work)
    documents = {"api": f"{asked.site}/api/schema/?format=json", "ogc": f"{asked.site}/ogc/api"}
    for name, address in documents.items():
        (work / f"{name}.json").write_text(fetched(address), encoding="utf-8")
        made = ["openapi-typescript", str(work / f"{name}.json"), "-o", str(work / f"{name}.ts")]
        run([str(commands / made[0]), *made[1:]])
    run([str(commands / "tsc"), "--project", str(work)])
    return run(["node", str(work / "out" / "use.js"), asked.site]).strip()


def python(asked: Asked) -> str:
    """A client of each document, made and imported; that of the API asks the site."""
    told = []
    address = {"api": f"{asked.site}/api/schema/?format=json", "ogc": f"{asked.site}/ogc/api"}
    with tempfile.TemporaryDirectory() as folder:
        for name, url in address.items():
            into = Path(folder) / name
            run([asked.generator, "generate", "--url", url, "--meta", "none",
                 "--output-path", str(into)])  # fmt: skip
            interpreter = str(Path(asked.generator).parent / "python")
            script = str(SAMPLES / f"python_{name}.py")
            told.append(run([interpreter, script, asked.site], cwd=folder).strip())
    return ", ".join(told)


def schemathesis(asked: Asked) -> str:
    """All checks on each document; each failure is named."""
    program = str(Path(sys.executable).parent / "schemathesis")
    told = []
    for name, document in (("API", "/api/schema/?format=json"), ("OGC", "/ogc/api")):
        for who in ("anonymous", "token"):
            if who == "token" and not asked.token:
                raise Failed("no --token was given")
            headers = ["-H", f"Authorization: Bearer {asked.token}"] if who == "token" else []
            said = run(
                [program, "--config-file", str(SAMPLES / "schemathesis.toml"), "run",
                 f"{asked.site}{document}", "--no-color",
                 "--max-examples", str(asked.examples), *headers]
            )  # fmt: skip
            cases = re.search(r"(\d+) generated", said)
            told.append(f"{name} {who}: {cases[1] if cases else '?'} cases")
    return "; ".join(told)


PARTS: dict[str, Callable[[Asked], str]] = {
    part.__name__: part for part in (rule, gdal, qgis, owslib, typescript, python, schemathesis)
}


def main() -> int:
    """Run the parts that are asked for; 1 where one fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", help="address of the site, such as http://127.0.0.1:8000")
    parser.add_argument("--token", default="", help="of a curator")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--node", type=Path, default=Path("node"), help="holds node_modules")
    parser.add_argument("--generator", default="openapi-python-client")
    parser.add_argument("--qgis-python", default="/usr/bin/python3")
    parser.add_argument("--examples", type=int, default=20, help="cases of each operation")
    given = parser.parse_args()
    asked = Asked(
        given.site.rstrip("/"), given.token, given.node.resolve(), given.generator,
        given.qgis_python, given.examples,
    )  # fmt: skip
    print(machine())
    failures = 0
    for name in given.only:
        try:
            print(f"{name:13} 0 failures: {PARTS[name](asked)}", flush=True)
        except Failed as error:
            failures += 1
            print(f"{name:13} FAILED: {error}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
