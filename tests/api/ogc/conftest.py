"""A corpus of 3,000 records for real clients, and ways to ask."""

from datetime import date

import pytest

from evidence.models import Citation, Evidence, Place, Region, Source
from evidence.search.index import index_records
from games.models import Game

MANY = 3_000  # three pages of GDAL
SOYOT = {
    "type": "Polygon",
    "coordinates": [[[98, 51], [103, 51], [103, 54], [98, 54], [98, 51]]],
}
BERING = {
    "type": "MultiPolygon",
    "coordinates": [
        [[[170, 50], [180, 50], [180, 70], [170, 70], [170, 50]]],
        [[[-180, 50], [-160, 50], [-160, 70], [-180, 70], [-180, 50]]],
    ],
}


@pytest.fixture
def read(client, cast):
    """GET an address below /ogc/; gives the status and the parsed JSON."""

    def get(address="", **headers):
        response = client.get(f"/ogc/{address}", headers=headers)
        return response.status_code, response.json()

    return get


@pytest.fixture
def ids(client, cast):
    """The ids of the features at an address below /ogc/collections/."""

    def get(address):
        response = client.get(f"/ogc/collections/{address}")
        assert response.status_code == 200, response.content
        return [feature["id"] for feature in response.json()["features"]]

    return get


def many(numbers):
    """Records of every kind: dated to a day BCE, undated, nowhere, in several places, in a land.

    The number tells the kind: each fourth is dated to a day BCE.
    """
    game = Game.objects.create(slug="senet", name="Senet")
    source = Source.objects.create(slug="murray", citation="Murray, History of Chess")
    soyot = Region.objects.create(slug="soyot", name="Soyot", kind="cultural", shape=SOYOT)
    Region.objects.create(slug="bering", name="Bering", kind="world", shape=BERING)
    records = [_record(number, game) for number in numbers]
    Evidence.objects.bulk_create(records, batch_size=1000)
    places = [
        place
        for n, record in zip(numbers, records, strict=True)
        for place in _places(n, record, soyot)
    ]
    Place.objects.bulk_create(places, batch_size=1000)
    Citation.objects.bulk_create(
        [Citation(evidence=record, source=source, locator="p. 3") for record in records],
        batch_size=1000,
    )
    index_records()
    return records


def _record(number, game):
    kinds = {
        0: {"date": "-0499-01-01", "date_as_given": "-0499-01-01", "year_from": -499},
        1: {},
        2: {"date": "1904-06-01", "date_as_given": "1904-06-01", "year_from": 1904},
        3: {"date": "-1400/-1300", "year_from": -1400, "year_to": -1300, "confidence": 90},
    }
    fields = kinds[number % len(kinds)]
    if "year_from" in fields:
        fields.setdefault("year_to", fields["year_from"])
        fields["day_from"] = date(1904, 6, 1).toordinal()
    kind = "artifact" if number % 2 else ""
    return Evidence(identifier=f"many-{number}", game=game, type=kind, **fields)


def _places(number, record, soyot):
    latitude, longitude = (number * 7919) % 170 - 85, (number * 104_729) % 360 - 180
    point = {"lat_u": latitude * 1_000_000, "lon_u": longitude * 1_000_000, "name": "here"}
    if number % 5 == 1:
        yield Place(evidence=record, name="nowhere")
    elif number % 500 == 2:
        yield Place(evidence=record, region=soyot)
    else:
        yield Place(evidence=record, **point)
    if number % 5 == 3:
        yield Place(evidence=record, position=1, lat_u=0, lon_u=0, name="there")
