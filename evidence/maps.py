"""What the map draws: points, areas and the records that they belong to."""

from __future__ import annotations

from typing import Any

from evidence.models import Evidence, Place, Region
from evidence.when import date_words

MOST_RECORDS = 2000


def map_data(pks: list[int], total: int) -> dict[str, Any]:
    """`records` (identifier → title, note, href), `points` and `areas` of some of `total` records.

    Coordinates are degrees (WGS 84); an area's `shape` is GeoJSON. `left_out` counts the other
    records, which the page must state.
    """
    places = _places(pks)
    return {
        "records": {place.evidence.identifier: _record(place.evidence) for place in places},
        "points": [_point(place) for place in places if place.lat_u is not None],
        "areas": _areas(places),
        "shown": len(pks),
        "total": total,
        "left_out": max(0, total - len(pks)),
    }


def _places(pks: list[int]) -> list[Place]:
    drawn = Place.objects.filter(evidence_id__in=pks).exclude(lat_u=None, region=None)
    return list(drawn.select_related("evidence__game").defer("evidence__content"))


def _record(record: Evidence) -> dict[str, str]:
    note = f"{record.game} · {date_words(record)}"
    return {"title": str(record), "note": note, "href": record.get_absolute_url()}


def _point(place: Place) -> dict[str, Any]:
    return {
        "lat": place.latitude,
        "lon": place.longitude,
        "name": str(place),
        "precision": place.precision,
        "certainty": place.certainty,
        "record": place.evidence.identifier,
    }


def _areas(places: list[Place]) -> list[dict[str, Any]]:
    """One entry for each region and certainty, however many records lie in it."""
    regions = Region.objects.in_bulk({place.region_id for place in places if place.region_id})
    areas: dict[tuple[int, str], dict[str, Any]] = {}
    for place in places:
        if place.region_id is None:
            continue
        region = regions[place.region_id]
        area = areas.setdefault(
            (region.pk, place.certainty),
            {
                "name": region.name,
                "shape": region.shape,
                "certainty": place.certainty,
                "records": [],
            },
        )
        area["records"].append(place.evidence.identifier)
    return list(areas.values())
