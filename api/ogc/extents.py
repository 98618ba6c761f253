"""The extents of collections, worked out from what is in them."""

from __future__ import annotations

from typing import Any, NamedTuple

from evidence.pages.maps import extent
from evidence.search import Query, search
from evidence.search.shapes import current_shapes
from evidence.search.snapshot import Snapshot
from evidence.search.snapshot.tables import FIRST_YEAR, LAST_YEAR

Extent = dict[str, Any]
CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
GREGORIAN = "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian"
RFC3339 = range(10_000)  # the years that the standard's text for an instant can say


class Years(NamedTuple):
    """The first and the last astronomical year that dates name, and whether some go on beyond."""

    first: int | None = None
    last: int | None = None
    open_before: bool = False
    open_after: bool = False


def of_records() -> Extent:
    """Where and when all records are."""
    results = search(Query())
    return _extent(extent(results), years_of(results.snapshot))


def of_regions() -> Extent:
    """Where all regions are; they have no time."""
    boxes = [shape.bounds for shape in current_shapes().geometries if not shape.is_empty]
    if not boxes:
        return _extent(None, Years())
    west, south, east, north = zip(*boxes, strict=True)
    return _extent((min(west), min(south), max(east), max(north)), Years())


def years_of(snapshot: Snapshot) -> Years:
    """The years of all dates of records."""
    dated = snapshot.lot("dated")
    firsts, lasts = (
        set(codes.ids[codes.count(dated).nonzero()[0]].tolist())
        for codes in (snapshot.year_from, snapshot.year_to)
    )
    known = (firsts | lasts) - {FIRST_YEAR, LAST_YEAR}
    if not known:
        return Years()
    return Years(min(known), max(known), FIRST_YEAR in firsts, LAST_YEAR in lasts)


def _extent(box: tuple[float, ...] | None, years: Years) -> Extent:
    """An extent as the standard writes it; without `spatial` where nothing has a place.

    An end of the interval is null where it is open or not known, and before 1 BCE, which the
    standard's text for an instant cannot say. `years` has the years that are known.
    """
    spatial = {"spatial": {"bbox": [list(map(float, box))], "crs": CRS84}} if box else {}
    begin = None if years.open_before else _instant(years.first, "01-01T00:00:00Z")
    end = None if years.open_after else _instant(years.last, "12-31T23:59:59Z")
    known = [years.first, years.last]
    return {
        **spatial,
        "temporal": {"interval": [[begin, end]], "trs": GREGORIAN, "years": known},
    }


def _instant(year: int | None, rest: str) -> str | None:
    return f"{year:04}-{rest}" if year is not None and year in RFC3339 else None
