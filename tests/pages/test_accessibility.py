"""axe-core finds nothing serious on any page: light and dark, on a wide page and on a phone.

The page to try the API is left out: its markup is that of Swagger UI.
"""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from evidence.models import Source
from games.models import Match
from games.study.executors import executor
from games.studying import job
from jobs import queue
from tests.pages.conftest import PHONE, stored

pytestmark = pytest.mark.browser

PAGES = [
    "", "evidence/", "evidence/?q=mill&year_from=1100&type=artifact&undated=include",
    "evidence/?q=zeppelin", "evidence/soyot-shodra/", "evidence/bare-record/",
    "evidence/tomb-board/", "take-away/?type=artifact", "rulesets/min-rek-chanh/",
    "rulesets/min-rek-chanh/study/",
    "jobs/1/", "rulesets/min-rek-chanh/study/?job=1",
    "rulesets/min-rek-chanh/games/{match}/2/", "games/",
    "concepts/", "concepts/slide/", "compare/?a=soyot-shodra&b=round-chess",
    "games/senet/", "compare/?a=kar-ouk&b=rek", "regions/", "regions/soyot/", "sources/",
    "accounts/login/", "ogc/",
]  # fmt: skip
OPEN_ALL = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"


def findings(page: Page) -> list[str]:
    """What is serious or critical, with the element and the remedy."""
    page.wait_for_load_state()
    answer = Axe().run(page).response
    assert len(answer["passes"]) > 10
    return [
        f"{page.url}: {each['id']}: {node['html'][:160]}: {node['failureSummary']}"
        for each in answer["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


@pytest.mark.parametrize(
    ("colours", "size"), [("light", None), ("dark", None), ("light", PHONE)],
    ids=["light", "dark", "phone"],
)  # fmt: skip
def test_axe_finds_nothing_serious(site: Page, cast: Any, colours: Any, size: Any) -> None:
    studied = job(stored("min-rek-chanh", with_games=True), 20, 1)
    with executor(1) as processes:
        studied.run(processes, lambda done: None)
    stored("kar-ouk")
    stored("rek")
    page = "/rulesets/min-rek-chanh/study/"
    queue.ask("study", {}, pk=1, title="A study", page=page, total=9, seconds=9, asker="x")
    source = Source.objects.get(citation__startswith="Murray").get_absolute_url().lstrip("/")
    site.emulate_media(color_scheme=colours)
    if size:
        site.set_viewport_size(size)
    base, found = site.url, []
    match = Match.objects.filter(ruleset__slug="min-rek-chanh").values_list("slug", flat=True)[0]
    for path in [*(page.format(match=match) for page in PAGES), source]:
        site.goto(f"{base}{path}", wait_until="networkidle")
        site.evaluate(OPEN_ALL)
        found += findings(site)
    assert found == []


def test_axe_finds_what_is_wrong(site: Page, cast: Any) -> None:
    site.evaluate("document.querySelector('#site-q').labels[0].remove()")
    site.evaluate("document.querySelector('#site-q').placeholder = ''")
    assert ["label" in each for each in findings(site)] == [True]
