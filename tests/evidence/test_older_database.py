"""A database of before each kind of row was stored: migrated, it has them, and all that it had."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from api.records import Writer
from evidence.claims import settle
from evidence.claims.assertions import identifications_of
from evidence.models import ClauseCitation, ClausePart, Evidence, Place, Source
from evidence.records.stored import as_draft
from games.models import Clause, Ruleset
from games.stored_concepts import store_concepts
from tests.pages.conftest import make_cast, stored

pytestmark = pytest.mark.django_db(transaction=True)

LATER = {
    "evidence_claim", "evidence_identification", "evidence_otherdate", "evidence_recordrelation",
    "evidence_picture", "games_concept",
}  # fmt: skip


def tables() -> set[str]:
    return LATER & set(connection.introspection.table_names())


def rows() -> list[object]:
    """What the older tables hold."""
    kept = [
        list(model.objects.order_by("pk").values_list())
        for model in (Evidence, Clause, ClauseCitation)
    ]
    places = list(Place.objects.order_by("pk").values_list("pk", "name", "position"))
    shapes = Writer("").shapes(list(Evidence.objects.order_by("pk").values_list("pk", flat=True)))
    return [*kept, places, json.dumps(shapes, sort_keys=True)]


def concepts(ruleset: Ruleset) -> dict[str, list[str]]:
    return {
        link.concept.slug: sorted(clause.name for clause in link.clauses.all())
        for link in ruleset.concepts.all()
    }


def test_going_back_to_the_first_tables_and_forth_again_keeps_what_they_hold():
    cast, rules = make_cast(), stored("shodra")
    ClauseCitation.objects.create(clause=rules.clauses.first(), source=Source.objects.first())
    store_concepts(rules)
    settle(rules)
    before, called = rows(), concepts(rules)
    assert called
    assert tables() == LATER
    call_command("migrate", "games", "0001", verbosity=0)
    assert tables() == set()
    call_command("migrate", verbosity=0)
    MigrationExecutor(connection).loader.check_consistent_history(connection)
    assert rows() == before
    assert concepts(rules) == called
    parts = ClausePart.objects.filter(clause__ruleset=rules).order_by("clause__position")
    assert [(part.derived, part.text, part.status) for part in parts] == [
        (True, clause.text, clause.status) for clause in rules.clauses.all()
    ]
    for record in cast.values():
        assert [(row.game_id, row.certainty) for row in identifications_of(record)] == [
            (record.game_id, "")
        ]
        draft = as_draft(record)
        assert (draft.relations, draft.pictures, draft.other_dates) == ((), (), ())
