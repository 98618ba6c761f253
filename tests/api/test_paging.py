"""Pages of lists: cursors, totals, limits."""

import pytest

from evidence.models import Evidence


def walk(client, address, link):
    pages = []
    while address:
        answer = client.get(address).json()
        pages.append([record["identifier"] for record in answer["results"]])
        assert answer["count"] == 4
        address, last = answer[link], address
    return pages, last


def test_links_lead_through_all_records_and_back(client, cast):
    forwards, last = walk(client, "/api/v1/evidence/?limit=3", "next")
    assert forwards == [["demo-3", "demo-2", "dlp-1408"], ["demo-1"]]
    backwards, _ = walk(client, last, "previous")
    assert backwards == forwards[::-1]


def test_links_keep_what_was_asked(client, cast):
    answer = client.get("/api/v1/evidence/?limit=1&type=artifact&q=se*+ar*").json()
    assert answer["next"] is None
    answer = client.get("/api/v1/evidence/?limit=1&type=artifact&type=ethnography").json()
    assert answer["next"].startswith(
        "http://testserver/api/v1/evidence/?limit=1&type=artifact&type="
    )


def test_a_new_record_shifts_no_page(client, cast):
    first = client.get("/api/v1/evidence/?limit=2").json()
    Evidence.objects.create(identifier="late", game=cast["senet"].game)
    second = client.get(first["next"]).json()
    assert [record["identifier"] for record in second["results"]] == ["dlp-1408", "demo-1"]


@pytest.mark.parametrize(
    "name", ["games", "rulesets", "concepts", "sources", "regions", "evidence"]
)
@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("limit", "0"),
        ("limit", "201"),
        ("limit", "ten"),
        ("limit", "-1"),
        ("cursor", "xyz"),
        ("cursor", "after-"),
        ("cursor", "after-99999999999999999999"),
        ("page", "2"),
    ],
)
def test_malformed_paging_is_refused_on_every_list(ask, name, parameter, value):
    status, answer = ask(f"{name}/?{parameter}={value}")
    assert (status, answer["error"]["parameter"]) == (400, parameter)
