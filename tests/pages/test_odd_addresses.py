"""Addresses with characters that no name here has: nothing is there, on either database."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
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


@pytest.mark.parametrize("address", NAMED)
@pytest.mark.parametrize("name", ["a%00b", "%00", "%F0%9F%8E%B2", "%FF%FE", "x" * 3000])
def test_nothing_is_at_an_odd_name(client: Client, shodra, address, name):
    answer = client.get(address.format(name))
    assert answer.status_code == 404
    assert "Content-Security-Policy" in answer


@pytest.mark.parametrize("name", ["match", "clause", "option", "role", "ply"])
def test_nothing_is_chosen_by_an_odd_value(client: Client, shodra, name):
    assert client.get(f"/rulesets/shodra/?{name}=%00").status_code in (200, 400, 404)
