"""The two columns of a record have no holes beside long lists of rules; a phone has one column."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.demo import store_demo
from tests.pages.conftest import PHONE

pytestmark = pytest.mark.browser

RECORDS = ["davidson-chaturanga", "dlp-1408", "dlp-1191", "demo-158", "demo-164", "demo-116"]
MOST = 300  # pixels that stay empty above a part
HOLES = """() => {
  const parts = [...document.querySelector(".record").children];
  const boxes = parts.map((each) => each.getBoundingClientRect());
  return boxes.map((box, at) => {
    const over = boxes.filter((each, where) => where !== at
      && each.left < box.right && box.left < each.right && each.top < box.top);
    return over.length ? Math.round(box.top - Math.max(...over.map((each) => each.bottom))) : 0;
  });
}"""


def test_what_follows_flows_up_beside_the_rules_of_a_record(site: Page) -> None:
    store_demo()
    base = site.url
    site.set_viewport_size({"width": 1280, "height": 900})
    holes = {}
    for record in RECORDS:
        site.goto(f"{base}evidence/{record}/")
        holes[record] = site.evaluate(HOLES)
    assert {record: found for record, found in holes.items() if max(found) > MOST} == {}
    assert all(min(found) >= 0 for found in holes.values())


def test_the_parts_of_a_record_stand_below_each_other_on_a_phone(site: Page) -> None:
    store_demo()
    site.set_viewport_size(PHONE)
    site.goto(f"{site.url}evidence/davidson-chaturanga/")
    assert set(site.evaluate(HOLES)) == {0, 32}


def test_a_place_that_all_rules_share_is_said_once(site: Page) -> None:
    store_demo()
    site.goto(f"{site.url}evidence/davidson-chaturanga/")
    assert (
        site.locator(".ruleset-beside").inner_text().count("rules and notes about the preset") == 1
    )


def test_a_printed_record_sets_its_parts_apart(site: Page) -> None:
    store_demo()
    site.goto(f"{site.url}evidence/davidson-chaturanga/")
    site.emulate_media(media="print")
    gaps = site.evaluate(HOLES)
    paddings = site.evaluate("""() => [".site-head", ".site-foot", "main"]
      .map((each) => getComputedStyle(document.querySelector(each)).paddingInlineStart)""")
    site.emulate_media(media="screen")
    assert min(gaps[1:]) >= 30
    assert paddings == ["0px"] * 3


def test_the_german_header_is_one_row_and_no_choice_of_explore_is_cut(site: Page) -> None:
    store_demo()
    site.set_viewport_size({"width": 1280, "height": 900})
    site.set_extra_http_headers({"Accept-Language": "de"})
    site.goto(f"{site.url}evidence/")
    tops = site.evaluate("""() => [".site-nav", ".site-search"].map((each) =>
      Math.round(document.querySelector(each).getBoundingClientRect().top / 20))""")
    cut = site.evaluate("""() => [...document.querySelectorAll("#filters select")]
      .filter((each) => {
      const pen = document.createElement("canvas").getContext("2d");
      const style = getComputedStyle(each);
      pen.font = `${style.fontSize} ${style.fontFamily}`;
      const room = each.clientWidth - parseFloat(style.paddingLeft) * 2 - 20;
      return pen.measureText(each.options[0].text).width > room;
    }).map((each) => each.options[0].text)""")
    site.set_extra_http_headers({})
    assert (tops[0], cut) == (tops[1], [])
