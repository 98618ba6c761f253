"""What a change of regions touches: never less than it moves, indexed at once or by a job."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from evidence.models import Evidence, Place, Region
from evidence.search import members as region_members
from evidence.search.index import index_records
from evidence.search.members import touched
from jobs import queue
from jobs.models import Job
from jobs.tasks import run
from tests.evidence.test_index import record, region, square

pytestmark = pytest.mark.django_db
PAGE = "admin:evidence_region_change"
MOVED = '{"type": "Polygon", "coordinates": [[[60, 60], [70, 60], [70, 70], [60, 70], [60, 60]]]}'


@pytest.fixture
def corpus():
    """Two countries of a continent, records in each, at sea, at the date line and at a pole."""
    asia = region("asia", square(0, 0, 40, 40), kind="continent")
    region("west", square(0, 0, 20, 40), parent=asia)
    region("east", square(20, 0, 40, 40), parent=asia)
    for name, point in {
        "in-west": (10, 10), "in-east": (10, 30), "at-sea": (65, 65),
        "at-line": (5, -180), "at-pole": (-90, 77),
    }.items():  # fmt: skip
        record(name, point)
    people = region("people", square(15, 10, 25, 20), kind="cultural")
    Place.objects.create(evidence=record("of-people"), region=people)
    index_records()


def names(*slugs):
    pks = touched(set(Region.objects.filter(slug__in=slugs).values_list("pk", flat=True)))
    return set(Evidence.objects.filter(pk__in=pks.tolist()).values_list("identifier", flat=True))


def members():
    rows = Evidence.objects.values_list("identifier", "regions__slug")
    return {(name, slug) for name, slug in rows if slug}


def move(client, slug, shape, **more):
    one = Region.objects.get(slug=slug)
    fields = {"slug": slug, "name": one.name, "kind": one.kind, "note": "", "shape": shape}
    fields |= {"parent": one.parent_id} if one.parent_id else {}
    answer = client.post(reverse(PAGE, args=[one.pk]), fields | more, follow=True)
    assert answer.status_code == 200
    return answer


def test_a_region_touches_what_it_holds_and_what_its_areas_meet(corpus):
    assert names("west") == {"in-west", "of-people"}
    assert names("west", "east") == {"in-west", "in-east", "of-people"}


def test_the_date_line_and_the_poles_are_places_of_both_sides(corpus):
    region("far-east", square(170, 0, 180, 10))
    region("south", square(0, -90, 10, -80))
    assert names("far-east") == {"at-line"}
    assert names("south") == {"at-pole"}


def test_what_a_moved_region_lets_go_and_takes_in_is_as_if_all_were_indexed(corpus, admin_client):
    move(admin_client, "west", MOVED)
    after = members()
    assert {("at-sea", "west"), ("at-sea", "asia")} <= after
    assert not {("in-west", "west")} & after
    index_records()
    assert members() == after


def test_records_elsewhere_are_not_indexed(corpus, admin_client, monkeypatch):
    seen = []
    monkeypatch.setattr(region_members, "index_records", seen.extend)
    move(admin_client, "west", MOVED)
    at_all = Evidence.objects.filter(identifier__in=["in-west", "of-people", "at-sea"])
    assert sorted(seen) == sorted(at_all.values_list("pk", flat=True))
    seen.clear()
    shape = json.dumps(square(20, 0, 40, 40))
    move(admin_client, "east", shape, name="The East")
    assert seen == []


def test_many_records_are_left_to_a_job(corpus, admin_client, monkeypatch):
    monkeypatch.setattr(region_members, "AT_ONCE", 1)
    monkeypatch.setattr(region_members, "STEP", 2)
    before = members()
    answer = move(admin_client, "west", MOVED)
    job = Job.objects.get()
    assert job.get_absolute_url() in answer.content.decode()
    assert members() == before
    run(queue.take("worker"))
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 3, 3)
    after = members()
    assert ("at-sea", "west") in after
    index_records()
    assert members() == after


@pytest.mark.parametrize("at_once", [1000, 0])
def test_what_lay_in_a_region_that_is_deleted(corpus, admin_client, monkeypatch, at_once):
    monkeypatch.setattr(region_members, "AT_ONCE", at_once)
    Region.objects.filter(slug="asia").update(shape=square(0, 0, 1, 1))
    index_records()
    assert {("in-west", "west"), ("in-west", "asia")} <= members()
    west = Region.objects.get(slug="west")
    admin_client.post(reverse("admin:evidence_region_delete", args=[west.pk]), {"post": "yes"})
    jobs = Job.objects.count()
    assert jobs == (0 if at_once else 1)
    for _each in range(jobs):
        run(queue.take("worker"))
    assert not [pair for pair in members() if pair[0] == "in-west"]


def test_a_full_queue_is_told(corpus, admin_client, monkeypatch):
    monkeypatch.setattr(region_members, "AT_ONCE", 0)
    monkeypatch.setattr("jobs.queue.MOST_OF_PEOPLE", 0)
    answer = move(admin_client, "west", MOVED)
    assert "save it again later" in answer.content.decode()
