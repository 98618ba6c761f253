"""Hints of the form while somebody types: they follow the fields, and say what was taken over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from evidence.editing.curation.models import Proposal
from people.matrix import Role
from tests.curation.conftest import person
from tests.pages.conftest import stored, with_nothing
from tests.signing import sign_in


@pytest.fixture
def form(live_server, page: Page, transactional_db):
    """The form of a new record, whose scripts must not fail."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    stored("shodra")
    stored("kar-ouk")
    with_nothing(page, live_server.url)
    sign_in(page, person("ada", Role.CONTRIBUTOR))
    page.goto(f"{live_server.url}/curate/new/")
    yield page
    assert complaints == []


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_contain_text(re.compile("Saved at"))


def offered(page: Page, name: str) -> set[str]:
    values = page.locator(name).evaluate("(field) => [...field.options].map(({ value }) => value)")
    return {value.partition("/")[0] for value in values if value}


def test_a_hint_goes_as_soon_as_its_field_changes(form: Page):
    form.locator("#id_title").fill("Board on a step")
    saved(form)
    expect(form.locator("#saved")).to_contain_text("Points left before it can be published: 5.")
    form.route("**/edit/", lambda route: route.abort())  # nothing is saved from here on
    for name, hint in (
        ("#id_date", "date"),
        ("#id_citations-0-locator", "citations-0-citation"),
        ("#id_places-0-point", "places-0-name"),
    ):
        said = form.locator(f"[data-of=id_{hint}]")
        expect(said).to_be_visible()
        form.locator(name).press_sequentially("1")
        expect(said).to_be_hidden()
        expect(form.locator(f"#id_{hint}_asked")).to_have_count(0)
        expect(form.locator(f"#missing a[href='#id_{hint}']")).to_be_hidden()
    form.get_by_label("Unidentified").check()
    expect(form.locator("[data-of=id_game_name]")).to_be_hidden()
    form.locator("#id_type").select_option("artifact")
    expect(form.locator("#missing")).to_be_hidden()


def test_a_refused_save_takes_the_reader_to_what_is_wrong_and_leaves_no_trace(form: Page):
    address = form.url
    form.locator("#id_confidence").fill("999")
    form.locator("#id_title").fill("Board")
    form.get_by_role("button", name="Save and send to review").click()
    expect(form.locator("#refusal")).to_be_focused()
    assert form.url == address
    wrong = form.locator("#id_confidence")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(form.locator("[data-of=id_date]")).to_be_visible()
    wrong.fill("60")
    expect(wrong).not_to_have_attribute("aria-invalid", "true")
    expect(form.locator("#id_confidence_error")).to_have_count(0)
    saved(form)
    expect(form.locator("#refusal")).to_have_count(0)
    form.get_by_role("button", name="Save the draft", exact=True).click()
    form.wait_for_url(re.compile(r"/curate/\d+/$"))


def test_words_taken_over_stand_in_the_form_and_a_persons_own_words_stay(form: Page):
    given, note = form.locator("#id_date_as_given"), form.locator("#id_date_as_given_typed")
    form.locator("#id_date").fill("late 3rd century")
    saved(form)
    expect(given).to_have_value("late 3rd century")
    expect(note).to_have_text(re.compile("^The form has copied this"))
    given.fill("in the late third century")
    expect(note).to_have_text("")
    with form.expect_response(re.compile("/edit/$")):
        pass
    form.locator("#id_date").fill("early 4th century")
    with form.expect_response(re.compile("/edit/$")):
        pass
    expect(given).to_have_value("in the late third century")
    assert Proposal.objects.get().content["date_as_given"] == "in the late third century"


def test_clauses_offered_follow_the_rulesets_that_are_linked(form: Page):
    form.get_by_role("button", name="Another mark", exact=True).click()
    form.get_by_role("button", name="Another ruleset").click()
    mark, link = "#id_phrases-0-clause", form.locator("#id_rulesets-0-ruleset")
    link.select_option("shodra")
    expect(form.locator(f"{mark} option[value^='kar-ouk/']")).to_have_count(0)
    assert offered(form, mark) == {"shodra"}
    form.locator(mark).select_option("shodra/OiCaptures")
    link.select_option("kar-ouk")
    expect(form.locator(f"{mark} option[value^='kar-ouk/']").first).to_be_attached()
    assert offered(form, mark) == {"kar-ouk", "shodra"}  # what is chosen stays
    expect(form.locator(mark)).to_have_value("shodra/OiCaptures")
    form.get_by_role("button", name="Another claim").click()
    assert offered(form, "#id_claims-0-clause") == {"kar-ouk"}
