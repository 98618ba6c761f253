"""Programs with tokens: Ada contributes, Bede and Cato are curators."""

from __future__ import annotations

import json

import pytest
from knox.models import AuthToken

from evidence.editing.curation.models import Proposal, ProposalComment, ProposalEvent
from evidence.models import Evidence, RecordVersion
from people.matrix import Role
from tests.curation.conftest import content, person

__all__ = ["content"]


class Program:
    """A program with somebody's token."""

    def __init__(self, client, name, role=Role.CURATOR):
        self.client = client
        self.person = person(name, role)
        self.token = AuthToken.objects.create(self.person)[1]

    def __call__(self, method, address, data=None, seen=None, raw=None):
        headers = {"Authorization": f"Bearer {self.token}"}
        if seen is not None:
            headers["If-Match"] = f'"{seen}"'
        body = raw if raw is not None else json.dumps(data)
        return self.client.generic(
            method, f"/api/v1/{address}", body, content_type="application/json", headers=headers
        )


@pytest.fixture
def ada(client, db):
    return Program(client, "ada", Role.CONTRIBUTOR)


@pytest.fixture
def bede(client, db):
    return Program(client, "bede")


@pytest.fixture
def cato(client, db):
    return Program(client, "cato")


def state():
    models = (Proposal, ProposalEvent, ProposalComment, Evidence, RecordVersion)
    return [list(model.objects.values()) for model in models]


def begun(program, content, **more):
    answer = program("POST", "proposals/", {"content": content, **more})
    assert answer.status_code == 201, answer.content
    return answer.json()["id"]


def published(author, reviewer, content):
    pk = begun(author, content, why="read in Murray")
    author("POST", f"proposals/{pk}/steps/", {"step": "send"}, seen=1)
    answer = reviewer("POST", f"proposals/{pk}/steps/", {"step": "accept"}, seen=1)
    assert answer.status_code == 200, answer.content
    return answer.json()["record"]


def error(answer, status):
    assert answer.status_code == status, answer.content
    told = answer.json()["error"]
    assert told["status"] == status
    return told
