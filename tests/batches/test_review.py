"""Files enter review: nobody publishes what they imported, a second person publishes all of it."""

from __future__ import annotations

import os
import time

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evidence.editing.batches import sending
from evidence.editing.batches.models import Batch
from evidence.models import Evidence, Revision
from games.models import Game, GameAlias
from jobs.models import Job
from people.groups import give_role
from people.matrix import Role
from tests.batches import steps
from tests.batches.steps import work
from tests.batches.test_batches import COLUMNS, looked

pytestmark = pytest.mark.django_db


def browser_of(name, role=Role.CURATOR):
    person = User.objects.create_user(name)
    give_role(person, role)
    browser = Client()
    browser.force_login(person)
    return browser


def act(browser, batch, deed, **more):
    answer = browser.post(batch.get_absolute_url(), {"deed": deed, **more})
    batch.refresh_from_db()
    return answer.status_code


@pytest.mark.parametrize("role", [Role.CURATOR, Role.ADMINISTRATOR])
def test_nobody_publishes_at_once_what_they_import(client, role):
    browser = browser_of("ada", role)
    batch = looked(browser)
    jobs = Job.objects.count()
    assert act(browser, batch, "import") == 409  # it is not in review
    assert act(browser, batch, "send") == 302
    assert act(browser, batch, "import") == 403
    assert (batch.state, Job.objects.count()) == ("review", jobs)
    assert not Evidence.objects.exists()


def test_a_second_person_publishes_all_of_it_as_one_act_of_both(curator):
    batch = looked(curator)
    act(curator, batch, "send", why="from the catalogue")
    cato = browser_of("cato")
    page = cato.get(batch.get_absolute_url()).content.decode()
    assert "Publish all of it" in page
    assert "from the catalogue" in page
    assert act(cato, batch, "import") == 302
    assert work().state == "done"
    batch.refresh_from_db()
    act_of = Revision.objects.get()
    assert (batch.state, batch.revision) == ("imported", act_of)
    assert (act_of.by.username, act_of.reviewed_by.username) == ("bede", "cato")
    assert Evidence.objects.count() == act_of.versions.count() == 4
    told = [(event.deed, event.by.username) for event in batch.events.all()]
    assert told == [("sent", "bede"), ("published", "cato")]


def test_whoever_chose_the_columns_or_sent_it_to_review_does_not_publish_it(curator):
    batch = looked(curator)
    cato, dora = browser_of("cato"), browser_of("dora")
    assert act(cato, batch, **COLUMNS) == 302
    work()
    assert act(dora, batch, "send") == 302
    for browser in (curator, cato, dora):
        assert act(browser, batch, "import") == 403
    assert act(browser_of("emil"), batch, "import") == 302


def test_a_job_of_its_sender_publishes_nothing(curator):
    batch = looked(curator)
    act(curator, batch, "send")
    forged = {"batch": batch.pk, "step": "import"}
    fields = {"title": "a", "page": "/", "seconds": 1, "asker": "x"}
    Job.objects.create(kind="table", what=forged, by=batch.by, **fields)
    assert work().state == "failed"
    Job.objects.create(kind="table", what=forged, by=None, **fields)
    assert work().state == "failed"
    assert not Evidence.objects.exists()


def test_a_file_is_sent_back_with_a_reason_and_taken_back_without(curator):
    batch = looked(curator)
    cato = browser_of("cato")
    assert act(curator, batch, "send") == 302
    assert act(curator, batch, "send_back", why="my own") == 403
    assert act(cato, batch, "take_back") == 403
    assert act(cato, batch, "send_back") == 400
    assert batch.state == "review"
    assert act(cato, batch, "send_back", why="no sources") == 302
    assert batch.state == "ready"
    assert "no sources" in curator.get(batch.get_absolute_url()).content.decode()
    assert act(curator, batch, "send") == 302
    assert act(curator, batch, "take_back") == 302
    assert batch.state == "ready"


def test_what_is_in_review_is_not_read_by_other_columns(curator):
    batch = looked(curator)
    act(curator, batch, "send")
    before = batch.columns
    assert act(curator, batch, **COLUMNS | {"column-0": ""}) == 302  # only looked through again
    assert work().state == "done"
    batch.refresh_from_db()
    assert (batch.state, batch.columns) == ("review", before)


def test_what_becomes_wrong_while_it_waits_goes_back_to_its_sender(curator):
    batch = looked(curator)
    act(curator, batch, "send")
    with batch.path().open("a") as file:
        file.write("new-9;Senet;no type;;;;;\n")
    assert act(browser_of("cato"), batch, "import") == 302
    assert work().state == "failed"
    batch.refresh_from_db()
    assert batch.state == "faulty"
    assert not Evidence.objects.exists()


def test_a_file_in_review_is_not_deleted(curator):
    batch = looked(curator)
    act(curator, batch, "send")
    old = time.time() - sending.KEPT.total_seconds() - 60
    for path in batch.path().parent.iterdir():
        os.utime(path, (old, old))
    sending.forget()
    assert batch.path().exists()


def test_those_who_wait_for_a_review_are_listed(curator):
    batch = looked(curator)
    act(curator, batch, "send")
    page = browser_of("cato").get("/curate/tables/").content.decode()
    assert "in review" in page
    assert Batch.objects.get().get_absolute_url() in page
    assert steps.reviewer().get("/curate/").status_code == 200


def test_the_preview_shows_how_each_date_place_and_source_is_understood(curator):
    text = (
        "Accession number,Museum,Game,Date,Place,lat,lon,Source,Page\n"
        "1872.0601.1,British Museum,Senet,c. 1350 BC,Thebes,,,Piccione 1990,45\n"
        "1872.0601.2,British Museum,Senet,n.d.,Giza,29.9,31.1,,\n"
    )
    assert steps.send(curator, text, "finds.csv").status_code == 302
    batch = Batch.objects.get()
    chosen = {ours["column"]: name for name, ours in batch.columns.items()}
    columns = {f"column-{at}": chosen[name] for at, name in enumerate(batch.header)}
    assert act(curator, batch, "look", separator=" | ", **columns) == 302
    assert work().state == "done"
    page = curator.get(batch.get_absolute_url()).content.decode()
    for said in (
        "british-museum-1872-0601-1", "c. 1350 BC", "about 1350 BCE (-1349~)",
        "by name only, not on the map", "Piccione 1990, 45", "a new source",
        "undated", "at 29.9", "31.1", "no source is given", "British Museum, 1872.0601.2",
    ):  # fmt: skip
        assert said in page, said


def test_the_preview_says_of_each_game_whether_it_is_new_and_what_it_may_be(curator):
    known = Game.objects.create(name="Shatranj", slug="shatranj")
    GameAlias.objects.create(game=known, name="Chatrang")
    text = "identifier,game,identified_game\n" + "".join(
        f"r-{at},{game},{other}\n"
        for at, (game, other) in enumerate(
            [("Chatrang", ""), ("Shatrang", ""), ("SHATRANJ", ""), ("Mill", "Xatranj")]
        )
    )
    assert steps.send(curator, text, "games.csv").status_code == 302
    batch = Batch.objects.get()
    columns = {f"column-{at}": name for at, name in enumerate(batch.header)}
    assert act(curator, batch, "look", separator=" | ", **columns) == 302
    assert work().state == "done"
    page = curator.get(batch.get_absolute_url())
    told = [
        (each.given, each.understood, each.address)
        for row in page.context["rows"]
        for each in row.readings
        if each.field in ("Game", "Identified as")
    ]
    address = known.get_absolute_url()
    meant = "a new game; is “Shatranj” meant?"
    assert told == [
        ("Chatrang", "stored: Shatranj", address), ("Shatrang", meant, address),
        ("SHATRANJ", meant, address), ("Mill", "a new game", ""), ("Xatranj", meant, address),
    ]  # fmt: skip
