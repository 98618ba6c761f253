"""About and the glossary say what the words and signs of other pages mean."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from evidence.models import Evidence, Passage, Quotation
from games.models import Clause
from tests.demo import store_demo

PAGES = ["/evidence/", "/evidence/soyot-shodra/", "/rulesets/shodra/", "/games/shodra/"]
ASKED = ("record", "confidence", "editors", "cite", "licence", "contact", *Clause.Status.values)


def about(client: Client) -> str:
    return client.get("/about/").content.decode()


def test_it_says_who_edits_how_sure_and_how_to_cite(client: Client, cast: Any) -> None:
    html = about(client)
    assert [name for name in ASKED if f'id="{name}"' not in html] == []
    assert "CC BY 4.0" in html
    assert 'href="/evidence/' in html, "nobody can be reached"


@pytest.mark.django_db
def test_it_is_whole_without_a_record(client: Client) -> None:
    assert "Suggest a correction" in about(client)


@pytest.mark.parametrize("path", PAGES)
def test_words_of_doubt_lead_to_what_they_mean(
    client: Client, cast: Any, shodra: Any, path: str
) -> None:
    html = client.get(path).content.decode()
    named = set(re.findall(r'href="/about/#([^"]+)"', html))
    assert named > {"licence"}
    assert [name for name in named if f'id="{name}"' not in about(client)] == []


def test_terms_link_to_their_definitions(client: Client, shodra: Any) -> None:
    glossary = client.get("/glossary/").content.decode()
    pages = ("/rulesets/shodra/", "/rulesets/shodra/study/")
    html = "".join(client.get(path).content.decode() for path in pages)
    named = set(re.findall(r'href="/glossary/#([^"]+)"', html))
    assert named >= {"ludeme", "seed"}
    assert [name for name in named if f'id="{name}"' not in glossary] == []


@pytest.mark.django_db
def test_what_is_said_of_the_demo_corpus_is_true_of_it(client: Client) -> None:
    """Once records are quoted, checked or rated by name, the page About has to say so."""
    store_demo()
    about = client.get("/about/").content.decode()
    assert "Its summaries and passages are paraphrases" in about
    assert "no second curator has checked it" in about
    assert "nearly all of them do not record who rated" in about
    records = Evidence.objects.all()
    assert not Quotation.objects.exists()
    assert set(Passage.objects.values_list("kind", flat=True)) <= {"paraphrase"}
    assert not records.exclude(checked_by=None).exists()
    assert not records.filter(confidence_reason="").exists()
    assert 10 * records.exclude(judged_by="").count() < records.count()
