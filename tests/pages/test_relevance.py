"""The best match of a search stands first, with the words that fit; names stand before records."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from evidence.drafts import Draft, GameDraft
from evidence.models import Region
from evidence.storing import store
from games.stored_concepts import store_concepts
from tests.pages.conftest import SAYAN, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def found() -> None:
    """Three records of the horse: in passing, the newest; in its game; in its title."""
    store(Draft("title", GameDraft("Senet"), title="A horse of bone", date="1500"))
    store(Draft("game", GameDraft("Horse chase"), title="A board", date="1400"))
    text = f"{'Old boards. ' * 30}Beside them lay a horse, <b>very</b> small. {'More. ' * 40}"
    store(Draft("passing", GameDraft("Nard"), title="A find", content=text, date="1300"))


def listed(client: Client, query: str) -> list[str]:
    html = client.get(f"/evidence/?{query}").content.decode()
    return re.findall(r'class="title" href="/evidence/(.*?)/["?]', html)


def test_the_best_match_stands_first_unless_another_order_is_chosen(
    client: Client, found: None
) -> None:
    assert listed(client, "q=horse") == ["title", "game", "passing"]
    assert listed(client, "q=horses&ordering=relevance") == ["title", "game", "passing"]
    assert listed(client, "q=horse&ordering=-added") == ["passing", "game", "title"]
    assert listed(client, "q=horse&ordering=year_from") == ["passing", "game", "title"]
    assert listed(client, "") == ["passing", "game", "title"]


def test_the_order_stays_in_the_addresses_of_the_page(client: Client, found: None) -> None:
    html = client.get("/evidence/?q=horse&ordering=-added&year_from=1000").content.decode()
    assert '<option value="-added" selected>' in html
    assert "q=horse&amp;ordering=-added" in html  # of the filters of the page
    best = client.get("/evidence/?q=horse&year_from=1000").content.decode()
    assert '<option value="" selected>Best match first</option>' in best
    for address in re.findall(r'(?:href|data-cells)="([^"]*/api/[^"]*)"', best):
        assert "relevance" not in address  # the API has no such order
        assert client.get(address.replace("&amp;", "&")).status_code == 200


def test_the_words_that_fit_are_shown_and_nothing_is_markup(client: Client, found: None) -> None:
    html = client.get("/evidence/?q=horse").content.decode()
    (snippet,) = re.findall(r'class="rest snippet">(.*?)</span>', html)
    assert "<mark>horse,</mark> &lt;b&gt;very&lt;/b&gt; small." in snippet
    assert snippet.startswith("… ")
    assert snippet.endswith(" …")
    assert "snippet" not in client.get("/evidence/").content.decode().partition("<main")[2]


def test_games_rules_concepts_and_regions_are_found_by_their_names(client: Client) -> None:
    store_concepts(stored("shodra"))
    Region.objects.create(slug="soyot", name="Soyot", kind="cultural", shape=SAYAN)
    for query, address in (
        ("shodra", "/games/shodra/"),
        ("shodra", "/rulesets/shodra/"),
        ("SOYOT", "/regions/soyot/"),
        ("promo*", "/concepts/promotion/"),
    ):
        html = client.get(f"/evidence/?q={query}").content.decode()
        named = html.partition('<dl class="facts named">')[2].partition("</dl>")[0]
        assert f'href="{address}"' in named, query
    assert "facts named" not in client.get("/evidence/?q=nowhere").content.decode()
