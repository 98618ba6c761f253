"""A small map of one place, drawn as SVG; it needs no script."""

from __future__ import annotations

import json
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

LAND = settings.BASE_DIR / "static" / "map" / "land.json"
WIDTH, HEIGHT = 300, 220
TALL = 44.0  # degrees of latitude shown of the surroundings of a point
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
class _View:
    """A window of the world in degrees around its middle, equirectangular there."""

    lat: float
    lon: float
    tall: float

    @property
    def wide(self) -> float:
        return self.tall * WIDTH / HEIGHT / cos(radians(self.lat))

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        x = (lon - self.lon) / self.wide + 0.5
        y = (self.lat - lat) / self.tall + 0.5
        return round(x * WIDTH, 1), round(y * HEIGHT, 1)

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
