"""Reads TopoJSON, as world-atlas ships Natural Earth's outlines.

Its rings run across the antimeridian and around the poles; what comes out is cut at ±180° and
valid on the plane.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import antimeridian
import shapely
from shapely.geometry import MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

Pair = tuple[float, float]
Ring = list[Pair]

ISLET = 0.005  # degrees


class TopologyError(ValueError):
    """A file that is not a topology of countries; says which file and what is missing."""


@dataclass(frozen=True)
class Country:
    """One outline of a country: ISO 3166-1 numeric code (may be empty), name, shape."""

    code: str
    name: str
    shape: BaseGeometry

    def parts(self) -> Iterator[Polygon]:
        """Its polygons one by one."""
        for part in shapely.get_parts(self.shape):
            if isinstance(part, Polygon):
                yield part


def read_countries(path: Path) -> tuple[Country, ...]:
    """Read a countries file of world-atlas. Raises TopologyError, naming the file."""
    try:
        data = json.loads(path.read_text())
        members = data["objects"]["countries"]["geometries"]
        arcs = [_decode(arc, data["transform"]) for arc in data["arcs"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TopologyError(
            f"{path}: not a countries file of world-atlas ({error!r}); "
            "give the folder that holds countries-10m.json and countries-110m.json"
        ) from error
    return tuple(_country(member, arcs) for member in members)


def _decode(arc: list[list[int]], transform: dict[str, list[float]]) -> Ring:
    (scale_x, scale_y), (left, bottom) = transform["scale"], transform["translate"]
    columns = accumulate(step[0] for step in arc)
    rows = accumulate(step[1] for step in arc)
    return [(x * scale_x + left, y * scale_y + bottom) for x, y in zip(columns, rows, strict=True)]


def _country(member: dict[str, Any], arcs: list[Ring]) -> Country:
    polygons = [_polygon(rings, arcs) for rings in _polygons(member)]
    shape = shapely.unary_union([shapely.make_valid(polygon) for polygon in polygons])
    return Country(member.get("id", ""), member["properties"]["name"], shape)


def _polygons(member: dict[str, Any]) -> list[list[list[int]]]:
    found: list[list[list[int]]] = member.get("arcs", [])
    return [found] if member["type"] == "Polygon" else found  # type: ignore[list-item]


def _polygon(rings: list[list[int]], arcs: list[Ring]) -> Polygon | MultiPolygon:
    first, *holes = [_ring(numbers, arcs) for numbers in rings]
    if len(first) < 4:  # an islet that the file's grid has shrunk to a point
        return Point(first[0]).buffer(ISLET)
    holes = [hole for hole in holes if len(hole) >= 4]
    if not any(_crosses(ring) for ring in (first, *holes)):
        return Polygon(first, holes)
    # TopoJSON winds clockwise around land, also around a pole; the cutter wants the opposite.
    reverse = Polygon(first[::-1], [hole[::-1] for hole in holes])
    return antimeridian.fix_polygon(reverse, fix_winding=False, great_circle=False)


def _ring(numbers: list[int], arcs: list[Ring]) -> Ring:
    points: Ring = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += arc[1:] if points else arc
    return points


def _crosses(ring: Ring) -> bool:
    return any(abs(one[0] - two[0]) > 180 for one, two in pairwise(ring))
