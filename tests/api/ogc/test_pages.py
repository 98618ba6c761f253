"""Pages by links: all features once, whatever comes or goes, at a cost that does not grow."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.ogc.catalogue import Listed
from api.paging import Cursor, window
from evidence.models import Evidence
from evidence.search.index import index_records
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
    many(range(100))
    pages = list(follow(client, START))
    assert [len(page) for page in pages] == [7] * 7 + [1]
    found = [key for page in pages for key in page]
    assert found == [f"many-{number}" for number in range(99, 0, -2)]
    back = {link["rel"]: link["href"] for link in follow.last["links"]}["prev"]
    pages = list(follow(client, back, rel="prev"))
    assert [key for page in reversed(pages) for key in page] == found[:-1]


@pytest.mark.django_db
def test_nothing_is_repeated_or_left_out_when_records_come_and_go(client):
    records = many(range(100))
    steps = follow(client, START)
    first = next(steps)
    Evidence.objects.filter(identifier__in=[first[0], first[-1], "many-1"]).delete()
    new = Evidence.objects.create(identifier="new", game=records[0].game, type="artifact")
    index_records([new.pk])
    rest = [key for page in steps for key in page]
    assert rest == [f"many-{number}" for number in range(85, 1, -2)]


@pytest.mark.django_db
def test_a_page_takes_few_queries_wherever_it_is_and_however_long(client):
    many(range(200))
    pks = list(Evidence.objects.order_by("pk").values_list("pk", flat=True))
    pages = [f"limit={n}&cursor=after-{pks[place]}" for n, place in ((2, 3), (9, 15), (80, 100))]
    _queries(client, "limit=1")
    assert max(_queries(client, page) for page in pages) <= 11
    assert _queries(client, pages[-1]) <= 2


def _queries(client, query):
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/ogc/collections/evidence/items?{query}").status_code == 200
    return len(queries)


@pytest.mark.parametrize(
    ("cursor", "expected"),
    [
        (Cursor(), [90, 80]),
        (Cursor("after", 80), [70, 60]),
        (Cursor("after", 75), [70, 60]),
        (Cursor("after", 10**17), [90, 80]),
        (Cursor("after", 1), []),
        (Cursor("after", 30), []),
        (Cursor("before", 60), [80, 70]),
        (Cursor("before", 65), [80, 70]),
        (Cursor("before", 80), [90]),
        (Cursor("before", 90), []),
        (Cursor("before", 1), [40, 30]),
    ],
)
def test_a_cursor_finds_its_place_by_id(cursor, expected):
    assert window(Listed([90, 80, 70, 60, 50, 40, 30]), cursor, 2).pks == expected


def test_the_last_page_has_no_next_and_the_first_no_previous():
    found = Listed([90, 80, 70, 60])
    first, last = window(found, Cursor(), 2), window(found, Cursor("after", 80), 2)
    assert (first.previous, first.next) == (None, Cursor("after", 80))
    assert (last.previous, last.next) == (Cursor("before", 70), None)


@pytest.mark.django_db
def test_regions_have_pages_too(client):
    many(range(2))
    pages = list(follow(client, "/ogc/collections/regions/items?limit=1"))
    assert pages == [["bering"], ["soyot"]]
