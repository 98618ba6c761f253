"""What the page of each ruleset transfers, and how soon the largest boards answer a click.

    python benchmarks/ruleset_pages.py [SLUG …] [--database URL] [--boards 5]

Serves a database by gunicorn as `make serve` does (unless one is named, the demo corpus in a new
database). Opens the page of every ruleset and the page on which it is played, each with an empty
cache, and prints the bytes that go over the wire until nothing more is asked for. Then it plays on
the largest boards: milliseconds from the click on a man until its targets are drawn, and from the
click on a target until the next position is drawn. Exits with 1 where a page transfers more than
350 kB or a click is answered later than after 100 ms.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measuring import machine
from benchmarks.page import counted
from benchmarks.search import served_or_demo

MOST_KB = 350
MOST_MS = 100
CLICKS = 24  # on each of the largest boards
CHROMIUMS = ("chromium", "chromium-headless-shell", "chromium-browser")
READY = ".player[data-complete], .play-table[data-ready]"
# A frame has been drawn once the task after its animation frame runs.
CLICK = """(site) => new Promise((done) => {
  const at = document.querySelector(`.board .site[data-site="${site}"]`);
  const start = performance.now();
  at.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""
# The sites of a legal move between two sites of the board, chosen by number; null where none is.
MOVE = """(number) => {
  const sites = new Map([...document.querySelectorAll(".board .site")].map((each) =>
    [each.dataset.label, each.dataset.site]));
  const moves = [...document.querySelectorAll("#legal-moves button")].map(({ textContent }) =>
    textContent.replace(/^\\[.*?\\] /, "").replace(/[=(].*$/, "").split("-")
      .map((label) => sites.get(label)))
    .filter((move) => move.every(Boolean));
  return moves.length ? moves[(number * 7919) % moves.length] : null;
}"""


def transferred(browser: Browser, address: str) -> tuple[float, int]:
    """The kilobytes of one visit with an empty cache, and the number of sites of its board."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    bytes_of = counted(page)
    page.goto(address)
    if page.locator("svg.board").count():
        page.locator(READY).first.wait_for(timeout=60_000)
    page.wait_for_load_state("networkidle")
    del bytes_of["requests"]
    sites = page.locator("svg.board .site").count()
    context.close()
    return sum(bytes_of.values()) / 1000, sites


def answered(page: Page, address: str) -> Iterator[float]:
    """Milliseconds for each of so many clicks, on men and on their targets by turns."""
    page.goto(address)
    page.locator(READY).first.wait_for(timeout=60_000)
    for number in range(CLICKS // 2):
        throw = page.locator("#throw:not([hidden]):not([aria-disabled=true])")
        if throw.count():
            throw.click()
        move = page.evaluate(MOVE, number)
        if move is None:
            return
        for site in dict.fromkeys(move):
            yield float(page.evaluate(CLICK, site))


def report(port: int, slugs: Sequence[str], boards: int) -> list[str]:
    """Print the figures; the faults found."""
    faults: list[str] = []
    with sync_playwright() as playwright:
        chromium = next(filter(None, map(shutil.which, CHROMIUMS)))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(f"Chromium {browser.version}, {machine()}")
        base = f"http://127.0.0.1:{port}"
        found = browser.new_page().request.get(f"{base}/api/v1/rulesets/").json()["results"]
        named = [each["slug"] for each in found if not slugs or each["slug"] in slugs]
        sizes: dict[str, int] = {}
        for slug in named:
            kilobytes, sites = transferred(browser, f"{base}/rulesets/{slug}/")
            playing, _ = transferred(browser, f"{base}/rulesets/{slug}/play/")
            sizes[slug] = sites
            print(f"{slug:32}{sites:5} sites{kilobytes:8.1f} kB{playing:8.1f} kB", flush=True)
            if max(kilobytes, playing) > MOST_KB:
                faults.append(f"{slug}: {max(kilobytes, playing):.1f} kB")
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        for slug in sorted(sizes, key=lambda each: -sizes[each])[:boards]:
            times = list(answered(page, f"{base}/rulesets/{slug}/play/"))
            if not times:
                faults.append(f"{slug}: no move to click")
                continue
            most = max(times)
            told = f"{len(times)} clicks   median {statistics.median(times):6.1f} ms"
            print(f"{slug:32}{sizes[slug]:5} sites   {told}   at most {most:6.1f} ms", flush=True)
            if most > MOST_MS:
                faults.append(f"{slug}: {most:.1f} ms")
        browser.close()
    return faults


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="rulesets (all)")
    parser.add_argument("--database", help="DATABASE_URL of a database that is filled")
    parser.add_argument("--boards", type=int, default=5, help="how many of the largest (5)")
    arguments = parser.parse_args()
    with served_or_demo(arguments.database) as port:
        faults = report(port, arguments.slugs, arguments.boards)
    print("\n".join(faults) or "none over its bound")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
