"""axe-core finds nothing serious on any page, neither light and wide nor dark on a phone.

The page to try the API is left out: its markup is that of Swagger UI.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from evidence.models import Source
from games.models import Match
from games.study.executors import executor
from games.studying import job
from jobs import queue
from tests.pages.conftest import PHONE, stored

pytestmark = pytest.mark.browser

PAGES = [
    "", "evidence/", "evidence/soyot-shodra/", "take-away/?type=artifact",
    "rulesets/min-rek-chanh/", "rulesets/min-rek-chanh/study/", "rulesets/kar-ouk/readings/",
    "jobs/1/", "rulesets/min-rek-chanh/games/{match}/2/", "games/",
    "concepts/", "concepts/slide/", "compare/?a=soyot-shodra&b=round-chess",
    "games/senet/", "compare/?a=kar-ouk&b=rek", "regions/", "regions/soyot/", "sources/",
    "accounts/login/", "ogc/",
]  # fmt: skip
# Pages of the same kinds with other things on them: on a dark phone alone.
MORE = [
    "evidence/?q=mill&year_from=1100&type=artifact&undated=include", "evidence/?q=zeppelin",
    "evidence/bare-record/", "evidence/tomb-board/", "rulesets/min-rek-chanh/study/?job=1",
]  # fmt: skip
OPEN_ALL = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"


COLOURS = ["color-contrast", "link-in-text-block"]  # the rules of axe that are about colours
AXE = """async ([only, but]) => {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const { passes, violations } = await axe.run({
    resultTypes: ["violations"],
    rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
    ...(only.length && { runOnly: { type: "rule", values: only } }),
  });
  return { passes: passes.map(({ id }) => id), violations };
}"""


def asked(page: Page, only: Sequence[str] = (), but: Sequence[str] = ()) -> dict[str, Any]:
    """What axe says of a page as it is now: by these rules only, or by all but some."""
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    answer: dict[str, Any] = page.evaluate(AXE, [list(only), list(but)])
    return answer


def serious(page: Page, answer: dict[str, Any]) -> list[str]:
    """What is serious or critical, with the element and the remedy."""
    return [
        f"{page.url}: {each['id']}: {node['html'][:160]}: {node['failureSummary']}"
        for each in answer["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


def findings(page: Page, colours: bool = True) -> list[str]:
    """What is serious or critical by any rule, or by any but those about colours.

    Those take most of the time, and find nothing new where only places have changed.
    """
    answer = asked(page, but=() if colours else COLOURS)
    assert len(answer["passes"]) > 10
    return serious(page, answer)


def findings_in_the_dark(page: Page) -> list[str]:
    """What is serious once the page is dark, which changes colours alone."""
    page.emulate_media(color_scheme="dark")
    answer = asked(page, COLOURS)
    assert "color-contrast" in answer["passes"]
    page.emulate_media(color_scheme="light")
    return serious(page, answer)


def findings_on_a_phone(page: Page, colours: bool = True) -> list[str]:
    """What is serious once the page is as narrow as a phone."""
    wide = page.viewport_size
    assert wide is not None
    page.set_viewport_size(PHONE)
    found = findings(page, colours)
    page.set_viewport_size(wide)
    return found


def findings_on_a_dark_phone(page: Page) -> list[str]:
    """What is serious by any rule once the page is dark and as narrow as a phone."""
    page.emulate_media(color_scheme="dark")
    found = findings_on_a_phone(page)
    page.emulate_media(color_scheme="light")
    return found


def test_axe_finds_nothing_serious(site: Page, cast: Any) -> None:
    studied = job(stored("min-rek-chanh", with_games=True), 20, 1)
    with executor(1) as processes:
        studied.run(processes, lambda done: None)
    stored("kar-ouk")
    stored("rek")
    page = "/rulesets/min-rek-chanh/study/"
    queue.ask("study", {}, pk=1, title="A study", page=page, total=9, seconds=9, asker="x")
    source = Source.objects.get(citation__startswith="Murray").get_absolute_url().lstrip("/")
    base, found = site.url, defaultdict(list)
    match = Match.objects.filter(ruleset__slug="min-rek-chanh").values_list("slug", flat=True)[0]
    for path in [*(page.format(match=match) for page in PAGES), source, *MORE]:
        site.goto(f"{base}{path}", wait_until="networkidle")
        site.evaluate(OPEN_ALL)
        if path not in MORE:
            found["light"] += findings(site)
        found["dark phone"] += findings_on_a_dark_phone(site)
    assert found == {"light": [], "dark phone": []}


FROM_RIGHT_TO_LEFT = ("", "evidence/", "evidence/soyot-shodra/", "games/", "games/senet/",
                      "rulesets/min-rek-chanh/", "search/?q=shodra", "about/")  # fmt: skip


def test_axe_finds_nothing_serious_from_right_to_left(site: Page, cast: Any) -> None:
    """But for colours, which are those of the pages from left to right."""
    stored("min-rek-chanh", with_games=True)
    site.set_extra_http_headers({"accept-language": "ar"})
    base, found = site.url, []
    for path in FROM_RIGHT_TO_LEFT:
        site.goto(f"{base}{path}", wait_until="networkidle")
        assert site.locator("html").get_attribute("dir") == "rtl"
        site.evaluate(OPEN_ALL)
        found += findings(site, colours=False)
    assert found == []


WRONG = (
    """() => document.querySelector("main").insertAdjacentHTML("beforeend", "<p>Grey</p><input>")"""
)
STYLE = """
main > p:last-of-type { color: light-dark(black, #222); background: light-dark(white, #333); }
main > input:last-child { display: none; }
@media (max-width: 400px) { main > input:last-child { display: block; } }
"""


def test_axe_finds_what_is_wrong_anywhere_in_the_dark_alone_and_on_a_phone_alone(
    site: Page, cast: Any
) -> None:
    site.goto(f"{site.url}about/")
    site.evaluate(WRONG)
    sheet = (
        "text => { (document.adoptedStyleSheets = [new CSSStyleSheet()])[0].replaceSync(text); }"
    )
    site.evaluate(sheet, STYLE)
    assert findings(site) == []
    assert ["color-contrast" in each for each in findings_in_the_dark(site)] == [True]
    assert ["label" in each for each in findings_on_a_phone(site, colours=False)] == [True]
    assert findings(site, colours=False) == []
    site.evaluate("document.querySelector('#site-q').labels[0].remove()")
    site.evaluate("document.querySelector('#site-q').placeholder = ''")
    assert ["label" in each for each in findings(site)] == [True]
