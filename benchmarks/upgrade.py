"""Migrate a database that an older commit has made, and compare what the site says of it.

    python benchmarks/upgrade.py [COMMIT] [--database sqlite postgresql] [--every 1]

The older commit fills a new database with the demo corpus, drafts, suggestions, files, studies and
games (`benchmarks/older/fill.py`), is asked for every page and every answer of the API, some of
them as each role, and exports the corpus. Today's code migrates the database, is asked for the
same, and restores that export in a database of its own, which is asked what strangers are.

JSON, CSV, archives and lines of text are compared field by field: what was there must be there,
and in the same order; new fields and rows may stand beside it. Of a page, each text of the
database that it showed must be shown still. Ends with 1 after a difference that `EXPECTED` does
not explain, and counts those that it does. `--every 5` asks a fifth of the addresses.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.databases import database
from benchmarks.measuring import ROOT, UNLIMITED
from benchmarks.upgrade_compare import Difference, Words, differences, explained

OLDER = Path(__file__).with_name("older")
Asked = tuple[str, str, str]
SHOWN = 40


class Tree:
    """The code of one commit, on one database."""

    def __init__(self, folder: Path, url: str, var: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ, **UNLIMITED, "DATABASE_URL": url, "ASHTAPADA_VAR": str(var),
            "PYTHONWARNINGS": "ignore",
        }  # fmt: skip
        var.mkdir(parents=True, exist_ok=True)

    def run(self, program: str, *arguments: object) -> None:
        """Run one of the programs that know the older code."""
        self._run(OLDER / program, *arguments)

    def manage(self, *arguments: object) -> None:
        """Run a command of the tree."""
        self._run("manage.py", *arguments)

    def _run(self, *arguments: object) -> None:
        command = [sys.executable, *map(str, arguments)]
        subprocess.run(
            command, check=True, cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL
        )


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The files of a commit, in a folder of their own."""
    folder = Path(tempfile.mkdtemp(prefix="ashtapada-older-"))
    try:
        archive = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def answers_of(tree: Tree, addresses: Path, name: str) -> dict[Asked, Any]:
    """What is answered there."""
    path = addresses.with_name(f"{name}.pickle")
    tree.run("ask.py", "ask", addresses, path)
    found: dict[Asked, Any] = pickle.loads(path.read_bytes())
    return found


def compared(before: Any, after: Any, words: Words) -> list[Difference]:
    """How the answers after differ from those before."""
    return [
        each
        for asked, answer in after.items()
        for each in differences(asked, before[asked], answer, words)
    ]


def told(title: str, asked: int, found: list[Difference]) -> int:
    """Print what was compared, and how many differences nothing explains."""
    reasons = Counter(explained(each) for each in found)
    wrong = [each for each in found if not explained(each)]
    print(f"{title}: {asked} answers, {len(wrong)} differences that nothing explains")
    for reason, count in reasons.most_common():
        if reason:
            print(f"  {count:5} {reason}")
    for each in wrong[:SHOWN]:
        print(f"  {each}")
    return len(wrong)


def upgraded(commit: str, kind: str, folder: Path, every: int) -> int:
    """Fill, ask, migrate, ask, restore, ask; the number of differences that nothing explains."""
    addresses, archive = folder / "addresses.json", folder / "older.zip"
    with tree_of(commit) as older, database(kind) as url, database(kind) as other:
        old = Tree(older, url, folder / "var")
        old.run("fill.py")
        old.run("ask.py", "list", addresses)
        addresses.write_text(json.dumps(json.loads(addresses.read_text())[::every]))
        before = answers_of(old, addresses, "before")
        old.run("ask.py", "words", folder / "words.json")
        old.manage("export_corpus", archive)
        words = Words(json.loads((folder / "words.json").read_text()))

        new = Tree(ROOT, url, folder / "var")
        new.manage("migrate", "-v0")
        after = answers_of(new, addresses, "after")
        wrong = told(f"{kind}, migrated", len(before), compared(before, after, words))

        restored = Tree(ROOT, other, folder / "restored")
        restored.manage("migrate", "-v0")
        restored.manage("import_corpus", archive)
        public = [asked for asked in before if not asked[0]]
        addresses.write_text(json.dumps(public))
        after = answers_of(restored, addresses, "restored")
        found = compared(before, after, words)
        return wrong + told(f"{kind}, restored", len(public), found)


def main() -> int:
    """On the databases that are wanted."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("commit", nargs="?", default="ff1e998")
    arguments.add_argument("--database", nargs="+", default=["sqlite", "postgresql"])
    arguments.add_argument("--every", type=int, default=1, help="ask one address in so many")
    given = arguments.parse_args()
    wrong = 0
    for kind in given.database:
        with tempfile.TemporaryDirectory(prefix="ashtapada-upgrade-") as folder:
            wrong += upgraded(given.commit, kind, Path(folder), given.every)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
