"""Both designs of the engine beside each other, by turns in one run (`rules.py --against`)."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.measuring import ROOT

HEAD = (
    f"{'':28}{'moves/s':>11}{'':>11}{'times':>7}{'compile ms':>13}{'':>8}"
    f"{'leaves/s':>12}{'':>11}{'times':>7}  perft\n"
    f"{'':28}{'first':>11}{'second':>11}{'':7}{'first':>13}{'second':>8}{'first':>12}{'second':>11}"
)


class Side:
    """A worker process for one design, from the sources in one tree."""

    def __init__(self, tree: Path, design: str) -> None:
        worker = ROOT / "benchmarks" / "design_worker.py"
        self._process = subprocess.Popen(
            [sys.executable, str(worker), str(tree), design],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def ask(self, **what: Any) -> dict[str, Any]:
        """The worker's answer; one with an error stands for all that follow."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return dict(json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """Let the worker end."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


@contextmanager
def tree_of(commit: str | None) -> Iterator[Path]:
    """The sources of a commit in a folder of their own; without one, this checkout."""
    if commit is None:
        yield ROOT
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", "-q", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def compare(paths: list[Path], commit: str | None, library: Path | None, least: float) -> None:
    """Print a line for each text: the first design of a commit, the second of this checkout."""
    with ExitStack() as stack:
        tree = stack.enter_context(tree_of(commit))
        first, second = Side(tree, "first"), Side(ROOT, "second")
        stack.callback(first.close)
        stack.callback(second.close)
        print(HEAD)
        for path in paths:
            other = tree / path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
            opened = [(first, other if other.exists() else path), (second, path)]
            print(_line(path.stem, opened, library, least), flush=True)


def _line(name: str, opened: list[tuple[Side, Path]], library: Path | None, least: float) -> str:
    folder = None if library is None else str(library)
    answers = [side.ask(open=str(path), library=folder) for side, path in opened]
    sides = [side for side, _ in opened]
    playable = [side for side, each in zip(sides, answers, strict=True) if "error" not in each]
    rates: dict[Side, list[float]] = {side: [] for side in sides}
    for _ in range(3):
        for side in playable:
            rates[side].append(side.ask(moves=least / 3).get("moves", 0.0))
    leaves = {side: side.ask(leaves=least / 4) for side in playable}
    moves = [statistics.median(rates[side]) if rates[side] else None for side in sides]
    counted = [leaves.get(side, {}).get("leaves") for side in sides]
    compiled = [each.get("compile") for each in answers]
    counts = [leaves[side].get("counts", []) for side in playable]
    same = all(len(set(column)) == 1 for column in zip(*counts, strict=False))
    return (
        f"{name[:27]:28}{_number(moves[0]):>11}{_number(moves[1]):>11}{_ratio(*moves):>7}"
        f"{_number(compiled[0]):>13}{_number(compiled[1]):>8}"
        f"{_number(counted[0]):>12}{_number(counted[1]):>11}{_ratio(*counted):>7}"
        f"  {'equal' if same else f'differs: {counts}'}"
        + "".join(f"  {each['error']}" for each in answers if "error" in each)
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _ratio(first: float | None, second: float | None) -> str:
    return f"{second / first:.2f}" if first and second else "–"
