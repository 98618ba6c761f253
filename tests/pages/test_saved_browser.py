"""Saving a game in Chromium, writing about its plies, publishing it, and reading it there."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from games.match_logs import read_log, store_log
from games.models import Comment, Match, SavedGame
from tests.games.test_logs import DAVIDSON
from tests.pages.conftest import PHONE, stored
from tests.pages.test_accessibility import OPEN_ALL, findings
from tests.pages.test_play_browser import click, enter, open_table, played, ready

pytestmark = pytest.mark.browser


def test_a_game_is_saved_and_each_ply_written_about(site: Page) -> None:
    open_table(site, "shodra", "#you=both")
    for count, text in enumerate(("e2-e4", "d7-d5", "e4-d5"), start=1):
        enter(site, text)
        expect(site.locator("#moves button")).to_have_count(count)
    site.get_by_text("Save this game").click()
    site.get_by_role("button", name="Save", exact=True).click()
    site.wait_for_url("**/kept/*/")
    ready(site)
    played(site, "e2-e4", "d7-d5", "e4-d5")
    site.get_by_label("Before the first move").fill("The board as the Soyot set it.")
    site.locator("#moves button").nth(2).click()
    expect(site.get_by_label("Before the first move")).to_be_hidden()
    site.get_by_label("On ply 3, e4-d5").fill("The first man is taken.")
    site.get_by_label("Title").fill("A short one")
    with site.expect_navigation():
        site.get_by_role("button", name="Save", exact=True).click()
    ready(site)
    game = SavedGame.objects.get()
    assert game.title == "A short one"
    assert game.annotations == {
        "0": "The board as the Soyot set it.", "3": "The first man is taken.",
    }  # fmt: skip
    site.goto(site.get_by_label("Address for reading").input_value())
    ready(site)
    expect(site.get_by_text("The first man is taken.")).to_be_visible()
    expect(site.locator(".remarks .here")).to_contain_text("The board as the Soyot set it.")


def test_a_variation_is_played_kept_and_read_on_the_board(site: Page) -> None:
    open_table(site, "shodra", "#you=both&moves=e2-e4,d7-d5,e4-d5")
    site.get_by_text("Save this game").click()
    site.get_by_role("button", name="Save", exact=True).click()
    site.wait_for_url("**/kept/*/")
    ready(site)
    site.locator("#moves button").first.click()
    click(site, "a7", "a6", "b2", "b3")
    beside, number = site.locator("#aside"), site.locator("#ply")
    expect(beside).to_contain_text("A variation after ply 1.")
    expect(number).to_have_text("3 / 3")
    site.get_by_role("button", name="Add to the annotation").click()
    expect(site.get_by_label("On ply 1, e2-e4")).to_have_value("(a7-a6; b2-b3)")
    expect(beside).to_be_hidden()
    with site.expect_navigation():
        site.get_by_role("button", name="Save", exact=True).click()
    ready(site)
    expect(number).to_have_text("1 / 3")
    site.locator(".annotated").get_by_text("Ply 1, e2-e4").click()
    expect(site.get_by_label("On ply 1, e2-e4")).to_be_visible()
    assert not findings(site)

    site.goto(site.get_by_label("Address for reading").input_value())
    ready(site)
    site.set_viewport_size(PHONE)
    site.get_by_role("button", name="b2-b3").click()
    expect(site.locator("svg.board")).to_be_in_viewport(ratio=0.9)
    expect(beside).to_contain_text("A variation after ply 1.")
    assert "b3" in site.locator("#live").inner_text()
    assert not findings(site)
    site.get_by_role("button", name="Back to the game").click()
    expect(number).to_have_text("1 / 3")
    expect(beside).to_be_hidden()


def test_a_recorded_game_is_stepped_through_and_commented_on(site: Page) -> None:
    stored("chaturanga-davidson")
    match: Match = store_log(*read_log(DAVIDSON.read_text()))[0]
    base = "/".join(site.url.split("/")[:3])
    site.goto(f"{base}{match.get_absolute_url()}?ply=11")
    ready(site)
    expect(site.locator("#ply")).to_have_text("11 / 13")
    expect(site.locator(".remarks .here")).to_contain_text("Black is told so")
    site.keyboard.press("ArrowRight")
    expect(site.locator(".remarks .here")).to_contain_text("Black does not listen.")
    site.get_by_label("Your name").fill("Cy")
    site.get_by_label("Comment", exact=True).fill("He should have.")
    site.get_by_role("button", name="Send the comment").click()
    expect(site.get_by_text("Thank you.")).to_be_visible()
    comment = Comment.objects.get()
    assert (comment.ply, comment.text) == (12, "He should have.")


def test_the_pages_are_for_everybody(site: Page) -> None:
    stored("chaturanga-davidson")
    match: Match = store_log(*read_log(DAVIDSON.read_text()))[0]
    user = User.objects.create_user("ann", password="x")
    SavedGame.objects.create(
        ruleset=match.ruleset, digest=match.digest, moves=match.moves, owner=user, edit_key="e",
        annotations=match.annotations, read_key="r",
    )  # fmt: skip
    base = "/".join(site.url.split("/")[:3])
    rules = match.ruleset.get_absolute_url()
    site.set_viewport_size(PHONE)
    for address in (match.get_absolute_url(), "/kept/e/", "/kept/r/", f"{rules}games/log/"):
        site.goto(f"{base}{address}")
        if "log" not in address:
            ready(site)
        site.evaluate(OPEN_ALL)
        assert site.evaluate("document.documentElement.scrollWidth") == PHONE["width"], address
        assert findings(site) == []
