"""Claims about parts of clauses in drafts, whose form shows the citations and not the claims."""

from __future__ import annotations

from typing import Any

import pytest

from evidence.editing.curation.rulesets.contents import with_parts

A, B, C = (
    {"source": name, "locator": "p. 1", "evidence": None, "relation": "describes"} for name in "abc"
)


def clause(*citations: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"clauses": [{"name": "Step", "citations": list(citations), **rest}]}


def resting_on(place: int | None) -> list[dict[str, Any]]:
    claim = {"stance": "states", "voice": "witness"}
    return [
        {"text": "It steps.", "claims": [claim if place is None else claim | {"citation": place}]}
    ]


@pytest.mark.parametrize(
    ("citations", "place"),
    [
        ((A, B), 1),
        ((B, A), 0),
        ((C, A, B), 2),
        ((A, B | {"locator": "p. 2"}), 1),
        ((A, B | {"locator": "p. 2"}, B), 2),
        ((A,), None),
        ((), None),
    ],
)
def test_a_claim_keeps_its_citation_wherever_the_form_puts_it(
    citations: tuple[dict[str, Any], ...], place: int | None
) -> None:
    published = clause(A, B, parts=resting_on(1))
    (row,) = with_parts(clause(*citations), published)["clauses"]
    assert row["parts"] == resting_on(place)


def test_parts_that_a_content_has_stay_as_they_are() -> None:
    own = clause(B, A, parts=resting_on(1))
    assert with_parts(own, clause(A, B, parts=resting_on(1))) == own
