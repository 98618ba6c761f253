"""Concepts of rules have pages: what they mean, who has them, where and when they are attested."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from evidence.index import index_records
from evidence.models import Evidence, RulesetLink
from games.models import Concept
from tests.pages.conftest import PHONE, stored
from tests.waiting import fits

pytestmark = pytest.mark.django_db


@pytest.fixture
def attested(cast: Any) -> None:
    """Shodra and round chess with the rules that their records describe; Rek without a record."""
    for slug, record in (("shodra", "soyot-shodra"), ("shatranj-ar-rumiya-1140", "round-chess")):
        evidence = Evidence.objects.get(identifier=record)
        RulesetLink.objects.create(evidence=evidence, ruleset=stored(slug), relation="describes")
    stored("rek")
    index_records(Evidence.objects.values_list("pk", flat=True))


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_all_concepts_are_listed_with_their_numbers(client: Client, attested: None) -> None:
    html = page(client, "/concepts/")
    for concept in Concept.objects.all():
        assert f'href="/concepts/{concept.slug}/"' in html
    entry = re.search(r'href="/concepts/slide/".*?</li>', html, re.DOTALL)
    assert entry
    assert "3 rulesets · 2 records" in re.sub(r"<[^>]+>|\s+", " ", entry[0]).replace("  ", " ")
    assert 'href="/concepts/"' in page(client, "/games/")


def test_a_concept_says_what_it_means_and_who_has_it(client: Client, attested: None) -> None:
    html = page(client, "/concepts/double-step/")
    concept = Concept.objects.get(slug="double-step")
    assert f"<h1>{concept.name}</h1>" in html
    assert concept.meaning in html
    assert 'href="/rulesets/shodra/?clause=OiStepsTwice"' in html
    assert "sign-attested" in html or "sign-disputed" in html
    assert 'href="/evidence/soyot-shodra/"' in html
    assert "1913 · Soyot · Chess of the Soyot" in " ".join(re.sub(r"<[^>]+>", "", html).split())
    assert "round-chess" not in html
    assert 'href="/evidence/?concept=double-step"' in html
    assert "1 record of 90 – 100 in 100" in html
    assert "cells/?concept=double-step" in html


def test_what_no_record_attests_is_said(client: Client, cast: Any) -> None:
    stored("rek")
    index_records([])
    html = page(client, "/concepts/custodial-capture/")
    assert "No record is linked with these rules yet." in html or "No ruleset here has it" in html
    assert "No evidence is linked with such rules yet." in html
    assert client.get("/concepts/fork/").status_code == 404


def test_it_may_stand_in_a_frame(client: Client, attested: None) -> None:
    answer = client.get("/concepts/slide/?embed=1")
    html = answer.content.decode()
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "<form" not in html
    assert "&lt;iframe" not in html
    assert "concepts/slide/?embed=1" in page(client, "/concepts/slide/")


def test_a_fixed_number_of_queries(
    client: Client, attested: None, django_assert_max_num_queries: Any
) -> None:
    page(client, "/concepts/slide/")
    with django_assert_max_num_queries(20):
        page(client, "/concepts/slide/")


@pytest.mark.browser
@pytest.mark.parametrize("size", [None, PHONE], ids=["wide", "phone"])
def test_from_rules_to_their_map(site: Page, attested: None, size: Any) -> None:
    if size:
        site.set_viewport_size(size)
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/shodra/")
    site.locator("#concepts").get_by_role("link", name="Double step").click()
    expect(site.get_by_role("heading", level=1)).to_have_text("Double step")
    expect(site.locator(".leaflet-container")).to_be_visible()
    fits(site)
    site.get_by_role("link", name="1 record in Explore").click()
    expect(site).to_have_url(f"{base}/evidence/?concept=double-step")
