"""Indexing: which regions a record belongs to, and when search knows of it."""

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from evidence.bulk import learn_sizes
from evidence.models import Evidence, Place, Region, SearchText
from evidence.search import Query, index, search
from evidence.search.index import index_records, together
from evidence.search.shapes import current_shapes
from evidence.search.versions import current_version
from games.models import Game

pytestmark = pytest.mark.django_db


def square(west, south, east, north):
    return {
        "type": "Polygon",
        "coordinates": [
            [[west, south], [east, south], [east, north], [west, north], [west, south]]
        ],
    }


@pytest.fixture
def world():
    """Asia (with its east), and two regions that meet at the antimeridian; one holds the pole."""
    asia = region("asia", square(40, 0, 150, 80), kind="continent")
    region("eastern-asia", square(100, 10, 150, 50), parent=asia)
    region(
        "bering",
        {
            "type": "MultiPolygon",
            "coordinates": [
                square(170, 50, 180, 70)["coordinates"],
                square(-180, 50, -160, 70)["coordinates"],
            ],
        },
    )
    region("antarctica", square(-180, -90, 180, -60))


def region(slug, shape, kind="world", parent=None):
    return Region.objects.create(slug=slug, name=slug, kind=kind, parent=parent, shape=shape)


def record(identifier, *points, **fields):
    game, _ = Game.objects.get_or_create(name="Senet", slug="senet")
    made = Evidence.objects.create(identifier=identifier, game=game, **fields)
    for position, (latitude, longitude) in enumerate(points):
        Place.objects.create(
            evidence=made,
            position=position,
            lat_u=round(latitude * 1e6),
            lon_u=round(longitude * 1e6),
        )
    return made


def regions_of(made):
    index_records([made.pk])
    return set(made.regions.values_list("slug", flat=True))


def test_a_record_in_eastern_asia_is_in_asia_too(world):
    assert regions_of(record("kyoto", (35, 135))) == {"eastern-asia", "asia"}


def test_a_point_on_the_border_belongs_to_the_region(world):
    assert regions_of(record("border", (10, 120))) == {"eastern-asia", "asia"}


@pytest.mark.parametrize("longitude", [-180, 179.9, -179.9])
def test_a_region_across_the_antimeridian_holds_both_its_sides(world, longitude):
    assert regions_of(record("strait", (65, longitude))) == {"bering"}


def test_a_point_at_the_antimeridian_is_found_from_a_shape_that_ends_there_in_the_east():
    region("chukotka", square(170, 60, 180, 70))
    assert regions_of(record("wrangel", (65, -180))) == {"chukotka"}


@pytest.mark.parametrize("longitude", [-180, 0, 77])
def test_the_pole_belongs_to_every_region_that_reaches_it(world, longitude):
    region("sector", square(-30, -90, -20, -80))
    assert regions_of(record("pole", (-90, longitude))) == {"antarctica", "sector"}


def test_places_in_two_regions_make_a_record_of_both(world):
    made = record("travelled", (35, 135), (65, -170))
    assert regions_of(made) == {"eastern-asia", "asia", "bering"}


def test_a_place_that_is_a_region_belongs_to_what_it_overlaps_but_not_to_what_it_only_meets(world):
    people = region("people", square(95, 40, 105, 55), kind="cultural")
    region("neighbours", square(105, 40, 115, 55), kind="cultural")
    made = record("steppe")
    Place.objects.create(evidence=made, name="People", region=people)
    assert regions_of(made) == {"people", "eastern-asia", "asia"}


def test_a_region_redrawn_is_seen_at_the_next_indexing(world):
    made = record("kyoto", (35, 135))
    assert "eastern-asia" in regions_of(made)
    Region.objects.filter(slug="eastern-asia").update(shape=square(100, 10, 120, 50))
    assert regions_of(made) == {"asia"}


def test_indexing_all_reaches_every_record_in_the_same_number_of_queries(world):
    index_records()
    few, many = (counted(number) for number in (3, 12))
    assert few == many
    assert Evidence.objects.filter(regions__slug="asia").count() == 15


def counted(number):
    """How many queries indexing all takes after so many more records."""
    for each in range(number):
        record(f"kyoto-{number}-{each}", (35, 135))
    with CaptureQueriesContext(connection) as queries:
        index_records()
    return len(queries)


def test_indexing_twice_changes_nothing_but_the_version(world):
    made = record("kyoto", (35, 135))
    assert regions_of(made) == regions_of(made) == {"eastern-asia", "asia"}
    assert search(Query()).pks() == [made.pk]


def test_records_that_are_gone_are_passed_over():
    index_records([4711])
    assert not search(Query()).count


def test_what_is_stored_together_is_indexed_once_at_the_end(world):
    before = current_version().number
    with together():
        first, second = record("one", (35, 135)), record("two")
        index_records([first.pk])
        index_records([second.pk])
        assert not SearchText.objects.exists()
    assert search(Query(q="senet")).count == 2
    assert current_version().number == before + 1
    with together():
        pass
    assert current_version().number == before + 1


def test_what_fails_together_is_not_indexed():
    with pytest.raises(IntegrityError), together():
        index_records([record("one").pk])
        raise IntegrityError
    assert not SearchText.objects.exists()


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((110, 20, 112, 22), {"asia", "eastern-asia"}),
        ((175, 60, -175, 65), {"bering"}),
        ((-10, 0, 10, 10), set()),
        ((150, 20, 160, 22), {"asia", "eastern-asia"}),
        ((-180, -90, 180, 90), {"asia", "eastern-asia", "bering", "antarctica"}),
    ],
)
def test_a_box_touches_places_that_are_regions_also_across_the_antimeridian(world, box, expected):
    region("nowhere", square(-180, -90, 180, 90))
    for place in Region.objects.exclude(slug="nowhere"):
        Place.objects.create(evidence=record(place.slug), region=place)
    touched = current_shapes(only_places=True).touching(box)
    slugs = set(Region.objects.filter(pk__in=touched).values_list("slug", flat=True))
    assert slugs == expected


def rows_planned_for(table):
    """How many rows the database believes a table to have; None before it has ever looked."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT reltuples FROM pg_class WHERE relname = %s", [table])
        else:
            cursor.execute("SELECT stat FROM sqlite_stat1 WHERE tbl = %s", [table])
        found = cursor.fetchone()
    return int(float(str(found[0]).partition(" ")[0])) if found else None


@pytest.mark.django_db(transaction=True)
def test_the_database_does_not_plan_for_empty_tables_after_many_records(monkeypatch):
    monkeypatch.setattr(index, "MANY", 20)
    learn_sizes()
    for number in range(20):
        record(f"r-{number}")
    index_records()
    assert rows_planned_for("evidence_evidence") == 20
    assert rows_planned_for("evidence_searchtext") == 20
