"""A query of any length: in a body where an address would be too long, with one error shape."""

import json

import pytest
from django.test import Client
from django.urls import path

from config.urls import urlpatterns as site
from evidence.search import FACETS, PARAMETERS
from evidence.search.snapshot.current import current_snapshot

EVERYTHING = {
    "bbox": [-180, -90, 180, 90],
    "year_from": -2000,
    "type": ["artifact", "ethnography"],
    "confidence_min": 50,
    "undated": "include",
    "limit": 1,
    "facets": ["type", "game"],
    "fields": ["identifier", "type"],
}


@pytest.fixture
def find(client, cast):
    """POST a query; gives the status and the parsed JSON."""

    def post(said, content_type="application/json"):
        body = said if isinstance(said, str | bytes) else json.dumps(said)
        answer = client.post("/api/v1/evidence/search/", body, content_type=content_type)
        return answer.status_code, answer.json()

    return post


def test_a_query_in_a_body_finds_what_the_same_address_finds(ask, find):
    status, found = find(EVERYTHING)
    assert status == 200
    query = (
        "bbox=-180,-90,180,90&year_from=-2000&type=artifact&type=ethnography&confidence_min=50"
        "&undated=include&limit=1&facets=type,game&fields=identifier,type"
    )
    _, listed = ask(f"evidence/?{query}")
    same = ("count", "limit", "undated_left_out", "unlocated_left_out", "facets", "results")
    assert {name: found[name] for name in same} == {name: listed[name] for name in same}
    _, more = find({**EVERYTHING, "cursor": found["next_cursor"]})
    _, following = ask(listed["next"].partition("/v1/")[2])
    assert more["results"] == following["results"]
    assert more["next_cursor"] is None
    _, back = find({**EVERYTHING, "cursor": more["previous_cursor"]})
    assert back["results"] == found["results"]


def test_an_area_of_200_corners_is_too_long_for_an_address_and_not_for_a_body(find):
    """Some 8,000 bytes: servers refuse lines of more than 4,094 or 8,190."""
    edge = [(-180 + 3.6 * n, 80 + (n % 2) * 1e-13) for n in range(1, 99)]
    ring = [*edge, *((longitude, -80.0) for longitude, _ in reversed(edge))]
    polygon = [round(number, 13) for corner in ring for number in corner]
    assert len(",".join(map(str, polygon))) > 2000
    status, found = find({"polygon": polygon, "q": ""})
    assert (status, found["count"]) == (200, 3)


def test_nothing_in_a_body_is_everything(find):
    assert find({})[1]["count"] == 4
    assert find({"q": None, "type": []})[1]["count"] == 4


@pytest.mark.parametrize(
    ("said", "status", "parameter"),
    [
        ({"colour": "red"}, 400, "colour"),
        ({"type": "chess"}, 400, "type"),
        ({"q": {"a": 1}}, 400, "q"),
        ({"fields": ["identifier", None]}, 400, "fields"),
        ({"type": [None]}, 400, "type"),
        ({"q": []}, 400, "q"),
        ({"q": True}, 400, "q"),
        ({"q": "a\0b"}, 400, "q"),
        ({"year_from": 1.5}, 400, "year_from"),
        ({"bbox": [1, 2, 3]}, 400, "bbox"),
        ({"game": ["x"] * 1001}, 400, "game"),
        ({"cursor": "here"}, 400, "cursor"),
        ([], 400, ""),
        ("{", 400, None),
        ("[" * 100_000, 400, None),
        ('{"q": "\\ud800"}', 400, None),
        ('{"q": "' + "a" * 3_000_000 + '"}', 413, None),
    ],
)
def test_a_body_that_cannot_be_followed_is_refused_by_its_field(find, said, status, parameter):
    answered, told = find(said)
    assert answered == status
    assert told["error"]["status"] == status
    assert told["error"]["parameter"] == parameter
    assert told["error"]["message"]


def test_another_kind_of_body_and_other_methods_are_refused_in_json(client, find):
    assert find("q=chess", "application/x-www-form-urlencoded")[0] == 415
    for method in (client.get, client.put, client.delete):
        answer = method("/api/v1/evidence/search/")
        assert (answer.status_code, answer.json()["error"]["status"]) == (405, 405)


def test_the_description_has_every_parameter_as_a_field(client):
    document = client.get("/api/schema/?format=json").json()
    about = document["paths"]["/api/v1/evidence/search/"]["post"]
    body = about["requestBody"]["content"]["application/json"]["schema"]
    assert set(body["properties"]) == {*PARAMETERS, "limit", "cursor", "facets", "fields"}
    assert body["additionalProperties"] is False
    assert all({"type": "null"} in field["anyOf"] for field in body["properties"].values())


def test_no_facet_has_a_key_that_cannot_be_asked_for(ask, cast):
    """Of each value that a facet counts the list finds as many, also of those that have none."""
    _, page = ask(f"evidence/?facets={','.join(FACETS)}&limit=1")
    asked = 0
    for name, counts in page["facets"].items():
        assert "" not in counts
        for key, count in counts.items():
            if query := _query(name, key):
                assert ask(f"evidence/?{query}&limit=1")[1]["count"] == count, (name, key)
                asked += key == "none"
    assert page["facets"]["type"].get("none") is None  # every record of the cast has one
    assert asked >= 5


def _query(name, key):
    if name == "century":
        return "undated=only" if key == "none" else ""  # spans of years, tested elsewhere
    if name == "confidence":
        return "confidence_min=none" if key == "none" else ""
    return f"{name}={key}"


def test_what_is_not_known_is_asked_for_beside_what_is(ask, cast):
    cast["dice"].type = ""
    cast["dice"].save()
    current_snapshot()
    assert ask("evidence/?type=none")[1]["results"][0]["identifier"] == "demo-3"
    assert ask("evidence/?type=none&type=artifact")[1]["count"] == 2
    assert ask("evidence/?source=none&source=murray-1913")[1]["count"] == 4
    assert ask("evidence/?region=none")[1]["count"] == 3
    assert ask("evidence/?game=none")[0] == 400


@pytest.mark.parametrize("root", ["/api/v1/evidence/", "/ogc/"])
def test_what_is_refused_before_a_view_has_the_same_shape(cast, root):
    answer = Client().get(root, headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert answer.json()["error"]["status"] == 400
    page = Client().get("/evidence/", headers={"host": "elsewhere.example"})
    assert "text/html" in page["Content-Type"]


def broken(request, **_names):
    raise RuntimeError("a fault of the site")


urlpatterns = [path("api/v1/evidence/", broken), path("about/", broken), *site]
handler400 = "config.error_pages.bad_request"
handler500 = "config.faults.fault"


@pytest.mark.urls(__name__)
def test_a_fault_of_the_site_has_the_same_shape(settings):
    client = Client(raise_request_exception=False)
    answer = client.get("/api/v1/evidence/", headers={"origin": "https://example.org"})
    assert (answer.status_code, answer.json()["error"]["status"]) == (500, 500)
    assert answer["Access-Control-Allow-Origin"] == "*"
    page = client.get("/about/")
    assert (page.status_code, page["Content-Type"]) == (500, "text/html; charset=utf-8")


def test_if_match_is_required_wherever_its_absence_is_428(client):
    document = client.get("/api/schema/?format=json").json()
    required = {
        f"{method} {address}": each["required"]
        for address, methods in document["paths"].items()
        for method, about in methods.items()
        for each in about.get("parameters", ())
        if each["name"] == "If-Match" and each.get("required")
    }
    assert set(required) == {
        "put /api/v1/proposals/{id}/",
        "post /api/v1/proposals/{id}/steps/",
        "post /api/v1/evidence/{identifier}/withdraw/",
        "post /api/v1/evidence/{identifier}/restore/",
    }
