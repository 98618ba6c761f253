"""A game between two browsers by link: refusals, a reload, and two moves sent at once."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from games.between import Opening, begin
from games.models import SavedGame, SharedGame
from tests.pages.conftest import PHONE, stored
from tests.pages.test_accessibility import OPEN_ALL, findings
from tests.pages.test_play_browser import click, enter, moves, ready, stands

pytestmark = pytest.mark.browser


@pytest.fixture
def two(
    live_server: LiveServer, page: Page, new_context: CreateContextCallback
) -> tuple[Page, Page]:
    """Two browsers that share nothing, each at its seat of a game of Shodra."""
    game = begin(stored("shodra"), [], Opening(1))
    pages = page, new_context().new_page()
    for each, key in zip(pages, (game.first_key, game.second_key), strict=True):
        each.goto(f"{live_server.url}/between/{key}/")
    for each in pages:
        ready(each)
    return pages


@pytest.fixture
def invited(
    live_server: LiveServer, page: Page, new_context: CreateContextCallback
) -> tuple[Page, Page]:
    """The same, where the first has begun the game on the page and invites the second by link."""
    cache.clear()  # games that other tests have begun from here
    stored("shodra")
    first, second = page, new_context().new_page()
    first.goto(f"{live_server.url}/rulesets/shodra/play/")
    ready(first)
    first.get_by_text("Play with another person").click()
    first.get_by_role("button", name="Begin a game by link").click()
    first.wait_for_url("**/between/*/")
    ready(first)
    second.goto(first.get_by_label("Send this to your opponent").input_value())
    ready(second)
    return first, second


def turn(page: Page, words: str) -> None:
    expect(page.locator("#turn")).to_have_text(words)


def played(page: Page, count: int) -> list[str]:
    expect(page.locator("#moves button")).to_have_count(count)
    return moves(page)


def test_a_game_between_two_browsers_is_saved_and_written_about(
    invited: tuple[Page, Page],
) -> None:
    first, second = invited
    turn(first, "Your move (White).")
    turn(second, "White to move: waiting.")
    click(first, "e2", "e4")
    turn(first, "Black to move: waiting.")
    assert played(second, 1) == ["e2-e4"]
    turn(second, "Your move (Black).")
    stands(second, "White oi, e4")

    enter(second, "e7-e3")
    expect(second.locator("#typed-fault")).to_contain_text("e7-e3 is not legal")
    played(second, 1)

    second.reload()
    ready(second)
    turn(second, "Your move (Black).")
    assert played(second, 1) == ["e2-e4"]
    click(second, "d7", "d5")
    assert played(first, 2) == ["e2-e4", "d7-d5"]
    turn(first, "Your move (White).")

    enter(first, "exd5")
    assert played(second, 3)[2] == "e4-d5"
    first.reload()
    ready(first)
    assert played(first, 3)[2] == "e4-d5"

    second.get_by_text("Save this game").click()
    second.get_by_role("button", name="Save", exact=True).click()
    ready(second)
    assert played(second, 3) == ["e2-e4", "d7-d5", "e4-d5"]
    second.get_by_label("Title").fill("By link")
    second.get_by_role("button", name="Save", exact=True).click()
    ready(second)
    assert SavedGame.objects.get().title == "By link"


def test_of_two_moves_sent_at_once_one_wins_and_the_other_is_told(
    two: tuple[Page, Page],
) -> None:
    first, _ = two
    again = first.context.new_page()
    # Both tabs hold their move until both have sent it, and neither hears of the other meanwhile.
    for page in (first, again):
        page.route("**/state/", lambda route: route.abort())
    again.goto(first.url)
    ready(again)
    send = """([text]) => {
      const body = new URLSearchParams({ deed: "move", ply: "0", move: text });
      const { actAddress } = JSON.parse(document.getElementById("play-data").textContent);
      return fetch(actAddress, { method: "POST", body }).then((answer) => answer.status);
    }"""
    both = first.evaluate(
        f"Promise.all([['e2-e4'], ['d2-d4']].map({send}))",
    )
    assert sorted(both) == [200, 409]
    # A tab that has not heard of it yet plays on: the server tells how the game stands.
    click(again, "c2", "c4")
    expect(again.locator("#typed-fault")).to_have_text(
        "The game has gone on: it stands after ply 1 now."
    )
    assert played(again, 1) == SharedGame.objects.get().moves
    turn(again, "Black to move: waiting.")


def test_a_draw_is_declined_then_agreed_on_at_a_seat_for_everybody(two: tuple[Page, Page]) -> None:
    first, second = two
    first.set_viewport_size(PHONE)
    first.evaluate(OPEN_ALL)
    assert first.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert findings(first) == []
    first.get_by_role("button", name="Offer a draw").click()
    expect(second.locator("#offer-said")).to_have_text("White offers a draw.")
    second.get_by_role("button", name="Decline").click()
    for page in two:
        expect(page.locator("#offer-said")).to_have_text("Black declines the draw.")
    second.get_by_role("button", name="Offer a draw").click()
    first.get_by_role("button", name="Accept the draw").click()
    for page in two:
        turn(page, "Both agree on a draw.")
    expect(second.locator("#legal-count")).to_have_text("0")


def test_a_move_is_refused_sent_again_and_taken_back_by_agreement(two: tuple[Page, Page]) -> None:
    first, second = two
    refused_by_the_server(first, second)
    ask = first.get_by_role("button", name="Ask to take back")
    expect(ask).to_be_disabled()
    said_not_to_be_sent_and_sent_again(first)
    played(second, 1)
    ask.click()
    expect(second.locator("#offer-said")).to_have_text("White asks to take back the move e2-e4.")
    second.get_by_role("button", name="Decline").click()
    expect(first.locator("#offer-said")).to_have_text("Black declines: the move stands.")
    ask.click()
    second.get_by_role("button", name="Let it be taken back").click()
    for page in two:
        played(page, 0)
        expect(page.locator("#offer-said")).to_have_text("White has taken a move back.")
    click(first, "d2", "d4")
    assert played(second, 1) == ["d2-d4"]


def refused_by_the_server(first: Page, second: Page) -> None:
    """An illegal move, whatever a page sends."""
    told = first.evaluate(
        """() => {
          const body = new URLSearchParams({ deed: "move", ply: "0", move: "e2-e6" });
          const { actAddress } = JSON.parse(document.getElementById("play-data").textContent);
          return fetch(actAddress, { method: "POST", body }).then((answer) => answer.json());
        }"""
    )
    assert told["reason"] == "e2-e6 is not legal."
    assert SharedGame.objects.get().moves == []
    with second.expect_response("**/state/"):
        pass  # asked for once more, since
    played(second, 0)


def said_not_to_be_sent_and_sent_again(first: Page) -> None:
    """A move for which there was no line."""
    first.context.set_offline(True)
    click(first, "e2", "e4")
    expect(first.locator("#typed-fault")).to_contain_text("Nothing was sent")
    first.context.set_offline(False)
    click(first, "e2", "e4")
    turn(first, "Black to move: waiting.")
    assert SharedGame.objects.get().moves == ["e2-e4"]


def test_who_has_chosen_a_man_goes_on_with_it_whatever_the_other_says(
    two: tuple[Page, Page],
) -> None:
    first, second = two
    click(first, "e2")
    expect(first.locator(".target")).to_have_count(2)
    second.get_by_role("button", name="Offer a draw").click()
    expect(first.locator("#offer-said")).to_have_text("Black offers a draw.")
    expect(first.locator(".target")).to_have_count(2)
    click(first, "e4")
    assert played(second, 1) == ["e2-e4"]
    asked_before_resigning(first, second)


def asked_before_resigning(first: Page, second: Page) -> None:
    """Who resigns; and who watches sees it."""
    third = second.context.new_page()
    third.goto(second.get_by_label("Spectator link").input_value())
    ready(third)
    click(third, "e7")
    expect(third.locator(".target")).to_have_count(0)
    expect(third.get_by_role("button", name="Offer a draw")).to_have_count(0)
    second.get_by_text("Resign…").click()
    second.get_by_role("button", name="Yes, resign").click()
    for page in (first, second, third):
        turn(page, "Black resigns: White has won.")
