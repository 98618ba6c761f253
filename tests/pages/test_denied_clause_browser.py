"""A clause that only says what there is not is explained when its address is opened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.ludemes.denials import never_shown
from games.rules_cache import rules_for
from tests.pages.conftest import stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_shared_address_of_a_denial_explains_it_and_a_click_puts_it_there(site: Page) -> None:
    ruleset = stored("ouk-chatrang")
    name = min(never_shown(rules_for(ruleset).expansion))
    clause = ruleset.clauses.get(name=name)
    live, address = site.locator("#live"), f"{site.url.rstrip('/')}{ruleset.get_absolute_url()}"
    said = f"“{clause.title}” says what there is not"
    site.goto(f"{address}?clause={name}")
    expect(live).to_contain_text(said)
    expect(site).to_have_url(re.compile(f"clause={name}"))
    expect(site.locator("#another")).to_be_hidden()
    site.goto(address)
    expect(site.locator(".player[data-ready]")).to_be_visible()
    site.locator(f'[data-clause="{name}"] a.clause-title').click()
    expect(live).to_contain_text(said)
    expect(site).to_have_url(re.compile(f"clause={name}"))
