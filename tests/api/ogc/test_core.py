"""What the standard asks of each address: members, links, media types, headers, refusals."""

import json
import re
from datetime import datetime

import pytest
from drf_spectacular.validation import validate_schema

from api.ogc.catalogue import COLLECTIONS
from evidence.models import Evidence
from evidence.search import PARAMETERS
from evidence.search.index import index_records
from games.models import Game

CORE = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/"
ADDRESSES = {
    "": "application/json",
    "conformance": "application/json",
    "api": "application/vnd.oai.openapi+json;version=3.0",
    "collections": "application/json",
    "collections/evidence": "application/json",
    "collections/evidence/schema": "application/schema+json",
    "collections/evidence/items": "application/geo+json",
    "collections/evidence/items/demo-1": "application/geo+json",
    "collections/regions": "application/json",
    "collections/regions/items": "application/geo+json",
    "collections/regions/items/soyot": "application/geo+json",
}


def rels(answer):
    return {link["rel"]: link for link in answer["links"]}


def test_the_landing_page_leads_everywhere(client, read):
    status, landing = read()
    assert status == 200
    links = rels(landing)
    assert {"self", "service-desc", "conformance", "data", "license"} <= set(links)
    assert links["service-desc"]["type"] == ADDRESSES["api"]
    for rel in ("self", "service-desc", "service-doc", "conformance", "data"):
        response = client.get(links[rel]["href"])
        assert (response.status_code, response["Content-Type"]) == (200, links[rel]["type"])


def test_conformance_names_the_classes(read):
    _, answer = read("conformance")
    assert {f"{CORE}{part}" for part in ("core", "oas30", "geojson")} <= set(answer["conformsTo"])


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_a_collection_says_what_it_is(client, read, collection):
    _, listed = read("collections")
    _, alone = read(f"collections/{collection}")
    assert alone in listed["collections"]
    for rel in ("self", "items", "describedby"):
        response = client.get(rels(alone)[rel]["href"])
        assert (response.status_code, response["Content-Type"]) == (200, rels(alone)[rel]["type"])


def test_extents_are_those_of_the_data(read, cast):
    """Not the whole world: Senet's board is the farthest west and south, the Soyot's land east."""
    _, evidence = read("collections/evidence")
    assert evidence["extent"]["spatial"]["bbox"] == [[-73.96344, 25.7, 103, 54]]
    temporal = evidence["extent"]["temporal"]
    assert temporal["interval"] == [[None, "1904-12-31T23:59:59Z"]]  # 1401 BCE has no such text
    assert temporal["years"] == [-1400, 1904]
    _, regions = read("collections/regions")
    assert regions["extent"]["spatial"]["bbox"] == [[98, 51, 103, 54]]
    assert regions["extent"]["temporal"]["interval"] == [[None, None]]


@pytest.mark.parametrize(
    ("dates", "interval", "years"),
    [
        ([(1140, 1160), (800, 900)], ["0800-01-01T00:00:00Z", "1160-12-31T23:59:59Z"], [800, 1160]),
        ([(None, 1400), (1500, 1500)], [None, "1500-12-31T23:59:59Z"], [1400, 1500]),
        ([(1800, None), (1500, 1500)], ["1500-01-01T00:00:00Z", None], [1500, 1800]),
        ([(0, 5)], ["0000-01-01T00:00:00Z", "0005-12-31T23:59:59Z"], [0, 5]),
        ([(20_000, 20_000)], [None, None], [20_000, 20_000]),
        ([(None, None)], [None, None], [None, None]),
        ([], [None, None], [None, None]),
    ],
)
@pytest.mark.django_db
def test_open_and_far_ends_of_time_are_null(client, dates, interval, years):
    game = Game.objects.create(slug="senet", name="Senet")
    for number, (first, last) in enumerate(dates):
        Evidence.objects.create(identifier=f"e-{number}", game=game, year_from=first, year_to=last)
    index_records()
    extent = client.get("/ogc/collections/evidence").json()["extent"]
    assert extent["temporal"]["interval"] == [interval]
    assert extent["temporal"]["years"] == years
    assert "spatial" not in extent  # no record has a place


@pytest.mark.parametrize("address", ["/ogc", "/ogc/"])
def test_the_landing_page_answers_directly_with_and_without_its_slash(client, cast, address):
    response = client.get(address, headers={"origin": "https://example.org"})
    assert response.status_code == 200
    assert response["Access-Control-Allow-Origin"] == "*"
    assert all("://" in link["href"] for link in response.json()["links"])
    page = client.get(f"{address}?f=html")
    assert (page.status_code, page["Content-Type"]) == (200, "text/html; charset=utf-8")
    refused = client.get(f"{address}?a%00=1", headers={"origin": "https://example.org"})
    assert (refused.status_code, refused.json()["error"]["status"]) == (400, 400)


@pytest.mark.parametrize(
    "address",
    ["/api", "/api/", "/api/v1", "/api/v1/evidence?q=chess", "/api/v1/nothing/", "/ogc/nothing"],
)
def test_redirects_and_refusals_have_cors_headers_too(client, cast, address):
    response = client.get(address, headers={"origin": "https://example.org"})
    assert response.status_code in (301, 302, 404)
    assert response["Access-Control-Allow-Origin"] == "*"


def test_the_definition_says_which_formats_an_address_has_and_that_nothing_else_is_sent(read):
    _, document = read("api")
    for path, about in document["paths"].items():
        assert "text/html" in about["get"]["responses"]["200"]["content"], path
    assert document["info"]["license"]["name"] == "CC BY 4.0"
    for name, schema in document["components"]["schemas"].items():
        assert schema["additionalProperties"] is (name == "anything"), name
    for name in COLLECTIONS:
        _, schema = read(f"collections/{name}/schema")
        assert schema["properties"]["properties"]["additionalProperties"] is False


def test_a_page_of_features(client, read):
    response = client.get("/ogc/collections/evidence/items?limit=2&type=artifact")
    assert response["Content-Crs"] == "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>"
    page = response.json()
    assert page["type"] == "FeatureCollection"
    assert (page["numberMatched"], page["numberReturned"]) == (2, 2)
    assert datetime.fromisoformat(page["timeStamp"]).tzinfo
    assert [feature["id"] for feature in page["features"]] == ["demo-3", "demo-1"]
    assert (
        rels(page)["self"]["href"]
        == "http://testserver/ogc/collections/evidence/items?limit=2&type=artifact"
    )
    assert "next" not in rels(page)
    assert "prev" not in rels(page)


def test_a_feature_has_flat_properties_with_source_and_licence(read):
    _, feature = read("collections/evidence/items/demo-1")
    assert feature["geometry"]["type"] == "MultiPoint"
    properties = feature["properties"]
    assert all(isinstance(value, str | int | None) for value in properties.values())
    assert {
        "title": "Board from a tomb",
        "game": "senet",
        "date_text": "about 1401 to 1301 BCE",
        "date_edtf": "-1400~/-1300",
        "year_from": -1400,
        "year_to": -1300,
        "places": "Thebes | New York",
        "confidence": 90,
        "ages": "Adult",
        "uncertainty": "Graffiti",
        "sources": "Murray, H. J. R. (1913). A History of Chess., p. 30",
        "licence": "CC BY 4.0",
        "page": "http://testserver/evidence/demo-1/",
        "record": "http://testserver/api/v1/evidence/demo-1/",
    }.items() <= properties.items()
    assert {"self", "collection", "alternate"} <= set(rels(feature))


def test_what_is_not_known_is_empty(read):
    _, feature = read("collections/evidence/items/demo-2")
    properties = feature["properties"]
    assert properties["date_text"] == properties["date_edtf"] == properties["sources"] == ""
    assert properties["year_from"] is properties["year_to"] is None


def test_the_properties_are_those_of_the_schema_and_of_the_definition(read):
    _, document = read("api")
    for name in COLLECTIONS:
        _, page = read(f"collections/{name}/items")
        _, schema = read(f"collections/{name}/schema")
        listed = document["components"]["schemas"][name]["properties"]["properties"]["properties"]
        for feature in page["features"]:
            assert list(feature["properties"]) == list(listed)
            assert list(listed) == list(schema["properties"]["properties"]["properties"])


def test_a_region_is_a_feature(read):
    _, feature = read("collections/regions/items/soyot")
    assert feature["geometry"]["type"] == "Polygon"
    assert feature["properties"]["evidence_count"] == 1


def test_the_definition_is_valid_openapi_and_names_every_address(client, read):
    status, document = read("api")
    assert status == 200
    validate_schema(document)
    assert document["openapi"] == "3.0.3"
    assert document["servers"] == [{"url": "http://testserver/ogc"}]
    for path in document["paths"]:
        key = "demo-1" if "evidence" in path else "soyot"
        assert client.get(f"/ogc{path.replace('{featureId}', key)}").status_code == 200


def test_the_definition_names_every_parameter_that_is_read(read):
    _, document = read("api")
    parts = document["components"]["parameters"]
    for name, collection in COLLECTIONS.items():
        path = document["paths"][f"/collections/{name}/items"]
        entries = [*path["get"]["parameters"], *path.get("parameters", [])]
        named = [
            parts[entry["$ref"].rpartition("/")[2]] if "$ref" in entry else entry
            for entry in entries
        ]
        assert {entry["name"] for entry in named} == {*collection.parameters, "cursor", "f"}
    assert set(PARAMETERS) <= set(COLLECTIONS["evidence"].parameters)


def test_gdal_finds_no_parameter_that_means_other_than_the_property(read):
    """Its driver would hand on `year_from = 5` as a parameter, which finds overlaps."""
    _, document = read("api")
    listed = document["paths"]["/collections/evidence/items"]["get"]["parameters"]
    assert {entry["name"] for entry in listed if "name" in entry} == {"type", "game"}


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_has_its_media_type_and_links(client, cast, address):
    response = client.get(f"/ogc/{address}")
    assert (response.status_code, response["Content-Type"]) == (200, ADDRESSES[address])
    assert 'rel="self"' in response["Link"]
    assert client.get(f"/ogc/{address}?f=json")["Content-Type"] == ADDRESSES[address]
    assert client.get(f"/ogc/{address}", headers={"accept": "application/json"}).json()
    assert client.get(f"/ogc/{address.rstrip('/')}/".replace("//", "/")).status_code == 200


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_refuses_what_it_does_not_know(client, cast, address):
    for query, parameter in (
        ("colour=red", "colour"),
        ("f=xml", "f"),
        ("f=", "f"),
        ("format=json", "format"),
    ):
        response = client.get(f"/ogc/{address}?{query}")
        assert response.status_code == 400
        assert response["Content-Type"] == "application/json"
        assert response.json()["error"]["parameter"] == parameter
    response = client.get(f"/ogc/{address}", headers={"accept": "text/csv"})
    assert (response.status_code, response.json()["error"]["status"]) == (406, 406)


@pytest.mark.parametrize("address", ADDRESSES)
def test_head_options_and_other_sites(client, cast, address):
    got, head = client.get(f"/ogc/{address}"), client.head(f"/ogc/{address}")
    assert (head.status_code, head.content) == (200, b"")
    assert head["Content-Type"] == got["Content-Type"]
    assert "GET" in client.options(f"/ogc/{address}")["Allow"]
    response = client.get(f"/ogc/{address}", headers={"origin": "https://example.org"})
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "link" in response["Access-Control-Expose-Headers"].lower()
    asked = {"origin": "https://example.org", "access-control-request-method": "GET"}
    assert client.options(f"/ogc/{address}", headers=asked)["Access-Control-Allow-Origin"] == "*"
    assert client.post(f"/ogc/{address}").status_code == 405


@pytest.mark.parametrize(
    "address",
    [
        "nothing",
        "collections/games",
        "collections/games/items",
        "collections/games/items?colour=red",
        "collections/games/schema",
        "collections/evidence/items/nobody",
        "collections/evidence/items/a%00b",
        "collections/regions/items/%F0%9F%8E%B2",
        "collections/evidence/items/demo-1/places",
    ],
)
def test_what_is_not_there_is_refused_in_json(read, address):
    status, answer = read(address)
    assert (status, answer["error"]["status"]) == (404, 404)


def test_the_answer_is_plain_json(client, cast):
    body = client.get("/ogc/collections/evidence/items").content
    json.loads(body, parse_constant=pytest.fail)


@pytest.mark.parametrize("address", ADDRESSES)
def test_people_get_a_page_with_the_same_links(client, cast, address):
    response = client.get(f"/ogc/{address}", headers={"accept": "text/html,*/*;q=0.8"})
    assert (response.status_code, response["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert response["Link"].count('rel="alternate"; type="application/') == 1
    page = response.content.decode()
    assert page.count("<h1>") == 1
    assert "<h1></h1>" not in page
    assert re.search(r'<a rel="alternate" href="[^"]*[?&;]f=json"', page)
    assert client.get(f"/ogc/{address}?f=html").status_code == 200
    assert 'type="text/html; charset=utf-8"' in client.get(f"/ogc/{address}")["Link"]


def test_pages_for_people_show_features_and_properties(client, cast):
    page = client.get("/ogc/collections/evidence/items?f=html&limit=1").content.decode()
    assert '<a class="notation" href="/ogc/collections/evidence/items/demo-3">demo-3</a>' in page
    assert re.search(r'<a rel="next" href="[^"]*f=html', page)
    page = client.get("/ogc/collections/evidence/items/demo-1?f=html").content.decode()
    assert "<dt>date_text</dt><dd>about 1401 to 1301 BCE</dd>" in page
    assert "MultiPoint" in page
    page = client.get("/ogc/api?f=html").content.decode()
    assert "/collections/evidence/items/{featureId}" in page
    assert "<dt>year_from</dt>" in page


def test_refusals_are_json_for_people_too(client, cast):
    response = client.get("/ogc/collections/evidence/items?f=html&bbox=1")
    assert (response.status_code, response["Content-Type"]) == (400, "application/json")
