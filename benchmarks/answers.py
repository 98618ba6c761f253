"""How long the computer at its strongest takes for a move in Chromium.

    python benchmarks/answers.py [SLUG …] [--database URL] [--moves 12]

Serves a database by gunicorn as `make serve` does (unless one is named, the demo corpus in a new
database), opens the page on which each ruleset is played, and plays at random against the computer
until it has made so many moves, game after game. A move counts from when it is the computer's turn
until its move is in the list of moves: with the page, the worker, what the computer learns before
its first move, and the drawing. Prints the median and the longest; exits with 1 over a second.
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
from benchmarks.ruleset_pages import CHROMIUMS
from benchmarks.search import served_or_demo

MOST_MS = 1000
GAMES = 20  # at most, where games are short
# The rulesets of docs/play.md: over all families.
RULESETS = (
    "chess-modern", "shatranj", "rek", "min-rek-chanh", "draughts-english",
    "alquerque-doce-1283", "fanorona-montgomery", "yote-beart", "surakarta-1970",
    "brandub-ballinderry", "tablut-linnaeus", "hat-diviyan-keliya", "nine-mens-morris-modern",
    "terni-lapilli-ovid", "oware", "kale", "toguz-almasy", "um-el-bagara", "ur-simple", "daldos",
)  # fmt: skip
# Shows that it is the reader's turn: there are moves, or dice to throw.
READER = "#legal-count:not(:text-is('0')), #throw:not([hidden]):not([aria-disabled=true])"
# Plays a move of the reader, chosen by number, and gives the milliseconds of each move with which
# the computer answers; null once the game is over.
PLAY = """(number) => new Promise((done) => {
  const find = (selector) => document.querySelector(selector);
  const list = find("#moves");
  const isOver = () => find("#resign").getAttribute("aria-disabled") === "true";
  const mayThrow = () => find("#throw:not([hidden]):not([aria-disabled=true])");
  const isReader = () => isOver() || mayThrow() || find("#legal-count").textContent !== "0";
  if (isOver()) return done(null);
  const found = [];
  let [plies, since, own] = [list.children.length, performance.now(), true];
  const look = () => {
    const now = performance.now();
    for (; plies < list.children.length; plies += 1) {
      if (!own) found.push(now - since);
      [own, since] = [false, now];
    }
    if (isReader()) return done(found);
    return setTimeout(look, 2);
  };
  if (mayThrow()) find("#throw").click();
  const wait = () => {
    const buttons = document.querySelectorAll("#legal-moves button");
    const count = Number(find("#legal-count").textContent);
    if (count && buttons.length !== count) return setTimeout(wait, 2);
    if (buttons.length) buttons[(number * 7919) % buttons.length].click();
    else own = false;
    return look();
  };
  return wait();
})"""


def answers(page: Page, address: str, moves: int) -> Iterator[float]:
    """Milliseconds of each move of the computer, in games against who moves at random."""
    made = 0
    for game in range(GAMES):
        page.goto("about:blank")
        page.goto(f"{address}#you={1 + game % 2}&strength=strong")
        page.locator(".play-table[data-ready]").wait_for(timeout=60_000)
        page.locator(READER).first.wait_for(state="attached", timeout=60_000)
        for number in range(1, 400):
            found = page.evaluate(PLAY, number + game)
            if found is None:
                break
            yield from found
            made += len(found)
            if made >= moves:
                return


def line(slug: str, times: Sequence[float]) -> str:
    """What is printed of a ruleset."""
    return (
        f"{slug:26}{len(times):3} moves   median {statistics.median(times):4.0f} ms   "
        f"at most {max(times):4.0f} ms"
    )


def report(browser: Browser, base: str, options: argparse.Namespace) -> list[str]:
    """Print the figures; the rulesets under which a move takes too long."""
    faults = []
    for slug in options.slugs or RULESETS:
        context = browser.new_context(reduced_motion="reduce")
        times = list(answers(context.new_page(), f"{base}/rulesets/{slug}/play/", options.moves))
        context.close()
        print(line(slug, times), flush=True)
        if max(times) > MOST_MS:
            faults.append(f"{slug}: {max(times):.0f} ms")
    return faults


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="rulesets (20 over all families)")
    parser.add_argument("--database", help="DATABASE_URL of a database that is filled")
    parser.add_argument("--moves", type=int, default=12, help="of the computer, of each (12)")
    options = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)))
    with served_or_demo(options.database) as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(f"Chromium {browser.version}, {machine()}", flush=True)
        faults = report(browser, f"http://127.0.0.1:{port}", options)
        browser.close()
    print("\n".join(faults) or "none over its bound")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
