"""Polities of the time: an imported file of dated polygons, for the map and as a way to narrow.

The file is GeoJSON as Cliopatria has it; `manage.py import_polities` checks it and keeps what is
used of it beside the database. A site without one shows no polities.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import shapely
from django.conf import settings
from django.utils.translation import gettext as _
from shapely.geometry import mapping, shape
from shapely.geometry.base import BaseGeometry

from evidence.search.outlines import OutlineError, read_outline

NAMES = ("name", "Name", "NAME")
BEGINS = ("from", "FromYear", "year_from")
ENDS = ("to", "ToYear", "year_to")
DETAIL = 0.05  # degrees kept of an outline


class PolityError(ValueError):
    """What is wrong with a file of polities: which feature, and what would be right."""


@dataclass(frozen=True)
class Polity:
    """A state or a people with its land from one astronomical year to another."""

    name: str
    first: int
    last: int
    area: BaseGeometry

    def meets(self, first: int | None, last: int | None) -> bool:
        """Whether it was there in some of the years; None reaches as far as may be."""
        return (last is None or self.first <= last) and (first is None or self.last >= first)

    def feature(self) -> dict[str, Any]:
        """As GeoJSON."""
        about = {"name": self.name, "from": self.first, "to": self.last}
        return {"type": "Feature", "properties": about, "geometry": mapping(self.area)}


def kept_at() -> Path:
    """Where the imported file is."""
    return Path(settings.VAR_DIR) / "polities.json"


def read(text: str) -> list[Polity]:
    """The polities of a GeoJSON FeatureCollection. Raises PolityError."""
    try:
        features = json.loads(text)["features"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise PolityError(_("This is no GeoJSON FeatureCollection.")) from error
    if not isinstance(features, list):
        raise PolityError(_("“features” must be a list."))
    return [_read(number, feature) for number, feature in enumerate(features, 1)]


def _read(number: int, feature: Any) -> Polity:
    told = feature.get("properties") if isinstance(feature, dict) else None
    told = told if isinstance(told, dict) else {}
    name, first, last = (_first(told, keys) for keys in (NAMES, BEGINS, ENDS))
    if not isinstance(name, str) or type(first) is not int or type(last) is not int:
        said = _("Feature %(number)d needs a name and whole years, as in %(example)s.")
        example = '{"name": "Siam", "from": 1782, "to": 1851}'
        raise PolityError(said % {"number": number, "example": example})
    if first > last:
        said = _("Feature %(number)d ends in %(last)d, before it begins in %(first)d.")
        raise PolityError(said % {"number": number, "first": first, "last": last})
    try:
        area = shape(read_outline(feature))
    except OutlineError as error:
        raise PolityError(_("Feature %(n)d: %(why)s") % {"n": number, "why": error}) from error
    coarse = shapely.set_precision(area.simplify(DETAIL), 0.01)
    return Polity(name, first, last, area if coarse.is_empty else coarse)


def _first(told: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((told[key] for key in keys if told.get(key) is not None), None)


def keep(polities: list[Polity]) -> None:
    """Store the polities; those stored before go."""
    features = [each.feature() for each in polities]
    written = kept_at().with_suffix(".new")
    written.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    written.replace(kept_at())


def all_polities() -> tuple[Polity, ...]:
    """The imported polities."""
    try:
        return _kept(kept_at().stat().st_mtime_ns)
    except FileNotFoundError:
        return ()


@lru_cache(maxsize=1)
def _kept(_changed: int) -> tuple[Polity, ...]:
    features = json.loads(kept_at().read_text())["features"]
    return tuple(_of(each["properties"], shape(each["geometry"])) for each in features)


def _of(told: dict[str, Any], area: BaseGeometry) -> Polity:
    shapely.prepare(area)
    return Polity(told["name"], told["from"], told["to"], area)


def named(name: str) -> Iterator[Polity]:
    """The polity of that name, as often as its land changed."""
    yield from (each for each in all_polities() if each.name == name)


def of_years(first: int | None, last: int | None) -> Iterator[Polity]:
    """Those that were there in some of the years; none where no year is asked for."""
    if first is None and last is None:
        return
    yield from (each for each in all_polities() if each.meets(first, last))
