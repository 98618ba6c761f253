from __future__ import annotations

import re
from typing import Any

from django.test import Client

from tests.pages.test_record import words


def test_a_search_can_be_cited_and_taken_away(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?game=senet&year_to=332 BCE").content.decode()
    link = re.search(r'href="(/take-away/[^"]*)"', html)
    assert link
    page = client.get(link[1].replace("&amp;", "&")).content.decode()
    assert "1 piece of evidence" in words(page)
    assert "http://testserver/evidence/?year_to=-331&amp;game=senet" in page
    assert "(1 records) [Data set]. Retrieved " in words(page)
    files = re.findall(r'href="(/api/v1/export/[^"]*)"', page)
    assert len(files) == 12
    for address in files:
        answer = client.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200
        assert answer["X-Count"] == "1"


def test_what_cannot_be_searched_cannot_be_taken_away(client: Client, cast: Any) -> None:
    answer = client.get("/take-away/?year_to=never")
    assert (answer.status_code, answer["Location"]) == (302, "/evidence/?year_to=never")


def test_a_source_offers_its_references(client: Client, cast: Any) -> None:
    source = cast["tomb-board"].citations.get().source
    page = client.get(source.get_absolute_url()).content.decode()
    assert "cited as given, without a citation style" in words(page)
    files = re.findall(r'href="(/api/v1/sources/[^"]*/references/[^"]*)"', page)
    assert len(files) == 3
    for address in files:
        assert client.get(address).status_code == 200


def test_quotations_can_be_left_out(client: Client, cast: Any) -> None:
    page = client.get("/take-away/?game=shodra&quotations=exclude").content.decode()
    files = re.findall(r'href="(/api/v1/export/[^"]*format=(?:csv|jsonl|geojson))"', page)
    assert len(files) == 4
    for address in files:
        text = b"".join(client.get(address.replace("&amp;", "&"))).decode()
        assert "soyot-shodra" in text
        assert "Five words of a source" not in text
    assert 'href="?game=shodra"' in page
