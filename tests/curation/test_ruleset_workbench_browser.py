"""From an empty page to rules that are played, for someone who knows no ludemes, in Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from people.matrix import Role
from tests.pages.conftest import PHONE, site  # noqa: F401
from tests.pages.test_accessibility import OPEN_ALL, findings
from tests.signing import person, sign_in
from tests.waiting import PATIENCE, fits

pytestmark = pytest.mark.browser


@pytest.fixture
def writer(site: Page) -> Page:  # noqa: F811
    """Somebody who may write, where new rules of chess begin."""
    Game.objects.create(slug="chess", name="Chess")
    sign_in(site, person("bede", Role.CURATOR))
    site.goto(f"{site.url}rulesets/new/start/?game=chess")
    return site


def compiled(page: Page) -> None:
    expect(page.locator("#text-said")).to_contain_text("The rules compile.", timeout=4 * PATIENCE)
    expect(page.locator(".draft-play")).to_be_visible(timeout=4 * PATIENCE)


def click(page: Page, label: str) -> None:
    page.locator(f'.site[data-label="{label}"]').click(force=True)


def test_a_chess_of_ones_own_is_described_played_reviewed_and_published(writer: Page) -> None:
    page = writer
    page.get_by_label("Name of the game").fill("Elephant chess")
    page.get_by_text("Knight", exact=True).click()
    knight = page.locator("#simple ~ form, form.simple-rules").get_by_role("group", name="Knight")
    knight.get_by_label("Name").fill("Elephant")
    knight.get_by_label("leaps like a knight").uncheck()
    knight.get_by_label("steps diagonally", exact=True).check()
    page.get_by_label("Columns").fill("5")
    page.get_by_label("Rows").fill("6")
    page.get_by_label("First rank").fill("RNQBK")
    page.get_by_label("Second rank").fill("PPPP")
    page.get_by_role("button", name="Write the rules").click()
    wrong = page.locator(".field", has=page.locator(".errorlist"))
    expect(wrong).to_contain_text("rank 2 has 4 places")
    expect(wrong.locator("label")).to_have_text("Second rank")
    page.get_by_label("Second rank").fill("PPPPP")
    page.get_by_role("button", name="Write the rules").click()

    compiled(page)
    click(page, "b2")
    expect(page.locator(".board .cursor")).to_be_hidden()  # it is for the keys alone
    moves = page.locator(".draft-moves")
    expect(moves.locator("button")).to_have_text(["b2-b3"])
    expect(moves).to_contain_text("PawnMovesAhead")
    click(page, "b3")
    expect(page.locator("[data-draft=said]")).to_contain_text("b2-b3:")
    expect(page.locator("[data-draft=said]")).to_contain_text("Black to move")
    page.evaluate(OPEN_ALL)
    assert findings(page) == []

    page.locator("#about-game").select_option("")
    page.get_by_label("New game").fill("Elephant chess")
    page.locator("#about-name").fill("Elephant chess, small")
    expect(page.locator("#about-slug")).to_have_value("elephant-chess-small")
    page.get_by_label("Reason, as it will stand in the history").fill("For a class")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.locator(".notice").first).to_contain_text("Saved.")

    sign_in(page, person("cato", Role.CURATOR))
    page.reload()
    page.locator(".checked[data-ready]").wait_for()
    click(page, "b2")
    click(page, "b3")
    expect(page.locator("[data-draft=said]")).to_contain_text("b2-b3:")
    assert findings(page) == []
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".notice").first).to_contain_text("The text is published.")
    page.goto(f"{'/'.join(page.url.split('/')[:3])}/rulesets/elephant-chess-small/play/")
    page.locator(".play-table[data-ready]").wait_for()
    page.locator("#you").select_option("both")
    click(page, "c2")
    click(page, "c3")
    expect(page.locator("#moves button")).to_have_text(["c2-c3"])


def test_the_board_plays_what_is_typed_and_keeps_the_moves_that_it_still_allows(
    writer: Page,
) -> None:
    page = writer
    page.get_by_role("link", name="Tafl").click()
    compiled(page)
    click(page, "d2")
    click(page, "c2")
    said = page.locator("[data-draft=said]")
    expect(said).to_contain_text("d2-c2:")
    text = page.locator("#text").input_value()
    page.locator("#text").fill(
        text.replace('(define "KingSlides" (move Slide', '(define "KingSlides" (move Step')
    )
    expect(said).to_contain_text("d2-c2:", timeout=4 * PATIENCE)
    page.locator("#text").fill(text.replace('"D1" "D2" "A4"', '"D1" "A4"'))
    expect(said).not_to_contain_text("d2-c2", timeout=4 * PATIENCE)
    page.get_by_role("button", name="Start again").click()
    expect(said).to_contain_text("White to move")


def test_sticks_are_thrown_on_the_board_of_a_draft(writer: Page) -> None:
    page = writer
    page.get_by_role("link", name="Race").click()
    compiled(page)
    page.get_by_role("button", name="Throw", exact=True).click()
    expect(page.locator(".draft-moves button").first).to_be_visible()
    page.locator(".draft-moves button").first.click()
    expect(page.locator("[data-draft=said]")).to_contain_text(":")


def test_the_beginnings_fit_a_phone_and_axe_finds_nothing(writer: Page) -> None:
    writer.set_viewport_size(PHONE)
    writer.evaluate(OPEN_ALL)
    fits(writer)
    assert findings(writer) == []
    writer.get_by_role("link", name="Sowing").click()
    compiled(writer)
    writer.evaluate(OPEN_ALL)
    fits(writer)
    assert findings(writer, colours=False) == []  # the first test above looks at them
