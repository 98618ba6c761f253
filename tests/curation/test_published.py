"""Records withdrawn and restored: nothing is lost that was known of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evidence.claims.contents import store_parts
from evidence.drafts import Draft, GameDraft, PassageDraft
from evidence.editing.curation import life, published
from evidence.editing.curation.contents import as_draft
from evidence.editing.curation.steps import take
from evidence.editing.workflow.refusals import Refusal
from evidence.history import note_version
from evidence.models import Claim, ClauseCitation, Evidence, RecordVersion, Source
from evidence.passages import store_passages
from evidence.search import Query, search
from evidence.storing import store
from games.models import Clause, Game, Ruleset
from people.matrix import Role
from tests.curation.conftest import person
from tests.curation.test_life import accepted

pytestmark = pytest.mark.django_db


@pytest.fixture
def record(ada, bede, content):
    return accepted(ada, bede, content).identifier


def test_a_withdrawn_record_is_not_found_and_comes_back_whole(record, ada, bede, cato):
    game = Game.objects.get()
    ruleset = Ruleset.objects.create(slug="rumiya", game=game, name="Rumiya", kind="described")
    clause = Clause.objects.create(ruleset=ruleset, name="Round", position=1, title="Round")
    cited = ClauseCitation.objects.create(
        clause=clause, source=Source.objects.get(), evidence=Evidence.objects.get()
    )
    added = Evidence.objects.get().added_at
    gone = published.withdraw(record, number=1, person=cato, why="a forgery")
    assert (gone.number, gone.content) == (2, None)
    assert (gone.revision.by, gone.revision.why) == (cato, "a forgery")
    assert search(Query()).count == 0
    back = published.restore(record, 1, number=2, person=bede, why="no forgery")
    assert (back.number, back.revision.by) == (3, bede)
    assert back.content == RecordVersion.objects.get(number=1).content
    found = Evidence.objects.get()
    assert (found.added_by, found.checked_by, found.added_at) == (ada, bede, added)
    cited.refresh_from_db()
    assert cited.evidence == found
    assert search(Query()).count == 1


def test_restoring_takes_away_what_was_added_since(record, bede, cato):
    change = life.begin(bede, record=record)
    more = change.content | {"portal_id": "DLP.Evidence.7", "terms": {"gender": ["Male"]}}
    change = life.save(change, more, number=1, person=bede)
    take("send", change, number=2, person=bede)
    take("accept", change, number=2, person=cato)
    assert Evidence.objects.get().portal_id
    published.restore(record, 1, number=2, person=cato, why="the wrong record")
    found = Evidence.objects.get()
    assert found.portal_id is None
    assert {term.name for term in found.terms.all()} == {"Adult", "Nobility"}


@pytest.mark.parametrize("withdrawn", [True, False])
def test_restoring_never_changes_another_record_that_has_the_portals_id(cato, withdrawn):
    mine = Draft("mine", GameDraft("Senet"), portal_id="DLP.Evidence.5", title="As it was")
    store(mine)
    if withdrawn:
        published.withdraw("mine", number=1, person=cato, why="a forgery")
    else:
        Evidence.objects.get().delete()
    store(replace(mine, identifier="other", title="Written anew"))
    with pytest.raises(Refusal, match="it belongs to other") as caught:
        published.restore("mine", 1, number=2, person=cato, why="no forgery")
    assert caught.value.kind == "missing"
    assert Evidence.objects.get().title == "Written anew"


@pytest.mark.parametrize(("number", "why", "kind"), [(9, "x", "outdated"), (1, "  ", "faulty")])
def test_withdrawing_needs_the_last_number_and_a_reason(record, cato, number, why, kind):
    with pytest.raises(Refusal) as caught:
        published.withdraw(record, number=number, person=cato, why=why)
    assert caught.value.kind == kind
    assert Evidence.objects.exists()


def test_what_an_import_has_brought_back_is_withdrawn_and_restored_again(record, bede, cato):
    published.withdraw(record, number=1, person=cato, why="a forgery")
    content = RecordVersion.objects.get(identifier=record, number=1).content
    store(as_draft(record, content), user=cato)
    published.restore(record, 1, number=3, person=cato, why="as it was")
    assert Evidence.objects.get().added_by == cato
    published.withdraw(record, number=3, person=cato, why="a forgery indeed")
    published.restore(record, 1, number=4, person=bede, why="no forgery")
    assert Evidence.objects.get().added_by == cato


def test_who_may_not_withdraw_is_refused(record, ada):
    for deed in (
        lambda: published.withdraw(record, number=1, person=ada, why="x"),
        lambda: published.restore(record, 1, number=1, person=ada, why="x"),
    ):
        with pytest.raises(Refusal) as caught:
            deed()
        assert caught.value.kind == "rights"
    with pytest.raises(Refusal):
        published.restore(record, 5, number=1, person=ada, why="x")


def test_the_passages_of_a_withdrawn_record_come_back_and_claims_rest_on_them(record, cato, bede):
    stored = Evidence.objects.get()
    store_passages(stored, [PassageDraft(1, "A round board."), PassageDraft(2, "It is empty.")])
    note_version(stored)
    ruleset = Ruleset.objects.create(slug="r", game=stored.game, name="R", kind="described")
    clause = Clause.objects.create(ruleset=ruleset, name="Round", position=1, title="Round")
    said = {"stance": "states", "voice": "witness", "passage": [record, 2]}
    store_parts(clause, [{"text": "It is empty.", "claims": [said]}])
    published.withdraw(record, number=2, person=cato, why="a forgery")
    assert Claim.objects.get().passage is None
    published.restore(record, 2, number=3, person=bede, why="no forgery")
    assert Claim.objects.get().passage.text == "It is empty."
    assert Evidence.objects.get().passages.count() == 2


def test_nobody_who_wrote_some_of_a_record_has_checked_it(bede, cato, content):
    """Neither by accepting the change of another, nor by going back to an earlier version."""
    identifier = accepted(cato, bede, content).identifier
    record = Evidence.objects.filter(identifier=identifier)
    assert (record.get().added_by, record.get().checked_by) == (cato, bede)
    first = record.get().checked_at
    edda = person("edda", Role.CURATOR)
    said = content | {"title": "Round chess again"}
    change = life.begin(edda, said, record=identifier, why="Murray")
    take("send", change, person=edda)
    take("accept", change, person=cato)
    assert (record.get().checked_by, record.get().checked_at) == (bede, first)
    published.restore(identifier, 1, number=2, person=cato, why="as it was")
    assert record.get().checked_by == bede
    change = life.begin(bede, content | {"title": "Round"}, record=identifier, why="Murray")
    take("send", change, person=bede)
    take("accept", change, person=cato)
    assert (record.get().checked_by, record.get().checked_at) == (None, None)
