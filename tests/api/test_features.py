"""GeoJSON has addresses of its own, so that each described address answers in one format."""

import pytest

PAIRS = {
    "evidence": "features/evidence",
    "evidence/dlp-1408": "features/evidence/dlp-1408",
    "regions": "features/regions",
    "regions/soyot": "features/regions/soyot",
}


@pytest.mark.parametrize("address", PAIRS)
def test_an_address_of_features_gives_the_geojson_of_the_other(client, cast, address):
    as_ever = client.get(f"/api/v1/{address}/?format=geojson")
    alone = client.get(f"/api/v1/{PAIRS[address]}/")
    assert alone["Content-Type"] == as_ever["Content-Type"] == "application/geo+json"
    assert alone.json() == as_ever.json()
    assert client.get(f"/api/v1/{PAIRS[address]}/?format=json").status_code == 400
    assert client.get(f"/api/v1/{PAIRS[address]}/nobody/").status_code == 404


def test_features_are_searched_and_paged_like_the_list(ask):
    _, page = ask("features/evidence/?game=senet&game=dice&limit=1&fields=title")
    assert (page["count"], len(page["features"])) == (2, 1)
    assert page["features"][0]["properties"] == {"title": ""}
    _, more = ask(page["next"].partition("/v1/")[2])
    assert more["features"][0]["id"] == "demo-1"


def test_no_described_address_answers_in_json_of_two_kinds(client, cast):
    """A client that is generated would read a union, which does not compile where it is used."""
    document = client.get("/api/schema/?format=json").json()
    for address, methods in document["paths"].items():
        if address == "/api/v1/export/" or address.endswith("/references/"):
            continue  # files, whose format is chosen
        for method, about in methods.items():
            answers = [each for status, each in about["responses"].items() if status < "300"]
            assert all(len(each.get("content", {})) <= 1 for each in answers), (method, address)


def test_the_description_names_its_server_and_its_licence(client):
    document = client.get("/api/schema/?format=json").json()
    assert document["servers"] == [{"url": "http://testserver"}]
    assert document["info"]["license"]["url"].startswith("https://creativecommons.org/")
