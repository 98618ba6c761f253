"""A game of each family in Chromium, as people play it: on a wide page and on a phone."""

from __future__ import annotations

import re
from math import comb

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from games.models import SharedGame
from tests.pages.conftest import stored
from tests.pages.families import (
    click,
    drag,
    looked_at,
    men,
    on,
    on_a_phone,
    played,
    ready,
    seeds,
    sit_down,
)
from tests.pages.second import stored_second

pytestmark = pytest.mark.browser


def test_a_sowing_game_is_stepped_lap_by_lap(site: Page) -> None:
    stored("pallankuli-parker")
    site.emulate_media(reduced_motion="reduce")  # no lap by itself: the reader steps
    sit_down(site, "pallankuli-parker")
    click(site, "c1", "d1")
    played(site, 1)
    final = men(site)
    lap, said = site.locator("#lap"), site.locator("#sow-said")
    lap.click()
    expect(said).to_have_text(re.compile(r"^Lap 1 of \d+: 7 from c1, the last in h2\.$"))
    assert [seeds(site, hole) for hole in ("c1", "d1", "h1", "i1", "h2")] == [0, 8, 8, 1, 8]
    looked_at(site, "sowing")

    on_a_phone(site)
    lap.click()
    expect(said).to_have_text(re.compile(r"^Lap 2 of \d+: 8 from h2, the last in"))
    assert [seeds(site, hole) for hole in ("h2", "g2", "b2")] == [0, 8, 8]
    while (lap.text_content() or "") != "All sown":
        lap.click()
    lap.click()
    assert men(site) == final


def test_sticks_are_thrown_with_their_chance_and_move_a_horse(site: Page) -> None:
    stored("yut")
    sit_down(site, "yut")
    site.get_by_role("button", name="Throw", exact=True).click()
    flat = thrown(site)
    told = site.locator("#notices")
    chance = f"{100 * comb(4, flat) / 16:.4g}"
    expect(told).to_contain_text(f"the chance of {flat} of 4 up is {chance}%.")
    looked_at(site, "sticks")

    on_a_phone(site)
    for _ in range(20):  # fours and fives are thrown again
        if site.locator("#said button").count() == 0:
            break
        site.locator("#said button").first.click()
        throw = site.get_by_role("button", name="Throw", exact=True)
        if throw.get_attribute("aria-disabled") != "true":
            throw.click()
    move = site.locator("#legal-moves button").first
    start, _, end = (re.sub(r"^\[.*\] ", "", move.text_content() or "")).partition("@")
    before = site.locator("#moves button").count()
    click(site, f"Hand1{'.' + start if start else '.1'}", end)
    played(site, before + 1)
    assert "horse" in on(site, end)


def thrown(site: Page) -> int:
    """How many of the sticks lie with the flat side up, as they are drawn."""
    faces = [each for each in men(site) if each.startswith("Dice")]
    assert len(faces) == 4
    assert site.locator(".pieces .die.blank").count() == sum(each.endswith(": 0") for each in faces)
    return sum(int(each[-1]) for each in faces)


def test_a_man_of_tablut_is_taken_between_two(site: Page) -> None:
    stored("tablut-linnaeus")
    sit_down(site, "tablut-linnaeus")
    click(site, "i6", "f6")
    played(site, 1)
    assert on(site, "f6") == "Muscovite"
    on_a_phone(site)
    drag(site, "g5", "g6")
    played(site, 2)
    assert on(site, "f6") == ""
    expect(site.locator("#live")).to_contain_text("takes effect")
    expect(site.locator(".marks .light-effect")).to_have_count(1)
    looked_at(site, "tafl", colours=False)  # those of the next test


def test_a_stack_shows_its_height_and_its_parts(site: Page) -> None:
    stored_second("columns")
    sit_down(site, "columns")
    click(site, "b1", "c1")
    click(site, "c2", "c1")
    played(site, 2)
    assert on(site, "c1") == "Black Disc / White Disc / Black Disc"
    column = site.locator('.pieces [data-site="2"]')
    expect(column.locator(".level")).to_have_count(3)
    expect(column.locator(".badge-text")).to_have_text("3")
    site.locator('.site[data-label="c1"]').hover(force=True)
    expect(site.locator("#cursor-said")).to_have_text("c1: Black Disc / White Disc / Black Disc")
    looked_at(site, "stack")

    on_a_phone(site)
    click(site, "b2", "c1")
    played(site, 3)
    expect(site.locator("#cursor-said")).to_contain_text("c1: ")
    expect(column.locator(".badge-text")).to_have_text("4")


def test_a_tiger_takes_a_goat_and_is_shut_in(site: Page) -> None:
    stored("baghchal-hora")
    sit_down(site, "baghchal-hora")
    click(site, "d4")
    played(site, 1)
    goats = [each for each in men(site) if "goat" in each.lower()]
    assert any(each.endswith(", d4") for each in goats)
    drag(site, "e5", "c3")
    played(site, 2)
    assert on(site, "d4") == ""
    expect(site.locator(".marks .light-effect")).to_have_count(1)
    looked_at(site, "hunt", colours=False)

    on_a_phone(site)
    sit_down(site, "baghchal-hora", SHUT_IN.split())
    on_a_phone(site)
    click(site, "b4")
    expect(site.locator("#turn")).to_contain_text("won")


SHUT_IN = """
hand1-b3 e1-d2 hand1-b2 a5-b5 hand1-c2 d2-c1 hand1-e2 b5-a5 hand1-b5 c1-b1 hand1-d1 a5-a4
hand1-d2 e5-d4 hand1-a3 d4-e3 hand1-c4 e3-e4 hand1-d4 a4-a5 hand1-e3 a5-a4 hand1-a2 a4-a5
hand1-d3 a5-a4 hand1-d5 a4-b4 hand1-c1 b4-a4 hand1-c3 a4-b4 hand1-e5 b4-a4 hand1-a5 a4-b4
hand1-e1 b4-a4
"""


def test_territory_is_counted_and_shown(site: Page) -> None:
    stored("go-territory")
    walls = [
        f"{line}{row}-{line}{row}=Stone{side}"
        for row in range(1, 6)
        for side, line in ((1, "c"), (2, "b"))
    ]
    sit_down(site, "go-territory", walls, query="?option=Board/Five%20lines")
    expect(site.locator(".holding")).to_have_count(0)
    for count in range(11, 15):
        site.locator("#said button", has_text="pass").click()
        played(site, count)
        if count == 12:
            expect(site.locator("#turn")).to_have_text(
                "Black to move. Now: Dead stones. Click one of your own men, or pass."
            )
            on_a_phone(site)
    expect(site.locator("#turn")).to_contain_text("The game is over")
    expect(site.locator(".holding.side-2")).to_have_count(10)  # Black's, who begins
    expect(site.locator(".holding.side-1")).to_have_count(5)
    expect(site.locator("#notices")).to_contain_text("Territory: ")
    looked_at(site, "territory")
    site.get_by_role("button", name="Take back").click()
    expect(site.locator(".holding")).to_have_count(0)


def test_points_of_go_are_read_and_written_as_players_name_them(site: Page) -> None:
    stored("go-territory")
    sit_down(site, "go-territory", [], query="?option=Board/Thirteen%20lines")
    for text in ("J4", "k5", "Stone@N13"):
        site.locator("#typed").fill(text)
        site.keyboard.press("Enter")
    expect(site.locator("#moves button")).to_have_text(["Stone@J4", "Stone@K5", "Stone@N13"])
    expect(site).to_have_url(re.compile("i4-i4"))  # games are stored by labels
    site.locator('.site[data-label="L6"]').click(force=True)
    expect(site.locator("#moves button").last).to_have_text("Stone@L6")
    expect(site.locator("#cursor-said")).to_contain_text("L6")
    site.locator("#typed").fill("i4")
    site.keyboard.press("Enter")
    expect(site.locator("#typed-fault")).to_contain_text("i4 is not legal; legal are Stone@A1,")


def begin_by_link(site: Page, slug: str, others: str) -> None:
    """Begin a game with other people from the page on which a ruleset is played."""
    cache.clear()  # games that other tests have begun from here
    sit_down(site, slug)
    site.get_by_text(f"Play with {others}").click()
    site.get_by_role("button", name="Begin a game by link").click()
    site.wait_for_url("**/between/*/")
    ready(site)


def test_four_people_play_by_four_links(site: Page, new_context: CreateContextCallback) -> None:
    stored("chaturaji-biruni")
    begin_by_link(site, "chaturaji-biruni", "other people")
    others = [each.input_value() for each in site.locator("[id^=link-other]").all()]
    assert len({site.url, *others}) == 4
    seats = [site, *(new_context().new_page() for _ in others)]
    for seat, address in zip(seats[1:], others, strict=True):
        seat.goto(address)
        ready(seat)
        expect(seat.locator("[id^=link-other]")).to_have_count(0)
    game = SharedGame.objects.get()
    turns = 0
    for _ in range(40):
        if turns == 0b1111:
            break
        turns |= 1 << one_turn(seats, game)
    assert turns == 0b1111
    looked_at(site, "four")
    on_a_phone(site)
    expect(site.get_by_role("button", name="Offer a draw")).to_have_count(0)


def one_turn(seats: list[Page], game: SharedGame) -> int:
    """Whoever is to move plays, and everybody sees it; the number of the seat, from 0."""
    game.refresh_from_db()
    count = len(game.moves)
    for seat in seats:
        played(seat, count)
    mine = [seat.locator("#turn").inner_text().startswith("Your move") for seat in seats]
    assert mine.count(True) == 1
    mover = seats[mine.index(True)]
    label = mover.locator("#legal-moves button").first.text_content() or ""
    start, _, end = re.sub(r"^\[.*\] |=.*$", "", label).partition("-")
    if end:
        click(mover, start, end)
    else:
        mover.locator("#said button").first.click()
    for seat in seats:
        played(seat, count + 1)
    return mine.index(True)


def test_a_hidden_piece_is_seen_by_its_owner_alone(
    site: Page, new_context: CreateContextCallback
) -> None:
    stored_second("veiled-generals")
    begin_by_link(site, "veiled-generals", "another person")
    black, watcher = (new_context().new_page() for _ in range(2))
    for page, link in ((black, "#link-other-1"), (watcher, "#link-watch")):
        page.goto(site.locator(link).input_value())
        ready(page)
    assert (on(site, "b1"), on(site, "c5")) == ("White General", "Black (face down)")
    assert (on(black, "b1"), on(black, "c5")) == ("White (face down)", "Black General")
    assert (on(watcher, "b1"), on(watcher, "c5")) == ("White (face down)", "Black (face down)")

    click(site, "a1", "a4")
    for page in (site, black, watcher):
        played(page, 1)
    assert on(site, "a4") == "White Scout"
    assert on(black, "a4") == "White (face down)"
    assert "Scout" not in black.locator(".play-side").inner_text()
    assert "General" not in watcher.locator("main").inner_text().replace("Veiled generals", "")
    looked_at(black, "hidden", colours=False)

    on_a_phone(black)
    click(black, "c5", "c4")
    for page in (site, black, watcher):
        played(page, 2)
