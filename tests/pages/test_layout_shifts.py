"""Pages do not move under the eyes of their readers while they load."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, Route

from tests.demo import store_demo
from tests.pages.conftest import PHONE
from tests.tabs import EMPTY
from tests.waiting import later

pytestmark = pytest.mark.browser

WIDE = {"width": 1280, "height": 900}
MOST = 0.05  # of the Cumulative Layout Shift, where fonts come only once the page is there
PATHS = [
    "evidence/", "evidence/dlp-1408/", "rulesets/shodra/", "rulesets/shodra/play/#you=2",
    "regions/asia/", "concepts/promotion/",
]  # fmt: skip
OBSERVED = """
window.shifted = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) window.shifted.push([value, sources.map(({ node }) => node?.nodeName)]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""

UNUSED = """async () => {
  await document.fonts.ready;
  const sheets = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = sheets.filter((rule) => rule instanceof CSSFontFaceRule);
  const used = [...document.fonts].map((face, at) => face.status === "loaded" && faces[at].cssText);
  const named = [...document.querySelectorAll("link[rel=preload][as=font]")];
  const files = named.map((link) => link.href.split("/").pop());
  return [files.length, files.filter((file) => !used.some((text) => text && text.includes(file)))];
}"""


def test_nothing_moves_when_fonts_and_scripts_come_late_and_every_preloaded_font_is_used(
    site: Page,
) -> None:
    store_demo()
    base = site.url
    site.add_init_script(OBSERVED)
    found = {}
    held: list[Route] | None = []

    def hold(route: Route) -> None:
        """A font waits until the page is there, and one that is asked for later does not."""
        if held is None:
            route.continue_()
        else:
            held.append(route)

    for size, path in product((WIDE, PHONE), PATHS):
        site.set_viewport_size(size)
        held = []
        site.route("**/*.woff2", hold)
        site.goto(f"{base.rstrip('/')}{EMPTY}")
        site.goto(f"{base}{path}", wait_until="commit")
        site.locator("footer").wait_for()
        waiting, held = held, None
        for route in waiting:
            route.continue_()
        site.wait_for_load_state("networkidle")
        site.unroute("**/*.woff2")
        later(site, 500)
        shifts = site.evaluate("shifted")
        found[path, size["width"]] = (round(sum(value for value, _nodes in shifts), 4), shifts)
        if size is WIDE:
            fonts_are_used(site)
    assert not {where: told for where, told in found.items() if told[0] > MOST}
    for path in ("", "compare/?a=kar-ouk&b=rek"):
        site.goto(f"{base}{path}")
        fonts_are_used(site)


def fonts_are_used(site: Page) -> None:
    preloaded, unused = site.evaluate(UNUSED)
    assert preloaded
    assert not unused, site.url
