"""Suggestions: made without an account, kept from programs, answered by those who may."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial

import pytest
from django.core import signing
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from evidence.archive.writing import export_corpus
from evidence.drafts import CitationDraft, Draft, GameDraft
from evidence.editing.suggestions import guard
from evidence.editing.suggestions.answering import NEWEST, answer
from evidence.editing.suggestions.models import Suggestion
from evidence.history import revision
from evidence.models import Evidence, Revision
from evidence.storing import store
from jobs.upkeep import Upkeep
from people.matrix import Role
from tests.signing import person, sign_in

pytestmark = pytest.mark.django_db
from tests.pages.conftest import shodra, site  # noqa: E402, F401 - the same cast

HOSTILE = (
    "<script>window.hurt=1</script><img src=x onerror=window.hurt=1>\"'><svg/onload=window.hurt=1>"
    "{{ 7|add:7 }} javascript:window.hurt=1 \u202e\u0000".replace("\u0000", "")
)
RECORD = "/suggest/evidence/board/"


@pytest.fixture
def board(db):
    store(Draft("board", GameDraft("Senet"), citations=(CitationDraft("A book"),)))
    return Evidence.objects.get(identifier="board")


@pytest.fixture
def curator(client):
    client.force_login(person("bede", Role.CURATOR))
    return client


def seen(ago=10):
    """A form as it was shown so many seconds ago."""
    return signing.dumps((timezone.now() - timedelta(seconds=ago)).timestamp(), salt=guard.SALT)


def send(client, path=RECORD, **said):
    return client.post(path, {"text": "The date is wrong.", "seen": seen(), **said})


def test_anybody_may_suggest_something_on_a_record(client, board):
    page = client.get(RECORD).content.decode()
    assert "Suggest a correction" in page
    told = {"name": "Ann", "contact": "ann@example.org", "named": "on"}
    sent = send(client, **told)
    assert (sent.status_code, sent["Location"]) == (302, "/suggest/thanks/")
    one = Suggestion.objects.get()
    assert (one.record, one.version, one.text) == ("board", 1, "The date is wrong.")
    assert (one.name, one.contact, one.named, one.state) == (
        "Ann",
        "ann@example.org",
        True,
        "waiting",
    )
    assert re.fullmatch("[0-9a-f]{16}", one.asker)


def test_anybody_may_suggest_something_on_a_clause(client, shodra):  # noqa: F811
    page = client.get("/rulesets/shodra/").content.decode()
    assert 'href="/suggest/rulesets/shodra/OiCaptures/"' in page
    assert send(client, "/suggest/rulesets/shodra/OiCaptures/").status_code == 302
    one = Suggestion.objects.get()
    assert (one.record, one.ruleset, one.clause) == ("", "shodra", "OiCaptures")


def test_the_page_of_a_record_leads_to_the_form(client, board):
    assert f'href="{RECORD}"' in client.get("/evidence/board/").content.decode()


@pytest.mark.parametrize(
    "path", ["/suggest/evidence/nothing/", "/suggest/rulesets/shodra/None/", "/suggest/else/"]
)
def test_nothing_can_be_suggested_on_what_is_not_there(client, path):
    assert client.get(path).status_code == 404
    assert send(client, path).status_code == 404
    assert not Suggestion.objects.exists()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"text": ""}, "Fill this in"),
        ({"text": "   \n "}, "Fill this in"),
        ({"text": "x" * 5001}, "at most 5000 characters"),
        ({"name": "x" * 121}, "at most 120 characters"),
        ({"contact": "x" * 201}, "at most 200 characters"),
        ({"text": "see http://a.b " * 4}, "at most 3 addresses"),
        ({"text": "[url=x] www.a www.b <a href=x>"}, "at most 3 addresses"),
        ({"seen": partial(seen, -600)}, "too quick"),
        ({"seen": ""}, "has expired"),
        ({"seen": "1763764000:forged"}, "has expired"),
        ({"seen": signing.dumps("soon", salt=guard.SALT)}, "has expired"),
        ({"seen": signing.dumps(0, salt="another")}, "has expired"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_told_and_keeps_what_was_written(client, board, said, words):
    # A time is signed when it is sent: the cases are made long before, when tests are collected.
    said = {name: value() if callable(value) else value for name, value in said.items()}
    refused = send(client, **{"name": "Ann of Cleves", **said})
    page = refused.content.decode()
    assert refused.status_code == 400
    assert words in page
    assert said.get("name") or "Ann of Cleves" in page
    assert not Suggestion.objects.exists()
    again = re.search(r'name="seen" value="([^"]+)"', page)[1]
    assert signing.loads(again, salt=guard.SALT) <= timezone.now().timestamp()


def test_a_form_of_the_day_before_is_too_old(client, board, monkeypatch):
    old = seen()
    monkeypatch.setattr(guard, "MOST", timedelta(seconds=-1))
    assert "has expired" in send(client, seen=old).content.decode()


def test_what_fills_in_the_trap_is_spam_and_is_not_told(client, board):
    assert send(client, website="http://buy.example").status_code == 302
    assert Suggestion.objects.get().state == "spam"


def test_a_form_from_elsewhere_is_refused(board):
    outside = Client(enforce_csrf_checks=True)
    assert send(outside).status_code == 403
    assert not Suggestion.objects.exists()


def test_a_form_that_is_too_large_is_not_read(client, board):
    answer = send(client, text="x" * 50_000)
    assert answer.status_code == 413
    assert "The text is too long" in answer.content.decode()


def test_one_address_sends_five_an_hour_and_others_go_on(client, board):
    for _ in range(5):
        assert send(client).status_code == 302
    refused = send(client, text="my long text")
    assert refused.status_code == 429
    assert "come back in an hour" in refused.content.decode()
    assert "my long text" in refused.content.decode()
    assert Suggestion.objects.count() == 5
    other = {"text": "a", "seen": seen()}
    assert client.post(RECORD, other, REMOTE_ADDR="192.0.2.7").status_code == 302
    Suggestion.objects.update(at=timezone.now() - timedelta(hours=2))
    assert send(client).status_code == 302


def test_all_together_send_so_many_a_day(client, board, monkeypatch):
    monkeypatch.setattr(guard, "ALL_IN_A_DAY", 2)
    for number in range(2):
        client.post(RECORD, {"text": "a", "seen": seen()}, REMOTE_ADDR=f"192.0.2.{number}")
    assert "come back tomorrow" in send(client).content.decode()


def test_old_spam_and_what_is_known_of_people_is_forgotten(board):
    long_ago = timezone.now() - timedelta(days=91)
    spam = Suggestion.objects.create(record="board", text="buy", state="spam")
    answered = Suggestion.objects.create(
        record="board", text="a", contact="ann@example.org", asker="a" * 16, state="accepted",
        answered_at=long_ago,
    )  # fmt: skip
    waiting = Suggestion.objects.create(record="board", text="b", contact="bob@example.org")
    Suggestion.objects.update(at=long_ago)
    Upkeep().when_due()
    assert not Suggestion.objects.filter(pk=spam.pk).exists()
    answered.refresh_from_db()
    waiting.refresh_from_db()
    assert (answered.contact, answered.asker) == ("", "")
    assert waiting.contact == "bob@example.org"


def test_a_suggestion_is_about_one_thing():
    with pytest.raises(IntegrityError), transaction.atomic():
        Suggestion.objects.create(text="about nothing")
    with pytest.raises(IntegrityError), transaction.atomic():
        Suggestion.objects.create(text="about two", record="a", ruleset="b", clause="c")


def test_an_accepted_suggestion_is_told_with_thanks_and_the_change(curator, board):
    ann = Suggestion.objects.create(record="board", text="a", name="Ann <b>", named=True)
    bob = Suggestion.objects.create(record="board", text="b", name="Bob Quiet")
    with revision("a better date"):
        store(Draft("board", GameDraft("Senet"), date="-1400"), update=True)
    page = curator.get(f"/curate/suggestions/{ann.pk}/").content.decode()
    assert "a better date" in page
    change = re.search(r'<option value="(\d+)">[^<]*a better date', page)[1]
    done = {"state": "accepted", "before": "waiting", "answer": "The museum dates it so."}
    sent = curator.post(f"/curate/suggestions/{ann.pk}/", {**done, "revision": change})
    assert sent["Location"] == "/curate/suggestions/"
    curator.post(f"/curate/suggestions/{bob.pk}/", done)
    record = curator.get("/evidence/board/").content.decode()
    assert "thanks to Ann &lt;b&gt;." in record
    assert "The museum dates it so." in record
    assert "Changed on" in record
    assert "Bob Quiet" not in record
    versions = curator.get("/evidence/board/versions/").content.decode()
    assert "thanks to Ann &lt;b&gt;." in versions
    ann.refresh_from_db()
    assert (ann.answered_by.username, ann.revision.why) == ("bede", "a better date")


def test_the_change_that_followed_stays_linked_however_many_come_after_it(curator):
    one = Suggestion.objects.create(ruleset="shodra", clause="OiCaptures", text="a")
    followed = Revision.objects.create(why="the date")
    answer(one, state="accepted", before="waiting", by=None, revision=followed)
    Revision.objects.bulk_create(Revision(why=str(n)) for n in range(NEWEST + 1))
    page = curator.get(one.get_absolute_url())
    assert f'<option value="{followed.pk}" selected>' in page.content.decode()
    sent = {"state": "accepted", "before": "accepted", "answer": "Yes.", "revision": followed.pk}
    assert curator.post(one.get_absolute_url(), sent).status_code == 302
    one.refresh_from_db()
    assert (one.answer, one.revision) == ("Yes.", followed)


@pytest.mark.parametrize("state", ["declined", "spam"])
def test_what_is_not_accepted_is_on_no_page(curator, board, state):
    one = Suggestion.objects.create(record="board", text="a", name="Annabel", named=True)
    curator.post(
        f"/curate/suggestions/{one.pk}/", {"state": state, "before": "waiting", "answer": "No."}
    )
    one.refresh_from_db()
    assert one.state == state
    assert "Annabel" not in curator.get("/evidence/board/").content.decode()


def test_of_two_answers_the_first_holds_and_the_other_is_told(curator, board):
    one = Suggestion.objects.create(record="board", text="a")
    assert answer(one, state="accepted", before="waiting", by=None, words="first")
    sent = curator.post(
        f"/curate/suggestions/{one.pk}/",
        {"state": "declined", "before": "waiting", "answer": "second"},
    )
    assert sent.status_code == 409
    told = sent.content.decode()
    assert "Someone else has answered this in the meantime" in told
    assert "second</textarea>" in told
    assert 'name="before" value="accepted"' in told
    one.refresh_from_db()
    assert (one.state, one.answer) == ("accepted", "first")


def test_an_answer_can_be_taken_back(curator, board):
    one = Suggestion.objects.create(record="board", text="a")
    answer(one, state="spam", before="waiting", by=None)
    curator.post(f"/curate/suggestions/{one.pk}/", {"state": "waiting", "before": "spam"})
    one.refresh_from_db()
    assert (one.state, one.answered_at) == ("waiting", None)


@pytest.mark.parametrize(
    "said", [{}, {"state": "eaten", "before": "waiting"}, {"state": "spam", "before": "waiting",
             "revision": "1000000"}, {"state": "spam", "before": "waiting", "answer": "x" * 1001}]
)  # fmt: skip
def test_an_answer_that_makes_no_sense_changes_nothing(curator, board, said):
    one = Suggestion.objects.create(record="board", text="a")
    assert curator.post(f"/curate/suggestions/{one.pk}/", said).status_code == 400
    one.refresh_from_db()
    assert one.state == "waiting"


def test_the_list_has_states_and_tells_what_is_gone(curator, board):
    Suggestion.objects.create(record="board", text="first")
    Suggestion.objects.create(record="gone", text="second")
    Suggestion.objects.create(ruleset="old", clause="King", text="third", state="declined")
    waiting = curator.get("/curate/suggestions/").content.decode()
    assert waiting.index("first") < waiting.index("second")
    assert "no longer published" in waiting
    assert "third" not in waiting
    assert "third" in curator.get("/curate/suggestions/?state=declined").content.decode()
    assert curator.get("/curate/suggestions/?state=eaten").status_code == 404


def test_an_archive_has_suggestions_without_the_way_to_reach_people(board, tmp_path):
    import zipfile

    Suggestion.objects.create(
        record="board", text="a text", contact="ann@example.org", asker="f" * 16
    )
    export_corpus(tmp_path / "corpus.zip")
    with zipfile.ZipFile(tmp_path / "corpus.zip") as package:
        said = package.read("suggestions/suggestion.jsonl")
    assert b"a text" in said
    assert b"example.org" not in said
    assert b"ffffffff" not in said


def test_hostile_text_stays_text_in_the_browser(site, live_server, board, monkeypatch):  # noqa: F811
    monkeypatch.setattr(guard, "LEAST", timedelta(0))
    page = site
    page.goto(f"{live_server.url}{RECORD}")
    page.keyboard.press("Tab")
    page.get_by_label("What is wrong or missing?").fill(HOSTILE)
    page.get_by_label("Your name (optional)").fill(HOSTILE[:110])
    page.get_by_label("Thank me by this name").check()
    page.get_by_label("How to reach you").fill(HOSTILE[:110])
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("**/suggest/thanks/")
    one = Suggestion.objects.get()
    assert (one.state, one.text) == ("waiting", HOSTILE)
    sign_in(page, person("bede", Role.CURATOR))
    for path in ("/curate/suggestions/", f"/curate/suggestions/{one.pk}/"):
        page.goto(f"{live_server.url}{path}")
        assert "<script>window.hurt=1</script>" in page.inner_text("main")
        assert page.evaluate("window.hurt") is None
    page.get_by_label("Answer").fill(HOSTILE)
    page.get_by_role("button", name="Accept").click()
    page.wait_for_url("**/curate/suggestions/")
    page.goto(f"{live_server.url}/evidence/board/")
    helped = page.locator(".helped").inner_text()
    assert helped.count("<script>window.hurt=1</script>") == 2
    assert page.evaluate("window.hurt") is None


def test_the_form_is_filled_in_by_keyboard_alone(site, live_server, board, monkeypatch):  # noqa: F811
    monkeypatch.setattr(guard, "LEAST", timedelta(0))
    page = site
    page.goto(f"{live_server.url}{RECORD}")
    page.get_by_label("What is wrong or missing?").focus()
    page.keyboard.type("By keyboard")
    reached = []
    for _ in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.name || document.activeElement.type"))
    assert reached == ["name", "named", "contact", "submit"]
    page.keyboard.press("Enter")
    page.wait_for_url("**/suggest/thanks/")
    assert Suggestion.objects.get().state == "waiting"
