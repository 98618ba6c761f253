from __future__ import annotations

import re
from typing import Any

from django.test import Client

from evidence.models import Evidence, Place, Region, RulesetLink
from games.models import Clause, Game, Ruleset


def words(html: str) -> str:
    """The page's text as somebody reads it."""
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def test_every_field_is_on_the_page(client: Client, cast: Any) -> None:
    text = words(client.get("/evidence/soyot-shodra/").content.decode())
    for expected in [
        "Chess of the Soyot", "Shodra", "Ethnography", "1913", "Soyot",
        "known as an area, not a point", "An oi may go two squares", "100", "first-hand",
        "rated by a curator", "Adult", "Male", "Written about a foreign culture",
        "A History of Chess", "p. 372", "DLP.Evidence.1408", "soyot-shodra",
        "Quotation, 5 words · public domain", "Five words of a source.",
    ]:  # fmt: skip
        assert expected in text, expected


def test_a_record_of_the_portal_is_named_by_its_own_identifier(client: Client, cast: Any) -> None:
    html = client.get("/evidence/soyot-shodra/").content.decode()
    (above,) = re.findall(r'<p class="kicker">.*?</p>', html, re.DOTALL)
    assert "soyot-shodra" in words(above) and "DLP.Evidence" not in above
    assert "soyot-shodra · Ludii portal DLP.Evidence.1408" in words(html)


def test_what_is_not_known_is_said(client: Client, cast: Any) -> None:
    text = words(client.get("/evidence/bare-record/").content.decode())
    assert "undated" in text
    assert "no place is known" in text
    assert "not rated" in text
    assert "No source is given." in text
    assert "there is no map" in text


def test_a_place_that_is_a_name_alone_is_a_known_location(client: Client, cast: Any) -> None:
    Place.objects.create(evidence=Evidence.objects.get(identifier="bare-record"), name="Uppsala")
    text = words(client.get("/evidence/bare-record/").content.decode())
    assert "Uppsala a name without coordinates" in text
    assert "No place of this record has coordinates or a region, so there is no map." in text
    assert "no known location" not in text


def test_a_point_is_given_both_ways(client: Client, cast: Any) -> None:
    text = words(client.get("/evidence/tomb-board/").content.decode())
    assert "25.72" in text
    assert "25°43" in text


def test_a_place_without_a_name_is_called_by_its_region(client: Client, cast: Any) -> None:
    cast["tomb-board"].places.create(region=Region.objects.get(slug="soyot"), position=5)
    html = client.get("/evidence/tomb-board/").content.decode()
    assert '<span class="place">Soyot</span>' in html
    assert "(Soyot)" not in html


def test_a_disputed_place_carries_its_sign(client: Client, cast: Any) -> None:
    html = client.get("/evidence/round-chess/").content.decode()
    assert "doubt-disputed" in html
    assert "sign-disputed" in html


def test_the_date_shows_its_edtf(client: Client, cast: Any) -> None:
    html = client.get("/evidence/tomb-board/").content.decode()
    assert '<time title="EDTF -1399~">about 1400 BCE</time>' in html
    assert "as given: about 1400 BC" in html


def test_the_portals_id_leads_to_the_record(client: Client, cast: Any) -> None:
    answer = client.get("/evidence/DLP.Evidence.1408/")
    assert answer.status_code == 301
    assert answer["Location"] == "/evidence/soyot-shodra/"


def test_an_unknown_record_is_a_page_that_says_so(client: Client, cast: Any) -> None:
    answer = client.get("/evidence/DLP.Evidence.999/")
    assert answer.status_code == 404
    assert "There is no page at this address" in answer.content.decode()
    assert "/evidence/DLP.Evidence.999/" in answer.content.decode()


def test_citing_a_record_cites_its_sources_too(client: Client, cast: Any) -> None:
    html = client.get("/evidence/tomb-board/").content.decode()
    text = words(html)
    assert (
        "Board from a Theban tomb (Senet, about 1400 BCE), version 1 . "
        "http://testserver/evidence/tomb-board/versions/1/"
    ) in text
    assert client.get("/evidence/tomb-board/versions/1/").status_code == 200
    assert '<label for="cite-modern-language-association">MLA</label>' in html
    assert "Rests on: Carnarvon &amp; Carter (1912). Five Years at Thebes, p. 56." in text
    assert "@misc{tomb-board," in text
    assert r"Carnarvon \&amp; Carter" in text
    assert "&quot;type&quot;: &quot;webpage&quot;" in text


def test_machine_readable_twins_are_there(client: Client, cast: Any) -> None:
    html = client.get("/evidence/tomb-board/").content.decode()
    twins = re.findall(r'<link rel="alternate" type="([^"]+)" href="([^"]+)"', html)
    assert len(twins) == 2
    for kind, address in twins:
        assert client.get(address)["Content-Type"].startswith(kind)


def test_the_rules_stand_beside_the_summary(client: Client, cast: Any) -> None:
    ruleset = Ruleset.objects.create(
        slug="shodra-rules", game=Game.objects.get(name="Shodra"), name="Shodra rules",
        kind="described", text="(game)",
    )  # fmt: skip
    Clause.objects.create(
        ruleset=ruleset, name="OiSteps", position=1, title="The oi steps", text="…",
        status="inferred",
    )  # fmt: skip
    RulesetLink.objects.create(
        evidence=Evidence.objects.get(identifier="soyot-shodra"), ruleset=ruleset,
        relation="describes",
    )  # fmt: skip
    html = client.get("/evidence/soyot-shodra/").content.decode()
    assert 'href="/rulesets/shodra-rules/?clause=OiSteps">The oi steps</a>' in html
    assert "sign-inferred" in html


def test_markup_in_a_record_stays_text(client: Client, cast: Any) -> None:
    Evidence.objects.filter(identifier="tomb-board").update(
        title="<script>alert(1)</script>", rules="<b>bold</b></script>"
    )
    html = client.get("/evidence/tomb-board/").content.decode()
    assert "<script>alert" not in html
    assert "<b>bold" not in html
