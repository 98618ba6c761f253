"""How soon the Explore page can be used in Chromium, and what it costs to load.

    python benchmarks/page.py [--database URL] [--path /evidence/]

Serves a database by gunicorn as `make serve` does (unless one is named, the demo corpus in a new
database), opens the page with an empty cache, and prints medians: milliseconds until the first
paint, until list and map are drawn, and until a change of a filter shows; bytes transferred, by
kind. The server has answered once before. Measure on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measuring import machine
from benchmarks.search import served_or_demo

ROUNDS = 7
SIZES = {"wide": (1280, 900), "phone": (390, 844)}
DRAWN = "document.querySelector('.map[data-drawn]') && document.querySelector('table.records')"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
CHANGE = """() => new Promise((done) => {
  const total = document.querySelector('[data-part="totals"]');
  const start = performance.now();
  new MutationObserver((_, watch) => {
    if (total.isConnected) return;
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - start));
  }).observe(document.body, { childList: true, subtree: true });
  document.querySelector('#filters input[type="checkbox"]').click();
})"""


def measured(browser: Browser, address: str, size: tuple[int, int]) -> dict[str, float]:
    """One visit with an empty cache."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    bytes_of = counted(page)
    page.add_init_script(f"""(() => {{
      const look = () => ({DRAWN}) ? (window.drawnAt = performance.now()) : setTimeout(look, 4);
      look();
    }})()""")
    page.goto(address)
    page.wait_for_function("() => window.drawnAt")
    page.wait_for_load_state("networkidle")
    found = {
        "first paint, ms": page.evaluate(PAINT),
        "list and map, ms": page.evaluate("window.drawnAt"),
        "requests": float(bytes_of.pop("requests")),
        **{f"{kind}, kB": count / 1000 for kind, count in bytes_of.items()},
        "transferred, kB": sum(bytes_of.values()) / 1000,
        "filter changed, ms": page.evaluate(CHANGE),
    }
    context.close()
    return found


def counted(page: Page) -> Counter[str]:
    """Bytes that go over the wire, by kind, as they come in; and how many requests there are."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    kinds: dict[str, str] = {}
    bytes_of: Counter[str] = Counter()

    def answered(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"].lower()
        bytes_of["requests"] += 1

    def finished(event: dict[str, Any]) -> None:
        bytes_of[kinds.get(event["requestId"], "other")] += int(event["encodedDataLength"])

    client.on("Network.responseReceived", answered)
    client.on("Network.loadingFinished", finished)
    return bytes_of


def report(port: int, path: str) -> None:
    """Print the medians of several visits, for each size of page."""
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(f"Chromium {browser.version}, {machine()}, {path}")
        address = f"http://127.0.0.1:{port}{path}"
        for name, size in SIZES.items():
            measured(browser, address, size)
            visits = [measured(browser, address, size) for _ in range(ROUNDS)]
            print(f"\n{name} ({size[0]} by {size[1]})")
            for what in sorted({key for visit in visits for key in visit}):
                values = [visit.get(what, 0.0) for visit in visits]
                print(f"  {what:24}{statistics.median(values):10.1f}   at most {max(values):.1f}")
        browser.close()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", help="DATABASE_URL of a database that is filled")
    parser.add_argument("--path", default="/evidence/")
    arguments = parser.parse_args()
    with served_or_demo(arguments.database) as port:
        report(port, arguments.path)


if __name__ == "__main__":
    main()
