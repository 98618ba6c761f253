"""Every area that leaves the site follows the right-hand rule of RFC 7946, however it came in."""

import json
from importlib import import_module

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from shapely.geometry import shape as from_geojson

from api.exports import FORMATS
from evidence.history import revision
from evidence.models import CorpusChange, Place, Region, SharedVersion
from evidence.places.orientation import right_handed
from evidence.search.index import index_records
from evidence.search.versions import current_version
from tests.demo import store_demo

pytestmark = pytest.mark.django_db

AREAS = ("Polygon", "MultiPolygon")
SEPARATOR = "\x1e"
# Each ring runs the wrong way: the outer ones clockwise, the hole counterclockwise.
WITH_HOLE = {
    "type": "Polygon",
    "coordinates": [
        [[10, 10], [10, 20], [20, 20], [20, 10], [10, 10]],
        [[12, 12], [18, 12], [18, 18], [12, 18], [12, 12]],
    ],
}
ACROSS = {  # the antimeridian, and cut there
    "type": "MultiPolygon",
    "coordinates": [
        [[[170, 50], [170, 70], [180, 70], [180, 50], [170, 50]]],
        [[[-180, 50], [-180, 70], [-160, 70], [-160, 50], [-180, 50]]],
    ],
}
BEYOND = {  # the antimeridian, not cut
    "type": "Polygon",
    "coordinates": [[[170, -20], [170, -10], [190, -10], [190, -20], [170, -20]]],
}
WRONG = {"with-hole": WITH_HOLE, "across": ACROSS, "beyond": BEYOND}


def areas(value):
    """All Polygons and MultiPolygons in JSON, however deep."""
    if isinstance(value, dict):
        if value.get("type") in AREAS:
            yield value
        for each in value.values():
            yield from areas(each)
    elif isinstance(value, list):
        for each in value:
            yield from areas(each)


def follows_the_rule(area):
    drawn = from_geojson(area)
    return all(
        part.exterior.is_ccw and not any(hole.is_ccw for hole in part.interiors)
        for part in getattr(drawn, "geoms", [drawn])
    )


def pages(client, address):
    """The JSON of an address, and of all that follow it by links."""
    while address:
        page = client.get(address).json()
        yield page
        links = [link["href"] for link in page.get("links", ()) if link["rel"] == "next"]
        address = page.get("next") or next(iter(links), None)


def exported(client, name):
    """An export in one of the JSON formats: a text, or lines of them."""
    text = b"".join(client.get(f"/api/v1/export/?format={name}")).decode()
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line.lstrip(SEPARATOR)) for line in text.split("\n") if line]


@pytest.fixture
def corpus():
    """The demo corpus, and a record in each of the wrong areas."""
    store_demo()
    Region.objects.bulk_create(
        Region(slug=slug, name=slug, kind="historical", shape=shape)
        for slug, shape in WRONG.items()
    )
    records = list(apps.get_model("evidence.Evidence").objects.order_by("pk")[: len(WRONG)])
    for record, slug in zip(records, WRONG, strict=True):
        region = Region.objects.get(slug=slug)
        Place.objects.create(evidence=record, position=9, region=region, as_given=slug)
    index_records([record.pk for record in records])


@pytest.mark.sqlite  # regions are turned as they are stored, below
def test_no_feature_of_any_collection_has_a_clockwise_exterior(client, corpus):
    collections = client.get("/ogc/collections").json()["collections"]
    addresses = [f"/ogc/collections/{each['id']}/items?limit=100" for each in collections]
    addresses += [f"/api/v1/{name}/?format=geojson&limit=100" for name in ("evidence", "regions")]
    for address in addresses:
        found = [area for page in pages(client, address) for area in areas(page)]
        assert len(found) > len(WRONG), address
        assert all(map(follows_the_rule, found)), address


@pytest.mark.sqlite  # regions are turned as they are stored, below
def test_no_single_feature_has_a_clockwise_exterior(client, corpus):
    for slug in WRONG:  # the shapes of all others are in the collections, above
        for address in (
            f"/api/v1/regions/{slug}/",
            f"/api/v1/regions/{slug}/?format=geojson",
            f"/ogc/collections/regions/items/{slug}",
        ):
            (area,) = areas(client.get(address).json())
            assert follows_the_rule(area), address


@pytest.mark.sqlite  # regions are turned as they are stored, below
def test_no_export_has_a_clockwise_exterior(client, corpus):
    drawn = {}
    for form in FORMATS:
        if form.name in ("cldf", "csv", "bibtex", "ris"):  # no JSON: points alone, or no places
            continue
        found = [area for value in exported(client, form.name) for area in areas(value)]
        assert all(map(follows_the_rule, found)), form.name
        drawn[form.name] = len(found)
    assert {name for name, number in drawn.items() if number} == {
        "geojson", "geojsonl", "geojsonseq", "lpf",
    }  # fmt: skip


def test_the_land_of_the_small_map_has_no_clockwise_exterior():
    (land,) = areas(json.loads((settings.BASE_DIR / "static" / "map" / "land.json").read_text()))
    assert follows_the_rule(land)


@pytest.mark.parametrize("shape", WRONG.values(), ids=WRONG)
def test_turning_changes_no_corner_and_is_done_once(shape):
    turned = right_handed(shape)
    assert follows_the_rule(turned)
    assert from_geojson(turned).equals(from_geojson(shape))
    assert right_handed(turned) == turned
    assert sorted(corners(turned)) == sorted(corners(shape))


def corners(shape):
    parts = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
    return [corner for rings in parts for ring in rings for corner in ring]


@pytest.mark.parametrize(
    "odd",
    [
        None,
        "text",
        {"type": "Point", "coordinates": [1, 2]},
        {"type": "Polygon", "coordinates": []},
        {"type": "Polygon", "coordinates": [[[1, 1], ["x", 2], [3, 3], [1, 1]]]},
        {"type": "Polygon", "coordinates": [[[1, 1], [2, 2], [3, 3], [1, 1]]]},
        {"type": "MultiPolygon"},
    ],
)
def test_what_is_no_area_stays_as_it_is(odd):
    assert right_handed(odd) == odd


def test_every_way_to_store_a_region_turns_it():
    made = Region.objects.create(slug="one", name="One", kind="drawn", shape=WITH_HOLE)
    assert follows_the_rule(made.shape)
    Region.objects.bulk_create([Region(slug="two", name="Two", kind="drawn", shape=WITH_HOLE)])
    other = Region.objects.create(slug="three", name="Three", kind="drawn", shape=ACROSS)
    Region.objects.filter(pk=other.pk).update(shape=WITH_HOLE)
    assert Region.objects.filter(shape=WITH_HOLE).count() == 3
    assert all(map(follows_the_rule, Region.objects.values_list("shape", flat=True)))


def test_the_admin_site_refuses_a_region_that_is_no_area(client):
    client.force_login(User.objects.create_superuser("root"))
    values = {"slug": "x", "name": "X", "kind": "drawn", "note": ""}
    for shape, said in (
        ('{"type": "Point", "coordinates": [1, 2]}', "a Polygon or MultiPolygon is needed"),
        ('{"type": "Polygon", "coordinates": "x"}', "not GeoJSON"),
        ("7", "not GeoJSON"),
    ):
        page = client.post("/admin/evidence/region/add/", {**values, "shape": shape})
        assert said in page.content.decode()
    assert not Region.objects.exists()
    values["shape"] = json.dumps(WITH_HOLE)
    client.post("/admin/evidence/region/add/", values)
    assert follows_the_rule(Region.objects.get().shape)


def test_an_older_database_is_turned_by_migrating_it(cast):
    """What an older release stored, its history too; readers are told of a new version."""
    region = Region.objects.create(slug="old", name="Old", kind="world", shape=WITH_HOLE)
    fields = {"name": "Old", "kind": "world", "shape": WITH_HOLE, "note": ""}
    with revision("import") as act:
        SharedVersion.objects.create(what="region", slug="old", revision=act.row, after=fields)
    _store_raw(Region, "shape", WITH_HOLE, "slug", "old")
    _store_raw(SharedVersion, "after", fields, "slug", "old")
    region.refresh_from_db()
    assert not follows_the_rule(region.shape)
    before = current_version()
    migration = import_module("evidence.migrations.0009_areas_right_handed")
    migration.turn(apps, None)
    region.refresh_from_db()
    assert follows_the_rule(region.shape)
    version = SharedVersion.objects.get(slug="old")
    assert version.after["shape"] == region.shape
    assert version.before is None
    newest = before.number + 1
    assert CorpusChange.objects.filter(number__gt=before.number).get().number == newest
    migration.turn(apps, None)
    assert CorpusChange.objects.order_by("-number").first().number == newest


def _store_raw(model, column, value, by, key):
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET {column} = %s WHERE {by} = %s", [json.dumps(value), key]
        )
