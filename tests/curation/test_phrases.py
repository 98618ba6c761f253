"""Marked phrases in proposals: read, told in words, and kept when a record is changed."""

from __future__ import annotations

from typing import Any

import pytest

from evidence.editing.curation.contents import read
from evidence.editing.curation.telling import tell
from evidence.editing.workflow.refusals import Refusal

MARK = {"ruleset": "shodra", "clause": "OiCaptures", "start": 7, "end": 23}


def content(**more: Any) -> dict[str, Any]:
    return {"game_name": "Shodra", "rules": "An oi takes diagonally.", "phrases": [MARK | more]}


@pytest.mark.django_db
def test_phrases_are_read_as_a_record_has_them() -> None:
    given = content(field="rules", relation="supports")
    assert read(given)["phrases"] == given["phrases"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("more", "field"),
    [({"start": -1}, "phrases.0.start"), ({"relation": "proves"}, "phrases.0.relation")],
)
def test_what_is_no_phrase_is_refused_by_its_field(more: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read(content(**more))
    assert [fault.field for fault in refusal.value.faults] == [field]


def test_a_phrase_is_told_by_its_words() -> None:
    (told,) = [each for each in tell(content(start=6, end=22)) if each.field == "phrases"]
    assert told.label == "Marked phrases"
    assert told.lines == ["“takes diagonally” describes shodra, OiCaptures"]
    (told,) = [each for each in tell(content(field="quotation")) if each.field == "phrases"]
    assert told.lines == ["“” describes shodra, OiCaptures"]
