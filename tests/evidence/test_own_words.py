"""What ships is in words of our own: no run of eight is in the texts that it was written from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

SHARED = settings.BASE_DIR.parent / "shared"
FIXTURES = settings.BASE_DIR / "fixtures"
RUN = 8
WORDS = 6  # of a run, besides numbers: a row of figures is nobody's sentence
# Titles, citations and notation, which are others' or nobody's.
NOT_OURS = frozenset({
    "source", "citation", "title", "container", "publisher", "author", "url", "checked_against",
    "moves", "setup", "pieces",
})  # fmt: skip
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

Run = tuple[str, ...]


def runs(text: str) -> Iterator[Run]:
    words = [word.casefold().replace("’", "'") for word in WORD.findall(text)]
    for start in range(len(words) - RUN + 1):
        run = tuple(words[start : start + RUN])
        if sum(word.isalpha() for word in run) >= WORDS:
            yield run


def texts(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for key, value in told.items():
            yield from texts(value) if key not in NOT_OURS else ()
    elif isinstance(told, list):
        for value in told:
            yield from texts(value)


def shipped() -> Iterator[tuple[Path, Any]]:
    for path in sorted(FIXTURES.glob("corpus/*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield path, json.loads(line)
    for folder in ("rulesets", "stories"):
        for path in sorted((FIXTURES / folder).rglob("*.json")):
            yield path, json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def theirs() -> set[int]:
    """The runs of all texts in the shared folder; as hashes, which take a tenth of the room."""
    if not SHARED.is_dir():
        pytest.skip("the shared folder is not beside this one")
    folders = ("seeds", "oracles", "rulesets")
    found: set[int] = set()
    for path in (path for name in folders for path in (SHARED / name).rglob("*")):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="ignore")
            found.update(map(hash, runs(text)))
    assert found
    return found


@pytest.mark.sources
def test_no_run_of_eight_words_is_copied(theirs: set[int]) -> None:
    copied = [
        f"{path.name} {told.get('key', '')}: {' '.join(run)}"
        for path, told in shipped()
        for text in texts(told)
        for run in runs(text)
        if hash(run) in theirs
    ]
    assert copied == []


def test_a_copied_sentence_would_be_found() -> None:
    sentence = "A last shell in the own hole allows a new start."
    assert set(runs(f"x y z {sentence}")) & set(runs(sentence.upper()))
    assert list(texts({"title": "not ours", "text": ["ours", {"source": "not ours"}]})) == ["ours"]
