"""What of Natural Earth the base map draws and names, and from which level on.

Leaflet counts zooms by tiles of 256 pixels; ours have 512, so a tile of level z serves zoom z + 1.
`m` is the least zoom at which a thing is drawn or named.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shapely.geometry import mapping, shape
from shapely.geometry.base import BaseGeometry

from evidence.places.atlas.naming import place_of

DEEPEST = 5  # the last level of tiles
COARSE = 3  # the last level that is drawn from the 1:50m data
SCALES = (("50m", 0, COARSE), ("10m", COARSE + 1, DEEPEST))
BY_SCALE = ("land", "lakes", "rivers_lake_centerlines", "admin_0_boundary_lines_land")
NAMED = (
    "ne_10m_geography_marine_polys",
    "ne_10m_geography_regions_polys",
    "ne_50m_admin_0_countries",
    "ne_10m_populated_places_simple",
)
INPUTS = tuple(
    sorted([*NAMED, *(f"ne_{scale}_{name}" for scale, _, _ in SCALES for name in BY_SCALE)])
)
RANGES = {"Range/mtn", "Foothills"}
ISLANDS = {"Island", "Island group"}
NOT_NAMED = {"Continent", "Dragons-be-here", "reef"}
LAST_LAKE = 8.1  # the zoom from which on no more lakes are named
LONG = 2  # times as long as wide: named along its length
LONGEST = 24  # letters of a country's name; else Natural Earth's abbreviation

Json = dict[str, Any]


class MissingError(ValueError):
    """A file of Natural Earth that is not there or not what it should be."""


def path_of(folder: Path, name: str) -> Path:
    """Where a file of Natural Earth lies."""
    return folder / f"{name}.json.gz"


def features(folder: Path) -> Iterator[Json]:
    """All features, as tippecanoe reads them. Raises MissingError."""
    for scale, first, last in SCALES:
        yield from _ground(folder, scale, first, last)
    yield from _names(folder)
    for each in _read(folder, "ne_10m_populated_places_simple"):
        yield from _place(each)


def _read(folder: Path, name: str) -> Iterator[Json]:
    """The features of a file, the names of their properties in small letters."""
    path = path_of(folder, name)
    try:
        with gzip.open(path) as file:
            found = json.load(file)["features"]
    except (OSError, ValueError, KeyError) as error:
        raise MissingError(
            f"{path}: not a GeoJSON file of Natural Earth, compressed with gzip ({error})"
        ) from error
    for each in found:
        if each["geometry"]:
            properties = {key.lower(): value for key, value in each["properties"].items()}
            yield {**properties, "geometry": each["geometry"]}


def _ground(folder: Path, scale: str, first: int, last: int) -> Iterator[Json]:
    """Land, lakes, rivers and borders of one scale. Reservoirs are of our time and left out: rivers
    run through them, as they do under lakes.
    """
    for each in _read(folder, f"ne_{scale}_land"):
        yield from _feature("land", each["geometry"], {}, max(first, _level(each)), last)
    for each in _read(folder, f"ne_{scale}_lakes"):
        if each["featurecla"] != "Reservoir":
            yield from _feature("lakes", each["geometry"], {}, max(first, _level(each)), last)
    for each in _read(folder, f"ne_{scale}_rivers_lake_centerlines"):
        said = {"r": _width(each), "n": each["name"], "l": each["min_label"]}
        yield from _feature("rivers", each["geometry"], said, max(first, _level(each)), last)
    for each in _read(folder, f"ne_{scale}_admin_0_boundary_lines_land"):
        sure = each["featurecla"].startswith("International")
        said = {"d": int(not sure)}
        yield from _feature("borders", each["geometry"], said, max(first, _level(each)), last)


def _width(river: Json) -> int:
    """0 for the great rivers, 2 for brooks."""
    return sum(river["scalerank"] > rank for rank in (3, 6))


def _names(folder: Path) -> Iterator[Json]:
    for each in _read(folder, "ne_10m_geography_marine_polys"):
        yield from _name("ocean" if each["featurecla"] == "ocean" else "sea", each, 5)
    for each in _read(folder, "ne_10m_geography_regions_polys"):
        yield from _name(_kind(each["featurecla"]), each, 6)
    for each in _read(folder, "ne_10m_lakes"):
        if each["featurecla"] != "Reservoir" and (each["min_label"] or 9) < LAST_LAKE:
            yield from _name("lake", each, LAST_LAKE)
    for each in _read(folder, "ne_50m_admin_0_countries"):
        full = each["name_long"]
        name = full if len(full) <= LONGEST else each["name"]
        yield from _name("country", {**each, "name": name}, 4)


def _kind(cla: str) -> str:
    return "range" if cla in RANGES else "island" if cla in ISLANDS else "region"


def _name(kind: str, each: Json, usual: float) -> Iterator[Json]:
    """The name of an area, at a point in it."""
    if each.get("featurecla") in NOT_NAMED or not each["name"]:
        return
    area: BaseGeometry = shape(each["geometry"])
    found = place_of(area)
    if found is None:
        return
    said: Json = {
        "k": kind,
        "n": _in_small_letters(each["name"]) if each["name"].isupper() else each["name"],
        "m": round(each["min_label"] or usual, 1),
        "x": each.get("max_label"),
        "a": found.tilt if found.slimness > LONG else None,
        "s": round(found.length, 1),
    }
    yield from _feature("labels", mapping(found.point), said, _tile_level(said["m"]), DEEPEST)


def _in_small_letters(name: str) -> str:
    """SEA OF JAPAN as Sea of Japan."""
    return " ".join(word if word == "of" else word.capitalize() for word in name.lower().split())


def _place(each: Json) -> Iterator[Json]:
    said: Json = {
        "n": each["name"],
        "m": round(each["min_zoom"], 1),
        "c": 1 if each["adm0cap"] else None,
        "p": each["rank_max"],
    }
    yield from _feature("places", each["geometry"], said, _tile_level(each["min_zoom"]), DEEPEST)


def _level(each: Json) -> int:
    return _tile_level(each.get("min_zoom") or 0)


def _tile_level(zoom: float) -> int:
    return max(0, math.floor(zoom) - 1)


def _feature(layer: str, geometry: Json, said: Json, first: int, last: int) -> Iterator[Json]:
    """The feature on the levels from `first` to `last`; what is finer than the last is on it."""
    first = min(first, DEEPEST)
    if first > last:
        return
    yield {
        "type": "Feature",
        "geometry": geometry,
        "properties": {key: value for key, value in said.items() if value not in (None, "")},
        "tippecanoe": {"layer": layer, "minzoom": first, "maxzoom": last},
    }
