"""The filter form of a corpus with many games and sources: long lists are cut, and say so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.pages.views.filters import MOST_LISTED
from evidence.search import Query, search
from evidence.search.index import together
from evidence.storing import store
from tests.pages.test_filters import counts, group

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def many(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A hundred games and sources: the n-th has one record, the first some more."""
    with django_db_blocker.unblock(), transaction.atomic():
        with together():
            for number in range(100):
                store(_draft(f"one-{number}", number))
            for number in range(3):
                store(_draft(f"more-{number}", 0))
        yield
        transaction.set_rollback(True)


def _draft(identifier: str, number: int) -> Draft:
    source = CitationDraft(f"Author {number:03} (1900). A book.")
    return Draft(
        identifier, GameDraft(f"Game {number:03}"), citations=(source,), confidence=min(number, 100)
    )


@pytest.mark.parametrize(("name", "label"), [("game", "game"), ("source", "author")])
def test_long_lists_are_cut_and_say_how_many_are_left(
    client: Client, name: str, label: str
) -> None:
    html = group(client.get("/evidence/").content.decode(), name)
    listed = counts(html)
    assert listed[0][1] == "4"
    assert listed[0][0].startswith(label)
    assert len(listed) == MOST_LISTED
    assert "Show 60 more" in html
    assert "28 with fewer records are not listed here." in html
    assert f'href="/{name}s/"' in html


def test_a_chosen_value_is_listed_first_with_its_count(client: Client) -> None:
    html = client.get("/evidence/?game=game-099&game=game-000").content.decode()
    assert counts(group(html, "game")) == [("game-099", "1"), ("game-000", "4")]
    assert "2 chosen" in group(html, "game")


def test_a_rare_value_that_is_chosen_keeps_its_count() -> None:
    counted = search(Query()).counts
    last = search(Query()).counts.count("source")
    rare = list(last)[-1]
    leading, left = counted.leading("source", 5, [rare])
    assert leading[rare] == 1
    assert (len(leading), left) == (6, 94)
    leading, left = counted.leading("game", 5, ["game-099"])
    assert leading["game-099"] == 1
    assert (len(leading), left) == (6, 94)


def test_confidence_is_a_histogram_whose_bars_choose_the_least(client: Client) -> None:
    html = client.get("/evidence/?q=game").content.decode()
    bands = re.findall(r'<a href="([^"]+)">(\d+–\d+)</a>.*?class="count">(\d+)<', html)
    assert bands[0] == ("?confidence_min=90&amp;q=game", "90–100", "10")
    assert bands[-1][1:] == ("0–9", "13")
    assert len(bands) == 10


def test_the_page_does_not_grow_with_the_corpus(client: Client) -> None:
    before = len(client.get("/evidence/").content)
    with together():
        for number in range(100, 140):
            store(_draft(f"one-{number}", number))
    assert len(client.get("/evidence/").content) < before * 1.02
