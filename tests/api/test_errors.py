"""Every refusal has one shape, whatever was wrong."""

from pathlib import Path

import pytest
from django.conf import settings

SAMPLES = sorted((Path(__file__).parent.parent / "samples" / "queries").glob("*.txt"))
ADDRESSES = [
    "",
    "evidence/demo-1/",
    "games/",
    "games/senet/",
    "rulesets/",
    "rulesets/shodra/",
    "rulesets/shodra/module/",
    "rulesets/shodra/manifest/",
    "sources/",
    "regions/soyot/",
]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_broken_query_gives_400_and_the_parameter(ask, sample):
    address, parameter, message = sample.read_text().splitlines()
    status, answer = ask(f"evidence/?{address}")
    # The API reads five parameters more, and lists them too.
    message = message.replace("ordering.", "ordering, limit, cursor, facets, fields, format.")
    error = {"status": 400, "parameter": parameter, "message": message}
    assert (status, answer) == (400, {"error": error})


@pytest.mark.parametrize(
    "address",
    ADDRESSES,
)
def test_no_address_ignores_a_parameter(ask, address):
    status, answer = ask(f"{address}?colour=red")
    assert (status, answer["error"]["parameter"]) == (400, "colour")
    status, answer = ask(f"{address}?format=xml")
    assert (status, answer["error"]["parameter"]) == (400, "format")


@pytest.mark.parametrize("address", ["nothing/", "nothing", "evidence/demo-1/places/", "../v2/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_address_is_refused_in_json(client, db, address, method):
    response = getattr(client, method)(f"/api/v1/{address}")
    assert response.status_code == 404
    assert response.json()["error"]["status"] == 404
    assert response.json()["error"]["parameter"] is None


@pytest.mark.parametrize(
    "name", ["evidence", "games", "rulesets", "concepts", "sources", "regions"]
)
@pytest.mark.parametrize("slug", ["a%00b", "%F0%9F%8E%B2", "x" * 3000, "%27%3B--"])
def test_odd_names_are_not_found(ask, name, slug):
    status, answer = ask(f"{name}/{slug}/")
    assert (status, answer["error"]["status"]) == (404, 404)


def test_a_forgotten_slash_is_added(client, cast):
    response = client.get("/api/v1/evidence?game=senet&q=a%20b")
    assert (response.status_code, response["Location"]) == (
        302,
        "/api/v1/evidence/?game=senet&q=a%20b",
    )


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_the_api_only_reads(client, cast, method):
    response = getattr(client, method)("/api/v1/evidence/")
    assert response.status_code == 405
    assert response.json()["error"]["status"] == 405
    assert response.json()["error"]["message"].endswith("Use one of: GET, HEAD, OPTIONS.")


@pytest.mark.parametrize("accepted", [{}, {"HTTP_ACCEPT": "*/*"}, {"HTTP_ACCEPT": "*/*;q=0.8"}])
def test_whoever_takes_anything_has_the_first_format(client, cast, accepted):
    answer = client.get("/api/v1/evidence/", **accepted)
    assert answer["Content-Type"] == "application/json"
    features = client.get("/ogc/collections/evidence/items", **accepted)
    assert features["Content-Type"] == "application/geo+json"


def test_a_format_that_nobody_writes(ask):
    status, answer = ask("evidence/", accept="text/csv")
    assert (status, answer["error"]["status"]) == (406, 406)
    assert "Accept one of: application/json, application/geo+json." in answer["error"]["message"]


def test_a_format_of_downloads_is_sent_to_them(ask):
    status, answer = ask("evidence/?format=csv")
    assert (status, answer["error"]["parameter"]) == (400, "format")
    assert answer["error"]["message"].endswith("from /api/v1/export/?format=csv.")
    assert "/export/" not in ask("evidence/?format=yaml")[1]["error"]["message"]


@pytest.mark.parametrize("year", ["99999999999", "-99999999999", "9" * 5000])
def test_a_year_far_out_is_a_whole_number_out_of_bounds(ask, year):
    status, answer = ask(f"evidence/?year_from={year}")
    assert (status, answer["error"]["parameter"]) == (400, "year_from")
    assert "is out of bounds. Write a whole number from" in answer["error"]["message"]


def test_errors_are_plain_json_even_for_geojson(client, cast):
    response = client.get("/api/v1/evidence/?format=geojson&bbox=1")
    assert (response.status_code, response["Content-Type"]) == (400, "application/json")


def test_far_too_many_parameters_are_refused(ask):
    many = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1
    status, answer = ask("evidence/?" + "&".join(["game=senet"] * many))
    assert (status, answer["error"]["status"]) == (400, 400)


def test_other_sites_may_read(client, cast):
    response = client.get("/api/v1/evidence/", headers={"origin": "https://example.org"})
    assert response["Access-Control-Allow-Origin"] == "*"
