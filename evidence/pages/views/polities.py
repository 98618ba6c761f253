"""Polities of the time, as GeoJSON for the map."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse

from evidence.pages.views.kept import kept
from evidence.search import QueryError, polities
from evidence.search.query import YEAR_EXAMPLE, YEARS
from evidence.search.values import read_number

GEOJSON = "application/geo+json"
BAD_REQUEST = 400


@kept
def polities_of(request: HttpRequest) -> HttpResponse:
    """The polities of an astronomical `?year=`, as GeoJSON; 400 without a year."""
    try:
        year = read_number("year", request.GET.get("year", ""), *YEARS, YEAR_EXAMPLE)
    except QueryError as error:
        return JsonResponse({"detail": str(error)}, status=BAD_REQUEST)
    features = [each.feature() for each in polities.of_years(year, year)]
    return JsonResponse({"type": "FeatureCollection", "features": features}, content_type=GEOJSON)
