"""A new curator's first hour: from a page of the portal to a published record, and back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from evidence.claims import settle
from evidence.drafts import Draft, GameDraft
from evidence.editing.curation.models import Proposal
from evidence.models import Claim, Evidence
from evidence.storing import store
from people.matrix import Role
from tests.curation.conftest import person
from tests.evidence import picture_files
from tests.pages.conftest import stored, with_nothing
from tests.processes import wait_for
from tests.signing import sign_in

PART = "The board is round."
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
        with_nothing(page, live_server.url)
        sign_in(page, User.objects.get(username=name))
        page.goto(f"{live_server.url}/curate/")
        return page

    yield log_in
    assert complaints == []


def saved(page: Page) -> None:
    """Wait until the form has saved itself."""
    expect(page.locator("#saved")).to_contain_text(re.compile(r"Saved at \d\d:\d\d UTC"))


@pytest.fixture
def rumiya(transactional_db):
    """The ruleset that the page describes, and a record that it relates to."""
    store(Draft("old-diagram", GameDraft("Chess"), title="An older diagram"))
    ruleset = stored("shatranj-ar-rumiya-1140")
    settle(ruleset)
    return ruleset


def record() -> Evidence:
    return Evidence.objects.get(portal_id="DLP.Evidence.900601")


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


def write(page: Page, rumiya, folder: Path) -> None:
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
    state(page, rumiya)
    assert_more(page)
    add_picture(page, folder)
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


def state(page: Page, rumiya) -> None:
    """A sentence of the source, and what it states: a part that its clause did not have."""
    page.get_by_role("button", name="Another sentence").click()
    row = page.get_by_role("group", name="Sentence 1")
    row.get_by_label("Sentence", exact=True).fill("Its board is round.")
    row.get_by_label("These are").select_option("paraphrase")
    source = page.locator("#id_citations-0-citation").input_value()
    row.get_by_label("Source", exact=True).fill(source)
    row.get_by_role("button", name="What it states of a clause").click()
    claim = row.get_by_role("group", name="Claim 1")
    claim.get_by_label("The sentence").select_option("states")
    clause = f"{rumiya.slug}/{rumiya.clauses.all()[0].name}"
    claim.get_by_label("Clause, or a part of it").select_option(clause)
    claim.get_by_label("As a new part of the clause").fill(PART)


def assert_more(page: Page) -> None:
    """Two games of different certainty, a second date, and a related record."""
    page.get_by_text("Identified as several games, or not surely").click()
    for number, (game, certainty) in enumerate(
        [("Shatranj ar-Rumiya", "probable"), ("Chess", "doubtful")], 1
    ):
        page.get_by_role("button", name="Another identification").click()
        row = page.get_by_role("group", name=f"Identification {number}")
        row.get_by_label("Game").fill(game[:4])
        expect(page.locator(f"#suggestions option[value='{game}']")).to_have_count(1)
        row.get_by_label("Game").fill(game)
        row.get_by_label("How sure").select_option(certainty)
    page.get_by_role("button", name="Another date").click()
    row = page.get_by_role("group", name="Other date 1")
    row.get_by_label("Date", exact=True).fill("about 1480")
    expect(row.locator("[data-reading=date]")).to_contain_text("Read as")
    row.get_by_label("Date of").select_option("copy")
    page.get_by_role("button", name="Another related record").click()
    row = page.get_by_role("group", name="Related record 1")
    row.get_by_label("This record").select_option("copy-of")
    row.get_by_label("The other record").fill("old-diagram")


def add_picture(page: Page, folder: Path) -> None:
    """A picture with its rights, and a region of it that shows a part of a clause."""
    page.get_by_role("button", name="Save the draft and upload a picture").click()
    leaf = folder / "leaf.jpg"
    leaf.write_bytes(picture_files.jpeg())
    page.get_by_label("File", exact=True).set_input_files(leaf)
    page.get_by_label("What can be seen").fill("A round board")
    page.get_by_label("Licence").select_option(label="CC0 1.0")
    page.get_by_label("Holder").fill("A library")
    page.get_by_label("Credit").fill("A. B.")
    page.get_by_role("button", name="Add it to the draft").click()
    page.get_by_role("button", name="Another mark on a picture").click()
    for name, value in {"x": 10, "y": 10, "width": 50, "height": 40}.items():
        page.locator(f"#id_marks-0-{name}").fill(str(value))
    page.locator("#id_marks-0-clause").select_option(index=1)


def asserted(shape: dict[str, Any]) -> dict[str, Any]:
    """What curators have added to the portal's page, as the API tells it."""
    return {
        "games": [(each["game"]["name"], each["certainty"]) for each in shape["identifications"]],
        "dates": [(each["role"], each["edtf"]) for each in shape["other_dates"]],
        "related": [each["relation"] for each in shape["relations"]],
        "marks": [len(each["marks"]) for each in shape["pictures"]],
        "phrases": record().phrases.count(),
        "stated": [(each["number"], each["text"]) for each in shape["passages"]],
        "parts": list(
            Claim.objects.filter(part__text=PART).values_list("passage__number", "stance")
        ),
    }


WHOLE = {
    "games": [("Shatranj ar-Rumiya", "probable"), ("Chess", "doubtful")],
    "dates": [("copy", "1480~")],
    "related": ["copy-of"],
    "marks": [1],
    "phrases": 2,
    "stated": [(1, "Its board is round.")],
    "parts": [(1, "states")],
}


def told(page: Page) -> dict[str, Any]:
    """What the API says of the record whose page this is."""
    shape: dict[str, Any] = page.request.get(
        page.url.replace("/evidence/", "/api/v1/evidence/")
    ).json()
    return shape


def read_published(page: Page) -> None:
    """The record is on its page, on a map, in the API and in JSON-LD."""
    page.wait_for_url("**/evidence/*/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Shatranj ar-Rumiya")
    expect(page.get_by_text("about 1140").first).to_be_visible()
    page.locator(".map").scroll_into_view_if_needed()
    expect(page.locator(".map[data-drawn='1']")).to_be_visible()
    shape = told(page)
    assert shape["date"]["edtf"] == "1140~"
    assert len(shape["places"]) == 2
    assert asserted(shape) == WHOLE
    linked = json.loads(page.locator("script[type='application/ld+json']").text_content() or "")
    assert [each["roleName"] for each in linked["about"]] == ["probable", "doubtful"]
    assert linked["isBasedOn"][0]["url"].endswith("/evidence/old-diagram/")
    marked = [record().rules[row.start : row.end] for row in record().phrases.all()]
    assert marked == list(MARKED)


def change(page: Page) -> None:
    """Propose another wording; a mark whose words go is taken away."""
    page.get_by_role("link", name="Propose a change").click()
    text = page.get_by_label("What it shows", exact=True)
    text.fill("The board is a ring. The kings stand side by side.")
    expect(page.locator("#missing")).to_contain_text("mark them again")
    page.get_by_role("group", name="Mark 1").first.get_by_label("Remove this mark").check()
    page.get_by_label("Reason").fill("the number of squares is not told")
    page.get_by_role("button", name="Save and send to review").click()
    expect(page.locator(".lines del").first).to_contain_text("of sixty-four squares")


def paste_newer(page: Page) -> None:
    """Paste the portal's newer page, and take its confidence alone."""
    page.get_by_role("link", name="Begin from a portal page").click()
    newer = PORTAL.replace("Confidence 60", "Confidence 70").replace("side by side", "apart")
    page.get_by_label("Text of the page").fill(newer)
    page.get_by_role("button", name="Begin drafts").click()
    row = page.get_by_role("row", name="Confidence")
    row.get_by_label("Take the portal’s").check()
    page.get_by_role("button", name="Begin drafts").click()
    page.get_by_role("button", name="Save and send to review").click()


def test_from_a_page_of_the_portal_to_a_published_record_and_back(visit, rumiya, tmp_path) -> None:
    for name in ("nora", "otto"):
        person(name, Role.CURATOR)
    write(visit("nora"), rumiya, tmp_path)
    assert Evidence.objects.get().identifier == "old-diagram"

    page = visit("otto")
    page.get_by_role("link", name="Shatranj ar-Rumiya").click()
    page.get_by_role("button", name="Accept and publish").click()
    page.get_by_role("link", name="The published record").click()
    read_published(page)
    address = page.url
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
    page.wait_for_url(address)
    expect(page.get_by_text("ring of sixty-four squares").first).to_be_visible()
    assert asserted(told(page)) == WHOLE

    # The portal's newer page: nothing that was curated is lost.
    page.goto(address.partition("/evidence/")[0] + "/curate/")
    paste_newer(page)
    page = visit("otto")
    page.get_by_role("link", name="Shatranj ar-Rumiya").first.click()
    page.get_by_role("button", name="Accept and publish").click()
    page.goto(address)
    assert told(page)["confidence"] == 70
    assert asserted(told(page)) == WHOLE


def test_two_people_write_and_the_second_is_shown_both(visit, new_context) -> None:
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

    nora = new_context(storage_state=state).new_page()
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
