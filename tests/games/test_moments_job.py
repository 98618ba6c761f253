"""Moments of what is published are found by a job: once, in the background, of what is stored."""

from __future__ import annotations

import pytest

from games import moments_job
from games.models import Match, Ruleset
from games.moments_job import find_soon
from jobs import queue, tasks
from jobs.models import Job
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def kar_ouk() -> Ruleset:
    return stored("kar-ouk")


def done() -> Job:
    """The job that has waited longest, once it has been done."""
    job = queue.take("worker")
    assert job is not None
    tasks.run(job)
    job.refresh_from_db()
    return job


def test_moments_are_found_once_for_a_text_and_its_clauses(kar_ouk: Ruleset) -> None:
    job = find_soon(kar_ouk, None)
    assert job is not None
    assert find_soon(kar_ouk, None) == job
    assert (done().state, job.total) == ("done", 300)
    found = kar_ouk.matches.filter(origin=Match.Origin.FOUND)
    assert found.exists()
    assert {match.digest for match in found} == {kar_ouk.digest}
    assert Job.objects.get().result == "/rulesets/kar-ouk/games/?origin=found"
    assert find_soon(kar_ouk, None) is None
    kar_ouk.clauses.filter(name="FirstCheckWins").delete()
    assert find_soon(kar_ouk, None) != job
    kar_ouk.text += "\n// another text\n"
    kar_ouk.save()
    assert find_soon(kar_ouk, None) is not None
    assert Job.objects.count() == 3


def test_what_is_no_longer_stored_is_not_searched(kar_ouk: Ruleset) -> None:
    find_soon(kar_ouk, None)
    kar_ouk.text += "\n// another text\n"
    kar_ouk.save()
    job = done()
    assert (job.state, "have changed since this was requested" in job.message) == ("failed", True)
    assert not Match.objects.exists()


def test_rules_that_cannot_be_run_are_told(kar_ouk: Ruleset) -> None:
    Ruleset.objects.update(text='(game "Kar Ouk"')
    find_soon(Ruleset.objects.get(), None)
    job = done()
    assert (job.state, "line 1" in job.message) == ("failed", True)


def test_a_full_queue_does_not_stand_in_the_way(
    kar_ouk: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MOST_WAITING", 0)
    assert find_soon(kar_ouk, None) is None
    assert moments_job.KIND not in Job.objects.values_list("kind", flat=True)
