"""A position set up by hand in Chromium: played from, kept in the address, and checked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import PHONE
from tests.pages.test_accessibility import OPEN_ALL, findings
from tests.pages.test_play_browser import click, enter, men, open_table, played, ready, stands
from tests.waiting import becomes, fits

pytestmark = pytest.mark.browser
BARE = "#you=both&setup=2;a1:Noyion1;h8:Noyion2;d4:Oi2"


def choose(site: Page, name: str) -> None:
    site.locator("#set-up").get_by_label(name, exact=True).check()


def test_men_are_put_down_and_played_with(site: Page) -> None:
    open_table(site, "shodra", "#you=both")
    site.get_by_text("Set up a position").click()
    site.get_by_role("button", name="Begin to set up").click()
    site.get_by_role("button", name="Empty the board").click()
    expect(site.locator(".piece-at")).to_have_count(0)
    choose(site, "White noyion")
    click(site, "a1")
    choose(site, "Black noyion")
    click(site, "h8", "h7", "h7")
    choose(site, "Black oi")
    click(site, "d4")
    site.get_by_label("To move").select_option("Black")
    site.get_by_role("button", name="Play from here").click()
    three = {"White noyion, a1", "Black noyion, h8", "Black oi, d4"}
    becomes(site, lambda: men(site), three)
    expect(site.locator("#turn")).to_have_text("Black to move.")
    expect(site.locator("#live")).to_have_text("The position that was set up. Black moves first.")
    enter(site, "d4-d3")
    played(site, "d4-d3")
    expect(site).to_have_url(re.compile("setup=2;a1:Noyion1;d4:Oi2;h8:Noyion2"))
    site.reload()
    ready(site)
    stands(site, "Black oi, d3")
    site.go_back()
    expect(site.locator("#moves button")).to_have_count(0)
    stands(site, "Black oi, d4")


def test_a_position_without_a_move_is_refused_with_the_reason(site: Page) -> None:
    open_table(site, "shodra", "#you=both")
    site.get_by_text("Set up a position").click()
    site.get_by_role("button", name="Begin to set up").click()
    site.get_by_role("button", name="Empty the board").click()
    site.get_by_role("button", name="Play from here").click()
    expect(site.locator("#set-up-fault")).to_contain_text("This cannot be played")
    site.get_by_role("button", name="The usual opening").click()
    expect(site.locator(".piece-at")).to_have_count(32)


def test_an_address_that_sets_up_what_there_is_not_says_so(site: Page) -> None:
    open_table(site, "shodra", "#you=both&setup=2;z9:Noyion1")
    expect(site.locator("#live")).to_contain_text("cannot be read")
    expect(site.locator(".piece-at")).to_have_count(32)


def test_the_computer_plays_on_from_it(site: Page) -> None:
    open_table(site, "shodra", BARE.replace("both", "1"))
    expect(site.locator("#moves button")).to_have_count(1)


def test_what_was_set_up_is_not_saved_as_if_it_were_a_whole_game(site: Page) -> None:
    open_table(site, "shodra", BARE)
    site.get_by_text("Save this game").click()
    site.get_by_role("button", name="Save", exact=True).click()
    expect(site.locator("#typed-fault")).to_contain_text("lives in its address")


def test_the_tools_are_for_everybody(site: Page) -> None:
    open_table(site, "shodra", BARE)
    site.set_viewport_size(PHONE)
    site.evaluate(OPEN_ALL)
    site.get_by_role("button", name="Begin to set up").click()
    fits(site)
    assert findings(site) == []
