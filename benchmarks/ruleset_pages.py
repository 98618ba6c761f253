"""What the page of each ruleset transfers, and how soon pages answer a click.

    python benchmarks/ruleset_pages.py [SLUG …] [--database URL] [--boards 5 | --clicks-only]

Serves a database by gunicorn as `make serve` does (unless one is named, the demo corpus in a new
database). Opens the page of every ruleset and the page on which it is played, each with an empty
cache, and prints the bytes that go over the wire until nothing more is asked for. Then it clicks on
the largest boards: where a ruleset is played, on men and their targets by turns; on the page of the
ruleset, on clauses, on steps of the game, and on men. Prints the milliseconds from the click until
what it asks for is drawn, and how many of them the main thread of the page worked: on a busy
machine the rest is waiting. Exits with 1 where a page transfers more than 350 kB or a click is
answered later than after 100 ms.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measuring import machine
from benchmarks.page import counted
from benchmarks.search import served_or_demo

MOST_KB = 350
MOST_MS = 100
CLICKS = 24  # on each of the largest boards
CLAUSES = 8  # of a ruleset that are clicked on
CHROMIUMS = ("chromium", "chromium-headless-shell", "chromium-browser")
READY = ".player[data-complete], .play-table[data-ready]"
# A frame has been drawn once the task after its animation frame runs.
CLICK = """(selector) => new Promise((done) => {
  const at = document.querySelector(selector);
  const start = performance.now();
  at.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""
# The sites of the board that a legal move names, chosen by number (of one that enters, where it
# enters); null where none does.
# The list of moves is made anew when it is unfolded.
MOVE = """async (number) => {
  const sites = new Map([...document.querySelectorAll(".board .site")].map((each) =>
    [each.dataset.label, each.dataset.site]));
  const list = document.querySelector("#legal-moves").closest("details");
  const told = () => new Promise((done) => list.addEventListener("toggle", done, { once: true }));
  const unfolded = told();
  list.open = true;
  await unfolded;
  const moves = [...list.querySelectorAll("button")].map(({ textContent }) =>
    textContent.replace(/^\\[.*?\\] /, "").replace(/[=(].*$/, "").split("-")
      .map((label) => sites.get(label.replace(/^\\d*@/, ""))).filter(Boolean))
    .filter((move) => move.length);
  const folded = told();
  list.open = false;
  await folded;
  await new Promise((done) => requestIdleCallback(done));
  return moves.length ? moves[(number * 7919) % moves.length] : null;
}"""


@dataclass(frozen=True)
class Click:
    """Milliseconds until a click was answered, and how long the page worked on it."""

    answered: float
    worked: float


class Clicks:
    """Clicks on a page, with the time that each takes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.client = page.context.new_cdp_session(page)
        self.client.send("Performance.enable", {"timeDomain": "threadTicks"})

    def open(self, address: str) -> None:
        """Go to a page and wait until it can be used."""
        self.page.goto(address)
        self.page.locator(READY).first.wait_for(timeout=60_000)

    def click(self, selector: str) -> Click:
        """Click what a selector finds first."""
        before = self._worked()
        answered = float(self.page.evaluate(CLICK, selector))
        return Click(answered, self._worked() - before)

    def _worked(self) -> float:
        metrics = self.client.send("Performance.getMetrics")["metrics"]
        named = {each["name"]: float(each["value"]) for each in metrics}
        return 1000 * named["TaskDuration"]

    def move(self, number: int) -> Iterator[Click]:
        """Click on a man and its target, or where one enters; on passing where none can move."""
        throw = self.page.locator("#throw:not([hidden]):not([aria-disabled=true])")
        if throw.count():
            throw.click()
        sites = dict.fromkeys(self.page.evaluate(MOVE, number) or ())
        for site in sites:
            yield self.click(f'.board .site[data-site="{site}"]')
        if not sites and self.page.locator("#said button").count():
            yield self.click("#said button")


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


def played(clicks: Clicks, address: str) -> Iterator[Click]:
    """Clicks on men and on their targets by turns, for both sides."""
    clicks.open(f"{address}play/#you=both")
    for number in range(CLICKS // 2):
        yield from clicks.move(number)


def read(clicks: Clicks, address: str) -> Iterator[Click]:
    """Clicks on clauses, on steps of the game that is shown, and on a man with its target."""
    clicks.open(address)
    names = "(items) => items.map((item) => item.dataset.clause)"
    for name in clicks.page.locator("[data-clause]").evaluate_all(names)[:CLAUSES]:
        yield clicks.click(f'[data-clause="{name}"] a.clause-title')
    for step in ("first", "on", "on", "last", "back", "first"):
        yield clicks.click(f'[data-step="{step}"]')
    yield from clicks.move(1)


def told(clicks: Sequence[Click]) -> str:
    """The median and the most of both times."""
    answered, worked = [each.answered for each in clicks], [each.worked for each in clicks]
    return (
        f"{len(clicks):3} clicks   median {statistics.median(answered):6.1f} ms   "
        f"at most {max(answered):6.1f} ms   worked {statistics.median(worked):5.1f}, "
        f"at most {max(worked):5.1f} ms"
    )


def slugs(browser: Browser, address: str | None) -> Iterator[str]:
    """All rulesets of a site, as its API lists them."""
    page = browser.new_page()
    while address:
        listed = page.request.get(address).json()
        yield from (each["slug"] for each in listed["results"])
        address = listed["next"]
    page.close()


def weighed(browser: Browser, base: str, slug: str) -> tuple[int, float]:
    """The sites of a ruleset's board, and the most that one of its pages transfers, in kB."""
    kilobytes, sites = transferred(browser, f"{base}/rulesets/{slug}/")
    playing, _ = transferred(browser, f"{base}/rulesets/{slug}/play/")
    print(f"{slug:32}{sites:5} sites{kilobytes:8.1f} kB{playing:8.1f} kB", flush=True)
    return sites, max(kilobytes, playing)


def clicked(browser: Browser, base: str, slug: str) -> Iterator[str]:
    """Print how soon both pages of a ruleset answer; what is too late."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    clicks = Clicks(page)
    for name, ways in (("play", played), ("page", read)):
        times = list(ways(clicks, f"{base}/rulesets/{slug}/"))
        if not times:
            yield f"{slug}, {name}: nothing to click"
            continue
        print(f"{slug:32}{name:5}{told(times)}", flush=True)
        most = max(each.answered for each in times)
        if most > MOST_MS:
            yield f"{slug}, {name}: {most:.1f} ms"
    page.close()


def report(port: int, options: argparse.Namespace) -> list[str]:
    """Print the figures; the faults found."""
    faults: list[str] = []
    with sync_playwright() as playwright:
        chromium = next(filter(None, map(shutil.which, CHROMIUMS)))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(f"Chromium {browser.version}, {machine()}", flush=True)
        base = f"http://127.0.0.1:{port}"
        named = options.slugs or list(slugs(browser, f"{base}/api/v1/rulesets/"))
        sizes: dict[str, int] = {}
        for slug in () if options.clicks_only else named:
            sizes[slug], kilobytes = weighed(browser, base, slug)
            if kilobytes > MOST_KB:
                faults.append(f"{slug}: {kilobytes:.1f} kB")
        largest = sorted(named, key=lambda each: -sizes.get(each, 0))
        for slug in largest[: None if options.clicks_only else options.boards]:
            faults += clicked(browser, base, slug)
        browser.close()
    return faults


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="rulesets (all)")
    parser.add_argument("--database", help="DATABASE_URL of a database that is filled")
    parser.add_argument("--boards", type=int, default=5, help="how many of the largest (5)")
    parser.add_argument("--clicks-only", action="store_true", help="on every board, weighing none")
    options = parser.parse_args()
    with served_or_demo(options.database) as port:
        faults = report(port, options)
    print("\n".join(faults) or "none over its bound")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
