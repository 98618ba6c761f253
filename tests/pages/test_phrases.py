"""Marked phrases on the record page, their rule on a board beside them, and the way back."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from evidence.drafts import CitationDraft, Draft, GameDraft, PhraseDraft, QuotationDraft
from evidence.models import ClausePart, Evidence, Phrase, Quotation, RecordVersion
from evidence.storing import store
from games.models import Ruleset
from tests.pages.conftest import PHONE
from tests.waiting import fits

RULES = "An oi goes <one> forward and takes diagonally.\n\nNobody castles."
STEPS = PhraseDraft("shodra", "OiSteps", 0, 24, relation="supports")
TAKES = PhraseDraft("shodra", "OiCaptures", 29, 45)
NEVER = PhraseDraft("shodra", "StalemateDraws", 4, 9, "quotation", 0, "contradicts")
TOLD = Draft(
    "told",
    GameDraft("Shodra"),
    title="As it was told",
    rules=RULES,
    quotations=(QuotationDraft("The game is never drawn."),),
    rulesets={"shodra": "describes"},
    phrases=(STEPS, TAKES, NEVER),
)


@pytest.fixture
def record(shodra: Ruleset) -> Draft:
    store(TOLD)
    store(replace(TOLD, identifier="silent", title="Silent", phrases=(), rules="-", quotations=()))
    return TOLD


def html_of(client: Client, address: str = "/evidence/told/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_phrases_lead_to_their_clause_without_a_script(client: Client, record: Draft) -> None:
    html = html_of(client)
    links = re.findall(r'<a class="phrase phrase-(\w+)" href="([^"]+)"[^>]*>([^<]+)</a>', html)
    assert ("attested", "/rulesets/shodra/?clause=OiCaptures", "takes diagonally") in links
    assert links[0][2] == "An oi goes &lt;one&gt; forward"
    assert "<p>Nobody castles.</p>" in html
    assert 'phrase-relation">contradicts</small>' in html
    assert 'phrase-relation">supports' not in html
    assert "Select an underlined phrase" in html
    assert client.get(links[0][1]).status_code == 200


def test_marks_in_a_quotation_alone_stand_open_beside_the_hint(
    client: Client, record: Draft
) -> None:
    """One whose text carries none stays folded; a hint stands once, above the first mark."""
    html = html_of(client)
    assert html.count("Select an underlined phrase") == 1
    assert html.index("Select an underlined phrase") < html.index(
        '<details class="quotation" open>'
    )
    store(replace(TOLD, phrases=(NEVER,)))
    html = html_of(client)
    quotation = html.split('<details class="quotation" open>')[1].split("</details>")[0]
    assert "Select an underlined phrase" in quotation
    assert html.count("Select an underlined phrase") == 1
    Phrase.objects.all().delete()
    assert '<details class="quotation">' in html_of(client)
    assert "Select an underlined phrase" not in html_of(client)


def test_a_phrase_may_carry_a_part_of_its_clause_alone(client: Client, record: Draft) -> None:
    clause = Ruleset.objects.get(slug="shodra").clauses.get(name="OiCaptures")
    clause.parts.all().delete()
    for position, text in enumerate(("It takes.", "It goes aslant.")):
        ClausePart.objects.create(clause=clause, position=position, text=text)
    store(replace(TOLD, phrases=(STEPS, replace(TAKES, part=2), NEVER)))
    assert f'title="“{clause.title}: It goes aslant.”, inferred"' in html_of(client)
    said = client.get("/api/v1/evidence/told/").json()["phrases"]
    assert [row["part"] for row in said] == [None, 2, None]
    before, after = RecordVersion.objects.filter(identifier="told").order_by("number")
    assert [row.get("part") for row in before.content["phrases"]] == [None, None, None]
    assert [row.get("part") for row in after.content["phrases"]] == [None, 2, None]


def test_a_record_without_phrases_needs_no_script(client: Client, record: Draft) -> None:
    html = html_of(client, "/evidence/silent/")
    assert "js/record.js" not in html
    assert 'id="moment"' not in html


def test_a_phrase_that_no_longer_fits_its_text_is_not_marked(client: Client, record: Draft) -> None:
    Phrase.objects.filter(clause__name="OiCaptures").update(start=500, end=600)
    assert "takes diagonally.</p>" in html_of(client)


def told(client: Client, clause: str) -> list[str]:
    """What records say of a clause, in plain words, one item for each way to bear on it."""
    html = html_of(client, "/rulesets/shodra/")
    part = html.split(f'data-clause="{clause}"')[1].split("</li>\n")[0].split("</details>")[0]
    items = re.findall(r"<li>(.*?)</li>", part.split('class="small told"')[1], re.DOTALL)
    return [" ".join(unescape(re.sub("<[^>]+>", " ", item)).split()) for item in items]


def test_a_clause_leads_back_to_all_records(client: Client, record: Draft) -> None:
    assert told(client, "OiSteps") == [
        "Attested by As it was told (supports) An oi goes <one> forward our summary, in the record",
        "Nothing about it in Silent",
    ]
    assert told(client, "OiCaptures") == [
        "Attested by As it was told (describes) takes diagonally our summary, in the record "
        "Shodra, soyot-report (describes)",
        "Nothing about it in Silent",
    ]
    assert told(client, "StalemateDraws") == [
        "Contradicted by As it was told (contradicts) “game” quoted without a source",
        "Nothing about it in Silent",
    ]
    assert '<a href="/evidence/told/">As it was told</a>' in html_of(client, "/rulesets/shodra/")


def test_a_clause_shows_the_quotation_of_the_source_that_it_cites(
    client: Client, record: Draft
) -> None:
    cited = (CitationDraft("Murray 1913", "p. 372"), CitationDraft("Carruthers 1914"))
    quotations = (
        QuotationDraft("“Oi take “diagonally”.”", citation=0, language="en"),
        QuotationDraft("Other words.", citation=1),
    )
    report = Draft("soyot-report", GameDraft("Shodra"), citations=cited, quotations=quotations)
    store(report)
    assert told(client, "OiCaptures")[0].endswith(
        "Shodra, soyot-report (describes) “Oi take ‘diagonally’.” Murray 1913 , p. 372"
    )
    Quotation.objects.all().delete()
    Evidence.objects.filter(identifier="soyot-report").update(rules="Oi take as pawns do.")
    assert told(client, "OiCaptures")[0].endswith("Oi take as pawns do. our summary, in the record")


@pytest.mark.browser
def test_a_phrase_shows_its_clause_on_a_board_and_is_played_on_from(
    site: Page, record: Draft
) -> None:
    site.goto(f"{site.url}evidence/told/")
    panel = site.locator("#moment")
    expect(panel).to_be_hidden()
    phrase = site.locator('a.phrase[data-clause="OiCaptures"]')
    phrase.focus()
    site.keyboard.press("Enter")
    said = site.locator("#moment-said")
    expect(said).to_contain_text(
        "e4-d5 is allowed by “Oi: capture” (attested): Murray 1913, p. 372"
    )
    expect(panel.get_by_role("heading")).to_have_text("Oi: capture")
    expect(phrase).to_have_attribute("aria-current", "true")
    for kind in ("from", "to"):
        expect(panel.locator(f".marks .light-{kind}")).to_have_count(1)
    expect(panel.locator(".piece-at title", has_text="Black oi, d5")).to_have_count(1)
    site.get_by_role("button", name="The position before").click()
    expect(panel.locator(".piece-at title", has_text="White oi, d5")).to_have_count(1)
    site.get_by_role("button", name="Show another").click()
    expect(said).not_to_contain_text("e4-d5")
    expect(said).to_contain_text("is allowed by “Oi: capture”")
    site.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(phrase).to_be_focused()

    site.set_viewport_size(PHONE)
    phrase.click()
    expect(said).to_contain_text("“Oi: capture”")
    fits(site)
    site.get_by_role("link", name="Play on").click()
    site.wait_for_url("**/rulesets/shodra/play/**")
    expect(site.locator("#moves li a")).to_have_count(2)


@pytest.mark.browser
def test_a_phrase_of_rules_that_cannot_be_run_says_why(
    live_server: LiveServer, page: Page, record: Draft
) -> None:
    Ruleset.objects.update(text='(game "Shodra"')
    page.goto(f"{live_server.url}/evidence/told/")
    page.locator("a.phrase").first.click()
    said = page.locator("#moment-said")
    expect(said).to_contain_text("The rules could not be loaded into this page: ")
    expect(said).to_contain_text("line 1")


@pytest.mark.browser
def test_the_chosen_phrase_is_in_the_address(site: Page, record: Draft) -> None:
    """Whoever is sent the address sees the same; the browser's way back closes it."""
    site.goto(f"{site.url}evidence/told/")
    phrase = site.locator('a.phrase[data-clause="OiCaptures"]')
    phrase.click()
    expect(site.locator("#moment-said")).to_contain_text("“Oi: capture”")
    expect(site).to_have_url(re.compile("#phrase-"))
    site.reload()
    expect(site.locator("#moment-said")).to_contain_text("“Oi: capture”")
    expect(phrase).to_have_attribute("aria-current", "true")
    site.go_back()
    expect(site.locator("#moment")).to_be_hidden()
    site.go_forward()
    expect(site.locator("#moment")).to_be_visible()
    site.get_by_role("button", name="Close").click()
    expect(site).not_to_have_url(re.compile("#phrase-"))
