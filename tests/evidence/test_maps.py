"""What maps draw, against counting by loops over the same plain values."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from evidence.models import Place
from evidence.pages.maps import MOST_LISTED, drawing, extent, unlocated
from evidence.search import Query, search
from evidence.search.snapshot.marks import Window
from tests.evidence import search_corpus as corpus

pytestmark = pytest.mark.django_db

QUERIES = [
    Query(),
    Query(year_from=1, year_to=1500),
    Query(games=("senet",), unlocated="exclude"),
    Query(q="dice"),
    Query(unlocated="only"),
]


@pytest.fixture(scope="module", autouse=True)
def records(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """For all tests here, which only look, or take back what they add."""
    with django_db_blocker.unblock(), transaction.atomic():
        corpus.store(corpus.generated())
        yield
        transaction.set_rollback(True)


def cell_of(place: Place, level: int) -> tuple[int, int]:
    """Column and row as textbooks have them."""
    size = 2**level
    latitude = math.radians(max(-85.0511287, min(85.0511287, place.lat_u / 1e6)))
    x = (place.lon_u / 1e6 + 180) / 360
    y = (1 - math.log(math.tan(latitude) + 1 / math.cos(latitude)) / math.pi) / 2
    return min(int(x * size), size - 1), max(0, min(int(y * size), size - 1))


def places(query: Query) -> list[Place]:
    found = search(query).pks()
    return [place for place in Place.objects.all() if place.evidence_id in set(found)]


def counted(query: Query, level: int) -> list[int]:
    cells = defaultdict(set)
    for place in places(query):
        if place.lat_u is not None:
            cells[cell_of(place, level)].add(place.evidence_id)
    return sorted(len(found) for found in cells.values())


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("zoom", [0, 3, 8])
def test_cells_count_each_record_once(query: Query, zoom: int) -> None:
    drawn = drawing(search(query), zoom)
    assert sorted(cell["count"] for cell in drawn["cells"]) == counted(query, zoom + 3)


@pytest.mark.parametrize("query", QUERIES)
def test_areas_count_the_records_of_each_region_and_certainty(query: Query) -> None:
    expected = Counter(
        {
            (place.region.slug, place.certainty, place.evidence_id)
            for place in places(query)
            if place.region
        }
    )
    drawn = {
        (area["region"], area["certainty"]): area for area in drawing(search(query), 2)["areas"]
    }
    assert Counter({key: area["count"] for key, area in drawn.items()}) == Counter(
        (slug, certainty) for slug, certainty, _ in expected
    )


def test_what_is_listed_is_what_is_counted_and_is_told() -> None:
    drawn = drawing(search(Query()), 8)
    listed = [cell for cell in drawn["cells"] if cell["points"] is not None]
    assert listed
    for cell in listed:
        assert len({point["record"] for point in cell["points"]}) == cell["count"] <= MOST_LISTED
        west, south, east, north = cell["bbox"]
        assert all(west <= point["lon"] <= east for point in cell["points"])
        assert all(south <= point["lat"] <= north for point in cell["points"])
    named = {point["record"] for cell in listed for point in cell["points"]}
    assert named <= set(drawn["records"])


def test_what_is_on_no_map_is_counted() -> None:
    results = search(Query())
    drawn = drawing(results, 0)
    here = {
        place.evidence_id for place in places(Query()) if place.region or place.lat_u is not None
    }
    assert drawn["located"] == len(here)
    assert unlocated(results) == results.count - len(here)


WINDOWS = [Window(-10, -10, 30, 40), Window(170, -90, -170, 90), Window(-180, -90, 180, 90)]


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("zoom", [1, 5])
def test_a_window_shows_whole_cells(window: Window, zoom: int) -> None:
    results, level = search(Query()), zoom + 3

    def meets(place: Place) -> bool:
        column, row = cell_of(place, level)
        edges = [Place(lat_u=lat * 1e6, lon_u=lon * 1e6) for lat, lon in (
            (window.north, window.west), (window.south, window.east))]  # fmt: skip
        (left, top), (right, bottom) = (cell_of(edge, level) for edge in edges)
        across = left <= column <= right if window.west <= window.east else (
            column >= left or column <= right)  # fmt: skip
        return across and top <= row <= bottom

    cells: dict[Any, set[int]] = defaultdict(set)
    for place in places(Query()):
        if place.lat_u is not None and meets(place):
            cells[cell_of(place, level)].add(place.evidence_id)
    found = sorted(cell["count"] for cell in drawing(results, zoom, window)["cells"])
    assert found == sorted(len(each) for each in cells.values())


def test_the_extent_holds_all_points() -> None:
    query = Query(games=("senet",))
    box = extent(search(query))
    assert box is not None
    points = [place for place in places(query) if place.lat_u is not None]
    assert all(box.west <= place.lon_u / 1e6 <= box.east for place in points)
    assert all(box.south <= place.lat_u / 1e6 <= box.north for place in points)
    assert extent(search(Query(unlocated="only"))) is None


def test_more_records_do_not_mean_more_queries(django_assert_max_num_queries: Any) -> None:
    results = search(Query())
    with django_assert_max_num_queries(3):
        drawing(results, 8)
