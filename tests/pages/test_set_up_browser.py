"""A position set up by hand in Chromium: played from, kept in the address, and checked."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, Route, expect

from games.match_logs import store_log, text_of
from games.matches.log import Log
from games.models import SavedGame, SharedGame
from tests.pages.conftest import PHONE, stored
from tests.pages.test_accessibility import OPEN_ALL, findings
from tests.pages.test_play_browser import click, enter, men, open_table, played, ready, stands
from tests.waiting import becomes, fits, later

pytestmark = pytest.mark.browser
SETUP = "2;a1:Noyion1;d4:Oi2;h8:Noyion2"
THREE = {"White noyion, a1", "Black noyion, h8", "Black oi, d4"}
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
    becomes(site, lambda: men(site), THREE)
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


def begin(site: Page) -> None:
    """Begin to set up a position, and take all men from the board."""
    site.get_by_text("Set up a position").click()
    site.get_by_role("button", name="Begin to set up").click()
    site.get_by_role("button", name="Empty the board").click()
    expect(site.locator(".piece-at")).to_have_count(0)


def test_the_computer_waits_while_a_position_is_set_up(site: Page) -> None:
    open_table(site, "shodra", "#you=1&strength=strong")
    site.get_by_text("Set up a position").click()
    site.evaluate(
        """() => {
          const you = document.getElementById("you");
          you.value = "2";
          you.dispatchEvent(new Event("change"));
          document.querySelector("[data-setup=begin]").click();
        }"""
    )
    site.get_by_role("button", name="Empty the board").click()
    expect(site.locator("#turn")).to_have_text("A position is being set up.")
    later(site, 2500)
    expect(site.locator(".piece-at")).to_have_count(0)
    played(site)
    site.keyboard.press("Escape")
    expect(site.locator(".piece-at")).to_have_count(32)
    expect(site.locator("#moves button")).to_have_count(1)
    expect(site.locator("#turn")).to_have_text("Your move (Black).")


def test_a_game_is_put_aside_while_a_position_is_set_up_and_goes_on_as_it_stood(site: Page) -> None:
    open_table(site, "shodra", "#you=both&moves=e2-e4,d7-d5")
    before = site.url
    begin(site)
    site.keyboard.press("ArrowLeft")
    site.locator("#moves button").first.dispatch_event("click")
    expect(site.locator(".piece-at")).to_have_count(0)
    for name in ("typed", "take-back", "save-game", "strength", "moves"):
        assert site.locator(f"#{name}").evaluate("each => each.closest('[inert]') !== null")
    choose(site, "White noyion")
    click(site, "e4")
    said = site.locator("#cursor-said")
    site.locator("svg.board").focus()
    expect(said).to_have_text("e4: White noyion")
    site.keyboard.press("ArrowLeft")
    expect(said).to_have_text("d4: empty")
    expect(site.locator("#position dd")).to_have_text(["noyion e4", ""])
    site.get_by_role("button", name="Cancel").click()
    expect(site.locator(".piece-at")).to_have_count(32)
    played(site, "e2-e4", "d7-d5")
    expect(site.locator("#turn")).to_have_text("White to move.")
    assert site.url == before
    enter(site, "e4-d5")
    played(site, "e2-e4", "d7-d5", "e4-d5")
    site.get_by_role("button", name="Begin to set up").click()
    site.go_back()
    played(site, "e2-e4", "d7-d5")
    expect(site.locator(".piece-at")).to_have_count(32)
    expect(site.get_by_role("button", name="Begin to set up")).to_be_visible()


def test_a_typed_move_that_is_read_late_is_not_played_meanwhile(site: Page) -> None:
    open_table(site, "shodra", "#you=both")
    held: list[Route] = []
    site.route("**/play/read/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright inspects it
    enter(site, "e4")
    becomes(site, lambda: len(held), 1)
    begin(site)
    with site.expect_response("**/play/read/"):
        held[0].continue_()
    later(site, 500)
    expect(site.locator(".piece-at")).to_have_count(0)
    played(site)


def test_what_cannot_be_set_up_is_refused_with_the_reason(site: Page) -> None:
    """What an address sets up, and a position without a move."""
    open_table(site, "shodra", "#you=both&setup=2;z9:Noyion1")
    expect(site.locator("#address-fault")).to_contain_text("cannot be read")
    expect(site.locator(".piece-at")).to_have_count(32)
    site.get_by_text("Set up a position").click()
    site.get_by_role("button", name="Begin to set up").click()
    site.get_by_role("button", name="Empty the board").click()
    site.get_by_role("button", name="Play from here").click()
    expect(site.locator("#set-up-fault")).to_contain_text("This cannot be played")
    site.get_by_role("button", name="The usual opening").click()
    expect(site.locator(".piece-at")).to_have_count(32)


def test_the_computer_plays_on_from_it(site: Page) -> None:
    open_table(site, "shodra", BARE.replace("both", "1"))
    expect(site.locator("#moves button")).to_have_count(1)


def test_a_game_from_there_is_saved_and_read_again_from_its_log(site: Page) -> None:
    cache.clear()
    open_table(site, "shodra", BARE)
    enter(site, "d3")
    played(site, "d4-d3")
    site.get_by_text("Save this game").click()
    site.get_by_role("button", name="Save", exact=True).click()
    ready(site)
    game = SavedGame.objects.get()
    assert (game.setup, game.moves) == (SETUP, ["d4-d3"])
    played(site, "d4-d3")
    expect(site.locator("#live")).to_have_text("The position that was set up. Black moves first.")
    becomes(site, lambda: men(site), THREE)
    log = text_of(game)
    base = "/".join(site.url.split("/")[:3])
    site.goto(f"{base}/rulesets/shodra/games/log/")
    site.get_by_label("The log").fill(log)
    site.get_by_role("button", name="Check and save").click()
    ready(site)
    stands(site, "Black oi, d4")
    assert text_of(SavedGame.objects.latest("pk")) == log


def test_two_play_on_from_it_by_link(site: Page) -> None:
    cache.clear()
    open_table(site, "shodra", BARE)
    site.get_by_text("Play with another person").click()
    site.locator("#begin-between").get_by_label("Black").check()
    site.get_by_role("button", name="Begin a game by link").click()
    ready(site)
    becomes(site, lambda: men(site), THREE)
    expect(site.locator("#turn")).to_have_text("Your move (Black).")
    enter(site, "d3")
    expect(site.locator("#turn")).to_have_text("White to move: waiting.")
    assert SharedGame.objects.get().moves == ["d4-d3"]
    site.reload()
    ready(site)
    stands(site, "Black oi, d3")


def test_a_published_game_from_there_stands_beside_the_clauses(site: Page) -> None:
    ruleset = stored("shodra")
    log = Log("shodra", ruleset.digest, ["d4-d3"], setup=SETUP, title="A problem")
    match, _ = store_log(ruleset, log)
    base = "/".join(site.url.split("/")[:3])
    site.goto(f"{base}{ruleset.get_absolute_url()}?match={match.slug}&ply=0")
    site.locator(".player[data-ready]").wait_for()
    becomes(site, lambda: men(site), THREE)
    expect(site.locator("#live")).to_have_text("The position that was set up. Black moves first.")
    site.keyboard.press("ArrowRight")
    expect(site.locator("#live")).to_contain_text("Black, move 1: d4-d3")
    site.locator("#play-on").click()
    ready(site)
    stands(site, "Black oi, d3")
    expect(site).to_have_url(re.compile(f"setup={SETUP}"))


def test_board_and_men_are_on_one_screen_of_a_phone_and_nothing_else_of_the_game(
    site: Page,
) -> None:
    site.set_viewport_size(PHONE)
    open_table(site, "shodra", "#you=both")
    site.get_by_text("Set up a position").click()
    site.get_by_role("button", name="Begin to set up").click()
    for part in ("#live", "#entry", "#moves", "#legal-count"):
        expect(site.locator(part)).to_be_hidden()
    for man in (".board", "text=White noyion", "text=Black oi"):
        expect(site.locator(man).last).to_be_in_viewport(ratio=1)
    expect(site.locator(".man-picture")).to_have_count(12)
    site.evaluate(OPEN_ALL)
    fits(site)
    assert findings(site) == []
