"""Storing a draft that is the whole record: what it leaves out is emptied."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evidence.drafts import CitationDraft, Draft, QuotationDraft
from evidence.history import difference
from evidence.models import Evidence, RecordVersion
from evidence.records.stored import as_draft, fields
from evidence.storing import StoreError, store
from games.models import Game, Ruleset
from tests.evidence.test_store import DABLOT

pytestmark = pytest.mark.django_db


def test_a_record_becomes_what_the_draft_says_and_nothing_stays():
    game = Game.objects.create(slug="dablot", name="Dablot")
    Ruleset.objects.create(slug="dablot-1905", game=game, name="of 1905", kind="described")
    store(replace(DABLOT, rulesets={"dablot-1905": "describes"}, external_ids={"a": "b"}))
    bare = Draft(DABLOT.identifier, DABLOT.game)
    change = store(bare, whole=True)
    assert fields(as_draft(Evidence.objects.get())) == {"game": "Dablot"}
    record = Evidence.objects.get()
    assert (record.year_from, record.confidence, record.portal_id) == (None, None, None)
    first, second = RecordVersion.objects.order_by("number")
    assert difference(first, second).keys() == change.fields.keys()
    store(replace(DABLOT, rulesets={"dablot-1905": "describes"}, external_ids={"a": "b"}))
    third = RecordVersion.objects.get(number=3)
    assert third.content == first.content


def test_quotations_go_with_their_sources_when_these_change_places():
    one, two = CitationDraft("One 1901", "p. 1"), CitationDraft("Two 1902", "p. 2")
    words = (QuotationDraft("of the first", citation=0),)
    draft = Draft("test-order", DABLOT.game, citations=(one, two), quotations=words)
    store(draft)
    store(replace(draft, citations=(two, one)), whole=True)
    stored = as_draft(Evidence.objects.get())
    assert [row.citation for row in stored.citations] == ["Two 1902", "One 1901"]
    assert stored.quotations[0].citation == 0


def test_a_record_is_never_made_another_one_that_has_its_portal_id():
    store(DABLOT)
    with pytest.raises(StoreError, match=f"{DABLOT.portal_id} belongs to {DABLOT.identifier}"):
        store(replace(DABLOT, identifier="another", title="Another"), whole=True)
    assert Evidence.objects.get().title == DABLOT.title
