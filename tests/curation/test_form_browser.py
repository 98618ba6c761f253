"""The form of a record: an area drawn by mouse and by keyboard, and what it says while it saves."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from evidence.editing.curation import life
from evidence.editing.curation.models import Proposal
from people.matrix import Role
from tests.curation.conftest import person
from tests.pages.conftest import with_nothing
from tests.processes import wait_for
from tests.signing import sign_in


@pytest.fixture
def form(live_server, page: Page, transactional_db):
    """The form of a new record, whose scripts must not fail."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    with_nothing(page, live_server.url)
    sign_in(page, person("ada", Role.CONTRIBUTOR))
    page.goto(f"{live_server.url}/curate/new/")
    page.locator("#place-map .land").first.wait_for(state="attached")
    yield page
    assert complaints == []


def drawn(page: Page) -> list[list[float]]:
    text = page.locator("#id_places-0-outline").input_value()
    (ring,) = json.loads(text)["coordinates"]
    assert ring[0] == ring[-1]
    return ring[:-1]


def saved(page: Page) -> dict:
    expect(page.locator("#saved")).to_contain_text(re.compile(r"Saved at \d\d:\d\d UTC"))
    return Proposal.objects.get().content


def test_an_area_is_drawn_corner_by_corner_saved_and_seen_by_a_reviewer(form: Page, live_server):
    form.locator("#id_places-0-name").fill("Thrace")
    form.get_by_role("button", name="Draw its area on the map").click()
    finish = form.get_by_role("button", name="Take this area")
    expect(finish).to_be_disabled()
    box = form.locator("#place-map")
    for x, y in ((200, 100), (320, 100), (320, 200), (200, 200)):
        box.click(position={"x": x, "y": y})
    expect(form.locator("#area-tools [role=status]")).to_have_text("Corners: 4")
    finish.click()
    corners = drawn(form)
    assert len(corners) == 4
    assert corners[0][0] == corners[3][0] < corners[1][0]
    expect(form.locator("#place-map path.frame")).to_be_visible()
    (place,) = saved(form)["places"]
    assert (place["name"], place["shape"]["type"]) == ("Thrace", "Polygon")
    assert form.locator("#id_places-0-point").input_value() == ""
    points_and_areas_are_on_a_map_for_who_reviews(form, live_server)


def test_an_area_is_drawn_by_keyboard_alone(form: Page):
    form.get_by_role("button", name="Draw its area on the map").focus()
    form.keyboard.press("Enter")
    expect(form.locator("#place-map")).to_be_focused()
    form.keyboard.press("Enter")
    for key in ("ArrowRight", "ArrowDown"):
        before = form.locator("#place-map .leaflet-map-pane").get_attribute("style")
        form.keyboard.press(key)
        expect(form.locator("#place-map .leaflet-map-pane")).not_to_have_attribute("style", before)
        expect(form.locator("#place-map .leaflet-pan-anim")).to_have_count(0)
        form.keyboard.press("Enter")
    form.get_by_role("button", name="Take this area").press("Enter")
    (west, north), (east, same), (_east, south) = drawn(form)
    assert west < east
    assert south < north
    assert abs(north - same) < 1  # less than a pixel of the map
    expect(form.locator("#id_places-0-outline")).to_be_focused()


def test_a_typed_area_is_shown_and_drawing_is_given_up_for_a_point(form: Page):
    shown_while_it_is_typed(form)
    form.get_by_role("button", name="Draw its area on the map").click()
    form.locator("#place-map").click(position={"x": 200, "y": 100})
    form.keyboard.press("Escape")
    expect(form.locator("#area-tools [role=status]")).to_have_text("")
    form.get_by_role("button", name="Set by clicking the map").click()
    form.locator("#place-map").click(position={"x": 300, "y": 120})
    expect(form.locator("#id_places-0-point")).not_to_have_value("")
    assert form.locator("#id_places-0-outline").input_value() == ""


def points_and_areas_are_on_a_map_for_who_reviews(form: Page, live_server) -> None:
    shape = {"type": "Polygon", "coordinates": [[[28, 40], [30, 40], [30, 42], [28, 40]]]}
    places = [{"name": "Thrace", "shape": shape}, {"name": "Thebes", "point": "25.7, 32.6"}]
    ada = User.objects.get(username="ada")
    with_places = life.begin(ada, {"game_name": "Mill", "places": places})
    without = life.begin(ada, {"game_name": "Mill"})
    form.goto(f"{live_server.url}{with_places.get_absolute_url()}")
    expect(form.locator("#places-shown path.area")).to_have_count(2)
    expect(form.locator("#places-shown .land")).to_be_attached()
    form.goto(f"{live_server.url}{without.get_absolute_url()}")
    expect(form.locator("#places-shown")).to_have_count(0)


def shown_while_it_is_typed(form: Page) -> None:
    form.get_by_text("Or an area of its own").click()
    text = form.locator("#id_places-0-outline")
    text.fill('{"type": "Polygon", "coordinates": [[[28, 40], [30, 40], [30, 42], [28, 40]]]}')
    expect(form.locator("#place-map path.frame")).to_be_visible()
    text.fill('{"type": "Polygon", "coor')
    expect(form.locator("#place-map path.frame")).to_have_count(0)
    text.fill("")


def test_hints_appear_at_fields_and_go_while_the_draft_is_saved(form: Page):
    form.locator("#id_title").fill("Board on a step")
    hint = form.locator("#id_date_asked")
    expect(hint).to_contain_text("Before it can be published: give a date")
    expect(form.locator("#id_date")).to_have_attribute("aria-describedby", re.compile("_asked"))
    form.locator("#id_date").fill("1140")
    expect(hint).to_have_count(0)
    form.locator("#id_date").fill("")
    expect(hint).to_contain_text("give a date")
    form.get_by_role("button", name="Find coordinates by name").click()
    form.wait_for_url("**/edit/#s-where")
    expect(hint).to_contain_text("give a date")
    expect(form.locator("#missing a[href='#id_date']")).to_have_count(1)


def test_typed_words_kept_as_given_go_when_their_date_changes(form: Page):
    given = form.locator("#id_date_as_given")
    form.locator("#id_date").fill("late 3rd century")
    saved(form)
    form.reload()
    expect(given).to_have_value("late 3rd century")
    form.locator("#id_date").fill("End of the 3rd c. CE")
    expect(given).to_have_value("")
    form.locator("#id_title").fill("Board on a step")
    wait_for(lambda: Proposal.objects.get().content.get("title"))
    assert "date_as_given" not in Proposal.objects.get().content
