"""Small maps of one place or of several, drawn as SVG; they need no script."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians
from typing import Any

import shapely
from django.conf import settings
from shapely.affinity import translate
from shapely.geometry import box, shape
from shapely.geometry.base import BaseGeometry

from evidence.models import Place
from evidence.vocabulary import Certainty

LAND = settings.BASE_DIR / "static" / "map" / "land.json"
WIDTH, HEIGHT = 300, 220
TALL = 44.0  # degrees of latitude shown of the surroundings of a point
WIDE_MAP, TALL_MAP = 600, 400  # of several places
LEAST = 16.0  # degrees of latitude that a map of several places shows at least
MARGIN = 1.25  # times what it has to show
AROUND = 1.7  # times the size of an area that is shown
FARTHEST = 62.0  # degrees of latitude of the middle at most: near the poles shapes are distorted
WORLD = 360


@dataclass(frozen=True)
class Locator:
    """Paths in a view of WIDTH by HEIGHT; (x, y) is the place. `area` is empty for a point."""

    land: str
    area: str
    x: float
    y: float
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True)
class Dot:
    """A place of an overview."""

    x: float
    y: float
    name: str
    doubtful: bool


@dataclass(frozen=True)
class Overview:
    """Paths and dots in a view of `width` by `height`."""

    land: str
    areas: list[str]
    dots: list[Dot]
    width: int = WIDE_MAP
    height: int = TALL_MAP


@dataclass(frozen=True)
class _View:
    """A window of the world in degrees around its middle, equirectangular there."""

    lat: float
    lon: float
    tall: float
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def wide(self) -> float:
        return self.tall * self.width / self.height / cos(radians(self.lat))

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        x = (lon - self.lon) / self.wide + 0.5
        y = (self.lat - lat) / self.tall + 0.5
        return round(x * self.width, 1), round(y * self.height, 1)

    def path(self, geometry: BaseGeometry) -> str:
        """The part of a geometry, in degrees, that is in the window, as an SVG path."""
        half_wide, half_tall = self.wide / 2, self.tall / 2
        window = box(
            self.lon - half_wide, self.lat - half_tall, self.lon + half_wide, self.lat + half_tall
        )
        turns = [-WORLD, 0, WORLD] if abs(self.lon) + half_wide > WORLD / 2 else [0]
        parts = [translate(geometry, turn).intersection(window) for turn in turns]
        return "".join(self._ring(ring) for part in parts for ring in _rings(part))

    def _ring(self, ring: Any) -> str:
        points = dict.fromkeys(self.point(*corner) for corner in ring.coords)
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def locator(place: Place) -> Locator | None:
    """The map of a place, or None for one without a point or an area."""
    if place.lat_u is not None and place.lon_u is not None:
        return _of(_land(), None, place.lon_u / 1_000_000, place.lat_u / 1_000_000)
    if place.region is not None:
        area = shape(place.region.shape)
        middle = area.representative_point()
        return _of(_land(), area, middle.x, middle.y)
    return None


def overview(places: Iterable[Place]) -> Overview | None:
    """The map of several places, or None where none has a point or an area."""
    points = [each for each in places if each.lat_u is not None and each.lon_u is not None]
    regions = {each.region for each in places if each.lat_u is None and each.region is not None}
    areas = [shape(region.shape) for region in sorted(regions, key=lambda region: region.slug)]
    boxes = [area.bounds for area in areas] + [2 * _degrees(each) for each in points]
    if not boxes:
        return None
    view = _around(boxes)
    dots = [
        Dot(*view.point(*_degrees(each)), str(each), each.certainty == Certainty.DISPUTED)
        for each in points
    ]
    land = view.path(_land())
    return Overview(land, [view.path(area) for area in areas], list(dict.fromkeys(dots)))


def _degrees(place: Place) -> tuple[float, float]:
    return (place.lon_u or 0) / 1_000_000, (place.lat_u or 0) / 1_000_000


def _around(boxes: Sequence[tuple[float, ...]]) -> _View:
    """The smallest window that holds all boxes with a margin."""
    wests, souths, easts, norths = zip(*boxes, strict=True)
    west, south, east, north = min(wests), min(souths), max(easts), max(norths)
    lat = max(-FARTHEST, min(FARTHEST, (south + north) / 2))
    across = (east - west) * cos(radians(lat)) * TALL_MAP / WIDE_MAP
    tall = max(LEAST, (north - south) * MARGIN, across * MARGIN)
    return _View(lat, (west + east) / 2, tall, WIDE_MAP, TALL_MAP)


def _of(land: BaseGeometry, area: BaseGeometry | None, lon: float, lat: float) -> Locator:
    tall = TALL
    if area is not None:
        _west, south, _east, north = area.bounds
        tall = min(max(TALL, (north - south) * AROUND), 2 * FARTHEST)
    view = _View(max(-FARTHEST, min(FARTHEST, lat)), lon, tall)
    x, y = view.point(lon, lat)
    return Locator(view.path(land), view.path(area) if area is not None else "", x, y)


@lru_cache(maxsize=1)
def _land() -> BaseGeometry:
    return shapely.make_valid(shape(json.loads(LAND.read_text())))


def _rings(geometry: BaseGeometry) -> list[Any]:
    polygons = [part for part in shapely.get_parts(geometry) if part.geom_type == "Polygon"]
    return [ring for one in polygons for ring in (one.exterior, *one.interiors) if len(ring.coords)]
