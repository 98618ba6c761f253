"""Marked phrases in proposals: read, told in words, and kept when a record is changed."""

from __future__ import annotations

from typing import Any

import pytest

from evidence.editing.curation.contents import read
from evidence.editing.curation.telling import tell
from evidence.editing.workflow.refusals import Refusal
from evidence.models import ClausePart, Region
from games.models import Clause, Game, Ruleset

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


@pytest.mark.django_db
def test_a_phrase_is_told_by_its_words() -> None:
    (told,) = [each for each in tell(content(start=6, end=22)) if each.field == "phrases"]
    assert told.label == "Marked phrases"
    assert told.lines == ["“takes diagonally” describes shodra, OiCaptures"]
    (told,) = [each for each in tell(content(field="quotation")) if each.field == "phrases"]
    assert told.lines == ["“” describes shodra, OiCaptures"]


@pytest.mark.django_db
def test_reviews_name_what_is_stored_and_add_the_slug_where_names_are_shared() -> None:
    game = Game.objects.create(slug="shodra", name="Shodra")
    for slug, name in (("shodra", "Shodra, 1913"), ("old", "Chess"), ("new", "Chess")):
        Ruleset.objects.create(slug=slug, game=game, name=name, kind="described")
    rules = Ruleset.objects.get(slug="shodra")
    for at, (name, title) in enumerate([("Oi", "Oi"), ("Taba", "Taba"), ("TabaLeaps", "Taba")]):
        clause = Clause.objects.create(ruleset=rules, name=name, position=at, title=title)
        ClausePart.objects.create(clause=clause, text=f"{name} does.")
    Region.objects.create(slug="de-by", name="Bavaria", kind="country", shape={})
    claims = [{"ruleset": "shodra", "clause": name, "stance": "states"} for name in ("Oi", "Taba")]
    claims += [claims[0] | {"part": 1}, claims[0] | {"part": 2}]
    told = {
        each.field: each.lines
        for each in tell(
            content(clause="Oi", start=6, end=22)
            | {"rulesets": {"shodra": "describes", "old": "mentions", "gone": "mentions"}}
            | {"places": [{"region": "de-by"}], "sentences": [{"text": "So.", "claims": claims}]}
        )
    }
    assert told["phrases"] == ["“takes diagonally” describes Shodra, 1913: “Oi”"]
    assert told["rulesets"] == ["describes Shodra, 1913", "mentions Chess (old)", "mentions gone"]
    assert told["places"] == ["region Bavaria"]
    assert told["sentences"][1:] == [
        "→ states it · Shodra, 1913: “Oi”",
        "→ states it · Shodra, 1913: “Taba (Taba)”",
        "→ states it · Shodra, 1913: “Oi”, part 1: “Oi does.”",
        "→ states it · Shodra, 1913: “Oi”, part 2",
    ]
