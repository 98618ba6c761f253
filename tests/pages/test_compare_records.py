"""Two records side by side, with the rules that they carry."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from evidence.models import Evidence, RulesetLink
from games.models import Ruleset
from tests.pages.conftest import PHONE, stored
from tests.waiting import fits

pytestmark = pytest.mark.django_db

BOTH = "/compare/?a=soyot-shodra&b=round-chess"


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def row(html: str, label: str) -> tuple[str, str, str]:
    """The heading and both cells of a row, as text."""
    for found in re.findall(r"<tr[^>]*><th scope=\"row\">(.*?)</tr>", html, re.DOTALL):
        cells = [" ".join(re.sub(r"<[^>]+>", " ", part).split()) for part in found.split("<td")]
        if cells[0].startswith(label):
            return cells[0], *(cell.partition(">")[2].strip() for cell in cells[1:])
    raise AssertionError(f"no row {label!r}")


def linked(record: str, ruleset: Ruleset) -> None:
    RulesetLink.objects.create(
        evidence=Evidence.objects.get(identifier=record), ruleset=ruleset, relation="describes"
    )


def test_the_same_questions_are_asked_of_both(client: Client, cast: Any) -> None:
    html = page(client, BOTH)
    assert row(html, "Game") == ("Game", "Shodra", "Shatranj ar-Rumiya")
    assert row(html, "Date")[1:] == ("1913", "1140")
    assert row(html, "Confidence")[1:] == ("100 of 100: first-hand", "not known")
    assert row(html, "Places")[1:] == ("Soyot", "Constantinople, disputed")
    assert row(html, "Quotations")[1:] == ("Five words of a source.", "not known")
    assert "Written about a foreign culture" in row(html, "Uncertainty")[1]
    assert "They do not link to two rulesets that could be compared." in html
    assert "Date as given" not in html


def test_what_is_the_same_is_said_in_words(client: Client, cast: Any) -> None:
    html = page(client, "/compare/?a=undated-mill&b=lost-letter")
    assert row(html, "Game") == ("Game the same", "Mill", "Mill")


def test_the_rules_that_they_carry_are_compared(client: Client, cast: Any) -> None:
    linked("soyot-shodra", stored("ouk-chatrang"))
    linked("round-chess", stored("kar-ouk"))
    html = page(client, BOTH)
    assert "After these 4 moves the legal moves differ; after fewer they never do." in html
    assert 'href="?a=soyot-shodra&amp;b=round-chess&amp;ply=2"' in html
    assert 'value="soyot-shodra"' in html
    assert 'value="round-chess"' in html
    assert '"ply": 2' in page(client, f"{BOTH}&ply=2")
    linked("round-chess", stored("rek"))
    assert '<a href="/compare/?a=ouk-chatrang&amp;b=rek">' in page(client, BOTH)


def test_the_same_ruleset_twice_is_no_pair(client: Client, cast: Any) -> None:
    ouk = stored("ouk-chatrang")
    linked("soyot-shodra", ouk)
    linked("round-chess", ouk)
    assert "They do not link to two rulesets" in page(client, BOTH)


def test_with_one_record_the_other_is_chosen(client: Client, cast: Any) -> None:
    html = page(client, "/compare/?a=undated-mill")
    assert 'href="?a=undated-mill&amp;b=lost-letter"' in html
    assert 'href="/compare/?a=undated-mill"' in page(client, "/evidence/undated-mill/")


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("a=soyot-shodra&b=soyot-shodra", 400, "This is the same record twice: choose two."),
        ("a=soyot-shodra&b=nothing", 404, ""),
        ("a=nothing&b=nobody", 404, "There is no ruleset"),
        ("a=kar-ouk&b=soyot-shodra", 404, "There is no ruleset “soyot-shodra”."),
    ],
)
def test_what_cannot_be_compared_is_told(
    client: Client, cast: Any, query: str, status: int, said: str
) -> None:
    stored("kar-ouk")
    assert said in page(client, f"/compare/?{query}", status)


@pytest.mark.browser
def test_records_and_their_boards_fit_the_page(site: Page, cast: Any) -> None:
    linked("soyot-shodra", stored("ouk-chatrang"))
    linked("round-chess", stored("kar-ouk"))
    site.goto(f"{site.url.rstrip('/')}/evidence/soyot-shodra/")
    site.get_by_role("link", name="Compare with another record").click()
    site.get_by_label("with this").fill("round-chess")
    site.get_by_role("button", name="Compare").click()
    expect(site.get_by_role("columnheader", name="Round chess")).to_have_count(1)
    site.get_by_role("link", name="Start").click()
    expect(site).to_have_url(re.compile(r"\?a=soyot-shodra&b=round-chess&ply=0"))
    fits(site)
    site.set_viewport_size(PHONE)
    fits(site)
