from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries


def embedded(html: str, name: str) -> dict[str, Any]:
    found = re.search(
        rf'<script id="{name}" type="application/json">(.*?)</script>', html, re.DOTALL
    )
    assert found, f"the page embeds no {name}"
    return json.loads(found[1])


def test_the_front_door_counts_the_corpus(client: Client, cast: Any) -> None:
    html = client.get("/").content.decode()
    assert "6 pieces of evidence" in html
    assert "5 games" in html
    assert "2 undated" in html
    assert "2 without a place on the map" in html


def asked_of(html: str, name: str) -> str:
    found = re.search(rf'class="map-from"[^>]* data-{name}="([^"]*)"', html)
    assert found
    return unescape(found[1])


def test_the_map_shows_all_records_and_says_what_it_cannot(client: Client, cast: Any) -> None:
    html = client.get("/").content.decode()
    drawn = client.get(asked_of(html, "cells")).json()
    assert sum(cell["count"] for cell in drawn["cells"]) == 3
    assert [(area["name"], area["records"]) for area in drawn["areas"]] == [
        ("Soyot", ["soyot-shodra"])
    ]
    assert "2 records have no location and are not on the map." in html
    assert asked_of(html, "bounds") == "28.98,25.72,103,54"


def test_the_map_of_a_record_has_its_own_places_alone(client: Client, cast: Any) -> None:
    data = embedded(client.get("/evidence/tomb-board/").content.decode(), "map-data")
    assert [cell["points"][0]["record"] for cell in data["cells"]] == ["tomb-board"]
    assert data["records"]["tomb-board"]["note"] == "Senet · about 1400 BCE"
    data = embedded(client.get("/evidence/soyot-shodra/").content.decode(), "map-data")
    assert [area["region"] for area in data["areas"]] == ["soyot"]
    assert "map-data" not in client.get("/evidence/bare-record/").content.decode()


def test_the_timeline_leads_to_the_records_of_a_century(client: Client, cast: Any) -> None:
    html = client.get("/").content.decode()
    assert 'href="/evidence/?year_from=1101&amp;year_to=1200"' in html
    assert "1101 – 1200: 1 definitely, 0 possibly" in html
    listed = client.get("/evidence/?year_from=1201&year_to=1300").content.decode()
    assert "A letter that names the mill" in listed
    assert "Round chess" not in listed


def test_there_are_things_to_try_first(client: Client, cast: Any) -> None:
    html = client.get("/").content.decode()
    assert "Read a doubtful record: Mill scratched on a step" in html
    assert "/evidence/?year_to=0" in html


@pytest.mark.django_db
def test_an_empty_site_says_how_to_fill_it(client: Client) -> None:
    html = client.get("/").content.decode()
    assert "No evidence is stored yet" in html
    assert "load_corpus" in html


def test_more_records_do_not_mean_more_queries(
    client: Client, cast: Any, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/")
    for path, most in [("/", 22), ("/evidence/", 20), ("/games/", 7), ("/sources/", 6)]:
        with django_assert_max_num_queries(most):
            client.get(path)
