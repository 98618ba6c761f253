"""Several people at once, each with a connection of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.editing.curation import life, published
from evidence.editing.curation.models import Proposal
from evidence.editing.curation.steps import take
from evidence.editing.workflow.refusals import Refusal
from evidence.history import revision
from evidence.models import CorpusChange, Evidence, RecordVersion, Region
from evidence.search.index import index_records, together
from evidence.sources import complete_source
from evidence.storing import store
from tests.curation.test_life import accepted, in_review
from tests.processes import wait_for
from tests.waiting import HANGS

pytestmark = pytest.mark.django_db(transaction=True)
AREA = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}


def at_once(*deeds):
    """What each deed gives, or the kind of its refusal."""
    start = Barrier(len(deeds))

    def run(deed):
        try:
            start.wait(HANGS)
            return deed()
        except Refusal as refusal:
            return refusal.kind
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def test_of_several_who_save_the_same_number_one_wins_and_the_others_are_told(ada, bede, content):
    draft = life.begin(ada, content)
    results = at_once(
        *[
            lambda n=n: life.save(
                draft, content | {"title": f"Title {n}"}, number=1, person=(ada, bede)[n % 2]
            )
            for n in range(6)
        ]
    )
    won = [each for each in results if isinstance(each, Proposal)]
    assert len(won) == 1
    assert results.count("outdated") == 5
    draft.refresh_from_db()
    assert (draft.number, draft.content["title"]) == (2, won[0].content["title"])


def test_a_proposal_is_published_once(ada, bede, cato, content):
    proposal = in_review(ada, content)
    results = at_once(
        *[lambda p=p: take("accept", proposal, number=1, person=p) for p in (bede, cato, bede)]
    )
    assert sorted(map(str, map(type, results))).count(str(Proposal)) == 1
    assert results.count("state") == 2
    assert RecordVersion.objects.count() == 1


def test_of_two_proposals_on_one_version_one_is_published_and_the_other_has_to_be_joined(
    ada, bede, cato, content
):
    record = accepted(ada, bede, content).identifier
    proposals = [in_review(bede, None, record=record) for _each in range(2)]
    for n, each in enumerate(proposals):
        life.save(each, each.content | {"title": f"Title {n}"}, number=1, person=bede)
    results = at_once(*[lambda p=p: take("accept", p, number=2, person=cato) for p in proposals])
    assert results.count("outdated") == 1
    assert RecordVersion.objects.count() == 2


def waiting():
    """How many connections wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]


@pytest.mark.postgresql
def test_who_indexes_a_record_waits_for_who_changes_it_and_holds_nothing_meanwhile():
    store(Draft("one", GameDraft("Senet")))

    def index():
        try:
            index_records()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        record = Evidence.objects.select_for_update().get()
        indexing = pool.submit(index)
        wait_for(waiting)
        index_records([record.pk])
    indexing.result()


@pytest.mark.postgresql  # SQLite has one writer at a time
def test_nobody_waits_for_an_import_nor_it_for_them(ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    proposal = in_review(bede, None, record=record)
    life.save(proposal, proposal.content | {"title": "The reviewer's"}, number=1, person=bede)

    def accept():
        try:
            return take("accept", proposal, number=2, person=cato)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic(), together(), revision("import"):
        complete_source(CitationDraft("A book that is new"))
        Region.objects.create(slug="here", name="Here", kind="historical", shape=AREA)
        assert pool.submit(accept).result(timeout=HANGS).state == "accepted"
        store(Draft(record, GameDraft("Shatranj ar-Rumiya"), judged_by="the import"))
    stored = Evidence.objects.get()
    assert (stored.title, stored.judged_by) == ("The reviewer's", "the import")
    first, second, third = CorpusChange.objects.order_by("number").values_list("pks", flat=True)
    assert first == second == third == [stored.pk]


def test_a_withdrawn_record_is_restored_once(ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    published.withdraw(record, number=1, person=cato, why="forged")
    results = at_once(
        *[
            lambda p=p: published.restore(record, 1, number=2, person=p, why="it is not")
            for p in (bede, cato, bede)
        ]
    )
    assert results.count("outdated") == 2
    assert RecordVersion.objects.count() == 3
    assert Evidence.objects.get().added_by == ada


def test_accepting_and_withdrawing_at_once_leaves_one_order(ada, bede, cato, content):
    record = accepted(ada, bede, content).identifier
    change = in_review(bede, None, record=record)
    change = life.save(change, change.content | {"title": "Other"}, number=1, person=bede)
    results = at_once(
        lambda: take("accept", change, number=2, person=cato),
        lambda: published.withdraw(record, number=1, person=cato, why="forged"),
    )
    assert results.count("outdated") == 1
    versions = list(RecordVersion.objects.order_by("number"))
    assert len(versions) == 2
    assert Evidence.objects.exists() == (versions[1].content is not None)
