"""Pages by links: all features once, whatever comes or goes, at a cost that does not grow."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.ogc.catalogue import Found
from api.ogc.paging import Cursor, window
from evidence.index import index_records
from evidence.models import Evidence
from tests.api.ogc.conftest import many

START = "/ogc/collections/evidence/items?limit=7&type=artifact"


def follow(client, address, rel="next"):
    """The ids of each page from an address on."""
    while address:
        page = client.get(address).json()
        assert page["numberReturned"] == len(page["features"])
        yield [feature["id"] for feature in page["features"]]
        links = {link["rel"]: link["href"] for link in page["links"]}
        address = links.get(rel)
        last = page
    follow.last = last


@pytest.mark.django_db
def test_links_lead_through_all_features_and_back(client):
    many(100)
    pages = list(follow(client, START))
    assert [len(page) for page in pages] == [7] * 7 + [1]
    found = [key for page in pages for key in page]
    assert found == [f"many-{number}" for number in range(99, 0, -2)]
    back = {link["rel"]: link["href"] for link in follow.last["links"]}["prev"]
    pages = list(follow(client, back, rel="prev"))
    assert [key for page in reversed(pages) for key in page] == found[:-1]


@pytest.mark.django_db
def test_nothing_is_repeated_or_left_out_when_records_come_and_go(client):
    records = many(100)
    steps = follow(client, START)
    first = next(steps)
    Evidence.objects.filter(identifier__in=[first[0], first[-1], "many-1"]).delete()
    new = Evidence.objects.create(identifier="new", game=records[0].game, type="artifact")
    index_records([new.pk])
    rest = [key for page in steps for key in page]
    assert rest == [f"many-{number}" for number in range(85, 1, -2)]


@pytest.mark.django_db
def test_a_page_takes_as_many_queries_wherever_it_is_and_however_long(client):
    many(200)
    *_, last = _cursors(client)
    counts = {_queries(client, query) for query in ("limit=2", "limit=100")}
    assert len(counts) == 1
    assert _queries(client, f"limit=2&cursor={last}") == counts.pop() + 1


def _cursors(client):
    for place in (50, 150):
        pk = Evidence.objects.order_by("-pk")[place].pk
        yield Cursor("after", place, pk)


def _queries(client, query):
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/ogc/collections/evidence/items?{query}").status_code == 200
    return len(queries)


PKS = [90, 80, 70, 60, 50, 40, 30]


@pytest.mark.parametrize(
    ("cursor", "expected"),
    [
        (None, [90, 80]),
        (Cursor("after", 1, 80), [70, 60]),
        (Cursor("after", 5, 80), [70, 60]),
        (Cursor("after", 99, 80), [70, 60]),
        (Cursor("after", 0, 75), [70, 60]),
        (Cursor("after", 0, 10**17), [90, 80]),
        (Cursor("after", 0, 1), []),
        (Cursor("after", 6, 30), []),
        (Cursor("before", 3, 60), [80, 70]),
        (Cursor("before", 0, 60), [80, 70]),
        (Cursor("before", 0, 65), [80, 70]),
        (Cursor("before", 1, 80), [90]),
        (Cursor("before", 0, 90), []),
        (Cursor("before", 0, 1), [40, 30]),
    ],
)
def test_a_cursor_finds_its_place_by_id(cursor, expected):
    found = Found(len(PKS), lambda first, most: PKS[first : first + most])
    assert window(found, cursor, 2).pks == expected


def test_far_into_a_million_features_two_stretches_are_read():
    asked = []

    def pks(first, most):
        asked.append((first, most))
        return list(range(1_000_000 - first, max(0, 1_000_000 - first - most), -1))

    page = window(Found(1_000_000, pks), Cursor("after", 899_999, 100_001), 1000)
    assert page.pks == list(range(100_000, 99_000, -1))
    assert len(asked) == 2
    asked.clear()
    page = window(Found(1_000_000, pks), Cursor("after", 5, 100_001), 1000)
    assert page.pks == list(range(100_000, 99_000, -1))
    assert len(asked) <= 22
