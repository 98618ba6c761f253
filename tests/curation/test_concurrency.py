"""Several people at once, each with a connection of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from curation import life, published
from curation.errors import Refusal
from curation.models import Proposal
from evidence.models import Evidence, RecordVersion
from tests.curation.test_life import accepted, in_review

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds):
    """What each deed gives, or the kind of its refusal."""
    start = Barrier(len(deeds))

    def run(deed):
        try:
            start.wait(10)
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
        *[lambda p=p: life.accept(proposal, number=1, person=p) for p in (bede, cato, bede)]
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
    results = at_once(*[lambda p=p: life.accept(p, number=2, person=cato) for p in proposals])
    assert results.count("outdated") == 1
    assert RecordVersion.objects.count() == 2


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
        lambda: life.accept(change, number=2, person=cato),
        lambda: published.withdraw(record, number=1, person=cato, why="forged"),
    )
    assert results.count("outdated") == 1
    versions = list(RecordVersion.objects.order_by("number"))
    assert len(versions) == 2
    assert Evidence.objects.exists() == (versions[1].content is not None)
