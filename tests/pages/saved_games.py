"""A game of Shodra as readers save it, write about it and have it published."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from games.models import Match, Ruleset, SavedGame
from people.groups import give_role
from people.matrix import Role
from tests.pages.conftest import stored

MOVES = ["e2-e4", "d7-d5", "e4-d5"]


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    cache.clear()


@pytest.fixture
def shodra_rules() -> Ruleset:
    return stored("shodra")


@pytest.fixture
def curator() -> Client:
    user = User.objects.create_user("carla", password="x")
    give_role(user, Role.CURATOR)
    client = Client()
    client.force_login(user)
    return client


def save(client: Client, moves: list[str] = MOVES, **form: Any) -> SavedGame:
    answer = client.post("/rulesets/shodra/play/save/", {"moves": "\n".join(moves), **form})
    assert answer.status_code == 302, answer.content.decode()
    game = SavedGame.objects.latest("pk")
    assert answer["Location"] == f"/kept/{game.edit_key}/"
    return game


def write(client: Client, game: SavedGame, deed: str = "save", **form: Any) -> SavedGame:
    told = {"title": "A capture", "first": "Ann", "second": "Bo", "deed": deed, **form}
    answer = client.post(f"/kept/{game.edit_key}/", told)
    assert answer.status_code == 302, answer.content.decode()
    game.refresh_from_db()
    return game


def published(client: Client, curator: Client) -> Match:
    game = write(client, save(client), "publish", **{"remark-3": "The first man falls."})
    seen = game.changed.isoformat()
    curator.post(f"/curate/games/game/{game.pk}/", {"verdict": "accept", "seen": seen})
    game.refresh_from_db()
    assert game.match
    return game.match


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())
