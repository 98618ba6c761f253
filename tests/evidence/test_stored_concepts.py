"""Concepts of stored rulesets follow text, clauses and vocabulary, and search follows them."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from django.core.management import call_command
from django.test import Client

from evidence.models import ClauseCitation, Evidence, RulesetLink, Source
from evidence.search import Query, search
from evidence.search.index import index_records
from evidence.search.mentions import LABELS as MENTIONED
from evidence.search.snapshot import current
from evidence.search.snapshot.concepts import concepts_of_records
from evidence.search.snapshot.tables import Tables
from evidence.search.versions import current_version
from games.concepts import CONCEPTS
from games.models import Clause, Concept, Game, Ruleset, RulesetConcept
from games.stored_concepts import store_concepts

pytestmark = pytest.mark.django_db

SLIDES = '(define "Slides" (move Slide Orthogonal))'
LEAPS = '(define "Leaps" (move Leap {{F F R F}}))'
GAME = '(game "G" (equipment {{(board (square 3)) (piece "P" Each {})}}))'
BROKEN = '(game "G" (equipment'


def text(*definitions: str) -> str:
    names = " ".join(definition.split('"')[1].join('""') for definition in definitions)
    return " ".join(definitions) + GAME.format(names)


@pytest.fixture
def ruleset() -> Ruleset:
    """Rules with one slide, which is a clause, and one record that describes them."""
    made = Ruleset.objects.create(
        slug="g", name="G", kind="described", text=text(SLIDES),
        game=Game.objects.create(slug="g", name="G"),
    )  # fmt: skip
    Clause.objects.create(ruleset=made, name="Slides", position=0, title="S", status="attested")
    record = Evidence.objects.create(identifier="told", game=made.game)
    Evidence.objects.create(identifier="silent", game=made.game)
    RulesetLink.objects.create(evidence=record, ruleset=made, relation="describes")
    index_records()
    store_concepts(made)
    return made


def concepts(ruleset: Ruleset) -> dict[str, list[str]]:
    return {
        link.concept.slug: [clause.name for clause in link.clauses.all()]
        for link in ruleset.concepts.all()
    }


def facet() -> dict[str, int]:
    return search(Query()).counts.count("concept")


def change(ruleset: Ruleset, to: str) -> bool:
    ruleset.text = to
    ruleset.save()
    return store_concepts(ruleset)


def test_concepts_are_stored_with_the_clauses_that_they_come_from(ruleset: Ruleset) -> None:
    assert concepts(ruleset) == {"slide": ["Slides"], "square-board": []}


def test_search_follows_the_text(ruleset: Ruleset) -> None:
    Clause.objects.create(ruleset=ruleset, name="Leaps", position=1, title="L", status="attested")
    assert facet() == {"slide": 1, "": 1}
    assert search(Query(concepts=("slide",))).count == 1
    assert change(ruleset, text(LEAPS))
    assert concepts(ruleset) == {"leap": ["Leaps"], "square-board": []}
    assert facet() == {"leap": 1, "": 1}
    assert search(Query(concepts=("slide",))).count == 0
    assert search(Query(concepts=("leap", "slide"))).count == 1
    ruleset.delete()
    assert facet() == {"": 2}


def test_a_changed_text_is_read_with_its_records_alone(
    ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    Clause.objects.create(ruleset=ruleset, name="Leaps", position=1, title="L", status="attested")
    assert facet()
    monkeypatch.setattr(current, "read_tables", None)
    change(ruleset, text(SLIDES, LEAPS))
    by_changes = facet()
    monkeypatch.undo()
    current._kept.clear()
    assert facet() == by_changes == {"leap": 1, "slide": 1, "": 1}


def test_a_link_made_later_brings_the_concepts_along(ruleset: Ruleset) -> None:
    assert facet()[""] == 1
    silent = Evidence.objects.get(identifier="silent")
    RulesetLink.objects.create(evidence=silent, ruleset=ruleset, relation="describes")
    index_records([silent.pk])
    assert facet() == {"slide": 2}


def test_what_has_not_changed_makes_no_new_version(ruleset: Ruleset) -> None:
    before = current_version()
    assert not store_concepts(ruleset)
    call_command("migrate", verbosity=0)
    assert current_version() == before
    assert change(ruleset, text(LEAPS))
    assert current_version() != before


def test_a_text_that_cannot_be_read_has_none(ruleset: Ruleset) -> None:
    assert change(ruleset, BROKEN)
    assert concepts(ruleset) == {}
    assert facet() == {"": 2}


def test_a_new_clause_is_named(ruleset: Ruleset) -> None:
    change(ruleset, text(SLIDES, LEAPS))
    assert concepts(ruleset)["leap"] == []
    Clause.objects.create(ruleset=ruleset, name="Leaps", position=1, title="L", status="attested")
    assert store_concepts(ruleset)
    assert concepts(ruleset)["leap"] == ["Leaps"]


def test_migrating_gives_an_old_database_its_concepts(ruleset: Ruleset) -> None:
    """As before this vocabulary: some terms were not there, others were called otherwise."""
    Concept.objects.exclude(slug="slide").delete()
    Concept.objects.update(name="Glide")
    gone = Concept.objects.create(slug="teleport", name="Teleport", meaning="Anywhere.")
    RulesetConcept.objects.create(ruleset=ruleset, concept=gone)
    call_command("migrate", verbosity=0)
    assert concepts(ruleset) == {"slide": ["Slides"], "square-board": []}
    stored = Concept.objects.values_list("slug", "name", "meaning")
    assert set(stored) == {concept[:3] for concept in CONCEPTS}
    assert facet() == {"slide": 1, "": 1}


def test_the_admin_works_them_out_when_a_text_or_a_clause_is_saved(
    ruleset: Ruleset, admin_client: Client
) -> None:
    told: dict[str, Any] = {
        "slug": "g", "game": ruleset.game_id, "name": "G", "kind": "described", "summary": "",
        "text": text(SLIDES, LEAPS), "pieces": "{}",
        "clauses-TOTAL_FORMS": 0, "clauses-INITIAL_FORMS": 0,
    }  # fmt: skip
    answer = admin_client.post(f"/admin/games/ruleset/{ruleset.pk}/change/", told)
    assert answer.status_code == 302
    assert set(concepts(ruleset)) == {"leap", "slide", "square-board"}
    clause = {
        "ruleset": ruleset.pk, "name": "Leaps", "position": 1, "title": "L", "text": "Leaps.",
        "status": "attested", "reason": "",
        "citations-TOTAL_FORMS": 0, "citations-INITIAL_FORMS": 0,
    }  # fmt: skip
    answer = admin_client.post("/admin/games/clause/add/", clause)
    assert answer.status_code == 302
    assert concepts(ruleset)["leap"] == ["Leaps"]


NOTHING = numpy.empty((0, 4), dtype=numpy.int64)
ATTESTED, DISPUTED, INFERRED, PROPOSED, PROPOSED_ATTESTED, PROPOSED_DISPUTED = range(6)


def told(
    concepts: list[list[int]],
    described: list[list[int]],
    phrases: list[list[int]] | None = None,
    cited: list[list[int]] | None = None,
) -> dict[str, list[list[int]]]:
    """What records attest, and what is disputed and inferred of them; rows as in the tables."""
    tables = Tables(
        **dict.fromkeys(("records", "points", "areas", "regions", "sources", "terms"), NOTHING),
        **dict.fromkeys(("rulesets", "aspects", *MENTIONED), NOTHING[:, :2]),
        described=numpy.array(described or NOTHING[:, :2]),
        phrases=numpy.array(phrases or NOTHING),
        cited=numpy.array(cited or NOTHING),
        concepts=numpy.array(concepts),
    )
    found = concepts_of_records(tables)
    return {name: pairs.tolist() for name, pairs in found.items() if len(pairs)}


def test_a_record_of_two_rulesets_has_a_concept_once() -> None:
    rules = [[2, 40, 20, 0], [1, 40, 10, 0], [2, 41, 21, 0], [1, 42, 11, 0], [4, 43, 12, 0]]
    records = [[7, 2], [5, 1], [7, 1], [9, 3]]
    attested = [[5, 40], [5, 42], [7, 40], [7, 41], [7, 42]]
    assert told(rules, records) == {"concepts": attested}


def test_a_record_attests_what_its_rules_have_by_an_attested_clause() -> None:
    rules = [[1, 40, 10, DISPUTED], [1, 40, 11, ATTESTED], [1, 41, 10, DISPUTED]]
    rules += [[1, 42, 12, INFERRED], [1, 43, 0, INFERRED], [2, 42, 20, DISPUTED]]
    assert told(rules, [[5, 1], [6, 1], [6, 2]]) == {
        "concepts": [[5, 40], [6, 40]],
        "disputed": [[5, 41], [6, 41], [6, 42]],
        "inferred": [[5, 42], [5, 43], [6, 43]],
    }


def test_words_of_its_own_attest_it_whatever_the_clause_is() -> None:
    rules = [[1, 40, 10, INFERRED], [1, 41, 11, DISPUTED]]
    assert told(rules, [], [[5, 1, 10, 1]], [[6, 1, 11, 1]]) == {
        "concepts": [[5, 40], [6, 41]], "disputed": [[6, 41]],
    }  # fmt: skip


def test_a_clause_that_a_record_contradicts_or_only_mentions_does_not_count_for_it() -> None:
    rules = [[1, 40, 10, ATTESTED], [1, 41, 10, ATTESTED], [1, 41, 11, INFERRED]]
    assert told(rules, [[5, 1], [6, 1]], [[5, 1, 10, 0]]) == {
        "concepts": [[6, 40], [6, 41]], "inferred": [[5, 41]],
    }  # fmt: skip
    both = told(rules, [[5, 1]], [[5, 1, 10, 0]], [[5, 1, 10, 1]])
    assert both == {"concepts": [[5, 40], [5, 41]]}


@pytest.mark.parametrize("relation", ["mentions", "supports", "contradicts"])
def test_a_record_that_does_not_describe_the_rules_attests_nothing_by_them(
    ruleset: Ruleset, relation: str
) -> None:
    RulesetLink.objects.update(relation=relation)
    index_records()
    assert facet() == {"": 2}


def test_search_follows_what_clauses_are_and_what_they_rest_on(ruleset: Ruleset) -> None:
    assert facet() == {"slide": 1, "": 1}
    clause = ruleset.clauses.get()
    clause.status = "inferred"
    clause.save()
    assert facet() == {"": 2}
    silent = Evidence.objects.get(identifier="silent")
    source = Source.objects.create(slug="s", citation="S")
    cited = ClauseCitation.objects.create(
        clause=clause, source=source, evidence=silent, relation="supports"
    )
    assert search(Query(concepts=("slide",))).pks() == [silent.pk]
    cited.evidence = Evidence.objects.get(identifier="told")
    cited.save()
    assert search(Query(concepts=("slide",))).pks() == [cited.evidence.pk]
    cited.delete()
    assert facet() == {"": 2}
    clause.status = "attested"
    clause.save()
    assert facet() == {"slide": 1, "": 1}
    clause.delete()
    assert facet() == {"": 2}


def test_what_a_clause_says_makes_no_new_version(ruleset: Ruleset) -> None:
    before, clause = current_version(), ruleset.clauses.get()
    clause.title = "Another"
    clause.save()
    assert current_version() == before


def test_a_proposal_is_no_attestation_though_an_older_record_may_bear_it_out() -> None:
    rules = [[1, 40, 10, PROPOSED], [1, 41, 11, PROPOSED]]
    proposal, older = 5, 6
    assert told(rules, [[proposal, 1]]) == {"inferred": [[proposal, 40], [proposal, 41]]}
    said = [[proposal, 1, 10, 1], [older, 1, 11, 1]]
    assert told(rules, [[proposal, 1]], said) == {
        "concepts": [[older, 41]], "inferred": [[proposal, 40], [proposal, 41]],
    }  # fmt: skip


def test_what_a_proposal_is_made_from_attests_what_it_says_by_an_attested_clause() -> None:
    rules = [[1, 40, 10, PROPOSED_ATTESTED], [1, 41, 11, PROPOSED_DISPUTED], [1, 42, 12, PROPOSED]]
    of_it, other, silent = 5, 6, 7
    said = [[record, 1, clause, 1] for record in (of_it, other) for clause in (10, 11, 12)]
    assert told(rules, [[of_it, 1], [silent, 1]], said) == {
        "concepts": [[of_it, 40], [other, 40], [other, 41], [other, 42]],
        "disputed": [[other, 41]],
        "inferred": [[of_it, 41], [of_it, 42], [silent, 40], [silent, 41], [silent, 42]],
    }


@pytest.mark.parametrize(
    ("kind", "attested"), [("suggested", 1), ("reconstructed", 1), ("scholarly", 0)]
)
def test_an_old_text_that_rules_were_composed_from_attests_what_it_says(
    ruleset: Ruleset, kind: str, attested: int
) -> None:
    ruleset.kind = kind
    ruleset.save()
    ClauseCitation.objects.create(
        clause=ruleset.clauses.get(),
        source=Source.objects.create(slug="s", citation="S"),
        evidence=Evidence.objects.get(identifier="told"),
    )
    assert search(Query(concepts=("slide",))).count == attested


@pytest.mark.parametrize("kind", ["suggested", "scholarly", "reconstructed"])
def test_search_follows_whether_rules_are_proposed(ruleset: Ruleset, kind: str) -> None:
    assert facet() == {"slide": 1, "": 1}
    ruleset.kind = kind
    ruleset.save()
    assert facet() == {"": 2}
    ruleset.kind = "described"
    ruleset.save()
    assert facet() == {"slide": 1, "": 1}
