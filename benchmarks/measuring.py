"""What the benchmarks share: where the project is, and what the figures were measured on."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RULESETS = ROOT / "fixtures" / "rulesets"
SAMPLES = ROOT / "tests" / "samples" / "rulesets"
# For a site that one machine asks more than people would.
UNLIMITED = {"API_RATE": "0", "API_TOKEN_RATE": "0", "PAGE_RATE": "0"}


def clauses_of(path: Path) -> tuple[str, ...] | None:
    """The names of a shipped ruleset's clauses, as the site gives them; None for other texts."""
    about = path.with_suffix(".json")
    if not about.exists():
        return None
    return tuple(each["name"] for each in json.loads(about.read_text(encoding="utf-8"))["clauses"])


def seconds(call: Callable[[], Any]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def machine() -> str:
    """What the figures were measured on: processors and what they do already, Python, commit.

    The same machine may be several times slower on another day, where it shares its processors: the
    time of a plain loop tells.
    """
    asked = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True, cwd=ROOT, check=False)
    where = f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    loop = min(seconds(_loop) for _ in range(3))
    where = f"{where}, Python {platform.python_version()}, a million turns in {loop * 1000:.0f} ms"
    return f"{where}, commit {commit.stdout.strip() or 'unknown'}"


def _loop() -> None:
    total = 0
    for number in range(1_000_000):
        total += number * number
