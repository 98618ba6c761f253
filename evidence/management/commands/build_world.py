"""Build the regions of the world and the outlines of the small map."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from evidence.places import world
from evidence.places.topology import TopologyError, read_countries


class Command(BaseCommand):
    help = (
        "Makes fixtures/regions.json and static/map/land.json from the countries "
        "files of the npm package world-atlas 2 (Natural Earth, public domain) and the "
        "tables in fixtures/world."
    )

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "atlas", type=Path, help="folder with countries-10m.json and countries-110m.json"
        )
        parser.add_argument(
            "--into", type=Path, default=settings.BASE_DIR, help="where to write (the project)"
        )

    def handle(self, *, atlas: Path, into: Path, **options: Any) -> None:
        tables = settings.BASE_DIR / "fixtures" / "world"
        plan = json.loads((tables / "plan.json").read_text(encoding="utf-8"))
        try:
            rows = world.read_rows(tables / "countries.csv")
            coarse = read_countries(atlas / "countries-110m.json")
            regions = world.world_regions(read_countries(atlas / "countries-10m.json"), rows, plan)
        except (TopologyError, world.TableError) as error:
            raise CommandError(str(error)) from error
        self.write_lines(into / "fixtures" / "regions.json", regions)
        self.write(into / "static" / "map" / "land.json", world.geojson(world.land(coarse), 1))

    def write(self, path: Path, value: Any) -> None:
        self.save(path, json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")

    def write_lines(self, path: Path, values: list[Any]) -> None:
        lines = [json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values]
        self.save(path, "[\n" + ",\n".join(lines) + "\n]\n")

    def save(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.stdout.write(f"{path}: {len(text.encode()) // 1000} kB")
