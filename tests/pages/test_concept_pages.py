"""Concepts of rules have pages: what they mean, who has them, where and when they are attested."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from evidence.models import ClauseCitation, Evidence, RulesetLink, Source
from evidence.search.index import index_records
from games.models import Clause, Concept, Ruleset
from tests.pages.conftest import PHONE, stored
from tests.waiting import fits

pytestmark = pytest.mark.django_db


@pytest.fixture
def attested(cast: Any) -> None:
    """Shodra and round chess with the rules that their records describe; Rek without a record.

    Shodra's double step is disputed, but its record's own words attest it.
    """
    for slug, record in (("shodra", "soyot-shodra"), ("shatranj-ar-rumiya-1140", "round-chess")):
        evidence = Evidence.objects.get(identifier=record)
        RulesetLink.objects.create(evidence=evidence, ruleset=stored(slug), relation="describes")
    ClauseCitation.objects.create(
        clause=Clause.objects.get(name="OiStepsTwice"),
        source=Source.objects.create(slug="m", citation="M"),
        evidence=Evidence.objects.get(identifier="soyot-shodra"),
    )
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
    told = "3 rulesets · 1 record attests it only inferred in 1"
    assert told in " ".join(re.sub(r"<[^>]+>", " ", entry[0]).split())
    assert 'href="/concepts/"' in page(client, "/games/")


def test_a_concept_says_what_it_means_and_who_has_it(client: Client, attested: None) -> None:
    html = page(client, "/concepts/double-step/")
    concept = Concept.objects.get(slug="double-step")
    assert f"<h1>{concept.name}</h1>" in html
    assert concept.meaning in html
    assert 'href="/rulesets/shodra/?clause=OiStepsTwice"' in html
    assert [standing[:2] for standing in standings(html)] == [("disputed", "1 ruleset · 1 record")]
    assert "In 1 of them that clause is disputed." in html
    assert 'href="/evidence/soyot-shodra/"' in html
    assert "1913 · Soyot · Chess of the Soyot" in " ".join(re.sub(r"<[^>]+>", "", html).split())
    assert "round-chess" not in html
    assert 'href="/evidence/?concept=double-step"' in html
    assert "1 record rated 90–100" in html
    assert "cells/?concept=double-step" in html


def standings(html: str) -> list[tuple[str, str, list[str]]]:
    """How surely rulesets have it: the sign, the numbers, the rulesets."""
    found = re.findall(r'<section class="standing" id="(.*?)"(.*?)</section>', html, re.DOTALL)
    return [
        (
            status,
            " ".join(re.findall(r'numbers">(.*?)</span>', body)),
            re.findall(r'class="title" href="/rulesets/(.*?)/"', body),
        )
        for status, body in found
        if f'class="sign sign-{status}"' in body
    ]


def test_what_is_attested_disputed_and_inferred_is_told_apart(
    client: Client, attested: None
) -> None:
    rules = ["shatranj-ar-rumiya-1140", "shodra"]
    html = page(client, "/concepts/stalemate-draw/")
    assert standings(html) == [("inferred", "2 rulesets · 2 records", rules)]
    assert "No record here attests it." in html
    assert "Not counted are 2 records of rules" in html
    ClauseCitation.objects.update(
        clause=Clause.objects.get(name="StalemateDraws", ruleset__slug="shodra")
    )
    index_records()
    html = page(client, "/concepts/stalemate-draw/")
    assert standings(html) == [
        ("attested", "1 ruleset · 1 record", rules[1:]),
        ("inferred", "1 ruleset · 1 record", rules[:1]),
    ]
    assert "Not counted is 1 record of rules" in html
    assert "1 record rated 90–100" in html


def test_each_clause_stands_where_it_is_known_so_surely(client: Client, attested: None) -> None:
    """A ruleset may have a concept by an attested clause, and by a borrowed one as well."""
    link = Concept.objects.get(slug="slide").links.get(ruleset__slug="shodra")
    one, other = Clause.objects.filter(ruleset__slug="shodra").order_by("position")[:2]
    Clause.objects.filter(pk=one.pk).update(status="attested")
    Clause.objects.filter(pk=other.pk).update(status="borrowed")
    link.clauses.set([one, other])
    index_records()
    html = page(client, "/concepts/slide/")
    for status, clause in (("attested", one), ("borrowed", other)):
        section = re.search(rf'id="{status}"(.*?)</section>', html, re.DOTALL)
        assert section
        assert f"shodra/?clause={clause.name}" in section[1]
    assert html.count(f"shodra/?clause={other.name}") == 1


def test_what_a_scholar_proposes_is_no_attestation(client: Client, attested: None) -> None:
    Ruleset.objects.filter(slug="shodra").update(kind="scholarly")
    index_records()
    html = page(client, "/concepts/double-step/")
    assert [standing[:2] for standing in standings(html)] == [("proposed", "1 ruleset · 1 record")]
    assert "No record here attests it." in html


@pytest.mark.parametrize(
    ("status", "standing"),
    [("attested", "attested"), ("disputed", "proposed"), ("inferred", "proposed")],
)
def test_what_rules_were_composed_from_attests_only_an_attested_clause(
    client: Client, attested: None, status: str, standing: str
) -> None:
    Ruleset.objects.filter(slug="shodra").update(kind="suggested")
    Clause.objects.filter(name="OiStepsTwice").update(status=status)
    index_records()
    html = page(client, "/concepts/double-step/")
    assert [each[:2] for each in standings(html)] == [(standing, "1 ruleset · 1 record")]
    assert ("No record here attests it." in html) == (standing != "attested")


def test_another_record_of_a_disputed_clause_of_a_proposal_stands_with_it(
    client: Client, attested: None
) -> None:
    Ruleset.objects.filter(slug="shodra").update(kind="reconstructed")
    link = RulesetLink.objects.get(ruleset__slug="shodra")
    RulesetLink.objects.filter(pk=link.pk).update(relation="supports")
    for number in range(7):
        record = Evidence.objects.create(
            identifier=f"older-{number}", game=link.evidence.game, year_from=-500, year_to=-500
        )
        RulesetLink.objects.create(evidence=record, ruleset=link.ruleset, relation="mentions")
    index_records()
    html = page(client, "/concepts/double-step/")
    assert [each[:2] for each in standings(html)] == [("disputed", "1 ruleset · 1 record")]
    assert "In 1 of them that clause is disputed." in html
    section = html[html.index('id="disputed"') :]
    assert section.index("soyot-shodra") < section.index("older-0")


def test_of_many_records_of_a_ruleset_the_first_are_shown(client: Client, attested: None) -> None:
    ruleset = Ruleset.objects.get(slug="rek")
    for number in range(7):
        record = Evidence.objects.create(identifier=f"more-{number}", game=ruleset.game)
        RulesetLink.objects.create(evidence=record, ruleset=ruleset, relation="mentions")
    index_records()
    html = page(client, "/concepts/enclosure-capture/")
    assert html.count("<em>mentions</em>") == 5
    assert '<a href="/evidence/?ruleset=rek">2 more records of these rules</a>' in html


def test_what_no_record_attests_is_said(client: Client, cast: Any) -> None:
    stored("rek")
    index_records([])
    html = page(client, "/concepts/custodial-capture/")
    assert "No record is linked with these rules yet." in html or "No ruleset here has it" in html
    assert "No record here attests it." in html
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
def test_from_rules_to_their_map(site: Page, attested: None) -> None:
    base = site.url.rstrip("/")
    site.goto(f"{base}/rulesets/shodra/")
    site.locator("#concepts").get_by_role("link", name="Double step").click()
    expect(site.get_by_role("heading", level=1)).to_have_text("Double step")
    expect(site.locator(".leaflet-container")).to_be_visible()
    fits(site)
    site.set_viewport_size(PHONE)
    fits(site)
    site.get_by_role("link", name="1 record in Explore").click()
    expect(site).to_have_url(f"{base}/evidence/?concept=double-step")
