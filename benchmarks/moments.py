"""How soon a clause's moment is lit on the board in Chromium after it has been chosen.

    python benchmarks/moments.py [--database URL] [--cold]

Serves a database by gunicorn as `make serve` does (unless one is named, the demo corpus in a
new database), opens the page of every ruleset, chooses each clause by a click and waits until the
frame that shows its moment has been drawn. Prints median and maximum in milliseconds for each
ruleset, and over all clauses. With --cold the page is opened anew for each clause, which is
chosen as soon as the page answers, while it still fetches the games of other options.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page, sync_playwright

from benchmarks.measuring import machine
from benchmarks.search import served_or_demo

NAMES = "Array.from(document.querySelectorAll('[data-clause]'), (item) => item.dataset.clause)"
# A frame has been drawn once the task after its animation frame runs.
CHOOSE = """(name) => new Promise((done) => {
  const item = document.querySelector(`[data-clause="${name}"]`);
  const link = item.querySelector("a.clause-title");
  const live = document.getElementById("live");
  const start = performance.now();
  link.click();
  const look = () => {
    const shown = live.textContent.includes(`“${link.textContent}”`) && item.matches(".chosen");
    if (!shown || !document.querySelector(".board .piece-at")) return setTimeout(look);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
  };
  look();
})"""


def measured(page: Page, address: str, cold: bool) -> list[float]:
    """Milliseconds for each clause of one ruleset."""
    state = "ready" if cold else "complete"

    def opened() -> None:
        page.goto(address)
        page.locator(f".player[data-{state}]").wait_for(timeout=60_000)

    opened()
    times = []
    for name in page.evaluate(NAMES):
        if cold:
            opened()
        times.append(float(page.evaluate(CHOOSE, name)))
    return times


def line(name: str, times: list[float]) -> str:
    """One line of the report."""
    return (
        f"{name:32}{len(times):4} clauses   median {statistics.median(times):6.1f}"
        f"   at most {max(times):6.1f}"
    )


def report(port: int, cold: bool) -> None:
    """Print the figures of every ruleset, and of all."""
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(f"Chromium {browser.version}, {machine()}, milliseconds from click to lit board")
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        base = f"http://127.0.0.1:{port}"
        answer: dict[str, Any] = page.request.get(f"{base}/api/v1/rulesets/").json()
        total: list[float] = []
        for ruleset in answer["results"]:
            times = measured(page, f"{base}/rulesets/{ruleset['slug']}/", cold)
            print(line(ruleset["slug"], times))
            total += times
        print(line("all", total))
        browser.close()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", help="DATABASE_URL of a database that is filled")
    parser.add_argument("--cold", action="store_true", help="a new page for each clause")
    arguments = parser.parse_args()
    with served_or_demo(arguments.database) as port:
        report(port, arguments.cold)


if __name__ == "__main__":
    main()
