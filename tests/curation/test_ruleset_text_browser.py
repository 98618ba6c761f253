"""The editor of a text of rules in Chromium: colours, what is wrong and where, coverage."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from people.matrix import Role
from tests.pages.conftest import PHONE, site, stored  # noqa: F401
from tests.pages.test_accessibility import OPEN_ALL, findings
from tests.signing import person, sign_in
from tests.waiting import PATIENCE, becomes, fits

pytestmark = pytest.mark.browser

# How far below the words that are wrong the tip is: both are measured at once.
BENEATH = """document.querySelector(".tip")?.getBoundingClientRect().top
  - document.querySelector(".wrong")?.getBoundingClientRect().bottom"""


# How far below the first line the list of what fits is, with the caret in that line.
BELOW_THE_CARET = """document.querySelector("#offers").getBoundingClientRect().top
  - document.querySelector(".colours span").getBoundingClientRect().bottom"""


@pytest.fixture
def editor(site: Page) -> Page:  # noqa: F811
    """Shodra in the editor of a curator."""
    return edited(site, "shodra")


def edited(site: Page, slug: str) -> Page:  # noqa: F811
    stored(slug)
    sign_in(site, person("bede", Role.CURATOR))
    site.goto(f"{site.url}rulesets/{slug}/edit/")
    site.locator(".text-editor[data-ready]").wait_for()
    return site


def said(page: Page, words: str) -> None:
    expect(page.locator("#text-said")).to_contain_text(words, timeout=2 * PATIENCE)


def text_of(page: Page) -> str:
    return page.locator("#text").input_value()


def test_a_mistake_is_underlined_told_and_mended_and_a_form_is_completed(editor: Page) -> None:
    said(editor, "The rules compile.")
    good = text_of(editor)
    becomes(editor, lambda: editor.locator(".colours").text_content(), f"{good}\n")
    expect(editor.locator(".lud-clause").first).to_have_text('"Board"')
    expect(editor.locator(".board-box .piece-at")).to_have_count(32)
    expect(editor.locator(".coverage tbody tr")).to_have_count(21)

    editor.locator("#text").fill(good.replace("(move Step Diagonal", "(move Stepp Diagonal"))
    said(editor, "it is being checked")
    expect(editor.locator("#checked")).to_have_attribute("aria-busy", "true")
    said(editor, "do you mean Step?")
    expect(editor.locator("#checked:not([aria-busy])")).to_be_visible()
    becomes(editor, lambda: "".join(editor.locator(".wrong").all_text_contents()), "Stepp")
    expect(editor.locator("#text")).to_have_attribute("aria-invalid", "true")
    expect(editor.locator(".verdict")).to_contain_text("1 problem")

    editor.locator(".problem a[data-line]").click()
    expect(editor.locator("#text")).to_be_focused()
    tip = editor.locator(".tip")
    expect(tip).to_contain_text("do you mean")
    becomes(editor, lambda: 0 <= editor.evaluate(BENEATH) < 8, True)
    editor.keyboard.press("Control+Home")
    expect(tip).to_be_hidden()

    editor.locator("#text").fill(good)
    said(editor, "The rules compile.")
    expect(editor.locator(".wrong")).to_have_count(0)
    completed_and_explained_by_keyboard(editor)


def test_a_draft_is_saved_and_published_by_another(editor: Page) -> None:
    said(editor, "The rules compile.")
    text = text_of(editor).replace(
        '"MerzeSteps" (move Step Diagonal', '"MerzeSteps" (move Step All'
    )
    editor.locator("#text").fill(text)
    editor.get_by_label("Reason, as it will stand in the history").fill("Murray says so")
    editor.get_by_role("button", name="Save the draft").click()
    expect(editor.locator(".notice").first).to_contain_text("Saved.")
    expect(editor.locator(".run ins")).to_have_text("added: All")
    expect(editor.get_by_role("button", name="Publish")).to_have_count(0)

    sign_in(editor, person("cato", Role.CURATOR))
    editor.reload()
    editor.get_by_role("button", name="Publish").click()
    expect(editor.locator(".notice").first).to_contain_text("The text is published.")
    editor.get_by_role("link", name="Versions of the text").click()
    editor.get_by_role("link", name="Version 2").click()
    expect(editor.locator(".run ins")).to_have_text("added: All")
    editor.set_viewport_size(PHONE)
    fits(editor)


def colours_stand_behind_the_letters(editor: Page) -> None:
    """Each line of the textarea is where its colours are."""
    heights = editor.evaluate(
        "[...document.querySelectorAll('.code > pre, .code > textarea')]"
        ".map((each) => [each.scrollHeight, each.clientWidth])"
    )
    assert abs(heights[0][0] - heights[1][0]) < 2
    assert heights[0][1] == heights[1][1]
    fits(editor)


def test_colours_stand_behind_the_letters_and_axe_finds_nothing_serious(
    site: Page,  # noqa: F811
) -> None:
    """Wide, and on a phone too: of rules with few clauses, each of which has a form of its own."""
    editor = edited(site, "alquerque-de-tres-1283")
    said(editor, "The rules compile.")
    colours_stand_behind_the_letters(editor)
    editor.evaluate(OPEN_ALL)
    assert findings(editor) == []
    editor.set_viewport_size(PHONE)
    editor.wait_for_function("width => innerWidth === width", arg=PHONE["width"])
    colours_stand_behind_the_letters(editor)
    editor.locator("#text").fill("(game")
    said(editor, "never closed")
    editor.emulate_media(color_scheme="dark")
    editor.set_viewport_size(PHONE)
    assert findings(editor) == []


def completed_and_explained_by_keyboard(editor: Page) -> None:
    """A form, as its name is typed."""
    expect(editor.locator("#offers-hint")).to_be_visible()
    area, offers = editor.locator("#text"), editor.locator("#offers")
    area.fill("")
    area.press_sequentially("(hand Each (is Con")
    expect(offers.get_by_role("option")).to_have_text(
        ["Connected Whether a group connects regions, or can no longer do so."]
    )
    area.press("ArrowDown")
    expect(area).to_have_attribute("aria-activedescendant", "offer-0")
    area.press("Enter")
    expect(area).to_have_value("(hand Each (is Connected")
    expect(offers).to_be_hidden()
    expect(editor.locator("#reference code")).to_contain_text("(is Connected [number]")
    area.press_sequentially(") s")
    expect(offers.get_by_role("option")).to_contain_text(["size:"])
    area.press("Escape")
    expect(offers).to_be_hidden()
    area.press("Enter")
    expect(area).to_have_value("(hand Each (is Connected) s\n")


def test_what_fits_is_listed_in_sight_at_the_caret(editor: Page) -> None:
    """Also in a long text; a list that was scrolled away leaves the keys to the text."""
    expect(editor.locator("#offers-hint")).to_be_visible()
    area, offers = editor.locator("#text"), editor.locator("#offers")
    area.focus()
    editor.keyboard.press("Control+Home")
    editor.keyboard.type("(move Sl")
    expect(offers).to_be_in_viewport(ratio=1)
    becomes(editor, lambda: 0 <= editor.evaluate(BELOW_THE_CARET) < 8, True)
    editor.evaluate("scrollTo(0, 2000)")
    expect(offers).not_to_be_in_viewport()
    editor.keyboard.press("ArrowDown")
    expect(offers).to_be_hidden()
    assert not area.get_attribute("aria-activedescendant")

    editor.keyboard.press("Control+Home")
    editor.keyboard.type("(move Sl")
    expect(offers).to_be_visible()
    editor.keyboard.press("ArrowLeft")
    expect(offers).to_be_hidden()
    editor.set_viewport_size(PHONE)
    editor.keyboard.press("Control+End")
    editor.keyboard.type("(mo")
    expect(offers).to_be_in_viewport(ratio=1)
    fits(editor)
