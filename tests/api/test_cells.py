from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from evidence.drafts import Draft, GameDraft, PlaceDraft
from evidence.models import Region
from evidence.storing import store
from tests.rows import store_again

SAYAN = {
    "type": "Polygon",
    "coordinates": [[[98, 51], [103, 51], [103, 54], [98, 54], [98, 51]]],
}


@pytest.fixture
def mills(db: None) -> None:
    store_again(_store_mills)


def _store_mills() -> None:
    Region.objects.create(slug="sayan", name="Sayan", kind="cultural", shape=SAYAN)
    thebes = {"lat_u": 25_720_000, "lon_u": 32_610_000, "precision": "town"}
    store(Draft("thebes", GameDraft("Mill"), date="1140", places=(PlaceDraft("Thebes", **thebes),)))
    for number in range(20):
        place = PlaceDraft("Rome", lat_u=41_900_000 + number, lon_u=12_500_000)
        store(Draft(f"rome-{number}", GameDraft("Mill"), places=(place,)))
    store(Draft("sayan", GameDraft("Mill"), places=(PlaceDraft("Sayan", region="sayan"),)))
    store(Draft("nowhere", GameDraft("Mill")))


def ask(client: Client, query: str = "") -> Any:
    return client.get(f"/api/v1/cells/?{query}").json()


def test_few_records_are_listed_and_many_counted(client: Client, mills: None) -> None:
    answer = ask(client, "zoom=4")
    assert (answer["count"], answer["located"]) == (23, 22)
    thebes, rome = sorted(answer["cells"], key=lambda cell: cell["count"])
    assert thebes["points"] == [
        {
            "record": "thebes", "lat": 25.72, "lon": 32.61, "name": "Thebes",
            "precision": "town", "certainty": "",
        }
    ]  # fmt: skip
    assert (rome["count"], rome["points"]) == (20, None)
    assert rome["bbox"] == [12.5, 41.9, 12.5, 41.900019]
    assert answer["areas"] == [
        {"region": "sayan", "name": "Sayan", "certainty": "", "count": 1, "records": ["sayan"]}
    ]
    assert sorted(answer["records"]) == ["sayan", "thebes"]
    assert answer["records"]["thebes"] == {
        "title": "Mill, thebes", "note": "Mill · 1140", "href": "/evidence/thebes/",
        "by": False,
    }  # fmt: skip


def test_a_record_says_if_only_the_end_of_its_date_is_known(client: Client, db: None) -> None:
    place = PlaceDraft("Thebes", lat_u=25_720_000, lon_u=32_610_000)
    for name, date in (("by", "../1140"), ("after", "1140/.."), ("undated", "")):
        store(Draft(name, GameDraft("Mill"), date=date, places=(place,)))
    told = ask(client, "zoom=4")["records"]
    assert {name: each["by"] for name, each in told.items()} == {
        "by": True, "after": False, "undated": False,
    }  # fmt: skip


def test_filters_say_what_is_counted_and_within_only_what_is_sent(
    client: Client, mills: None
) -> None:
    assert [cell["count"] for cell in ask(client, "year_from=1100")["cells"]] == [1]
    there = ask(client, "within=30,20,35,30&zoom=6")
    assert there["count"] == 23
    assert [cell["count"] for cell in there["cells"]] == [1]
    assert there["areas"] == []


@pytest.mark.parametrize(
    ("query", "parameter"),
    [("zoom=13", "zoom"), ("zoom=x", "zoom"), ("within=1,2,3", "within"), ("limit=3", "limit")],
)
def test_what_cannot_be_drawn_is_refused(
    client: Client, db: None, query: str, parameter: str
) -> None:
    answer = client.get(f"/api/v1/cells/?{query}")
    assert answer.status_code == 400
    assert answer.json()["error"]["parameter"] == parameter
