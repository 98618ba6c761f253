"""The search page: everything in one list, with its state in the address."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from evidence.models import Evidence
from games.models import Game


def entries(html: str) -> list[tuple[str, str]]:
    """Kind and address of each result."""
    found = re.findall(r'<p class="kicker">([^<]*)</p><a class="title" href="([^"]*)"', html)
    return [(kind, unescape(address)) for kind, address in found]


def page(client: Client, query: str, status: int = 200) -> str:
    answer = client.get(f"/search/?{query}")
    assert answer.status_code == status
    return answer.content.decode()


def test_names_stand_before_records_and_each_leads_to_its_page(client: Client, cast: Any) -> None:
    html = page(client, "q=shodra")
    assert entries(html)[0] == ("Game", "/games/shodra/")
    assert ("Record", "/evidence/soyot-shodra/") in entries(html)
    for _kind, address in entries(html):
        assert client.get(address).status_code == 200


def test_kinds_are_filters_beside_and_stay_in_the_address(client: Client, cast: Any) -> None:
    html = page(client, "q=board")
    assert re.search(r'href="\?q=board&amp;kind=record">Records <span class="numbers">\d+', html)
    alone = page(client, "q=board&kind=record")
    assert {kind for kind, _address in entries(alone)} == {"Record"}
    assert '<input type="hidden" name="kind" value="record">' in alone
    assert "Nothing of this kind was found." in page(client, "q=board&kind=person")
    assert entries(page(client, "q=board&kind=nothing")) == entries(html)


def test_a_date_in_words_leads_to_the_records_of_its_years(client: Client, cast: Any) -> None:
    for words, years in (("13th century", "1200&amp;year_to=1299"), ("c. 1350 BC", "-1349&amp;")):
        assert f'href="/evidence/?year_from={years}' in page(client, f"q={words}")
    assert "Records by date" not in page(client, "q=shodra")


def test_a_list_has_pages(client: Client, db: None) -> None:
    for n in range(45):
        Game.objects.create(slug=f"game-{n}", name=f"Zampa {n:02}")
    first, third = page(client, "q=zampa"), page(client, "q=zampa&page=3")
    assert len(entries(first)) == 20
    assert len(entries(third)) == 5
    assert 'href="?q=zampa&amp;page=2"' in first
    assert "41 to 45 of 45" in third


def test_words_are_marked_and_nothing_is_markup(client: Client, cast: Any) -> None:
    record = Evidence.objects.get(identifier="bare-record")
    Evidence.objects.filter(pk=record.pk).update(rules="Here <b>a zampa</b> stood.")
    from evidence.search.index import index_records

    index_records([record.pk])
    html = page(client, "q=zampa")
    assert "Here &lt;b&gt;a <mark>zampa</mark>&lt;/b&gt; stood." in html
    assert "<script>alert" not in page(client, "q=<script>alert(1)</script>")


def test_what_was_meant_is_said_with_what_else_may_be(client: Client, cast: Any) -> None:
    html = page(client, "q=shorda")
    assert "Nothing was found for “shorda”. These are results for <strong>shodra</strong>." in html
    assert entries(html)[0] == ("Game", "/games/shodra/")
    assert "Left out: qqqqqq." in page(client, "q=shodra+qqqqqq")
    assert "Nothing was found." in page(client, "q=qqqqqq")


@pytest.mark.parametrize("query", ["q=%21%3F", f"q={'x' * 201}", "q=a&q=b"])
def test_what_cannot_be_looked_for_is_refused_with_the_reason(
    client: Client, db: None, query: str
) -> None:
    assert 'role="alert"' in page(client, query, 400)


def test_without_a_question_the_page_says_what_it_finds(client: Client, db: None) -> None:
    assert "in any script" in page(client, "")
    assert entries(page(client, "q=")) == []


def test_a_list_without_records_leads_to_the_search_over_everything(
    client: Client, cast: Any
) -> None:
    html = client.get("/evidence/?q=shorda").content.decode()
    assert '<a href="/search/?q=shorda">Search everything for “shorda”</a>' in html


def test_every_page_has_the_box_and_it_works_without_scripts(client: Client, db: None) -> None:
    for address in ("/", "/evidence/", "/about/"):
        html = client.get(address).content.decode()
        assert '<form class="site-search" role="search" action="/search/"' in html
        assert '<input id="site-q" name="q"' in html
