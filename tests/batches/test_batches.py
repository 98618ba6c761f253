"""Tables imported on the page: columns, every change looked at, all or nothing, undone."""

from __future__ import annotations

import os
import time

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from playwright.sync_api import expect

from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.editing.batches import sending
from evidence.editing.batches.models import Batch
from evidence.importers.table_mapping import READ
from evidence.importers.table_names import guessed
from evidence.models import Evidence, RecordVersion, Revision
from evidence.search import Query, search
from evidence.storing import store
from evidence.storing.undoing import undo
from jobs import aside, queue
from jobs.models import Job
from jobs.showing import state_of
from jobs.tasks import Task
from people.groups import give_role
from people.matrix import Role
from tests.batches import steps
from tests.batches.steps import deed, work
from tests.signing import person, sign_in

pytestmark = pytest.mark.django_db
from tests.pages.conftest import site  # noqa: E402, F401 - the same browser

TABLE = """ID;Game;Kind;Year;Site;Lat;Lon;Page
new-1;Senet;artifact;-1400;Thebes;25.7;32.6;p. 1
new-2;Senet;;;<b>Giza</b>;;;
old-1;Senet;artifact;-1200;;;;p. 9
old-2;Senet;;;;;;
"""
COLUMNS = {
    "column-0": "identifier", "column-1": "game_name", "column-2": "type",
    "column-3": "date_edtf", "column-4": "place_name", "column-5": "place_latitude",
    "column-6": "place_longitude", "column-7": "", "separator": " | ", "deed": "look",
}  # fmt: skip


@pytest.fixture
def stored(db):
    for name, date in (("old-1", "-1000"), ("old-2", "")):
        store(Draft(name, GameDraft("Senet"), date=date, citations=(CitationDraft("A book"),)))


def send(client, text=TABLE, name="finds.csv"):
    return steps.send(client, text, name)


def looked(client, text=TABLE, **more):
    """A table that was sent and looked through."""
    assert send(client, text).status_code == 302
    batch = Batch.objects.latest("pk")
    asked = client.post(batch.get_absolute_url(), COLUMNS | more)
    assert asked.status_code == 302, asked.content.decode()
    assert work().state == "done"
    batch.refresh_from_db()
    return batch


def in_review(client, batch):
    """Send a file to review; gives the browser of whoever may publish it."""
    assert client.post(batch.get_absolute_url(), {"deed": "send"}).status_code == 302
    return steps.reviewer()


def contents():
    """What every record says now."""
    from evidence.history.contents import content_of
    from evidence.records.stored import as_draft

    return {each.identifier: content_of(as_draft(each)) for each in Evidence.objects.all()}


def test_columns_are_guessed_from_their_names():
    header = ["ID", "Game", "game_name", "Lat", "longitude", "Reference", "Something"]
    assert guessed(header, READ) == {
        "ID": "identifier", "game_name": "game_name", "Lat": "place_latitude",
        "longitude": "place_longitude", "Reference": "source_citation",
    }  # fmt: skip


def test_a_table_that_was_sent_shows_its_columns_and_first_rows(curator):
    answer = send(curator)
    batch = Batch.objects.get()
    assert answer["Location"] == f"/curate/tables/{batch.pk}/"
    assert (batch.delimiter, batch.header[:2], batch.state) == (";", ["ID", "Game"], "new")
    page = curator.get(batch.get_absolute_url()).content.decode()
    assert '<option value="identifier" selected>' in page
    assert "&lt;b&gt;Giza" in page
    assert "<b>Giza" not in page
    assert Evidence.objects.count() == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "a header is needed"),
        (b"ID,Game\n", "no row below the header"),
        (b"ID,ID\na,b\n", "the column ID is there twice"),
        (b"ID,Game\n\xff\xfe,b\n", "is not UTF-8"),
        (b"ID,Game\na\x00,b\n", "NUL character"),
        (b",".join(b"c%d" % n for n in range(301)) + b"\n" + b"a," * 300 + b"a\n", "301 columns"),
        (b'ID,Game\n"a,b\n', "not CSV"),
    ],
)
def test_what_is_no_table_is_refused_and_not_kept(curator, tmp_path, text, words):
    answer = send(curator, text)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not Batch.objects.exists()
    assert list((tmp_path / "tables").iterdir()) == []


def test_a_form_without_a_file_or_with_too_much_is_refused(curator, monkeypatch):
    assert "Choose a file" in curator.post("/curate/tables/").content.decode()
    monkeypatch.setattr(sending, "MOST", 100)
    answer = send(curator)
    assert answer.status_code == 413
    assert "too large" in answer.content.decode()


def test_forged_forms_are_refused(curator):
    outside = Client(enforce_csrf_checks=True)
    outside.cookies = curator.cookies
    assert send(outside).status_code == 403


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"column-0": ""}, "Choose the column of the identifier"),
        ({"column-1": ""}, "Choose the column of the game"),
        ({"column-2": "identifier"}, "chosen for another column too"),
        ({"same-game_name": "Chess"}, "A column is chosen for this too"),
        ({"column-2": "licence"}, "is not on the list"),
        ({"separator": ""}, "Fill this in"),
    ],
)
def test_columns_that_make_no_sense_are_refused(curator, more, words):
    send(curator)
    answer = curator.post(Batch.objects.get().get_absolute_url(), COLUMNS | more)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not Job.objects.exists()


def test_every_change_is_shown_before_anything_is_stored(curator, stored):
    before = contents()
    batch = looked(curator)
    assert batch.counts == {"created": 2, "changed": 1, "unchanged": 1}
    assert contents() == before
    new = curator.get(batch.get_absolute_url()).content.decode()
    assert "new-1" in new
    assert "&lt;b&gt;Giza" in new
    changed = curator.get(f"{batch.get_absolute_url()}?rows=changed").content.decode()
    assert '<a href="/evidence/old-1/">old-1</a>' in changed
    assert "-1200" in changed
    assert "kept as stored" in changed
    assert "old-2" in curator.get(f"{batch.get_absolute_url()}?rows=unchanged").content.decode()


def test_overwriting_is_shown_as_that(curator, stored):
    batch = looked(curator, update="on")
    changed = curator.get(f"{batch.get_absolute_url()}?rows=changed").content.decode()
    assert "kept as stored" not in changed
    deed(curator, batch, "import")
    assert Evidence.objects.get(identifier="old-1").date == "-1200"


def test_what_was_shown_is_what_is_stored_as_one_act_and_undone_as_one(curator, stored):
    before, revisions = contents(), Revision.objects.count()
    batch = looked(curator)
    job = deed(curator, batch, "import")
    assert (job.state, batch.state) == ("done", "imported")
    assert Revision.objects.count() == revisions + 1
    assert batch.revision.versions.count() == 3
    assert batch.revision.by.username == "bede"
    assert search(Query()).count == 4
    assert Evidence.objects.get(identifier="new-1").places.get().lat_u == 25_700_000
    assert not batch.path().exists()
    assert batch.revision.reviewed_by.username == "cato-of-the-files"
    page = curator.get(batch.get_absolute_url()).content.decode()
    assert "4 records: 2 created, 1 changed, 1 unchanged" in page
    deed(curator, batch, "undo")
    assert batch.state == "undone"
    assert contents() == before
    assert search(Query()).count == 2
    assert Revision.objects.count() == revisions + 2
    last = RecordVersion.objects.filter(identifier="new-1").latest("number")
    assert (last.number, last.content, last.revision) == (2, None, batch.undoing)


def test_what_was_changed_since_stays_and_is_named(curator, stored):
    batch = looked(curator)
    deed(curator, batch, "import")
    store(Draft("new-1", GameDraft("Senet"), title="Mine"), why="later")
    deed(curator, batch, "undo")
    assert set(contents()) == {"new-1", "old-1", "old-2"}
    assert "1 record stays\nnew-1: it was changed later" in batch.said


def test_what_was_deleted_is_there_again_after_undoing(stored):
    from evidence.history import revision

    before = contents()
    with revision("a mistake") as act:
        Evidence.objects.get(identifier="old-1").delete()
    undone = undo(act.row, by=None, why="undone")
    assert (undone.restored, undone.deleted, undone.left) == (1, 0, {})
    assert contents() == before


def test_faults_are_told_by_line_and_nothing_is_stored(curator):
    bad = TABLE + "new-1;Senet;artifact;;;;;\nnew-3;Senet;no type;;;;;\n"
    batch = looked(curator, bad)
    assert batch.state == "faulty"
    page = curator.get(batch.get_absolute_url()).content.decode()
    assert "line 6, column ID" in page
    assert "line 7, column Kind" in page
    assert curator.post(batch.get_absolute_url(), {"deed": "import"}).status_code == 409
    assert not Evidence.objects.exists()


def test_what_becomes_wrong_between_looking_and_importing_stores_nothing(curator, stored):
    batch = looked(curator)
    with batch.path().open("a") as file:
        file.write("new-9;Senet;no type;;;;;\n")
    job = deed(curator, batch, "import")
    assert (job.state, batch.state) == ("failed", "faulty")
    assert Evidence.objects.count() == 2


def test_a_step_that_was_done_is_not_done_again(curator, stored):
    batch = looked(curator)
    deed(curator, batch, "import")
    versions = RecordVersion.objects.count()
    again = Job.objects.create(
        kind="table", what={"batch": batch.pk, "step": "import"}, title="a", page="/", seconds=1,
        asker="x",
    )  # fmt: skip
    work()
    again.refresh_from_db()
    assert again.state == "done"
    assert RecordVersion.objects.count() == versions


def test_columns_are_not_changed_under_the_hands_of_a_job(curator, stored):
    batch = looked(curator)
    in_review(curator, batch).post(batch.get_absolute_url(), {"deed": "import"})
    answer = curator.post(batch.get_absolute_url(), {"deed": "take_back"})
    assert answer.status_code == 409
    assert "wait for it" in answer.content.decode()
    assert work().state == "done"
    batch.refresh_from_db()
    assert (batch.state, batch.revision) == ("imported", Revision.objects.latest("pk"))


def test_columns_chosen_on_an_old_page_undo_nothing(curator, stored):
    batch = looked(curator)
    seen = Batch.objects.get(pk=batch.pk)
    deed(curator, batch, "import")
    assert seen.choose(columns={}, update=True) is False
    assert (seen.state, seen.revision) == ("imported", Revision.objects.latest("pk"))


def test_who_is_no_curator_any_more_brings_nothing_in(curator, stored):
    batch = looked(curator)
    in_review(curator, batch).post(batch.get_absolute_url(), {"deed": "import"})
    give_role(User.objects.get(username="cato-of-the-files"), Role.CONTRIBUTOR)
    job = work()
    assert job.state == "failed"
    assert "no longer has the right" in job.message
    assert Evidence.objects.count() == 2


def test_the_job_of_a_table_is_seen_by_curators_alone(curator, stored):
    looked(curator)
    job = Job.objects.latest("pk")
    other = User.objects.create_user("cato")
    give_role(other, Role.CURATOR)
    colleague, stranger = Client(), Client()
    colleague.force_login(other)
    for address in (f"/jobs/{job.pk}/", f"/jobs/{job.pk}/state/"):
        assert curator.get(address).status_code == 200
        assert colleague.get(address).status_code == 200
        assert stranger.get(address).status_code == 404


def test_files_are_deleted_after_a_month_also_those_that_belong_to_no_table(curator, tmp_path):
    send(curator)
    month_ago = time.time() - sending.KEPT.total_seconds() - 60
    for name in ("left.csv", "left.json"):
        (tmp_path / "tables" / name).write_text("")
        os.utime(tmp_path / "tables" / name, (month_ago, month_ago))
    sending.forget()
    kept = [path.name for path in (tmp_path / "tables").iterdir()]
    assert kept == [f"{Batch.objects.get().key}.csv"]


def test_the_same_for_all_rows(curator):
    text = "ID,What\na-1,one\na-2,two\n"
    send(curator, text)
    batch = Batch.objects.get()
    said = {"column-0": "identifier", "column-1": "title", "same-game_name": "Rek",
            "same-type": "ethnography", "separator": " | ", "deed": "look"}  # fmt: skip
    curator.post(batch.get_absolute_url(), said)
    work()
    batch.refresh_from_db()
    deed(curator, batch, "import")
    found = Evidence.objects.values_list("identifier", "game__name", "type", "title")
    assert sorted(found) == [
        ("a-1", "Rek", "ethnography", "one"),
        ("a-2", "Rek", "ethnography", "two"),
    ]


def test_long_previews_have_pages(curator):
    rows = "".join(f"r-{n};Senet;;;;;;\n" for n in range(2100))
    batch = looked(curator, TABLE.splitlines()[0] + "\n" + rows)
    last = curator.get(f"{batch.get_absolute_url()}?rows=created&page=84").content.decode()
    assert "2076 to 2100 of 2100" in last
    assert last.count("<article") == 25
    assert "r-2099" in last


def test_how_far_a_job_inside_a_transaction_has_come_is_told_by_a_file(db):
    Job.objects.create(kind="table", title="a", page="/", seconds=1, asker="x")
    job = queue.take("a worker")
    with transaction.atomic():
        Task(job).progress(20, 50)
    assert connection.in_atomic_block
    seen = Job.objects.get(pk=job.pk)
    told = state_of(seen)
    assert (told["done"], told["total"]) == (20, 50)
    aside.forget(job)
    assert state_of(Job.objects.get(pk=job.pk))["done"] == 0


def test_a_table_is_brought_in_in_the_browser(site, live_server, stored):  # noqa: F811
    page = site
    sign_in(page, person("cato", Role.CURATOR))
    page.goto(f"{live_server.url}/curate/tables/")
    file = {"name": "finds.csv", "mimeType": "text/csv", "buffer": TABLE.encode()}
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Send").click()
    page.get_by_label("Year", exact=True).select_option("date_edtf")
    page.get_by_label("Page", exact=True).select_option("")
    page.get_by_role("button", name="Look through it").click()
    begins = page.locator("[data-job]", has_text="It is about to begin.")
    begins.wait_for()
    work()
    page.goto(f"{live_server.url}{Batch.objects.get().get_absolute_url()}")
    page.get_by_role("link", name="Changed records").click()
    expect(page.locator("#preview")).to_contain_text("-1200")
    page.get_by_role("button", name="Send to review").click()
    expect(page.get_by_text("someone else has to publish it")).to_be_visible()
    sign_in(page, person("dodo", Role.CURATOR))
    page.goto(f"{live_server.url}{Batch.objects.get().get_absolute_url()}")
    page.get_by_role("button", name="Publish all of it").click()
    begins.wait_for()
    work()
    page.goto(f"{live_server.url}{Batch.objects.get().get_absolute_url()}")
    expect(page.get_by_role("button", name="Undo all of it")).to_be_hidden()
    page.get_by_text("Undo the import…").click()
    page.get_by_role("button", name="Undo all of it").click()
    begins.wait_for()
    work()
    assert set(contents()) == {"old-1", "old-2"}
