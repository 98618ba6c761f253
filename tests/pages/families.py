"""What the browser tests of the families of games share: tables, clicks, and what is to be seen."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.pages.conftest import PHONE
from tests.pages.test_accessibility import findings, findings_on_a_dark_phone
from tests.waiting import fits

WIDE = {"width": 1280, "height": 800}
# A folder for pictures of what the tests see; docs/screens.md shows such pictures.
PICTURES = os.environ.get("ASHTAPADA_SCREENS")


def sit_down(
    site: Page, slug: str, moves: Iterable[str] = (), query: str = "", you: str = ""
) -> None:
    """The table of stored rules, with these moves played, for all sides if `you` is empty."""
    parts = [f"you={you or 'both'}", *([f"moves={','.join(map(quote, moves))}"] if moves else [])]
    base = "/".join(site.url.split("/")[:3])
    site.set_viewport_size(WIDE)
    site.goto(f"{base}/rulesets/{slug}/play/{query}#{'&'.join(parts)}")
    ready(site)


def ready(site: Page) -> None:
    site.locator(".play-table[data-ready]").wait_for()


def click(site: Page, *labels: str) -> None:
    for label in labels:
        site.locator(f'.site[data-label="{label}"]').click(force=True)


def drag(site: Page, start: str, end: str) -> None:
    for label, act in ((start, site.mouse.down), (end, site.mouse.up)):
        box = site.locator(f'.site[data-label="{label}"]').bounding_box()
        assert box is not None
        site.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        act()


def men(site: Page) -> list[str]:
    """What stands on the board, as it is read out."""
    return sorted(site.locator(".pieces title").all_text_contents())


def on(site: Page, label: str) -> str:
    """What stands on a site, "" where nothing does."""
    found = [each for each in men(site) if each.endswith(f", {label}")]
    return found[0].removesuffix(f", {label}") if found else ""


def seeds(site: Page, hole: str) -> int:
    """How many seeds the drawing shows in a hole."""
    told = on(site, hole)
    number = re.search(r"× (\d+)", told)
    return int(number[1]) if number else int(bool(told))


def played(site: Page, count: int) -> None:
    expect(site.locator("#moves button")).to_have_count(count)


def on_a_phone(site: Page) -> None:
    site.set_viewport_size(PHONE)
    fits(site)


def looked_at(site: Page, name: str, colours: bool = True) -> None:
    """Nothing sticks out and axe finds nothing, neither light and wide nor dark on a phone.

    Its rules about colours see words alone, not the board: they are left out on request.
    """
    found = []
    for size, kind in ((WIDE, "wide"), (PHONE, "phone")):
        site.set_viewport_size(size)
        fits(site)
        if PICTURES:
            site.evaluate("document.querySelector('.play-board').scrollIntoView()")
            picture(site, f"{name}-{kind}")
        dark = size is PHONE and colours
        found += findings_on_a_dark_phone(site) if dark else findings(site, colours)
    site.set_viewport_size(WIDE)
    assert found == []


def picture(site: Page, name: str) -> None:
    for scheme in ("light", "dark"):
        site.emulate_media(color_scheme=scheme)
        site.screenshot(path=Path(PICTURES or ".") / f"{name}-{scheme}.png")
    site.emulate_media(color_scheme="light")
