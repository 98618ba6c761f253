"""Signs of certainty stand apart from the words beside them, in each width and direction."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page

from tests.demo import store_demo
from tests.pages.conftest import PHONE

pytestmark = pytest.mark.browser

WIDE = {"width": 1280, "height": 900}
PATHS = ["evidence/min-rek-chanh/", "rulesets/min-rek-chanh/", "concepts/bare-king/"]
TOUCHING = """() => {
  const words = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width }) => width);
  };
  const near = (one, other) => other.left < one.right + 3 && one.left < other.right + 3
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
  const beside = (sign) => [...sign.parentElement.querySelectorAll(":scope > :not(.sign)")];
  return [...document.querySelectorAll(".sign")].flatMap((sign) => beside(sign)
    .filter((each) => words(each).some((box) => near(sign.getBoundingClientRect(), box)))
    .map((each) => [sign.textContent, each.textContent]));
}"""


def test_no_sign_touches_the_words_beside_it(site: Page) -> None:
    store_demo()
    base = site.url
    touching = {}
    for language, size in product(("en", "de", "ar"), (WIDE, PHONE)):
        site.set_extra_http_headers({"Accept-Language": language})
        site.set_viewport_size(size)
        for path in PATHS:
            site.goto(f"{base}{path}")
            site.locator(".sign").first.wait_for()
            if found := site.evaluate(TOUCHING):
                touching[language, size["width"], path] = found
    site.set_extra_http_headers({})
    assert touching == {}
