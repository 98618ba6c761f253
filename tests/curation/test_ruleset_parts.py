"""Drafts of rulesets whose clauses have parts with claims, from which statuses follow."""

from __future__ import annotations

import pytest

from evidence.claims import settle
from evidence.claims.contents import parts_of, store_parts
from evidence.editing.curation.rulesets.history import versions_of
from tests.curation.test_ruleset_clauses import change_of, drafted, published, refused
from tests.pages.conftest import make_shodra


@pytest.fixture
def rules(db):
    return make_shodra()


def test_a_draft_carries_the_parts_of_clauses_that_its_form_does_not_show(
    client, rules, bede, cato
):
    claim = {"stance": "implies", "voice": "curator", "reason": "from its name"}
    parts = [{"text": "It captures slantwise.", "claims": [claim]}]
    store_parts(rules.clauses.get(name="OiCaptures"), parts)
    settle(rules)
    draft = drafted(client, bede, change_of("OiCaptures", text="Slantwise.", reason="so called"))
    row = next(each for each in draft.content["clauses"] if each["name"] == "OiCaptures")
    assert (row["parts"], row["status"]) == (parts, "inferred")
    published(draft, cato)
    clause = rules.clauses.get(name="OiCaptures")
    assert (clause.text, clause.status, parts_of(clause)) == ("Slantwise.", "inferred", parts)
    version = versions_of(rules)[-1]
    assert next(each for each in version.content["clauses"] if "parts" in each)["parts"] == parts


def test_a_status_that_contradicts_the_claims_is_refused_and_the_reason_said(
    client, rules, bede, cato
):
    claim = {"stance": "states", "voice": "witness"}
    clause = rules.clauses.get(name="OiCaptures")
    store_parts(clause, [{"text": "It captures slantwise.", "claims": [claim]}])
    settle(rules)
    draft = drafted(client, bede, change_of("OiCaptures", status="disputed", reason="no"))
    assert "its status follows from the claims of its parts: attested" in refused(draft, cato)
