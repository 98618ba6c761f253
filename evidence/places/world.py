"""The regions of the world, made from country outlines.

Countries are united by subregion, grown a little out to sea so that ports, wrecks and atolls are
inside, and simplified together so that neighbours keep a common border.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from evidence.places.orientation import right_handed
from evidence.places.topology import Country

Shapes = dict[str, BaseGeometry]

WORLD = box(-180, -90, 180, 90)
FINE = 0.02  # degrees: detail kept before growing
STEPS = (0.04, 0.11)  # degrees out to sea; in steps, so that a strait is shared out by nearness
COARSE = 0.1  # degrees: detail kept in a subregion
OUTLINE = 0.4  # degrees: detail kept in a continent
GRID = 0.01  # degrees: about a kilometre, the last digit written
ANTARCTIC = 0.5  # degrees: detail kept where nobody played
PROVENANCE = (
    "UN geoscheme (M49); made from Natural Earth's country outlines, version 4.1 (public domain), "
    "united, grown by about 0.15° out to sea and simplified to about 0.1°."
)


class TableError(ValueError):
    """A table of the world that does not fit the outlines; says which file and entry."""


@dataclass(frozen=True)
class Row:
    """Where a country belongs; with a box, only its parts inside that box do."""

    code: str
    name: str
    subregion: str
    box: Polygon | None


def read_rows(path: Path) -> list[Row]:
    """Read the table of countries. Raises TableError, naming file and line."""
    with path.open(newline="", encoding="utf-8") as file:
        return [_row(path, number, row) for number, row in enumerate(csv.DictReader(file), 2)]


def _row(path: Path, number: int, row: dict[str, str]) -> Row:
    try:
        sides = [float(row[side]) for side in ("west", "south", "east", "north") if row[side]]
        return Row(row["code"], row["name"], row["subregion"], _box(*sides) if sides else None)
    except (KeyError, TypeError, ValueError) as error:
        raise TableError(
            f"{path}, line {number}: {error!r}; a row is code, name, subregion and either four "
            "sides in degrees or none"
        ) from error


def _box(west: float, south: float, east: float, north: float) -> Polygon:
    return box(west, south, east, north)


def world_regions(
    countries: Iterable[Country], rows: list[Row], plan: dict[str, Any]
) -> list[dict[str, Any]]:
    """Every region as a dictionary: slug, name, kind, parent, shape (GeoJSON), note.

    Parents come before their children. Raises TableError for a country without a row.
    """
    fine = subregions(countries, rows, plan["urals"])
    grown = simplified(grow(fine))
    grown["antarctica"] = grown["antarctica"].simplify(ANTARCTIC)
    above = continents(grown, plan)
    return [
        *(_continent(slug, plan, above[slug]) for slug in plan["continents"]),
        *(_subregion(slug, plan, grown[slug]) for slug in plan["subregions"]),
        *(drawn(region, grown) for region in plan["drawn"]),
    ]


def subregions(countries: Iterable[Country], rows: list[Row], urals: list[list[float]]) -> Shapes:
    """The land of each subregion. Raises TableError for a country without a row."""
    by_name: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_name[row.name].append(row)
    found: dict[str, list[BaseGeometry]] = defaultdict(list)
    for country in countries:
        for slug, part in _placed(country, by_name[country.name], urals):
            found[slug].append(part)
    return {slug: shapely.unary_union(parts) for slug, parts in sorted(found.items())}


def _placed(
    country: Country, rows: list[Row], urals: list[list[float]]
) -> Iterator[tuple[str, BaseGeometry]]:
    whole = [row for row in rows if row.box is None]
    if len(whole) != 1:
        raise TableError(f"{country.name} ({country.code}) needs exactly one row without a box")
    for part in country.parts():
        inside = [row for row in rows if row.box and row.box.contains(part.representative_point())]
        slug = (inside or whole)[0].subregion
        if country.name == "Russia":
            east = part.intersection(beyond(urals))
            yield "northern-asia", east
            yield slug, part.difference(east)
        else:
            yield slug, part


def beyond(line: list[list[float]]) -> BaseGeometry:
    """What lies east of a line drawn from south to north, as far as Bering Strait."""
    (_, south), (_, north) = line[0], line[-1]
    return shapely.union(
        Polygon([*line, (180, north), (180, south)]), box(-180, south, -168, north)
    )


def grow(land: Shapes) -> Shapes:
    """Each shape with the sea near it; no two overlap, and none takes another's land."""
    names = sorted(land)
    shapes = list(shapely.coverage_simplify([land[name] for name in names], FINE))
    for step in STEPS:
        shapes = _grown(shapes, step)
    return dict(zip(names, shapes, strict=True))


def _grown(shapes: list[BaseGeometry], step: float) -> list[BaseGeometry]:
    tree = shapely.STRtree(shapes)
    grown: list[BaseGeometry] = []
    for number, shape in enumerate(shapes):
        larger = shapely.intersection(shapely.buffer(shape, step, quad_segs=2), WORLD)
        others = [shapes[near] for near in tree.query(larger) if near != number]
        taken = [earlier for earlier in grown if earlier.intersects(larger)]
        grown.append(shapely.difference(larger, shapely.unary_union([*others, *taken])))
    return grown


def simplified(shapes: Shapes, tolerance: float = COARSE) -> Shapes:
    """The shapes with less detail and rounded to the grid, borders still in common."""
    plain = shapely.coverage_simplify(list(shapes.values()), tolerance)
    return {
        slug: shapely.make_valid(shapely.set_precision(shape, GRID))
        for slug, shape in zip(shapes, plain, strict=True)
    }


def continents(shapes: Shapes, plan: dict[str, Any]) -> Shapes:
    """The subregions united by continent, with less detail."""
    parts: dict[str, list[BaseGeometry]] = defaultdict(list)
    for slug, (_, parent) in plan["subregions"].items():
        if parent:
            parts[parent].append(shapes[slug])
    return simplified({slug: shapely.unary_union(parts[slug]) for slug in parts}, OUTLINE)


def land(countries: Iterable[Country]) -> BaseGeometry:
    """All land as one shape, for a small map."""
    return shapely.unary_union([country.shape for country in countries])


def geojson(shape: BaseGeometry, digits: int = 2) -> dict[str, Any]:
    """GeoJSON with rounded coordinates; points that rounding makes equal are dropped."""
    return written(shapely.set_precision(shape, 10.0**-digits), digits)


def written(shape: BaseGeometry, digits: int) -> dict[str, Any]:
    """GeoJSON of a shape by the right-hand rule, each number with at most so many digits."""

    def rounded(text: str) -> float:
        number = round(float(text), digits)
        return int(number) if number.is_integer() else number

    plain: dict[str, Any] = right_handed(json.loads(shapely.to_geojson(shape), parse_float=rounded))
    return plain


def _continent(slug: str, plan: dict[str, Any], shape: BaseGeometry) -> dict[str, Any]:
    return _region(slug, plan["continents"][slug], "continent", None, shape, plan)


def _subregion(slug: str, plan: dict[str, Any], shape: BaseGeometry) -> dict[str, Any]:
    name, parent = plan["subregions"][slug]
    return _region(slug, name, "world" if parent else "continent", parent, shape, plan)


def drawn(region: dict[str, Any], grown: Shapes) -> dict[str, Any]:
    """A region that was drawn by hand; one marked "cut" only as far as what it is part of."""
    plain = {key: right_handed(value) for key, value in region.items() if key != "cut"}
    if region.get("cut"):
        shape = shapely.geometry.shape(region["shape"]).intersection(grown[region["parent"]])
        plain["shape"] = geojson(polygons(shape))
    return plain


def _region(
    slug: str, name: str, kind: str, parent: str | None, shape: BaseGeometry, plan: dict[str, Any]
) -> dict[str, Any]:
    own = plan["notes"].get(slug)
    note = f"{own} {PROVENANCE}" if own else PROVENANCE
    return {
        "slug": slug,
        "name": name,
        "kind": kind,
        "parent": parent,
        "note": note,
        "shape": geojson(polygons(shape)),
    }


def polygons(shape: BaseGeometry) -> BaseGeometry:
    """Only the areas of a shape: repairs and rounding may leave lines and points behind."""
    return shapely.unary_union(list(_areas([shape])))


def _areas(shapes: Iterable[BaseGeometry]) -> Iterator[Polygon]:
    for shape in shapes:
        if isinstance(shape, Polygon):
            yield shape
        elif hasattr(shape, "geoms"):
            yield from _areas(shape.geoms)
