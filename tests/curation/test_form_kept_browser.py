"""The form of a record loses nothing where somebody is logged out, and saves what came back."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from evidence.editing.curation.models import Proposal
from people.matrix import Role
from tests.curation.conftest import person
from tests.pages.conftest import with_nothing
from tests.processes import wait_for
from tests.signing import sign_in

SAVED = re.compile(r"Saved at \d\d:\d\d UTC")


@pytest.fixture
def form(live_server, page: Page, transactional_db) -> Page:
    """The form of a new record."""
    with_nothing(page, live_server.url)
    sign_in(page, person("ada", Role.CONTRIBUTOR))
    page.goto(f"{live_server.url}/curate/new/")
    page.locator("#place-map .land").first.wait_for(state="attached")
    return page


def logged_out(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")
    page.locator("#id_rules").fill("Two pieces on each side")
    expect(page.locator("#saved")).to_contain_text("you are logged out. Log in in another tab")


def log_in_again(page: Page) -> None:
    """With a new token against forgery, as the login gives one."""
    page.context.clear_cookies()
    sign_in(page, User.objects.get(username="ada"))


def begun(page: Page) -> None:
    page.locator("#id_title").fill("Board on a step")
    expect(page.locator("#saved")).to_contain_text(SAVED)


def test_saving_goes_on_once_somebody_has_logged_in_in_another_tab(form: Page) -> None:
    begun(form)
    logged_out(form)
    form.get_by_role("button", name="Save the draft", exact=True).click()
    expect(form).to_have_url(re.compile("/edit/$"))
    assert "rules" not in Proposal.objects.get().content
    log_in_again(form)
    form.evaluate("dispatchEvent(new Event('focus'))")
    wait_for(lambda: Proposal.objects.get().content.get("rules"))
    expect(form.locator("#saved")).to_contain_text(SAVED)
    assert form.evaluate("Object.keys(localStorage).filter((k) => k.includes('typed'))") == []


def test_what_was_typed_comes_back_after_logging_in(form: Page) -> None:
    begun(form)
    address = form.url
    form.locator("[data-add=quotations]").click()
    form.locator("#id_quotations-0-text").fill("Il jouait")
    wait_for(lambda: Proposal.objects.get().content.get("quotations"))
    expect(form.locator("#saved")).to_contain_text(SAVED)
    form.context.clear_cookies(name="sessionid")
    form.locator("#id_rules").fill("Two pieces on each side")
    form.locator("[data-add=quotations]").click()
    form.locator("#id_quotations-1-text").fill("avec des dés")
    form.get_by_role("button", name="Save the draft", exact=True).click()
    expect(form.locator(".notice")).to_contain_text("You are logged out, so nothing was saved")
    log_in_again(form)
    form.goto(address)
    expect(form.locator("#id_rules")).to_have_value("Two pieces on each side")
    expect(form.locator("#id_quotations-1-text")).to_have_value("avec des dés")
    wait_for(lambda: len(Proposal.objects.get().content.get("quotations", ())) == 2)
    form.get_by_role("button", name="Save the draft", exact=True).click()
    expect(form).to_have_url(re.compile(r"/curate/\d+/$"))
    assert form.evaluate("Object.keys(localStorage).filter((k) => k.includes('typed'))") == []


def test_coordinates_that_were_found_are_saved_without_another_key(form: Page) -> None:
    form.locator("#id_places-0-name").fill("Paris")
    form.get_by_role("button", name="Find coordinates by name").click()
    expect(form.locator("#saved")).to_contain_text(re.compile("Not saved yet|Saving|Saved at"))
    wait_for(lambda: "lat_u" in str(list(Proposal.objects.values_list("content", flat=True))))


def test_a_selection_of_nothing_is_told_and_a_point_of_geojson_has_a_mark(form: Page) -> None:
    missed: list[str] = []
    form.on("response", lambda answer: missed.append(answer.url) if not answer.ok else None)
    form.get_by_role("button", name="Mark the words that are selected").click()
    expect(form.get_by_text("Nothing is selected: first select words")).to_be_visible()
    expect(form.locator("[data-rows=phrases] [data-row]")).to_have_count(0)
    form.get_by_text("Or an area of its own").click()
    form.locator("#id_places-0-outline").fill('{"type": "Point", "coordinates": [28, 40]}')
    expect(form.locator("#place-map .place-point")).to_have_count(1)
    expect(form.locator("#place-map img.leaflet-marker-icon")).to_have_count(0)
    assert missed == []


def test_a_person_is_told_of_their_own_other_tab(form: Page) -> None:
    begun(form)
    other = form.context.new_page()
    other.goto(form.url)
    other.locator("#id_title").fill("Board on a wall")
    expect(other.locator("#saved")).to_contain_text(SAVED)
    form.locator("#id_rules").fill("Two pieces on each side")
    expect(form.locator("#saved")).to_contain_text("You have saved this in another tab")
    form.get_by_role("button", name="Save the draft", exact=True).click()
    expect(form.locator(".joined")).to_contain_text("You have saved this in another tab")
    expect(form.locator(".joined h2")).to_have_text("What you changed in the other tab")
