"""Towns by name, offline: 7,300 of Natural Earth (public domain), for the form of a record.

`manage.py build_gazetteer` makes the file. Coordinates are those of the town of today.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from config.csv_cells import Writer
from evidence.places import MICRO, Point
from evidence.words import words

TOWNS = settings.BASE_DIR / "fixtures" / "world" / "towns.csv"
INPUT = "ne_10m_populated_places_simple.json.gz"
COLUMNS = ("name", "others", "part", "country", "latitude", "longitude")
ALSO = ("nameascii", "namepar", "namealt")


class Town(NamedTuple):
    """A town, larger ones first; `names` are all it is called, as words."""

    name: str
    part: str
    country: str
    point: Point
    names: tuple[str, ...]

    @property
    def where(self) -> str:
        """As in "Qina, Egypt"."""
        return ", ".join(filter(None, (self.part, self.country)))


def towns_called(text: str, most: int, *, whole: bool = False) -> list[Town]:
    """The towns of a name, or that have a word that begins so; those called exactly so first."""
    asked = " ".join(words(text))
    if not asked:
        return []
    exact = [town for town in _towns() if asked in town.names]
    if whole:
        return exact[:most]
    begun = (
        town
        for town in _towns()
        if asked not in town.names and any(f" {asked}" in f" {name}" for name in town.names)
    )
    return [*exact, *begun][:most]


@lru_cache(maxsize=1)
def _towns() -> list[Town]:
    with TOWNS.open(encoding="utf-8", newline="") as file:
        return [_town(row) for row in csv.DictReader(file)]


def _town(row: dict[str, str]) -> Town:
    names = [row["name"], *row["others"].split("|")]
    point = Point(*(round(float(row[name]) * MICRO) for name in ("latitude", "longitude")))
    called = dict.fromkeys(" ".join(words(name)) for name in names if name)
    return Town(row["name"], row["part"], row["country"], point, tuple(called))


def write_towns(folder: Path, path: Path) -> int:
    """Write the file from Natural Earth's populated places, the most populous first."""
    with gzip.open(folder / INPUT, "rt", encoding="utf-8") as file:
        features: list[dict[str, Any]] = json.load(file)["features"]
    said = [each["properties"] for each in features]
    said.sort(key=lambda each: (-each["pop_max"], each["name"], each["latitude"]))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = Writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_row(each) for each in said)
    return len(said)


def _row(said: dict[str, Any]) -> tuple[Any, ...]:
    part = said["adm1name"] if said["adm1name"] != said["name"] else ""
    angles = (f"{said[name]:.3f}" for name in ("latitude", "longitude"))
    return said["name"], "|".join(_others(said)), part, said["adm0name"], *angles


def _others(said: dict[str, Any]) -> Iterator[str]:
    """Its other names, each once."""
    seen = {said["name"]}
    for name in ALSO:
        for each in (said[name] or "").split("|"):
            if each and each not in seen:
                seen.add(each)
                yield each
