"""Addresses with characters that no name here has: nothing is there, on either database."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client

from evidence.editing.curation.models import Proposal
from evidence.editing.suggestions.models import Suggestion
from people.matrix import Role
from tests.signing import person

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
NAMED = (
    "/evidence/{}/",
    "/evidence/{}/versions/",
    "/games/{}/",
    "/sources/{}/",
    "/regions/{}/",
    "/concepts/{}/",
    "/rulesets/{}/",
    "/rulesets/shodra/games/{}/",
    "/kept/{}/",
    "/kept/{}/log/",
    "/between/{}/",
    "/between/{}/state/",
    "/suggest/evidence/{}/",
    "/suggest/rulesets/shodra/{}/",
    "/api/v1/evidence/{}/",
    "/api/v1/evidence/{}/references/",
    "/api/v1/games/{}/",
    "/api/v1/matches/{}/",
    "/api/v1/reconcile/{}/",
    "/ogc/collections/{}",
    "/ogc/collections/evidence/items/{}",
)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("a%00b", marks=pytest.mark.sqlite),  # as a NUL alone
        "%00",
        "%F0%9F%8E%B2",
        "%FF%FE",
        pytest.param("x" * 3000, marks=pytest.mark.sqlite),  # any length is looked for
    ],
    ids=["a NUL in it", "a NUL", "a picture", "no Unicode", "long"],
)
def test_nothing_is_at_an_odd_name(client: Client, shodra, name):
    for address in NAMED:
        answer = client.get(address.format(name))
        assert answer.status_code == 404, address
        assert "Content-Security-Policy" in answer, address


@pytest.mark.parametrize(
    "address",
    [
        "/curate/new/?game=%00", "/rulesets/new/?game=%00", "/?q=a%00b", "/compare/?a=%00&b=x",
        "/rulesets/shodra/?match=%00", "/rulesets/shodra/?clause=%00", "/rulesets/shodra/?a%00=b",
    ],
)  # fmt: skip
def test_no_query_has_a_nul(client: Client, shodra, address):
    client.force_login(person("bede", Role.CURATOR))
    assert client.get(address).status_code == 400


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/curate/new/", {"game_name": "a\0b", "deed": "save"}),
        ("/curate/rulesets/check/", {"ruleset": "a\0", "text": "x"}),
        ("/rulesets/shodra/play/read/", {"played": "\0", "text": "x"}),
        ("/suggest/rulesets/shodra/OiCaptures/", {"text": "a\0b"}),
        ("/accounts/login/", {"login": "a\0b", "password": "x"}),
        ("/admin/games/game/add/", {"na\0me": "x"}),
    ],
)
def test_no_form_has_a_nul(client: Client, shodra, address, sent):
    client.force_login(person("root", Role.ADMINISTRATOR))
    assert client.post(address, sent).status_code == 400
    assert client.post(address, urlencode(sent), FORM).status_code == 400
    assert not Proposal.objects.exists() and not Suggestion.objects.exists()
