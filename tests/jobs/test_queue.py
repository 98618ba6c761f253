"""The queue: who gets a job, who does not, and what becomes of those whose worker is gone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

import evidence.editing.batches.job
from evidence.search import members as region_members
from games import moments_job, readings_job
from games.study_job import KIND, count_study
from jobs import queue
from jobs.models import GONE, Job
from jobs.tasks import KINDS

pytestmark = pytest.mark.django_db

LONG_AGO = timezone.now() - 2 * GONE
LISA, OMAR = "lisa", "omar"


def ask(number: int = 1, asker: str = LISA, kind: str = "count") -> Job:
    return queue.ask(
        kind, {"number": number}, asker=asker, title=f"{number}", page="/", total=10, seconds=60
    )


def state(job: Job) -> str:
    return Job.objects.get(pk=job.pk).state


def taken(name: str = "worker") -> Job:
    job = queue.take(name)
    assert job is not None
    return job


def test_the_job_that_has_waited_longest_is_taken_by_one_worker():
    first, second = ask(1), ask(2, OMAR)
    assert taken("one") == first
    assert taken("two") == second
    assert queue.take("three") is None
    assert first.state == "waiting"
    assert state(first) == "running"


def test_who_asks_for_the_same_gets_the_same_job():
    assert ask(1) == ask(1, OMAR) == ask(1)
    assert Job.objects.count() == 1


def test_the_function_of_each_kind_is_there_and_imported_when_it_is_needed():
    kinds = {
        KIND,
        evidence.editing.batches.job.KIND,
        region_members.KIND,
        moments_job.KIND,
        readings_job.KIND,
    }
    assert kinds == KINDS.keys()
    assert KINDS[moments_job.KIND].work is moments_job.work
    assert KINDS[KIND].work is count_study
    assert KINDS[readings_job.KIND].work is readings_job.play_readings
    assert KINDS[evidence.editing.batches.job.KIND].work is evidence.editing.batches.job.work
    assert KINDS[region_members.KIND].work is region_members.work


def test_one_at_a_time_for_each_person_and_kind():
    first = ask(1)
    with pytest.raises(queue.Refused, match="already have an open job") as caught:
        ask(2)
    assert caught.value.job == first
    assert ask(2, kind="import").state == "waiting"
    queue.end(taken(), Job.State.DONE)
    assert ask(2).state == "waiting"


def test_a_full_queue_is_told():
    for number in range(queue.MOST_WAITING):
        ask(number, f"{number}")
    with pytest.raises(queue.Refused, match="20 jobs are already waiting: try again later") as none:
        ask(99, "another")
    assert none.value.job is None
    taken()
    assert ask(99, "another").state == "waiting"


def of(user, number: int) -> Job:
    return queue.ask(
        "count", {"number": number}, by=user, asker=f"{number}", title="", page="/", seconds=60
    )


def test_what_a_curator_asks_for_does_not_wait_behind_strangers(django_user_model):
    for number in range(queue.MOST_WAITING):
        ask(number, f"{number}")
    own = of(django_user_model.objects.create_user("cato"), 99)
    assert queue.ahead(own) == 0
    assert queue.ahead(Job.objects.order_by("pk")[0]) == 1
    assert taken() == own


def test_a_strangers_job_gives_way_to_a_curators(django_user_model):
    ask()
    running = taken()
    assert not queue.gives_way(running)
    own = of(django_user_model.objects.create_user("cato"), 99)
    assert queue.gives_way(running)
    queue.give_back(running)
    assert taken() == own
    assert not queue.gives_way(own)


def test_one_address_has_few_jobs_open_of_all_kinds():
    first = [ask(number, kind=f"kind {number}") for number in range(queue.MOST_OPEN)]
    with pytest.raises(queue.Refused, match="already have an open job") as caught:
        ask(9, kind="another")
    assert caught.value.job in first
    assert ask(9, OMAR, kind="another").state == "waiting"


def test_a_job_that_waits_is_cancelled_at_once():
    job = ask()
    queue.cancel(job, "why")
    assert state(job) == "cancelled"
    assert queue.take("worker") is None
    assert ask(2).state == "waiting"


def test_what_has_ended_is_not_cancelled():
    ask()
    job = taken()
    assert queue.end(job, Job.State.DONE)
    queue.cancel(job)
    assert state(job) == "done"
    assert not queue.end(job, Job.State.FAILED)


def test_a_silent_worker_is_given_up_and_can_write_no_more():
    ask()
    slow = taken("slow")
    queue.revive()
    assert state(slow) == "running"
    Job.objects.update(beat=LONG_AGO)
    assert Job.objects.get().lost
    queue.revive()
    assert state(slow) == "waiting"
    quick = taken("quick")
    assert not queue.beat(slow)
    assert not queue.end(slow, Job.State.DONE)
    assert queue.beat(quick)
    assert state(quick) == "running"


def test_a_job_whose_workers_are_lost_again_and_again_fails():
    ask()
    for number in range(queue.MOST_ATTEMPTS):
        taken(f"{number}")
        Job.objects.update(beat=LONG_AGO)
        queue.revive()
    job = Job.objects.get()
    assert (job.state, job.attempts) == ("failed", queue.MOST_ATTEMPTS)
    assert job.message == "The program that worked on it was ended."
    assert job.ended is not None


def test_a_job_that_was_to_end_is_not_begun_again_when_its_worker_is_lost():
    ask()
    job = taken()
    queue.cancel(job)
    Job.objects.update(beat=LONG_AGO)
    queue.revive()
    assert state(job) == "cancelled"


def test_a_worker_that_is_told_to_stop_costs_its_job_no_attempt():
    ask()
    queue.give_back(taken())
    job = Job.objects.get()
    assert (job.state, job.attempts, job.worker) == ("waiting", 0, "")


def test_jobs_know_their_turn_and_whether_anything_works():
    first, second = ask(1), ask(2, OMAR)
    assert [queue.ahead(first), queue.ahead(second)] == [0, 1]
    assert not queue.unattended(first)
    Job.objects.update(asked=LONG_AGO)
    assert queue.unattended(Job.objects.get(pk=second.pk))
    taken()
    assert not queue.unattended(Job.objects.get(pk=second.pk))


def test_what_ended_long_ago_is_forgotten():
    old, new = ask(1), ask(2, OMAR)
    for job in (old, new):
        queue.cancel(job)
    Job.objects.filter(pk=old.pk).update(ended=timezone.now() - queue.KEPT - timedelta(days=1))
    queue.forget()
    assert Job.objects.get() == new
