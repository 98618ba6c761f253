"""Records added and changed by programs: the rules of the form, and nothing written over unseen."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidence.editing.curation.models import Proposal
from evidence.editing.curation.published import withdraw
from evidence.models import Evidence, RecordVersion
from games.models import Game
from people.matrix import Role
from tests.api.programs import Program, ada, bede, begun, cato, content, error, published, state
from tests.curation.test_contents import FIELDS, JSON, ROW

__all__ = ["ada", "bede", "cato", "content"]

pytestmark = pytest.mark.django_db


def test_a_record_is_proposed_saved_sent_and_published_by_two(ada, bede, content):
    answer = ada("POST", "proposals/", {"content": {"title": "Half"}})
    told = answer.json()
    assert (answer.status_code, answer["ETag"]) == (201, '"1"')
    assert told["missing"][0] == {
        "field": "game",
        "message": "choose a game, write the name of a new one, or say that it is not known",
    }
    address = told["url"].partition("/api/v1/")[2]
    saved = ada("PUT", address, {"content": content, "why": "Murray"}, seen=1)
    assert (saved["ETag"], saved.json()["missing"]) == ('"2"', [])
    ada("POST", f"{address}steps/", {"step": "send"}, seen=2)
    refused = error(ada("POST", f"{address}steps/", {"step": "accept"}, seen=2), 403)
    assert "You cannot publish your own work" in refused["message"]
    done = bede("POST", f"{address}steps/", {"step": "accept", "why": "checked"}, seen=2).json()
    assert [event["deed"] for event in done["events"]] == ["begun", "sent", "accepted"]
    record = bede("GET", f"evidence/{done['record']}/").json()
    assert record["title"] == "Round chess"
    assert RecordVersion.objects.get().revision.why == "Murray"


def test_a_published_record_is_read_changed_and_sent_back(ada, bede, cato, content):
    record = published(ada, bede, content)
    answer = bede("GET", f"evidence/{record}/content/")
    told = answer.json()
    assert (answer["ETag"], told["number"]) == ('"1"', 1)
    change = {"content": told["content"] | {"confidence": 7}, "record": record}
    error(bede("POST", "proposals/", change), 428)
    pk = bede("POST", "proposals/", change, seen=1).json()["id"]
    bede("POST", f"proposals/{pk}/steps/", {"step": "send"}, seen=1)
    cato("POST", f"proposals/{pk}/steps/", {"step": "accept"}, seen=1)
    assert Evidence.objects.get().confidence == 7
    before = state()
    late = error(bede("POST", "proposals/", change, seen=1), 412)
    assert late["message"] == ("The record has changed since: its last version is 2, not 1.")
    assert state() == before


def test_a_record_of_a_renamed_game_is_read_and_changed(ada, bede, content):
    record = published(ada, bede, content)
    Game.objects.update(name="Chess of Rum")
    before = state()
    answer = bede("GET", f"evidence/{record}/content/")
    told = answer.json()
    assert (answer["ETag"], told["content"]["game_name"]) == ('"2"', "Chess of Rum")
    change = {"content": told["content"] | {"confidence": 7}, "record": record}
    error(bede("POST", "proposals/", change, seen=1), 412)
    error(bede("POST", f"evidence/{record}/withdraw/", {"why": "forged"}, seen=1), 412)
    back = {"version": 1, "why": "it was better"}
    error(bede("POST", f"evidence/{record}/restore/", back, seen=1), 412)
    assert state() == before
    assert bede("POST", "proposals/", change, seen=2).json()["base"] == 2
    assert bede("POST", f"evidence/{record}/withdraw/", {"why": "forged"}, seen=2)["ETag"] == '"3"'


def test_an_older_number_is_refused_and_no_number_too(ada, content):
    pk = begun(ada, content)
    ada("PUT", f"proposals/{pk}/", {"content": content | {"title": "B"}}, seen=1)
    before = state()
    error(ada("PUT", f"proposals/{pk}/", {"content": content}, seen=1), 412)
    error(ada("PUT", f"proposals/{pk}/", {"content": content}), 428)
    error(ada("POST", f"proposals/{pk}/steps/", {"step": "take_back"}, seen=1), 412)
    assert error(ada("PUT", f"proposals/{pk}/", {"content": {}}, seen="x"), 400)["parameter"] == (
        "If-Match"
    )
    assert state() == before


def test_a_dry_run_answers_as_usual_and_changes_nothing(ada, bede, content):
    before = state()
    tried = ada("POST", "proposals/?dry_run=1", {"content": content})
    assert (tried.status_code, tried.json()["missing"]) == (201, [])
    assert state() == before
    pk = begun(ada, content)
    ada("POST", f"proposals/{pk}/steps/", {"step": "send"}, seen=1)
    before = state()
    tried = bede("POST", f"proposals/{pk}/steps/?dry_run=1", {"step": "accept"}, seen=1)
    assert tried.json()["state"] == "accepted"
    assert state() == before


def test_a_withdrawn_record_says_when_and_why(ada, bede, cato, content):
    record = published(ada, bede, content)
    withdraw(record, number=1, person=cato.person, why="a forgery")
    told = error(ada("GET", f"evidence/{record}/"), 410)
    assert told["message"].endswith(": a forgery")
    error(ada("GET", f"evidence/{record}/content/"), 404)


def test_what_publishing_lacks_is_told_whole(ada, bede):
    pk = begun(ada, {"title": "Half"})
    ada("POST", f"proposals/{pk}/steps/", {"step": "send"}, seen=1)
    told = error(bede("POST", f"proposals/{pk}/steps/", {"step": "accept"}, seen=1), 422)
    assert [fault["field"] for fault in told["faults"]] == [
        "game", "type", "date", "places", "citations",
    ]  # fmt: skip
    assert error(bede("POST", f"proposals/{pk}/steps/", {"step": "decline"}, seen=1), 400)


def test_proposals_of_others_are_not_there(ada, bede, client, content):
    pk = begun(bede, content)
    before = state()
    error(ada("GET", f"proposals/{pk}/"), 404)
    error(ada("PUT", f"proposals/{pk}/", {"content": {}}, seen=1), 404)
    error(ada("POST", f"proposals/{pk}/steps/", {"step": "take_back"}, seen=1), 404)
    assert ada("GET", "proposals/").json()["count"] == 0
    assert bede("GET", "proposals/").json()["count"] == 1
    error(client.get("/api/v1/proposals/"), 401)
    reader = Program(client, "dodo", Role.READER)
    error(reader("POST", "proposals/", {"content": content}), 403)
    assert state() == before


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        ("", 400),
        ("[]", 400),
        ("null", 400),
        ('{"content": null}', 400),
        ('{"content": []}', 400),
        ('{"content": {}, "state": "accepted"}', 400),
        ('{"content": {"title": "\\ud800"}}', 400),
        ('{"content": {"\\ud800": 1}}', 400),
        ('{"content": {"title": "\\u0000"}}', 400),
        ('{"content": {"title": NaN}}', 400),
        ('{"content": {"confidence": 1e400}}', 400),
        ('{"content": {"confidence": %s}}' % ("9" * 5000), 400),
        ("[" * 100_000, 400),
        ('{"content": {"rules": "%s"}}' % ("x" * 100_001), 400),
        ('{"content": {"rules": "%s"}}' % ("x" * 3_000_000), 413),
        ('{"content": {}, "record": 7}', 400),
        ('{"content": {}, "why": {}}', 400),
        (b"\xff\xfe{", 400),
    ],
    ids=range(18),
)
def test_bodies_that_make_no_sense_are_refused_and_change_nothing(ada, raw, status):
    before = state()
    error(ada("POST", "proposals/", raw=raw, seen=1), status)
    assert state() == before


def test_whatever_is_sent_is_kept_as_it_is_read_or_refused(ada):
    @settings(max_examples=30, suppress_health_check=list(HealthCheck))
    @given(st.dictionaries(FIELDS, JSON | st.lists(ROW, max_size=2), max_size=4))
    def sent(data):
        answer = ada("POST", "proposals/?dry_run=1", {"content": data})
        assert answer.status_code in (201, 400), answer.content
        if answer.status_code == 400:
            assert answer.json()["error"]["message"]

    sent()
    assert not Proposal.objects.exists()


@pytest.mark.parametrize("number", ["", " ", "3", '"x"', '"1", "2"'])
def test_a_malformed_if_match_is_refused_also_for_a_new_record(client, ada, content, number):
    headers = {"Authorization": f"Bearer {ada.token}", "If-Match": number}
    said = json.dumps({"content": content})
    before = state()
    answer = client.post(
        "/api/v1/proposals/", said, content_type="application/json", headers=headers
    )
    assert error(answer, 400)["parameter"] == "If-Match"
    assert state() == before
