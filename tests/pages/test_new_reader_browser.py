"""What a reader who is new here wants to do, in Chromium, on a few records of the demo corpus."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Page, expect

from evidence.importers.corpus import load_corpus
from games.models import Ruleset
from games.readings_played import Plan, plan
from tests.demo import SHIPPED
from tests.games.test_ranked_readings import Inline
from tests.pages.test_explore_browser import drag, drawn
from tests.rows import store_again

pytestmark = pytest.mark.browser

RECORDS = {"demo-117", "demo-081", "demo-021", "demo-011", "demo-005"}
RULESETS = {"tablut-linnaeus", "alquerque-doce-1283", "senet-kendall"}


def only_known(line: str) -> str:
    """A line of the corpus without links with rulesets and records that are not loaded."""
    told = json.loads(line)
    links = told.get("rulesets", {})
    told["rulesets"] = {slug: link for slug, link in links.items() if slug in RULESETS}
    if not told["rulesets"]:
        told.setdefault("no_ruleset", "It is not loaded here.")
    phrases = told.get("phrases", [])
    told["phrases"] = [each for each in phrases if each["ruleset"] in RULESETS]
    for key in ("relations", "ruleset_notes"):
        told.pop(key, None)
    return json.dumps(told, ensure_ascii=False)


@pytest.fixture
def corpus(site: Page) -> Page:
    """Five records and three rulesets, loaded as the whole corpus is."""
    store_again(load_few)
    site.reload()
    return site


def load_few() -> None:
    """Write a corpus of these alone, and load it."""
    with TemporaryDirectory() as name:
        write_few(Path(name))
        load_corpus(Path(name))


def write_few(folder: Path) -> None:
    """The files of such a corpus."""
    (folder / "rulesets").mkdir()
    (folder / "corpus").mkdir()
    shutil.copy(SHIPPED / "regions.json", folder)
    for path in SHIPPED.glob("rulesets/**/*.*"):
        if path.stem in RULESETS:
            shutil.copy(path, folder / "rulesets")
    lines = (SHIPPED / "corpus" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    chosen = [only_known(line) for line in lines if json.loads(line)["key"] in RECORDS]
    (folder / "corpus" / "records.jsonl").write_text("\n".join(chosen), encoding="utf-8")


def test_from_the_map_to_a_lit_capture_in_tablut(corpus: Page) -> None:
    corpus.get_by_role("navigation", name="Main").get_by_role("link", name="Explore").click()
    drawn(corpus)
    area = corpus.locator(".map path.area").first
    area.focus()
    corpus.keyboard.press("Enter")
    corpus.locator(".leaflet-popup a[href='/evidence/demo-117/']").click()
    corpus.wait_for_url("**/evidence/demo-117/")  # and its scripts: a phrase is a link without
    corpus.locator("a.phrase[href*='CaughtBetweenTwo']").click()
    expect(corpus.locator("#moment-said")).to_contain_text("“A man between two enemies”")
    expect(corpus.locator("#moment .marks .light-effect").first).to_be_attached()


def test_from_a_brush_over_the_thirteenth_century_to_a_game_of_alfonso_played(
    corpus: Page,
) -> None:
    corpus.goto(f"{corpus.url}evidence/")
    drawn(corpus)
    bars = corpus.locator(".timeline [data-first]")
    number = int(bars.get_attribute("data-bars") or 0)
    first = int(bars.get_attribute("data-first") or 0)
    left = float(bars.get_attribute("data-left") or 0) / 100
    wide = float(bars.get_attribute("data-step") or 0) / 100
    at = left + (12 - first) * wide
    assert 0 <= 12 - first < number
    drag(corpus, ".timeline [data-first]", (at + wide * 0.3, 0.5), (at + wide * 0.7, 0.4))
    expect(corpus).to_have_url(re.compile("year_from=1201&year_to=1300"))
    titles = corpus.locator("table.records a.title")
    expect(titles).to_have_text(["Alfonso X's Book of Games: alquerque de doze"])
    titles.first.click()
    corpus.get_by_role("link", name="Open the board").click()
    corpus.get_by_role("link", name="Play by these rules").click()
    corpus.locator(".play-table[data-ready]").wait_for()
    corpus.locator("#legal-moves button").first.evaluate("button => button.click()")
    expect(corpus.locator("#moves button")).to_have_count(1)


def test_from_senet_in_the_search_to_the_ranking_of_its_readings(corpus: Page) -> None:
    whole = plan(Ruleset.objects.get(slug="senet-kendall"), 1)
    Plan(whole.rows[:2], whole.readings[:2], 1, whole.seed).run(Inline())
    corpus.get_by_role("combobox", name="Search everything").fill("senet")
    corpus.get_by_role("button", name="Search", exact=True).click()
    corpus.locator("a.title[href='/rulesets/senet-kendall/']").click()
    corpus.get_by_role("link", name="Readings compared").click()
    expect(corpus.get_by_role("heading", level=1)).to_have_text("Readings compared")
    places = corpus.locator("table.readings tbody tr")
    expect(places.first).to_contain_text("1")
    assert places.count() >= 2
