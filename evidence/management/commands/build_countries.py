"""Build the outlines of countries that maps draw round points known no closer."""

from __future__ import annotations

import gzip
import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shapely
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from shapely.geometry import MultiPolygon, mapping, shape

from evidence.places.world import polygons

SOURCE = "ne_50m_admin_0_countries.json.gz"
DETAIL = 0.06  # degrees kept
GRID = 0.01
LEAST = 0.004  # square degrees: smaller islands are left out, save the largest of a country


class Command(BaseCommand):
    help = f"Makes static/map/countries.json from Natural Earth's {SOURCE} (public domain)."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help=f"folder with {SOURCE}")

    def handle(self, *, folder: Path, **options: Any) -> None:
        try:
            read = json.loads(gzip.decompress((folder / SOURCE).read_bytes()))
        except (OSError, ValueError) as error:
            raise CommandError(f"{folder / SOURCE}: {error}") from error
        outlines = map(_outline, read["features"])
        features = [_feature(each) for each in outlines if not each.is_empty]
        path = settings.BASE_DIR / "static" / "map" / "countries.json"
        collection = {"type": "FeatureCollection", "features": features}
        path.write_text(json.dumps(collection, separators=(",", ":"), allow_nan=False) + "\n")
        self.stdout.write(f"{len(features)} countries, {path.stat().st_size // 1000} kB")


def _outline(read: dict[str, Any]) -> MultiPolygon:
    """The shape of a country as it is drawn; empty for one smaller than the detail."""
    whole = shapely.make_valid(shape(read["geometry"])).simplify(DETAIL)
    parts = [each for each in _parts(polygons(shapely.set_precision(whole, GRID))) if each.area]
    parts.sort(key=lambda each: -each.area)
    kept = [part for at, part in enumerate(parts) if at == 0 or part.area > LEAST]
    return MultiPolygon(kept)


def _feature(geometry: MultiPolygon) -> dict[str, Any]:
    corners = mapping(geometry)["coordinates"]
    rounded = [[[[round(x, 2), round(y, 2)] for x, y in ring] for ring in part] for part in corners]
    return {
        "type": "Feature",
        "bbox": [round(each, 2) for each in geometry.bounds],
        "properties": {},
        "geometry": {"type": "MultiPolygon", "coordinates": rounded},
    }


def _parts(geometry: Any) -> Iterator[Any]:
    yield from getattr(geometry, "geoms", [geometry])
