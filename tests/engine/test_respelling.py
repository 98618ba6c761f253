"""Blanks, comments and the order of definitions mean nothing."""

import random

import pytest

from games.engine.language import read_and_bind
from games.ludemes import Library
from tests.engine.respelling import respelled
from tests.games.cast import ORACLES
from tests.machine import PROJECT

SHIPPED = sorted((PROJECT / "fixtures" / "rulesets").glob("*.lud"))
PUBLISHED = sorted((ORACLES / "lud").glob("*.lud"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_text_spelled_otherwise_has_the_same_typed_tree(path):
    text = path.read_text(encoding="utf-8")
    wanted = read_and_bind(text).root.outline()
    chance = random.Random(path.stem)
    for _ in range(5):
        assert read_and_bind(respelled(text, chance)).root.outline() == wanted


@pytest.mark.sources
def test_all_published_texts_bind_without_a_fault_and_however_they_are_spelled():
    if not PUBLISHED:
        pytest.skip(f"there are no published texts in {ORACLES}")
    library = Library(ORACLES / "def")
    chance = random.Random(568)
    for number, path in enumerate(PUBLISHED):
        text = path.read_text(encoding="utf-8")
        bound = read_and_bind(text, library, name=path.name)
        assert bound.faults == (), path.name
        if number % 12 == 0 and len(text) < 50_000:
            other = read_and_bind(respelled(text, chance), library)
            assert other.root.outline() == bound.root.outline(), path.name
    assert len(PUBLISHED) == 568
