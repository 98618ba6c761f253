"""Proposals judged by programs: comments, reviewers, records withdrawn and restored."""

from __future__ import annotations

import pytest

from evidence.editing.curation.models import Proposal
from evidence.models import Evidence
from people.matrix import Role
from tests.api.programs import Program, ada, bede, begun, cato, content, error, published, state

__all__ = ["ada", "bede", "cato", "content"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(ada, content):
    """A proposal of Ada's in review."""
    pk = begun(ada, content)
    ada("POST", f"proposals/{pk}/steps/", {"step": "send"}, seen=1)
    return f"proposals/{pk}/"


# Comments


def test_a_comment_stands_on_its_line_and_is_seen_to(ada, bede, sent):
    answer = bede("POST", f"{sent}comments/", {"text": " Both? ", "field": "rules", "line": 2})
    made = answer.json()
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
    assert {name: made[name] for name in ("field", "line", "quoted", "text", "by")} == {
        "field": "rules",
        "line": 2,
        "quoted": "The kings stand side by side.",
        "text": "Both?",
        "by": "bede",
    }
    address = made["url"].partition("/api/v1/")[2]
    assert (made["resolved_by"], made["resolved_at"]) == (None, None)
    assert ada("PUT", address, {"resolved": True}).json()["resolved_by"] == "ada"
    assert bede("GET", address).json()["resolved_at"]
    assert bede("PUT", address, {"resolved": False}).json()["resolved_by"] is None
    ada("POST", f"{sent}comments/", {"text": "On the whole"})
    listed = bede("GET", f"{sent}comments/?limit=1").json()
    assert (listed["count"], listed["results"][0]["text"]) == (2, "Both?")
    (second,) = bede("GET", listed["next"].partition("/api/v1/")[2]).json()["results"]
    assert (second["field"], second["line"], second["quoted"]) == ("", None, "")


@pytest.mark.parametrize(
    ("data", "parameter"),
    [
        ({}, "text"),
        ({"text": " "}, "text"),
        ({"text": 7}, "text"),
        ({"text": "x" * 5001}, "text"),
        ({"text": "a\0"}, "text"),
        ({"text": "x", "field": "nothing"}, "field"),
        ({"text": "x", "field": 7}, "field"),
        ({"text": "x", "line": 1}, "line"),
        ({"text": "x", "field": "rules", "line": 3}, "line"),
        ({"text": "x", "field": "rules", "line": 0}, "line"),
        ({"text": "x", "field": "rules", "line": "1"}, "line"),
        ({"text": "x", "field": "rules", "line": True}, "line"),
        ({"text": "x", "by": "ada"}, "by"),
    ],
)
def test_a_comment_that_makes_no_sense_is_refused_by_its_field(bede, sent, data, parameter):
    before = state()
    told = error(bede("POST", f"{sent}comments/", data), 400)
    assert told["parameter"] == parameter
    assert state() == before


def test_comments_are_for_who_may_see_the_proposal(ada, bede, sent, client):
    said = bede("POST", f"{sent}comments/", {"text": "x"}).json()
    address = said["url"].partition("/api/v1/")[2]
    eve = Program(client, "eve", Role.CONTRIBUTOR)
    before = state()
    for method, where, data in (
        ("GET", f"{sent}comments/", None),
        ("POST", f"{sent}comments/", {"text": "mine"}),
        ("GET", address, None),
        ("PUT", address, {"resolved": True}),
    ):
        error(eve(method, where, data), 404)
    error(client.get(f"/api/v1/{sent}comments/"), 401)
    error(Program(client, "dodo", Role.READER)("POST", f"{sent}comments/", {"text": "x"}), 403)
    error(bede("GET", f"{sent}comments/{said['id'] + 1}/"), 404)
    error(bede("PUT", address, {"resolved": "yes"}), 400)
    own = begun(bede, {"title": "Another"})
    error(bede("GET", f"proposals/{own}/comments/{said['id']}/"), 404)
    Proposal.objects.filter(pk=own).delete()
    assert state() == before


def test_a_comment_that_is_tried_is_not_kept(bede, sent):
    before = state()
    tried = bede("POST", f"{sent}comments/?dry_run=1", {"text": "x"})
    assert (tried.status_code, tried.json()["text"]) == (201, "x")
    assert state() == before


# Who reviews


def test_what_can_be_done_next_is_told_to_whom_it_is_open(ada, bede, cato, content):
    pk = begun(ada, content)
    address = f"proposals/{pk}/steps/"
    assert ada("GET", address).json() == {"steps": ["send", "take_back"], "reviewers": []}
    ada("POST", address, {"step": "send"}, seen=1)
    answer = bede("GET", address)
    assert answer["ETag"] == '"1"'
    assert answer.json() == {
        "steps": ["accept", "send_back", "decline", "assign"],
        "reviewers": ["bede", "cato"],
    }
    assert ada("GET", address).json() == {"steps": ["take_back"], "reviewers": []}


def test_a_proposal_is_assigned_and_given_back(ada, bede, cato, sent):
    assign = {"step": "assign", "reviewer": "cato"}
    told = bede("POST", f"{sent}steps/", assign, seen=1).json()
    assert (told["reviewer"], told["state"]) == ("cato", "review")
    assert (told["events"][-1]["deed"], told["events"][-1]["why"]) == ("assigned", "cato")
    told = cato("POST", f"{sent}steps/", {"step": "assign", "reviewer": None}, seen=1).json()
    assert told["reviewer"] is None


def test_who_may_not_review_is_assigned_nothing_and_assigns_nothing(ada, bede, sent):
    before = state()
    for name in ("ada", "nobody", 7, ["bede"]):
        assign = {"step": "assign", "reviewer": name}
        told = error(bede("POST", f"{sent}steps/", assign, seen=1), 400)
        assert (told["parameter"], "may not review" in told["message"]) == ("reviewer", True)
        error(ada("POST", f"{sent}steps/", assign, seen=1), 403)
    for wrong, parameter in (
        ({"step": "assign", "reviewer": "bede", "why": "he knows"}, "why"),
        ({"step": "decline", "reviewer": "bede", "why": "no"}, "reviewer"),
        ({"step": "publish"}, "step"),
        ({"step": {}}, "step"),
    ):
        told = error(bede("POST", f"{sent}steps/", wrong, seen=1), 400)
        assert told["parameter"] == parameter
    error(bede("POST", f"{sent}steps/", {"step": "assign", "reviewer": "bede"}), 428)
    error(bede("POST", f"{sent}steps/", {"step": "assign", "reviewer": "bede"}, seen=9), 412)
    assert state() == before


# Withdrawing


def test_a_record_is_withdrawn_and_restored(ada, bede, cato, content):
    record = published(ada, bede, content)
    address = f"evidence/{record}/"
    answer = cato("POST", f"{address}withdraw/", {"why": "a forgery"}, seen=1)
    told = answer.json()
    assert (answer["ETag"], told["withdrawn"], told["by"], told["why"]) == (
        '"2"', True, "cato", "a forgery",
    )  # fmt: skip
    assert error(ada("GET", address), 410)["message"].endswith(": a forgery")
    error(cato("POST", f"{address}withdraw/", {"why": "again"}, seen=2), 409)
    back = {"version": 1, "why": "genuine"}
    told = cato("POST", f"{address}restore/", back, seen=2).json()
    assert (told["number"], told["withdrawn"]) == (3, False)
    assert ada("GET", address).json()["title"] == content["title"]
    assert Evidence.objects.get().checked_by == bede.person


def test_what_may_not_be_withdrawn_or_restored_stays(ada, bede, content):
    record = published(ada, bede, content)
    withdraw, restore = (f"evidence/{record}/{name}/" for name in ("withdraw", "restore"))
    before = state()
    error(ada("POST", withdraw, {"why": "x"}, seen=1), 403)
    error(ada("POST", restore, {"version": 1, "why": "x"}, seen=1), 403)
    error(bede("POST", withdraw, {"why": "x"}), 428)
    error(bede("POST", withdraw, {"why": "x"}, seen=2), 412)
    error(bede("POST", restore, {"version": 1, "why": "x"}, seen=2), 412)
    error(bede("POST", "evidence/none/withdraw/", {"why": "x"}, seen=1), 404)
    error(bede("POST", restore, {"version": 9, "why": "x"}, seen=1), 409)
    for data in ({}, {"why": " "}, {"why": 7}):
        assert error(bede("POST", withdraw, data, seen=1), 400)["parameter"] == "why"
    assert error(bede("POST", withdraw, {"number": 1}, seen=1), 400)["parameter"] == "number"
    for version in (None, "1", True, 0, 2**31, 1.0):
        told = error(bede("POST", restore, {"version": version, "why": "x"}, seen=1), 400)
        assert told["parameter"] == "version"
    assert bede("POST", f"{withdraw}?dry_run=1", {"why": "x"}, seen=1).json()["withdrawn"]
    assert state() == before
