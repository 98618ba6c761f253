"""The filter form: what is listed, in which order, and what is said of the rest."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.index import index_records
from evidence.models import RulesetLink
from evidence.search import Query, search
from evidence.store import store
from evidence.views.filters import MOST_LISTED
from tests.pages.conftest import stored


@pytest.fixture
def many(db: None) -> None:
    """A hundred games and sources: the n-th has one record, the first some more."""
    for number in range(100):
        store(_draft(f"one-{number}", number))
    for number in range(3):
        store(_draft(f"more-{number}", 0))


def _draft(identifier: str, number: int) -> Draft:
    source = CitationDraft(f"Author {number:03} (1900). A book.")
    return Draft(
        identifier, GameDraft(f"Game {number:03}"), citations=(source,), confidence=min(number, 100)
    )


def group(html: str, name: str) -> str:
    found = re.search(rf'<details class="group" id="g-{name}".*?</fieldset>', html, re.DOTALL)
    assert found
    return found[0]


def counts(html: str) -> list[tuple[str, str]]:
    return re.findall(r'value="([^"]+)"[^>]*> [^<]+ <span class="count">([^<]+)<', html)


@pytest.mark.parametrize(("name", "label"), [("game", "game"), ("source", "author")])
def test_long_lists_are_cut_and_say_how_many_are_left(
    client: Client, many: None, name: str, label: str
) -> None:
    html = group(client.get("/evidence/").content.decode(), name)
    listed = counts(html)
    assert listed[0][1] == "4"
    assert listed[0][0].startswith(label)
    assert len(listed) == MOST_LISTED
    assert "Show 60 more" in html
    assert "28 with fewer records are not listed here." in html
    assert f'href="/{name}s/"' in html


def test_a_chosen_value_is_listed_first_with_its_count(client: Client, many: None) -> None:
    html = client.get("/evidence/?game=game-099&game=game-000").content.decode()
    assert counts(group(html, "game")) == [("game-099", "1"), ("game-000", "4")]
    assert "2 chosen" in group(html, "game")


def test_a_rare_value_that_is_chosen_keeps_its_count(many: None) -> None:
    counted = search(Query()).counts
    last = search(Query()).counts.count("source")
    rare = list(last)[-1]
    leading, left = counted.leading("source", 5, [rare])
    assert leading[rare] == 1
    assert (len(leading), left) == (6, 94)
    leading, left = counted.leading("game", 5, ["game-099"])
    assert leading["game-099"] == 1
    assert (len(leading), left) == (6, 94)


def test_confidence_is_a_histogram_whose_bars_choose_the_least(client: Client, many: None) -> None:
    html = client.get("/evidence/?q=game").content.decode()
    bands = re.findall(r'<a href="([^"]+)">(\d+–\d+)</a>.*?class="count">(\d+)<', html)
    assert bands[0] == ("?confidence_min=90&amp;q=game", "90–100", "10")
    assert bands[-1][1:] == ("0–9", "13")
    assert len(bands) == 10


def test_terms_can_be_chosen_and_what_is_not_stated_is_counted(client: Client, cast: Any) -> None:
    html = client.get("/evidence/").content.decode()
    assert counts(group(html, "age")) == [("Adult", "1")]
    assert "Not stated of" not in group(html, "age")
    html = client.get("/evidence/?age=adult").content.decode()
    assert "Chess of the Soyot" in html
    assert "1 piece of evidence" in html
    assert 'id="g-status"' not in html


def test_rules_can_be_chosen_by_their_concepts(client: Client, cast: Any) -> None:
    assert 'id="g-concept"' not in client.get("/evidence/").content.decode()
    rules = stored("ouk-chatrang"), stored("rek")
    for record, ruleset in (("round-chess", rules[0]), ("lost-letter", rules[1])):
        RulesetLink.objects.create(evidence=cast[record], ruleset=ruleset, relation="describes")
    index_records()
    html = group(client.get("/evidence/").content.decode(), "concept")
    assert counts(html)[:2] == [("slide", "2"), ("square-board", "2")]
    assert '<input type="checkbox" name="concept" value="check"> Check' in html
    assert "Counts records that attest the rule." in html
    assert "4 records attest none of them." in html
    html = client.get("/evidence/?concept=check&concept=citadel").content.decode()
    assert re.findall(r'class="title" href="([^"]+)"', html) == ["/evidence/round-chess/"]
    assert counts(group(html, "concept"))[:2] == [("check", "1"), ("citadel", "0")]


def test_a_rule_that_is_only_inferred_or_disputed_finds_no_record(
    client: Client, cast: Any
) -> None:
    RulesetLink.objects.create(
        evidence=cast["round-chess"], ruleset=stored("ouk-chatrang"), relation="describes"
    )
    index_records()
    for slug in ("king-leap", "stalemate-draw"):
        html = client.get(f"/evidence/?concept={slug}").content.decode()
        assert "No record fits these filters." in html


def test_the_form_keeps_what_was_chosen_when_it_is_refused(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?year_from=long+ago&age=Adult&game=senet").content.decode()
    for name, value in (("age", "Adult"), ("game", "senet")):
        assert f'name="{name}" value="{value}" checked' in html


def test_the_list_can_begin_with_the_earliest_known(client: Client, cast: Any) -> None:
    html = client.get("/evidence/?ordering=year_from").content.decode()
    assert re.findall(r'class="title" href="([^"]+)"', html)[:2] == [
        "/evidence/tomb-board/", "/evidence/round-chess/",
    ]  # fmt: skip
    assert '<option value="year_from" selected>' in html


def test_the_page_does_not_grow_with_the_corpus(client: Client, many: None) -> None:
    before = len(client.get("/evidence/").content)
    for number in range(100, 250):
        store(_draft(f"one-{number}", number))
    assert len(client.get("/evidence/").content) < before * 1.02
