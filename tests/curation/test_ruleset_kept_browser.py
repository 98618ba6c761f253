"""The editor of rules keeps what is typed in the browser until it is saved: nothing is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people.matrix import Role
from tests.pages.conftest import site, stored  # noqa: F401
from tests.pages.test_accessibility import OPEN_ALL
from tests.signing import person, sign_in

pytestmark = pytest.mark.browser

EDITOR = ".text-editor[data-ready]"
TYPED = "\n// half a thought"
RULES = "alquerque-de-tres-1283"  # of few clauses: the page has a form for each


@pytest.fixture
def editor(site: Page) -> Page:  # noqa: F811
    """Short rules in the editor of a curator."""
    stored(RULES)
    sign_in(site, person("bede", Role.CURATOR))
    return opened(site)


def opened(page: Page, path: str = f"rulesets/{RULES}/edit/") -> Page:
    page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/')[2]}/{path}")
    page.locator(EDITOR).wait_for()
    page.evaluate(OPEN_ALL)
    return page


def text_of(page: Page) -> str:
    return page.locator("#text").input_value()


def kept(page: Page) -> None:
    expect(page.locator("#kept-status")).to_contain_text("Kept in this browser at")


def test_text_and_clauses_survive_a_reload_that_nobody_saved_before(editor: Page) -> None:
    published = text_of(editor)
    editor.locator("#text").fill(published + TYPED)
    editor.get_by_label("Reason, as it will stand in the history").fill("Murray says so")
    editor.locator("[name=clause-0-title]").fill("Another title")
    kept(editor)
    editor.reload()
    editor.locator(EDITOR).wait_for()
    expect(editor.locator("#restored")).to_contain_text("is back in this form")
    assert text_of(editor) == published + TYPED
    assert editor.locator("[name=clause-0-title]").input_value() == "Another title"
    assert editor.locator("#why").input_value() == "Murray says so"
    editor.get_by_role("button", name="Discard mine").click()
    assert text_of(editor) == published
    opened(editor)
    expect(editor.locator("#restored")).to_be_hidden()

    # What is typed the moment before leaving is kept, too.
    editor.locator("#text").fill(published + TYPED)
    opened(editor, f"rulesets/{RULES}/edit/?again=1")
    assert text_of(editor) == published + TYPED


def test_what_is_saved_is_forgotten_and_not_put_back(editor: Page) -> None:
    editor.locator("#text").fill(text_of(editor) + TYPED)
    editor.get_by_role("button", name="Save the draft").click()
    expect(editor.locator(".notice").first).to_contain_text("Saved.")
    expect(editor).not_to_have_url(re.compile("kept="))
    assert editor.evaluate("Object.keys(localStorage).filter((k) => k.includes('typed'))") == []
    opened(editor)
    expect(editor.locator("#restored")).to_be_hidden()


def test_what_somebody_else_saved_since_is_not_covered(editor: Page) -> None:
    """The words of both are there: theirs in the form, mine to be put in, and theirs once more."""
    mine = text_of(editor) + TYPED
    editor.locator("#text").fill(mine)
    kept(editor)
    sent = "(await fetch(location.href, { method: 'POST', body: new URLSearchParams(body) })).ok"
    assert editor.evaluate(
        "async (text) => { const csrfmiddlewaretoken = document.querySelector("
        "'[name=csrfmiddlewaretoken]').value; const body = { text, csrfmiddlewaretoken, "
        "do: 'save', number: 0, why: '' }; return " + sent + " }",
        text_of(editor).replace(TYPED, "\n// theirs"),
    )
    opened(editor)
    expect(editor.locator("#restored")).to_contain_text("Something else has been saved since")
    assert "// theirs" in text_of(editor)
    editor.get_by_role("button", name="Put mine into the form").click()
    assert text_of(editor) == mine
    assert text_of(editor) == mine
    # Saved with the number that it was begun from, it is shown beside theirs, not put over it.
    assert editor.locator("[name=number]").input_value() == "0"


def test_a_row_that_was_added_comes_back(editor: Page) -> None:
    rows = editor.locator("[name^=clause-][name$=-title]").count()
    editor.locator(f"[name=clause-{rows - 1}-title]").fill("A new rule")
    editor.locator(f"[name=clause-{rows - 1}-name]").fill("NewRule")
    editor.get_by_role("button", name="Another row").last.click()
    editor.locator(f"[name=clause-{rows}-title]").wait_for(state="attached")
    editor.locator(EDITOR).wait_for()
    editor.evaluate(OPEN_ALL)
    editor.locator(f"[name=clause-{rows}-title]").fill("One more")
    kept(editor)
    opened(editor)
    expect(editor.locator(f"[name=clause-{rows - 1}-title]")).to_have_value("A new rule")
    expect(editor.locator(f"[name=clause-{rows}-title]")).to_have_value("One more")
