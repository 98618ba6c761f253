"""On a phone the readings of rules are a short list; each shows its figures once it is opened."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Ruleset
from tests.pages.conftest import PHONE
from tests.pages.test_accessibility import findings_in_the_dark, findings_on_a_phone
from tests.pages.test_readings_page import played, ruleset  # noqa: F401 - fixtures

pytestmark = pytest.mark.browser
FIRST = 10
SCREENS = 4  # of a phone that the list is long at most


def test_readings_are_folded_on_a_phone_alone(site: Page, played: Ruleset) -> None:  # noqa: F811
    site.set_viewport_size(PHONE)
    site.goto(f"{site.url}rulesets/pebbles/readings/")
    table = site.locator("#table ~ .readings-box")
    rows, figures = table.locator("tbody tr"), table.locator("td.figure")
    expect(table.locator("tbody tr:visible")).to_have_count(FIRST)
    expect(table.locator("td.figure:visible")).to_have_count(0)
    assert table.evaluate("(each) => each.offsetHeight / innerHeight") < SCREENS
    rows.first.locator("summary").press("Enter")
    expect(rows.first.locator("td.figure:visible")).to_have_count(figures.count() // rows.count())
    table.locator(".all-readings summary").click()
    expect(table.locator("tbody tr:visible")).to_have_count(rows.count())
    assert site.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert findings_on_a_phone(site) == []
    assert findings_in_the_dark(site) == []

    site.set_viewport_size({"width": 1280, "height": 800})
    site.reload()
    expect(table.locator("tbody tr:visible")).to_have_count(rows.count())
    expect(table.locator("td.figure:visible")).to_have_count(figures.count())
    expect(table.locator("summary:visible")).to_have_count(0)
