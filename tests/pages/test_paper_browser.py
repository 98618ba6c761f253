"""Printed pages leave out what works on a screen alone, say which filters are set, and unfold."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from evidence.models import Evidence
from tests.demo import store_demo

pytestmark = pytest.mark.browser
FILTERED = "evidence/?q=chess&type=ethnography&region=asia&year_from=1800&undated=exclude"
PATHS = [
    "evidence/", FILTERED, "games/?players=2", "rulesets/", "search/?q=awale&kind=game",
    "sources/?q=murray", "evidence/dlp-1408/", "rulesets/shodra/", "rulesets/shodra/games/",
]  # fmt: skip
CONTROLS = """() => [...document.querySelectorAll("input, select, textarea, button, .button")]
  .filter((each) => each.checkVisibility() && !each.closest(".moves") && !each.matches(".cite *"))
  .map(({ outerHTML }) => outerHTML.slice(0, 90))"""
FOLDED = """() => [...document.querySelectorAll("details:not(.no-print, .filters-box, .player *)")]
  .filter((each) => !each.closest(".filters-box, .map-box"))
  .map((each) => [each.querySelector("summary").textContent, each.lastElementChild])
  .filter(([, inside]) => !inside.checkVisibility()).map(([summary]) => summary)"""


def test_nothing_that_needs_a_screen_is_printed_and_nothing_stays_folded(site: Page) -> None:
    store_demo()
    base = site.url
    found = {}
    for path in PATHS:
        site.emulate_media(media="screen")
        site.goto(f"{base}{path}")
        expect(site.locator(".on-paper:visible")).to_have_count(0)
        site.emulate_media(media="print")
        found[path] = [site.evaluate(CONTROLS), site.evaluate(FOLDED)]
    site.emulate_media(media="screen")
    assert found == {path: [[], []] for path in PATHS}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (
            FILTERED,
            "Filters: Text: “chess” · Years: from 1800 · Undated records: Leave out · "
            "Region: Asia as a whole · Type: Ethnography",
        ),
        ("evidence/?confidence_min=90", "Filters: Confidence: at least 90"),
        ("games/?players=2&chance=no", "Filters: Players: 2 players. Chance: Without chance."),
        ("search/?q=awale&kind=game", "Filters: Games"),
        ("sources/?q=murray", "Filters: murray"),
    ],
)
def test_the_filters_that_are_set_are_printed_in_words(site: Page, path: str, said: str) -> None:
    store_demo()
    site.goto(f"{site.url}{path}")
    site.emulate_media(media="print")
    expect(site.locator(".on-paper:visible")).to_have_text(said)
    site.emulate_media(media="screen")


def test_a_quotation_prints_unfolded(site: Page, cast: dict[str, Evidence]) -> None:
    site.goto(f"{site.url}evidence/soyot-shodra/")
    quotation = site.locator("details.quotation blockquote").first
    expect(quotation).to_be_hidden()
    site.emulate_media(media="print")
    expect(quotation).to_be_visible()
    expect(site.locator("details.embed")).to_be_hidden()
    site.emulate_media(media="screen")
