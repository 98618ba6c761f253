"""What Lighthouse says of the main pages on a phone; exits with 1 if one falls short.

    python benchmarks/lighthouse.py [--database URL] [--address http://127.0.0.1:8000] [PATH …]

Serves a database as `make serve` does (unless an address or a database is named, the demo corpus in
a new one) and runs Lighthouse of npm, which `npm install --prefix DIRECTORY lighthouse` brings:
name that directory with --npm. Required are performance 90, accessibility 100, best practices 95,
SEO 100, layout shift under 0.1, nothing on the console, and 350 kB at most for Explore. Measure on
a machine that does nothing else: performance is a matter of time.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.search import served_or_demo

PATHS = ("/", "/evidence/", "/evidence/dlp-1408/", "/rulesets/shodra/")
LEAST = {"performance": 90, "accessibility": 100, "best-practices": 95, "seo": 100}
MOST_SHIFT = 0.1
MOST_BYTES = {"/evidence/": 350_000}
CHROMIUMS = ("chromium", "chromium-headless-shell", "google-chrome")


def told(npm: Path, address: str) -> dict[str, Any]:
    """Lighthouse's report of a page."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), "")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            str(npm / "node_modules" / ".bin" / "lighthouse"), address, "--quiet", "--output=json",
            f"--output-path={report}", "--chrome-flags=--headless --no-sandbox",
        ]  # fmt: skip
        subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": chromium})
        read: dict[str, Any] = json.loads(report.read_text())
        return read


def shortfalls(path: str, report: dict[str, Any]) -> Iterator[str]:
    """What a page lacks."""
    audits = report["audits"]
    for name, least in LEAST.items():
        category = report["categories"][name]
        if round(category["score"] * 100) < least:
            failed = [each["id"] for each in category["auditRefs"] if _fails(audits[each["id"]])]
            yield f"{name} under {least}: {', '.join(failed)}"
    if audits["cumulative-layout-shift"]["numericValue"] >= MOST_SHIFT:
        yield "the layout jumps"
    for each in audits["errors-in-console"].get("details", {}).get("items", ()):
        yield f"console: {each.get('description', '')}"
    if audits["total-byte-weight"]["numericValue"] > MOST_BYTES.get(path, float("inf")):
        yield f"more than {MOST_BYTES[path] // 1000} kB"


def _fails(audit: dict[str, Any]) -> bool:
    return audit["score"] is not None and audit["score"] < 0.9


def measure(npm: Path, root: str, paths: list[str]) -> bool:
    """Print a line for each page and what it lacks; whether nothing does."""
    fine = True
    for path in paths:
        report = told(npm, root + path)
        scores = {name: round(report["categories"][name]["score"] * 100) for name in LEAST}
        shift = report["audits"]["cumulative-layout-shift"]["numericValue"]
        weight = report["audits"]["total-byte-weight"]["numericValue"]
        figures = "  ".join(f"{name} {score}" for name, score in scores.items())
        print(f"{path:28}{figures}  shift {shift:.3f}  {weight / 1000:.0f} kB", flush=True)
        for each in shortfalls(path, report):
            fine = False
            print(f"    {each}", flush=True)
    return fine


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", default=list(PATHS))
    parser.add_argument("--database", help="DATABASE_URL of a database that is filled")
    parser.add_argument("--address", help="of a site that is running")
    parser.add_argument("--npm", type=Path, default=Path(), help="where Lighthouse is installed")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        root = arguments.address
        if root is None:
            root = f"http://127.0.0.1:{stack.enter_context(served_or_demo(arguments.database))}"
        fine = measure(arguments.npm, root.rstrip("/"), arguments.paths)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
