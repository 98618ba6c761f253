"""A game of Shodra as readers save it, write about it and have it published."""

from __future__ import annotations

import html
from typing import Any

from django.test import Client

from games.models import Match, SavedGame

MOVES = ["e2-e4", "d7-d5", "e4-d5"]


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
