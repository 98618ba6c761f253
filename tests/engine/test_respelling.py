"""Blanks, comments, the order of definitions and the names that a text gives mean nothing."""

import random

import pytest

from benchmarks.respelling import differences, program, renamed, respelled, with_names
from games.engine.collecting import uncollected
from games.engine.language import read_and_bind
from games.ludemes import Library
from tests.engine import texts
from tests.games.cast import ORACLES
from tests.machine import PROJECT

SHIPPED = sorted((PROJECT / "fixtures" / "rulesets").glob("*.lud"))
OWN = sorted(name for name in vars(texts) if name.isupper())
PUBLISHED = sorted((ORACLES / "lud").glob("*.lud"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_text_spelled_otherwise_has_the_same_typed_tree(path):
    text = path.read_text(encoding="utf-8")
    wanted = read_and_bind(text).root.outline()
    chance = random.Random(path.stem)
    for _ in range(2):
        assert read_and_bind(respelled(text, chance)).root.outline() == wanted


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_text_spelled_otherwise_gives_the_same_program(path):
    text = path.read_text(encoding="utf-8")
    chance = random.Random(path.stem)

    assert renamed(text, chance)
    assert list(differences(text, 1, chance)) == []


@pytest.mark.parametrize("name", OWN)
def test_a_text_of_ours_spelled_otherwise_gives_the_same_program(name):
    assert list(differences(getattr(texts, name), 1, random.Random(name))) == []


def test_a_respelling_that_changes_the_rules_is_told_from_one_that_does_not():
    text = texts.CROSSING
    names = {"Man": "QQQQQQQQQ", "Goal": "WWWWWWWWW"}

    assert renamed(text, random.Random(1)).keys() == names.keys()
    same = program(with_names(text, names), None)
    other = program(text.replace("Forward", "Backward"), None)

    assert '"Man' not in with_names(text, names)
    assert same.module == program(text, None).module != other.module


@pytest.mark.sources
def test_all_published_texts_bind_without_a_fault_and_however_they_are_spelled():
    if not PUBLISHED:
        pytest.skip(f"there are no published texts in {ORACLES}")
    library = Library(ORACLES / "def")
    chance = random.Random(568)
    with uncollected():
        for number, path in enumerate(PUBLISHED):
            text = path.read_text(encoding="utf-8")
            bound = read_and_bind(text, library, name=path.name)
            assert bound.faults == (), path.name
            if number % 24 == 0 and len(text) < 50_000:
                other = read_and_bind(respelled(text, chance), library)
                assert other.root.outline() == bound.root.outline(), path.name
    assert len(PUBLISHED) == 568
