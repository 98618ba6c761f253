"""Regions of a picture, drawn with the pointer and edited as numbers; the clause they show."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from evidence.drafts import Draft, GameDraft, MarkDraft, PictureDraft
from evidence.editing.curation.life import begin
from evidence.editing.curation.models import Proposal
from evidence.models import Evidence
from evidence.pictures.files import keep
from evidence.storing import store
from games.models import Ruleset
from people.matrix import Role
from tests.curation.conftest import person
from tests.demo import store_demo
from tests.evidence import picture_files as files

RIGHTS = {
    "alt": "A board",
    "licence": "https://creativecommons.org/publicdomain/zero/1.0/",
    "holder": "A museum",
    "credit": "A. B.",
}


@pytest.fixture
def complaints(page: Page) -> Any:
    """What scripts of the page have failed with: nothing."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    yield found
    assert found == []


def test_a_picture_is_uploaded_and_marked_with_the_pointer_and_with_keys(
    live_server, page: Page, transactional_db, complaints, tmp_path
):
    ada = person("ada", Role.CONTRIBUTOR)
    draft = begin(ada, {"title": "Leaf"})
    page.goto(f"{live_server.url}/accounts/login/?next=/curate/{draft.pk}/edit/")
    page.locator("#id_login").fill("ada")
    page.locator("#id_password").fill("twelve horses")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Save the draft and upload a picture").click()
    leaf = tmp_path / "leaf.jpg"
    leaf.write_bytes(files.jpeg())
    page.get_by_label("File", exact=True).set_input_files(leaf)
    page.get_by_label("What can be seen").fill("A board of nine squares")
    page.get_by_label("Licence").select_option(label="CC0 1.0")
    page.get_by_label("Holder").fill("A museum")
    page.get_by_label("Credit").fill("A. B.")
    page.get_by_role("button", name="Add it to the draft").click()
    box = page.locator(".marking")
    box.scroll_into_view_if_needed()
    place = box.bounding_box()
    assert place
    page.mouse.move(place["x"] + place["width"] * 0.1, place["y"] + place["height"] * 0.2)
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"] * 0.6, place["y"] + place["height"] * 0.7, steps=4)
    page.mouse.up()
    expect(page.locator("#id_marks-0-note")).to_be_focused()
    page.keyboard.type("nine squares")
    assert abs(float(page.locator("#id_marks-0-width").input_value()) - 50) < 1
    expect(box.locator("rect")).to_have_count(1)
    page.locator("#id_marks-0-x").fill("25")
    expect(box.locator("rect")).to_have_attribute("x", "250")
    page.get_by_role("button", name="Save the draft", exact=True).click()
    expect(page).to_have_url(re.compile(r"/curate/\d+/(#.*)?$"))
    (picture,) = Proposal.objects.get().content["pictures"]
    (mark,) = picture["marks"]
    assert (mark["x"], mark["note"], abs(mark["y"] - 200) < 10) == (250, "nine squares", True)
    expect(page.locator(".picture-marks rect")).to_have_attribute("x", "250")


def test_a_region_of_a_picture_lights_its_clause_on_the_board(
    live_server, page: Page, transactional_db, complaints
):
    store_demo()
    ruleset = Ruleset.objects.get(slug="shodra")
    clause = ruleset.clauses.filter(moments__isnull=False).first() or ruleset.clauses.first()
    marks = (MarkDraft(100, 100, 300, 300, ruleset="shodra", clause=clause.name),)
    picture = PictureDraft(file=keep(files.jpeg()).digest, **RIGHTS, marks=marks)
    store(Draft("leaf", GameDraft("Shodra"), title="Leaf", pictures=(picture,)))
    page.goto(live_server.url + Evidence.objects.get(identifier="leaf").get_absolute_url())
    page.locator(".picture-marks a").click()
    panel = page.locator("#moment")
    expect(panel).to_be_visible()
    expect(panel.locator("svg.board")).to_be_visible()
    expect(page.locator("#moment-title")).to_have_text(clause.title)
    expect(page.locator(".picture-marks a")).to_have_attribute("aria-current", "true")
    expect(page.locator(".mark-link")).to_have_attribute("aria-current", "true")
    page.locator("#moment-close").click()
    expect(page.locator(".picture-marks a")).not_to_have_attribute("aria-current", "true")
    expect(page.locator(".mark-link")).to_be_focused()
