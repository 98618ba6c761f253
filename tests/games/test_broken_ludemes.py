"""Broken rules texts, each with the whole message that its author gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.play import LudemeError, load
from tests.games.cast import SAMPLES, SHODRA

BROKEN = sorted(SAMPLES.glob("*.lud"))


def test_there_are_broken_texts_to_refuse():
    assert len(BROKEN) >= 20


def test_every_broken_text_has_its_message_and_every_message_its_text():
    assert {path.stem for path in BROKEN} == {path.stem for path in SAMPLES.glob("*.error")}


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_text_is_refused_with_its_message(path: Path):
    expected = path.with_suffix(".error").read_text(encoding="utf-8")

    with pytest.raises(LudemeError) as caught:
        load(path.read_text(encoding="utf-8"))

    assert f"{caught.value}\n" == expected


def test_a_text_that_is_too_long_is_not_even_read():
    with pytest.raises(
        LudemeError, match="the text has 200001 characters: at most 200000 are read"
    ):
        load(" " * (200_001 - len(SHODRA)) + SHODRA)


def test_many_thousand_brackets_or_digits_is_refused_like_a_small_one():
    with pytest.raises(LudemeError, match="nested more than 100 deep"):
        load("(" * 150_000)
    with pytest.raises(LudemeError, match="this number is too large"):
        load("9" * 150_000)


def test_messages_show_of_a_long_line_the_part_around_the_fault():
    with pytest.raises(LudemeError) as caught:
        load("{" + "word " * 1000 + ")" + " word" * 1000)

    place, line, caret = str(caught.value).splitlines()
    assert place.endswith("')' does not close '{': write '}'")
    assert line[caret.index("^")] == ")"
    assert len(line) < 140
