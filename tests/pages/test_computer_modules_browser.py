"""The computer as opponent under rules of the engine's second design, in Chromium."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from games.models import Ruleset
from games.play.showing import steps
from games.rules_cache import rules_for
from tests.pages.test_play_browser import ASKED
from tests.pages.test_play_modules_browser import make_a_move, open_table, ready

pytestmark = pytest.mark.browser
ROUNDS = 4
DONE = re.compile(r"^(Your move|The game is over|\w+ to move; |White to throw)")


def your_turn(site: Page) -> bool:
    """Wait until the computer has moved: whether the game goes on."""
    turn = site.locator("#turn")
    expect(turn).to_have_text(
        re.compile(r"^(Your move|The game is over|\w+ to move; |White to throw)")
    )
    return not turn.inner_text().startswith("The game is over")


def played(site: Page) -> list[str]:
    """The moves so far as the address has them; the page writes some for readers."""
    kept = re.search(r"[#&]moves=([^&]*)", site.url)
    return [unquote(each) for each in kept[1].split(",")] if kept else []


def check(slug: str, labels: list[str]) -> list[int]:
    """Play the game again on the server: who made each move."""
    rules = rules_for(Ruleset.objects.get(slug=slug))
    done = list(steps(rules, labels))
    assert len(done) == len(labels)
    return [before.mover for before, _, _ in done]


@pytest.mark.parametrize("slug", ["six-holes", "dogs-and-hare", "run-home"])
def test_the_computer_plays_a_legal_game(site: Page, slug: str) -> None:
    open_table(site, slug, "#you=1&strength=weak")
    throw = site.get_by_role("button", name="Throw", exact=True)
    for _ in range(ROUNDS):
        if not your_turn(site):
            break
        if throw.is_visible():
            throw.click()
            expect(throw).to_have_attribute("aria-disabled", "true")
        make_a_move_alone(site)
    your_turn(site)
    movers = check(slug, played(site))
    assert movers.count(2) >= 2
    assert movers.count(1) >= 2


def make_a_move_alone(site: Page) -> None:
    """Choose the first legal move; the computer may answer before anybody looks."""
    count = len(played(site))
    site.locator("#legal-moves button").first.dispatch_event("click")
    expect(site.locator("#moves button").nth(count)).to_be_attached()


def test_the_strongest_level_is_given_less_than_a_second_by_every_design(site: Page) -> None:
    site.add_init_script(ASKED)
    open_table(site, "six-holes", "#you=2&strength=strong")
    expect(site.locator("#strength-hint")).to_contain_text("as 0.9 s allow")
    expect(site.locator("#thought")).to_contain_text("lines of play")
    limits = site.evaluate("asked.map(({ limits }) => limits.milliseconds)")
    assert limits[0] <= 900


def test_three_play_and_two_of_them_are_the_computer(site: Page) -> None:
    open_table(site, "three-players")
    site.get_by_label("You play").select_option("Player 2")
    expect(site.locator("#turn")).to_contain_text("Your move (Player 2).")
    assert check("three-players", played(site)) == [1]
    make_a_move_alone(site)
    expect(site.locator("#moves button").nth(3)).to_be_attached()
    assert check("three-players", played(site)[:4]) == [1, 2, 3, 1]


def test_a_game_against_the_computer_is_taken_back_and_resigned(site: Page) -> None:
    open_table(site, "six-holes")
    turn = site.locator("#turn")
    site.get_by_label("You play").select_option("White")
    make_a_move_alone(site)
    expect(site.locator("#moves button")).to_have_count(2)
    expect(turn).to_have_text("Your move (White).")
    site.get_by_role("button", name="Take back").click()
    expect(site.locator("#moves button")).to_have_count(0)
    site.get_by_text("Resign…").click()
    expect(turn).to_have_text("Your move (White).")  # until it is confirmed
    site.get_by_role("button", name="Yes, resign").click()
    expect(turn).to_have_text("White resigns: Black has won.")
    expect(site.locator("#legal-count")).to_have_text("0")
    site.reload()
    ready(site)
    expect(turn).to_have_text("White resigns: Black has won.")
    site.get_by_role("button", name="Take back").click()
    expect(turn).to_have_text("Your move (White).")


def test_who_plays_both_sides_of_a_module_agrees_on_a_draw(site: Page) -> None:
    open_table(site, "six-holes")
    make_a_move(site)
    site.get_by_role("button", name="Offer a draw").click()
    expect(site.locator("#turn")).to_have_text("Both agree on a draw.")
    site.go_back()
    expect(site.locator("#turn")).to_have_text("Black to move.")


def test_a_throw_that_lies_there_is_taken_back(site: Page) -> None:
    open_table(site, "run-home")
    throw = site.get_by_role("button", name="Throw", exact=True)
    throw.click()
    expect(throw).to_have_attribute("aria-disabled", "true")
    site.get_by_role("button", name="Take back").click()
    expect(throw).to_have_attribute("aria-disabled", "false")
    expect(site.locator("#legal-count")).to_have_text("0")
