"""The way of a curator through what is said of a ruleset, in Chromium, and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from people.matrix import Role
from tests.pages.conftest import PHONE, make_shodra, site  # noqa: F401
from tests.pages.test_accessibility import OPEN_ALL, findings
from tests.signing import person, sign_in
from tests.waiting import fits

pytestmark = pytest.mark.browser


class Curators:
    """Bede, who writes, and Cato, who publishes, at one browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.base = page.url.rstrip("/")
        self.users = {name: person(name, Role.CURATOR) for name in ("bede", "cato")}

    def become(self, name: str) -> None:
        sign_in(self.page, self.users[name])

    def go(self, path: str) -> None:
        self.page.goto(f"{self.base}{path}")


@pytest.fixture
def curators(site: Page) -> Curators:  # noqa: F811
    make_shodra()
    return Curators(site)


def clause(page: Page, name: str) -> Locator:
    """The part of the form about one clause, opened by the keyboard."""
    row = page.locator(".clause-row").filter(has=page.locator("summary", has_text=name)).first
    row.locator("> summary").focus()
    page.keyboard.press("Enter")
    expect(row.get_by_label("Title").first).to_be_visible()
    return row


def save(page: Page) -> None:
    page.get_by_role("button", name="Save the draft").click()
    expect(page.locator(".notice").first).to_contain_text("Saved.")


def test_a_curators_way(curators: Curators) -> None:
    page = curators.page
    curators.become("bede")
    curators.go("/rulesets/shodra/edit/")
    page.locator(".text-editor[data-ready]").wait_for()
    clause(page, "MerzeSteps").get_by_label("The sentence").fill("One square slantwise, no more.")
    clause(page, "OiCaptures").get_by_label("Remove this clause").check()
    new = clause(page, "Add a clause")
    definition = page.locator("#definitions option").first.get_attribute("value") or ""
    new.get_by_label("Title").fill("A new clause")
    new.get_by_label("Name of its definition").fill(definition)
    new.get_by_label("The sentence").fill("What nobody had written down.")
    new.get_by_text("Add a citation").click()
    new.get_by_label("Source", exact=True).fill("murray")
    new.get_by_label("Where in it").fill("p. 373")
    page.get_by_label("Reason, as it will stand").fill("Murray read again")
    save(page)

    expect(page.locator(".missing")).to_contain_text("shown by 1 moment of recorded games")
    expect(page.locator(".told ins", has_text="slantwise, no more")).to_have_count(1)
    page.get_by_role("link", name="Go on writing").click()
    page.get_by_label("1 moment of recorded games that shows it goes with it").check()
    save(page)
    expect(page.locator(".missing")).to_have_count(0)
    expect(page.get_by_role("button", name="Publish")).to_have_count(0)

    curators.become("cato")
    page.reload()
    changed = page.locator(".line", has=page.locator("ins", has_text="slantwise, no more"))
    changed.locator("summary").press("Enter")
    changed.get_by_label("Comment on line 2 of Clause “MerzeSteps”").fill("So he does.")
    changed.get_by_role("button", name="Comment").click()
    expect(page.locator(".remark")).to_contain_text("So he does.")
    expect(page.locator(".told.changed .remark")).to_have_count(1)
    page.get_by_role("button", name="Mark as done").click()
    expect(page.locator(".remark.resolved")).to_contain_text("done by cato")
    page.evaluate(OPEN_ALL)
    assert findings(page) == []
    page.get_by_role("button", name="Publish").click()
    shown = page.locator(".clauses")
    expect(shown).to_contain_text("One square slantwise, no more.")
    expect(shown).to_contain_text("What nobody had written down.")
    expect(shown.locator(".clause", has_text="A new clause")).to_contain_text("p. 373")
    expect(page.locator("#clause-OiCaptures")).to_have_count(0)
    page.get_by_role("link", name="Versions of the text").click()
    page.get_by_role("link", name="Version 2").click()
    expect(page.locator(".told ins", has_text="slantwise, no more")).to_have_count(1)
    page.set_viewport_size(PHONE)
    page.evaluate(OPEN_ALL)
    fits(page)
    assert findings(page) == []


def test_the_form_is_whole_on_a_phone(curators: Curators) -> None:
    page = curators.page
    curators.become("bede")
    page.set_viewport_size(PHONE)
    curators.go("/rulesets/shodra/edit/")
    page.locator(".text-editor[data-ready]").wait_for()
    row = clause(page, "OiCaptures")
    row.get_by_label("Title").fill("The oi’s capture")
    row.get_by_text("Add a citation").click()
    row.get_by_label("Source", exact=True).last.fill("Murray 1913")
    row.get_by_role("button", name="Another row").click()
    row = page.locator(".clause-row[open]")
    expect(row.get_by_label("Title")).to_have_value("The oi’s capture")
    expect(row.locator("legend", has_text="Citation 2")).to_have_count(1)
    page.evaluate(OPEN_ALL)
    fits(page)
    assert findings(page, colours=False) == []  # test_ruleset_text_browser.py looks at them


def test_what_the_check_says_never_lies_over_the_clauses(curators: Curators) -> None:
    page = curators.page
    curators.become("bede")
    page.set_viewport_size({"width": 1280, "height": 900})
    curators.go("/rulesets/shodra/edit/")
    page.locator(".text-editor[data-ready]").wait_for()
    expect(page.locator("#checked .board")).to_be_visible()
    sentence = clause(page, "OiCaptures").get_by_label("The sentence")
    for width in (1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        page.locator("#text").focus()
        sentence.scroll_into_view_if_needed()
        box = sentence.bounding_box() or {}
        page.mouse.click(box["x"] + box["width"] - 24, box["y"] + 8)
        expect(sentence).to_be_focused()
