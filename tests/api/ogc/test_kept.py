"""What programs have read once is not sent again while the corpus is as it was."""

from __future__ import annotations

import pytest

from evidence.models import Evidence, Region
from evidence.search.versions import note_change

PATHS = ["", "api", "conformance", "collections", "collections/evidence"]
PATHS += [
    "collections/evidence/schema",
    "collections/evidence/items?limit=1",
    "collections/regions",
]
JSON = {"Accept": "application/json"}
PAGE = {"Accept": "text/html"}


@pytest.mark.parametrize("path", PATHS)
def test_what_was_read_is_not_sent_again(client, cast, path):
    first = client.get(f"/ogc/{path}", headers=JSON)
    assert first.status_code == 200
    again = client.get(f"/ogc/{path}", headers=JSON | {"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert "Accept" in again["Vary"]
    note_change([])
    after = client.get(f"/ogc/{path}", headers=JSON | {"If-None-Match": first["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != first["ETag"]


def test_a_change_of_a_record_or_region_is_seen(client, cast):
    items = "/ogc/collections/evidence/items"
    kept = JSON | {"If-None-Match": client.get(items, headers=JSON)["ETag"]}
    Evidence.objects.first().delete()
    answer = client.get(items, headers=kept)
    assert answer.json()["numberMatched"] == Evidence.objects.count()
    kept["If-None-Match"] = answer["ETag"]
    Region.objects.create(slug="r", name="R", kind="world", shape={"type": "Polygon"})
    assert client.get(items, headers=kept).status_code == 200


def test_a_page_for_people_is_made_anew(client, cast):
    told = client.get("/ogc/collections", headers=JSON)["ETag"]
    answer = client.get("/ogc/collections", headers=PAGE | {"If-None-Match": told})
    assert answer.status_code == 200
    assert "ETag" not in answer


def test_what_is_refused_has_no_tag(client, cast):
    told = client.get("/ogc/collections", headers=JSON)["ETag"]
    for path in ("nothing", "collections/nothing", "collections/evidence/items?limit=x"):
        answer = client.get(f"/ogc/{path}", headers=JSON)
        assert answer.status_code in (400, 404)
        assert "ETag" not in answer
    assert client.get("/ogc/nothing", headers={"If-None-Match": told}).status_code == 404
