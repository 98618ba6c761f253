"""Time that is played on the Explore page, or stepped through, in Chromium."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from evidence.drafts import Draft, GameDraft
from evidence.storing import store
from tests.pages.test_explore_browser import AT_THEBES, address_of, asked, drawn, opened
from tests.waiting import later

pytestmark = pytest.mark.browser

A_STEP_OF_TIME = 1200  # milliseconds: more than the page rests between two of them
# The last centuries that are asked for while time is played, and the animations of marks.
WATCHED = """() => {
  window.played = [];
  window.faded = [];
  for (const name of ["pushState", "replaceState"]) {
    const act = history[name];
    history[name] = (state, title, address) => {
      const shown = document.getElementById("handle-to").getAttribute("aria-valuenow");
      if (new URL(address).searchParams.has("open_ends")) played.push(shown);
      act.call(history, state, title, address);
    };
  }
  addEventListener("animationstart", ({ animationName }) => faded.push(animationName));
}"""


def test_time_can_be_played_and_paused(site: Page, cast: Any) -> None:
    opened(site, "")
    site.get_by_role("button", name="Play through time").click()
    site.wait_for_url(re.compile(r"year_from=1201&year_to=1300&open_ends=exclude"))
    site.get_by_role("button", name="Pause").click()
    expect(site.get_by_role("button", name="Play through time")).to_be_visible()
    drawn(site)
    paused = address_of(site)
    later(site, A_STEP_OF_TIME)
    assert address_of(site) == paused


def test_played_time_rests_only_where_records_start_and_ends_within_half_a_minute(
    site: Page, cast: Any
) -> None:
    store(Draft("board-by", GameDraft("Mill"), date="../1350", places=(AT_THEBES,)))
    opened(site, "")
    starts = site.locator(".timeline svg").first.get_attribute("data-starts")
    assert starts
    site.evaluate(WATCHED)
    site.get_by_role("button", name="Play through time").click()
    expect(site.get_by_role("button", name="Pause")).to_be_visible()
    expect(site.get_by_role("button", name="Play through time")).to_be_visible(timeout=30_000)
    assert site.evaluate("played") == starts.split()
    assert site.evaluate("faded") == ["fade-in"]
    expect(site).not_to_have_url(re.compile("open_ends|year"))  # as before


CHOSEN = "?year_from=1101&year_to=1400&open_ends=exclude"


@pytest.mark.parametrize("way", ["Escape", "Back"])
def test_after_play_the_years_are_those_that_were_chosen(site: Page, cast: Any, way: str) -> None:
    opened(site, CHOSEN)
    site.get_by_role("button", name="Play through time").click()
    expect(site).not_to_have_url(re.compile("year_to=1400"))
    if way == "Escape":
        site.keyboard.press("Escape")
    else:
        site.get_by_role("button", name="Pause").click()
        drawn(site)
        site.go_back()
    expect(site).to_have_url(re.compile(re.escape(CHOSEN[1:]) if way == "Back" else "year_to=1400"))
    drawn(site)
    assert asked(site) == {
        "year_from": ["1101"], "year_to": ["1400"], "open_ends": ["exclude"]
    }  # fmt: skip
    expect(site.get_by_role("button", name="Play through time")).to_be_visible()


def test_years_chosen_by_hand_in_a_pause_count_open_ends_as_before(site: Page, cast: Any) -> None:
    opened(site, "")
    site.get_by_role("button", name="Play through time").click()
    site.wait_for_url(re.compile("open_ends=exclude"))
    site.get_by_role("button", name="Pause").click()
    drawn(site)
    site.get_by_role("slider").first.press("ArrowLeft")
    expect(site).not_to_have_url(re.compile("open_ends"))


def test_who_wants_no_motion_steps_through_time(site: Page, cast: Any) -> None:
    site.emulate_media(reduced_motion="reduce")
    opened(site, "")
    site.get_by_role("button", name="Next century in which records start").click()
    expect(site).to_have_url(re.compile(r"year_to=-1300"))
    drawn(site)
    later(site, A_STEP_OF_TIME)
    assert asked(site) == {"year_to": ["-1300"], "open_ends": ["exclude"]}
    assert address_of(site) == site.url
