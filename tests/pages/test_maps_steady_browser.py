"""What a map shows stays until there is something else to show; another theme is there at once."""

from __future__ import annotations

import re
from base64 import b64encode
from time import sleep
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.pages.test_explore_browser import drag, opened
from tests.pages.test_maps_browser import drawn

pytestmark = pytest.mark.browser

AWHILE = 0.4  # seconds that an answer takes: longer than tiles are waited for
MOVES = 4
# Counts the marks that can be seen whenever there are others, and notes the fewest.
FEWEST = """() => {
  const map = document.querySelector(".map");
  const pane = map.querySelector(".leaflet-marker-pane");
  const visible = (each) => each.checkVisibility({ visibilityProperty: true });
  const seen = () => [...pane.querySelectorAll(".spot")].filter(visible).length;
  const note = () => { window.fewest = Math.min(window.fewest, seen()); };
  Object.assign(window, { fewest: seen(), first: pane.querySelector(".spot"), drawings: 0 });
  new MutationObserver(note).observe(pane, { childList: true });
  const drawings = new MutationObserver(() => { window.drawings += 1; });
  drawings.observe(map, { attributeFilter: ["data-drawn"] });
}"""
# Notes which names each picture of the ground has. While it is held, nobody draws another.
WORKER = """
  window.written = [];
  const Usual = window.Worker;
  window.Worker = class extends Usual {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => window.written.push(data.names));
    }
    postMessage(...given) {
      if (!window.held) super.postMessage(...given);
    }
  };
"""
# How light the picture of an element is, from 0 to 255.
LIGHTNESS = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  pen.drawImage(bitmap, 0, 0);
  const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
  const sum = data.reduce((all, part, at) => (at % 4 === 3 ? all : all + part), 0);
  return sum / (data.length * 0.75);
}"""
# What the ground of the map's buttons will be, and what it is in the moment of another theme.
GROUNDS = """(theme) => {
  document.documentElement.dataset.theme = theme;
  const wanted = document.querySelector(".map").appendChild(document.createElement("i"));
  wanted.style.background = "var(--paper-raised)";
  const ground = (element) => getComputedStyle(element).backgroundColor;
  const buttons = document.querySelectorAll(".map-controls button[aria-pressed=false]");
  return [wanted, ...buttons].map(ground);
}"""


def slowly(route: Route) -> None:
    sleep(AWHILE)
    route.continue_()


def test_marks_stay_until_others_take_their_places(site: Page, cast: Any) -> None:
    opened(site, "")
    site.route(re.compile("/cells/"), slowly)
    site.evaluate(FEWEST)
    assert site.evaluate("window.fewest") > 1
    for number in range(MOVES):
        before = site.url
        if number % 2:
            site.get_by_role(
                "button", name="Zoom in" if number > 2 else "Zoom out", exact=True
            ).click()
        else:
            drag(site, ".map", (0.5, 0.5), (0.52, 0.51))
        expect(site).not_to_have_url(before)
        expect(site.locator(".results")).not_to_have_attribute("aria-busy", "true")
        drawn(site)
    assert site.evaluate("window.drawings") > MOVES
    assert site.evaluate("window.fewest") > 1


def test_a_mark_that_is_wanted_again_is_the_same(site: Page, cast: Any) -> None:
    opened(site, "")
    site.evaluate(FEWEST)
    drag(site, ".map", (0.5, 0.5), (0.51, 0.5))
    expect(site).to_have_url(re.compile("bbox="))
    expect(site.locator(".results")).not_to_have_attribute("aria-busy", "true")
    drawn(site)
    assert site.evaluate("window.first.isConnected")


def test_names_stay_while_tiles_are_on_their_way(site: Page, cast: Any) -> None:
    site.add_init_script(WORKER)
    opened(site, "#map=53,107,4.2")
    drawn(site)
    site.evaluate("() => { window.written.length = 0; }")
    site.route(re.compile("/tiles/"), slowly)
    for name in ("Zoom in", "Zoom in", "Zoom out"):
        before = site.url
        site.get_by_role("button", name=name, exact=True).click()
        expect(site).not_to_have_url(before)
        drawn(site)
    written = site.evaluate("window.written")
    assert len(written) > MOVES
    assert [names for names in written if "Lake Baikal" not in names] == []


def test_another_theme_is_there_at_once(site: Page, cast: Any) -> None:
    site.add_init_script(WORKER)
    opened(site, "#map=25,60,2.4")
    drawn(site)
    light = lightness(site)
    site.evaluate("() => { window.held = true; }")
    wanted, *grounds = site.evaluate(GROUNDS, "dark")
    assert grounds
    assert set(grounds) == {wanted}
    dark = lightness(site)
    assert light > 180
    assert dark < 75
    site.evaluate(GROUNDS, "light")
    assert abs(lightness(site) - light) < 2
    site.evaluate("() => { window.held = false; }")
    site.evaluate(GROUNDS, "dark")
    drawn(site)
    expect(site.locator(".map canvas")).not_to_have_class(re.compile("turned"))
    assert abs(lightness(site) - dark) < 30


def lightness(site: Page) -> float:
    """Of the map as it is seen."""
    picture = b64encode(site.locator(".map").screenshot()).decode()
    return float(site.evaluate(LIGHTNESS, picture))
