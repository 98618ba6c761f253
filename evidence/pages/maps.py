"""What a map draws of the records of a search: cells with counts, their points where few, areas.

All matching records are counted, however many; only those of small cells and areas are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy

from evidence.models import Evidence, Place, Region
from evidence.records.when import date_words
from evidence.search import Results
from evidence.search.snapshot import outline_of
from evidence.search.snapshot.found import both
from evidence.search.snapshot.marks import Window, curve, squares

MOST_LISTED = 12  # records of one cell or area
MOST_NAMED = 300  # records of all cells and areas
ZOOMS = (0, 12)
CELLS_PER_TILE = 3  # a map's tile of 256 pixels is 2**3 cells wide

POINT = (
    "evidence__identifier", "lat_u", "lon_u", "name", "as_given", "region", "precision",
    "certainty",
)  # fmt: skip


@dataclass
class Listing:
    """Which records are listed: those of the smallest cells and areas, until they are too many."""

    left: int = MOST_NAMED
    pks: set[int] = field(default_factory=set)

    def takes(self, number: int) -> bool:
        """Whether so many more are listed; they are counted then."""
        if number > min(MOST_LISTED, self.left):
            return False
        self.left -= number
        return True


def drawing(results: Results, zoom: int, window: Window | None = None) -> dict[str, Any]:
    """`count`, `located`, `cells`, `areas` and `records` (by identifier) of a map at a zoom.

    Cells and areas that meet the window are drawn. Coordinates are degrees (WGS 84). A cell or an
    area says which `points` or `records` it has where they are few, else null.
    """
    listing = Listing()
    cells = _cells(results, zoom, window, listing)
    areas = _areas(results, window, listing)
    names, points = _named(listing.pks), _points(listing.pks, zoom + CELLS_PER_TILE)
    for cell in cells:
        code, pks = cell.pop("code"), cell.pop("pks")
        cell["points"] = pks and [point for pk in pks for point in points.get((pk, code), ())]
    for area in areas:
        pks = area.pop("pks")
        area["records"] = pks and [names[pk][0] for pk in pks if pk in names]
    located = results.snapshot.located
    return {
        "count": results.count,
        "located": results.found.narrowed(lambda at: located[at]).count,
        "cells": cells,
        "areas": areas,
        "records": dict(names.values()),
    }


def drawing_of(record: Evidence) -> dict[str, Any]:
    """The same of a single record: each of its points for itself, and its areas."""
    places = list(record.places.all())
    return {
        "count": 1,
        "located": int(any(place.region or place.lat_u is not None for place in places)),
        "cells": [
            {"lat": place.latitude, "lon": place.longitude, "count": 1, "points": [_point(place)]}
            for place in places
            if place.lat_u is not None
        ],
        "areas": [
            {
                "region": place.region.slug,
                "name": place.region.name,
                "certainty": place.certainty,
                "count": 1,
                "records": [record.identifier],
            }
            for place in places
            if place.region
        ],
        "records": {record.identifier: _told(record)},
    }


def extent(results: Results) -> Window | None:
    """Where the points and areas of the records found lie; None where there is none."""
    snapshot = results.snapshot
    boxes = [snapshot.points.marks.bounds(results.found)]
    for outline in _outlines(results):
        number = snapshot.shapes.ids.index(outline.region)
        boxes.append(Window(*snapshot.shapes.geometries[number].bounds))
    known = [box for box in boxes if box]
    if not known:
        return None
    west, south, east, north = zip(*known, strict=True)
    return Window(min(west), min(south), max(east), max(north))


def unlocated(results: Results) -> int:
    """How many of the records found are on no map."""
    located = results.snapshot.located
    return results.found.narrowed(lambda at: ~located[at]).count


def _cells(
    results: Results, zoom: int, window: Window | None, listing: Listing
) -> list[dict[str, Any]]:
    marks = results.snapshot.points.marks
    found = marks.gather(results.found, zoom + CELLS_PER_TILE, window)
    pks = results.snapshot.pks
    cells: list[dict[str, Any]] = [{}] * len(found.counts)
    for n in numpy.argsort(found.counts, kind="stable").tolist():
        count = int(found.counts[n])
        listed: list[int] | None = None
        if listing.takes(count):
            owners = numpy.unique(marks.owners[found.rows[found.starts[n] : found.ends[n]]])
            listed = pks[owners[::-1]].tolist()
            listing.pks.update(listed)
        cells[n] = {
            "code": int(found.codes[n]),
            "lat": round(float(found.latitudes[n]), 4),
            "lon": round(float(found.longitudes[n]), 4),
            "bbox": [round(edge, 6) for edge in found.bounds[n].tolist()],
            "count": count,
            "pks": listed,
        }
    return cells


class Outline(NamedTuple):
    """A region that is the place of some records, as surely as `certainty` says."""

    code: int
    region: int
    certainty: str
    records: int


def _outlines(results: Results) -> Iterator[Outline]:
    """The outlines that records found have."""
    outlines = results.snapshot.outlines
    counts = outlines.count(results.found)[0].tolist()
    for code, count in zip(outlines.ids.tolist(), counts, strict=True):
        if count:
            yield Outline(code, *outline_of(code), count)


def _areas(results: Results, window: Window | None, listing: Listing) -> list[dict[str, Any]]:
    shapes = results.snapshot.shapes
    drawn = None if window is None else shapes.touching(window)
    found = [each for each in _outlines(results) if drawn is None or each.region in drawn]
    regions = Region.objects.only("slug", "name").in_bulk({each.region for each in found})
    return [
        {
            "region": regions[each.region].slug,
            "name": regions[each.region].name,
            "certainty": each.certainty,
            "count": each.records,
            "pks": _listed(results, each, listing),
        }
        for each in found
        if each.region in regions
    ]


def _listed(results: Results, outline: Outline, listing: Listing) -> list[int] | None:
    """The records of an area, newest first; None where they are too many."""
    if not listing.takes(outline.records):
        return None
    snapshot = results.snapshot
    numbers = both(results.found, snapshot.outlines.any_of([outline.code])).numbers
    pks: list[int] = snapshot.pks[numbers[::-1]].tolist()
    listing.pks.update(pks)
    return pks


def _named(pks: Iterable[int]) -> dict[int, tuple[str, dict[str, Any]]]:
    """Identifier, title, note and address of records by id."""
    rows = Evidence.objects.filter(pk__in=pks).select_related("game").defer("content", "rules")
    return {record.pk: (record.identifier, _told(record)) for record in rows}


def _told(record: Evidence) -> dict[str, Any]:
    return {
        "title": str(record),
        "note": f"{record.game} · {date_words(record)}",
        "href": record.get_absolute_url(),
        "by": record.year_from is None and record.year_to is not None,
    }


def _points(pks: Iterable[int], level: int) -> dict[tuple[int, int], list[dict[str, Any]]]:
    """The points of records by id and cell."""
    rows = Place.objects.filter(evidence_id__in=pks, lat_u__isnull=False)
    places = list(rows.select_related("evidence").only(*POINT))
    at = squares([each.latitude for each in places], [each.longitude for each in places], level)
    found: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for place, code in zip(places, curve(*at).tolist(), strict=True):
        found.setdefault((place.evidence_id, code), []).append(_point(place))
    return found


def _point(place: Place) -> dict[str, Any]:
    return {
        "record": place.evidence.identifier,
        "lat": place.latitude,
        "lon": place.longitude,
        "name": str(place),
        "precision": place.precision,
        "certainty": place.certainty,
    }
