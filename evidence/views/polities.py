"""Polities of the time: as GeoJSON for the map, and beside the filters of Explore."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse, JsonResponse

from evidence import polities
from evidence.search import Query, QueryError, search
from evidence.search_query import YEAR_EXAMPLE, YEARS
from evidence.search_values import read_number, read_polygon
from evidence.views.filters import address
from evidence.views.kept import kept

GEOJSON = "application/geo+json"
BAD_REQUEST = 400
MOST_COUNTED = 12


@dataclass(frozen=True)
class Counted:
    """A polity, how many records were found in its land while it was there, and their list."""

    name: str
    count: int
    href: str


@kept
def polities_of(request: HttpRequest) -> HttpResponse:
    """The polities of an astronomical `?year=`, as GeoJSON; 400 without a year."""
    try:
        year = read_number("year", request.GET.get("year", ""), *YEARS, YEAR_EXAMPLE)
    except QueryError as error:
        return JsonResponse({"detail": str(error)}, status=BAD_REQUEST)
    features = [each.feature() for each in polities.of_years(year, year)]
    return JsonResponse({"type": "FeatureCollection", "features": features}, content_type=GEOJSON)


def counted(query: Query) -> list[Counted]:
    """The largest polities of the years that a search asks for, each narrowing it to itself."""
    found = sorted(polities.of_years(query.year_from, query.year_to), key=lambda p: -p.area.area)
    return [_counted(query, each) for each in found[:MOST_COUNTED]]


def _counted(query: Query, polity: polities.Polity) -> Counted:
    first = polity.first if query.year_from is None else max(query.year_from, polity.first)
    last = polity.last if query.year_to is None else min(query.year_to, polity.last)
    polygon = read_polygon("polygon", polity.ring)
    narrowed = replace(query, box=None, polygon=polygon, year_from=first, year_to=last)
    return Counted(polity.name, search(narrowed).count, address(narrowed))
