"""A new curator's first hour: from a page of the portal to a published record, and back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from curation.models import Proposal
from evidence.models import Evidence
from people.matrix import Role
from tests.curation.conftest import person
from tests.pages.conftest import stored
from tests.processes import wait_for

MARKED = ("a ring of sixty-four squares", "side by side")
PORTAL = """Evidence for Shatranj ar-Rumiya

1 pieces of evidence found.

Id DLP.Evidence.900601
Type Historical Text
Location Constantinople
Date 1140-01-01 - 1140-12-31
Rules The board is a ring of sixty-four squares. The kings stand side by side.
Confidence 60
Social status Nobility
Source Murray, H. J. R. 1913. A History of Chess. London: Oxford University Press.
"""


@pytest.fixture
def visit(live_server, page: Page, transactional_db):
    """Log somebody in, on one page whose script must not fail."""
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if "Content Security" in said.text else None,
    )

    def log_in(name: str) -> Page:
        page.context.clear_cookies()
        page.goto(f"{live_server.url}/accounts/login/?next=/curate/")
        page.locator("#id_login").fill(name)
        page.locator("#id_password").fill("twelve horses")
        page.get_by_role("main").get_by_role("button", name="Log in").click()
        page.wait_for_url(f"{live_server.url}/curate/")
        return page

    yield log_in
    assert complaints == []


def saved(page: Page) -> None:
    """Wait until the form has saved itself."""
    expect(page.locator("#saved")).to_contain_text(re.compile("Saved at"))


@pytest.fixture
def rumiya(transactional_db):
    """The ruleset that the page describes."""
    return stored("shatranj-ar-rumiya-1140")


def select_words(page: Page, label: str, words: str) -> None:
    """Select words in a text, as by the mouse."""
    page.get_by_label(label, exact=True).evaluate(
        """(field, words) => {
          field.focus();
          const at = field.value.indexOf(words);
          field.setSelectionRange(at, at + words.length);
        }""",
        words,
    )


def write(page: Page, rumiya) -> None:
    """From the page of the portal to a proposal in review."""
    page.get_by_role("link", name="Begin from a portal page").click()
    page.get_by_label("Text of the page").fill(PORTAL)
    page.get_by_role("button", name="Begin drafts").click()

    # The date corrected in plain words, the reading shown back.
    expect(page.get_by_label("What it shows", exact=True)).to_have_value(re.compile("sixty-four"))
    page.get_by_label("Date", exact=True).fill("about 1140")
    expect(page.locator("[data-reading=date]")).to_have_text("Read as about 1140 (1140~)")

    # A second place by a click on the map.
    page.get_by_role("button", name="Another place").click()
    second = page.get_by_role("group", name="Place 2")
    second.get_by_label("Name").fill("Near the Bosporus")
    second.get_by_role("button", name="Set by clicking the map").click()
    page.locator("#place-map").click(position={"x": 300, "y": 120})
    expect(second.get_by_label("Coordinates")).to_have_value(re.compile(r"^-?\d+\.\d{6}, "))
    expect(second.locator("[data-reading=point]")).to_contain_text("Read as")
    page.get_by_label("Where in it").fill("pp. 342-343")
    mark(page, rumiya)
    saved(page)
    expect(page.locator("#missing")).to_be_hidden()
    page.get_by_role("button", name="Save and send to review").click()
    expect(page.locator("p.notice")).to_have_text("Saved and sent to review.")


def mark(page: Page, rumiya) -> None:
    """Two phrases marked and linked to clauses."""
    clauses = list(rumiya.clauses.all()[:2])
    for number, (words, clause) in enumerate(zip(MARKED, clauses, strict=True), 1):
        select_words(page, "What it shows", words)
        page.get_by_role("button", name="Mark the words that are selected").click()
        row = page.get_by_role("group", name=f"Mark {number}", exact=True)
        expect(row.get_by_label("Marked words")).to_have_value(words)
        choice = row.get_by_label("Clause that they carry")
        choice.select_option(f"{rumiya.slug}/{clause.name}")


def read_published(page: Page) -> None:
    """The record is on its page, on a map, and in the API."""
    page.wait_for_url("**/evidence/*/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Shatranj ar-Rumiya")
    expect(page.get_by_text("about 1140").first).to_be_visible()
    page.locator(".map").scroll_into_view_if_needed()
    expect(page.locator(".map[data-drawn='1']")).to_be_visible()
    shape = page.request.get(page.url.replace("/evidence/", "/api/v1/evidence/")).json()
    assert shape["date"]["edtf"] == "1140~"
    assert len(shape["places"]) == 2
    (record,) = Evidence.objects.all()
    marked = [record.rules[row.start : row.end] for row in record.phrases.all()]
    assert marked == list(MARKED)


def change(page: Page) -> None:
    """Propose another wording; a mark whose words go is taken away."""
    page.get_by_role("link", name="Propose a change").click()
    text = page.get_by_label("What it shows", exact=True)
    text.fill("The board is a ring. The kings stand side by side.")
    expect(page.locator("#missing")).to_contain_text("mark them again")
    page.get_by_role("group", name="Mark 1").get_by_label("Remove this mark").check()
    page.get_by_label("Reason").fill("the number of squares is not told")
    page.get_by_role("button", name="Save and send to review").click()
    expect(page.locator(".lines del").first).to_contain_text("of sixty-four squares")


def test_from_a_page_of_the_portal_to_a_published_record_and_back(visit, rumiya) -> None:
    for name in ("nora", "otto"):
        person(name, Role.CURATOR)
    write(visit("nora"), rumiya)
    assert not Evidence.objects.exists()

    page = visit("otto")
    page.get_by_role("link", name="Shatranj ar-Rumiya").click()
    page.get_by_role("button", name="Accept and publish").click()
    page.get_by_role("link", name="The published record").click()
    read_published(page)
    record = page.url
    change(page)

    # Accepted by the other; compared; undone.
    page = visit("nora")
    page.get_by_role("link", name="Shatranj ar-Rumiya").first.click()
    page.get_by_role("button", name="Accept and publish").click()
    page.get_by_role("link", name="Its versions").click()
    expect(page.get_by_role("row")).to_have_count(3)
    page.get_by_role("link", name="Version 1").click()
    page.get_by_label("Compare with").select_option("2")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".lines ins").first).to_contain_text("of sixty-four squares")
    page.get_by_label("Reason").fill("Murray tells it on the next page")
    page.get_by_role("button", name="Publish this version again").click()
    page.wait_for_url(record)
    expect(page.get_by_text("ring of sixty-four squares").first).to_be_visible()
    assert Evidence.objects.get().phrases.count() == 2


def test_two_people_write_and_the_second_is_shown_both(visit, live_server, browser) -> None:
    person("nora", Role.CURATOR), person("otto", Role.CURATOR)
    page = visit("nora")
    page.get_by_role("link", name="Add a record").click()
    page.get_by_label("Title").fill("A board")
    page.get_by_label("What it shows").fill("The board is round.")
    wait_for(lambda: Proposal.objects.filter(content__rules="The board is round.").exists())
    expect(page).to_have_url(re.compile(r"/curate/\d+/"))
    saved(page)
    address = page.url
    state = page.context.storage_state()

    nora = browser.new_context(storage_state=state).new_page()
    nora.goto(address)
    page = visit("otto")
    page.goto(address)
    expect(page.locator("#others")).to_contain_text("nora")
    page.get_by_label("What it shows").fill("The wooden board is round.")
    saved(page)
    nora.get_by_label("What it shows").fill("The board is round and painted.")
    expect(nora.locator("#saved")).to_contain_text("Someone else has saved this since")
    nora.get_by_role("button", name="Save the draft", exact=True).click()
    expect(nora.get_by_role("heading", level=1)).to_have_text("Two changes, joined")
    expect(nora.get_by_label("What it shows")).to_have_value(
        "The wooden board is round and painted."
    )
    nora.get_by_role("button", name="Save the draft", exact=True).click()
    expect(nora.get_by_text("The wooden board is round and painted.")).to_be_visible()
    nora.context.close()
