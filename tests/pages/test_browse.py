from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from evidence.models import Source


def test_games_are_listed_by_category(client: Client, cast: Any) -> None:
    html = client.get("/games/").content.decode()
    assert html.index("Race") < html.index("Senet")
    assert "Thirty Squares" in html
    assert "Category not stated" in html


def test_a_game_shows_its_names_and_evidence(client: Client, cast: Any) -> None:
    html = client.get("/games/senet/").content.decode()
    assert "znt" in html
    assert "Thirty Squares" in html
    assert "Board from a Theban tomb" in html


def test_a_source_lists_the_records_that_rest_on_it(client: Client, cast: Any) -> None:
    source = Source.objects.get(citation__startswith="Murray")
    html = client.get(source.get_absolute_url()).content.decode()
    assert "Chess of the Soyot" in html
    assert "p. 372" in html
    assert "pp. 342-343" in html
    assert "2 records" in client.get("/sources/").content.decode()


def test_a_region_shows_its_records(client: Client, cast: Any) -> None:
    html = client.get("/regions/soyot/").content.decode()
    assert "Chess of the Soyot" in html
    assert "Board from a Theban tomb" not in html
    assert "Soyot" in client.get("/regions/").content.decode()


@pytest.mark.parametrize("path", ["/games/x/", "/sources/x/", "/regions/x/", "/rulesets/x/", "/x"])
def test_what_is_not_there_is_a_page_that_says_so(client: Client, cast: Any, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no page at this address" in answer.content.decode()


@pytest.mark.django_db
def test_logging_in_with_a_wrong_password_says_so(client: Client) -> None:
    assert "Reading needs no account" in client.get("/accounts/login/").content.decode()
    answer = client.post("/accounts/login/", {"login": "nobody", "password": "nothing"})
    assert "The username and/or password you specified are not correct" in answer.content.decode()


@pytest.mark.parametrize(
    "path", ["/", "/evidence/", "/evidence/tomb-board/", "/games/", "/regions/soyot/"]
)
def test_no_page_needs_what_the_policy_forbids(client: Client, cast: Any, path: str) -> None:
    html = client.get(path).content.decode()
    assert " style=" not in html
    assert " onclick=" not in html
    assert "<style" not in html


def test_sources_are_found_by_words_and_by_letter(client: Client, cast: Any) -> None:
    Source.objects.create(slug="bell", citation="Bell, R. C. (1960). Board and Table Games.")
    found = client.get("/sources/?q=history+murray").content.decode()
    assert "History of Chess" in found
    assert "Board and Table Games" not in found
    assert "1 source, with" in found
    lettered = client.get("/sources/?letter=b").content.decode()
    assert "Board and Table Games" in lettered
    assert "History of Chess" not in lettered
    assert 'href="?letter=M"' in lettered
    assert "Try fewer words" in client.get("/sources/?q=nowhere").content.decode()
