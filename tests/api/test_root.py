"""The root, the OpenAPI document, the page to try it, and a real client."""

import json
import re
from html import unescape
from io import StringIO
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import jsonschema
import pytest
from django.core.management import call_command


def test_the_root_leads_everywhere(client, cast):
    answer = client.get("/api/v1/").json()
    assert answer.pop("licence")["name"] == "CC BY 4.0"
    assert len(answer) == 16
    for address in answer.values():
        assert client.get(address).status_code == 200


def test_the_schema_is_valid_without_a_warning():
    output = StringIO()
    call_command(
        "spectacular", validate=True, fail_on_warn=True, format="openapi-json", stdout=output
    )
    document = json.loads(output.getvalue())
    assert document["openapi"] == "3.1.0"
    assert all(path.startswith("/api/v1/") for path in document["paths"])
    years = document["components"]["schemas"]["Date"]["properties"]["year_from"]["description"]
    assert "0 is 1 BCE" in years


def test_the_schema_names_every_parameter_that_search_reads(client, db):
    document = client.get("/api/schema/?format=json").json()
    listed = document["paths"]["/api/v1/evidence/"]["get"]["parameters"]
    from evidence.search import PARAMETERS

    assert {entry["name"] for entry in listed} == {
        *PARAMETERS,
        "limit",
        "cursor",
        "facets",
        "fields",
        "format",
    }


def test_the_schema_refuses_what_it_does_not_know(client, db):
    assert client.get("/api/schema/?lang=xx").json()["error"]["parameter"] == "lang"


def test_the_page_to_try_it_needs_no_other_site(client, db):
    page = client.get("/api/docs/").content.decode()
    sources = re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"', page)
    assert len([source for source in sources if "swagger" in source]) >= 2
    assert all(source.startswith("/") for source in sources)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|style=|onload", page)
    [address] = [source for source in sources if "script=" in source]
    script = client.get(address.replace("&amp;", "&"))
    assert script["Content-Type"].startswith("application/javascript")
    assert b"/api/schema/" in script.content


def test_every_example_of_the_guide_answers(client, cast):
    page = unescape(client.get("/api/guide/").content.decode())
    examples = re.findall(r"(?:curl [^']*'|address = \")http://testserver([^'\"]+)", page)
    assert len(examples) == 5
    assert {client.get(each).status_code for each in examples} == {200}


def fetch(address, **headers):
    with urlopen(Request(address, headers=headers)) as response:
        return response.headers, response.read()


@pytest.mark.django_db(transaction=True)
def test_a_real_client_reads_over_http(live_server, cast):
    headers, body = fetch(f"{live_server.url}/api/v1/evidence/?limit=1&type=artifact")
    assert headers["Content-Type"] == "application/json"
    page = json.loads(body)
    _, body = fetch(page["next"], Accept="application/geo+json")
    assert [feature["id"] for feature in json.loads(body)["features"]] == ["demo-1"]
    with pytest.raises(HTTPError) as refusal:
        fetch(f"{live_server.url}/api/v1/evidence/?bbox=1,2,3")
    assert refusal.value.code == 400
    assert json.loads(refusal.value.read())["error"]["parameter"] == "bbox"


def test_each_operation_is_summed_up(client, db):
    paths = client.get("/api/schema/?format=json").json()["paths"]
    operations = {
        (method, path): told
        for path, methods in paths.items()
        for method, told in methods.items()
        if method in ("get", "post", "put")
    }
    assert [key for key, told in operations.items() if not told["summary"]] == []
    assert operations["get", "/api/v1/games/"]["summary"] == "All games"
    assert "Raises" not in str([told.get("description") for told in operations.values()])


def test_people_holdings_and_names_have_examples_of_their_shape(client):
    shapes = client.get("/api/schema/?format=json").json()["components"]["schemas"]
    for name in ("Person", "Holding", "Name"):
        (example,) = shapes[name]["examples"]
        whole = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": shapes}}
        jsonschema.validate(example, whole)
        assert set(example) == set(shapes[name]["properties"])
