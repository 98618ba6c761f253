"""The program that mangles rules texts: what it does once it does again."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.games.cast import PROJECT

FUZZ = PROJECT / "benchmarks" / "fuzz.py"


def fuzzed(folder: Path, *arguments: str) -> str:
    found = subprocess.run(
        [sys.executable, str(FUZZ), "--keep", str(folder), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout


def counts(report: str) -> str:
    return next(line for line in report.splitlines() if "inputs" in line).partition(": ")[2]


def test_the_same_seed_mangles_the_same_texts(tmp_path: Path):
    first, again = (fuzzed(tmp_path, "--inputs", "60", "--seed", "5") for _ in range(2))

    assert counts(first) == counts(again)
    assert re.match(r"60 inputs: [1-9]\d* playable, [1-9]\d* LudemeError", counts(first))
    assert "0 failures" in first


def test_a_kept_text_is_tried_again(tmp_path: Path):
    kept = tmp_path / "kept.lud"
    kept.write_text('(game "Nothing")', encoding="utf-8")

    assert "1 inputs: 0 playable, 1 LudemeError" in fuzzed(tmp_path, "--replay", str(kept))
