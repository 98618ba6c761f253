"""Every page and address of a ruleset works for rules that only the second design plays."""

from __future__ import annotations

import html
import json
import re
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from games.between import standing_of
from games.engine.manifest import from_json
from games.engine.play.game import Game
from games.engine.play.stored import StoredModule
from games.matches.table import position_of
from games.models import Match, Ruleset, SavedGame, SharedGame
from games.moments import role_seen
from games.play.second import SecondPosition
from games.play.turns import turns_of
from games.rules_cache import rules_for, rules_of_game
from games.saving import publish
from tests.engine import texts
from tests.engine.site_texts import ALL
from tests.pages.second import random_game, stored_second

SLUGS = sorted(ALL)


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, (address, answer.content.decode()[:2000])
    return html.unescape(answer.content.decode())


@pytest.fixture(params=SLUGS)
def ruleset(request: pytest.FixtureRequest, db: None) -> Ruleset:
    return stored_second(request.param)


@pytest.fixture
def race(db: None) -> Ruleset:
    return stored_second("run-home")


def saved(client: Client, ruleset: Ruleset, moves: list[str]) -> SavedGame:
    told = {"moves": "\n".join(moves)}
    answer = client.post(f"/rulesets/{ruleset.slug}/play/save/", told)
    assert answer.status_code == 302, html.unescape(answer.content.decode())
    return SavedGame.objects.latest("pk")


def test_pages_and_addresses_of_a_ruleset_answer(client: Client, ruleset: Ruleset) -> None:
    base, clause = f"/rulesets/{ruleset.slug}/", ruleset.clauses.all()[0].name
    for address in ("", f"?clause={clause}", "play/", "games/", "games/log/", "study/"):
        text = page(client, base + address)
        assert "These rules cannot be run" not in text, address
        assert '<svg class="board' in text or address not in ("", "play/"), address
    page(client, "/rulesets/")
    page(client, f"{base}versions/")


def test_module_and_manifest_of_the_api_play_a_game(client: Client, ruleset: Ruleset) -> None:
    base = f"/api/v1/rulesets/{ruleset.slug}/"
    assert client.get(base).json()["slug"] == ruleset.slug
    module = client.get(f"{base}module/").content
    manifest = from_json(json.loads(client.get(f"{base}manifest/").content))

    assert manifest.sha256 == sha256(module).hexdigest()
    assert {clause.definitions for clause in manifest.clauses} - {()}
    game = Game(StoredModule(module, manifest))
    if game.waits_for_throw():
        assert game.moves((0,) * len(manifest.dice))
    else:
        assert game.moves()


def test_a_game_is_saved_opened_by_link_and_replays_to_the_same_position(
    client: Client, ruleset: Ruleset
) -> None:
    moves = random_game(ruleset, 5)
    game = saved(client, ruleset, moves)
    assert game.moves == moves
    assert moves[-1] in page(client, f"/kept/{game.read_key}/")
    log = page(client, f"/kept/{game.read_key}/log/")
    turn = next(turns_of(rules_of_game(SavedGame.objects.latest("pk")), moves))
    assert f"1. {turn.text}\n" in log

    again = client.post(f"/rulesets/{ruleset.slug}/games/log/", {"text": log})
    assert again.status_code == 302, html.unescape(again.content.decode())
    assert SavedGame.objects.latest("pk").moves == moves


def published(client: Client, ruleset: Ruleset, moves: list[str]) -> Match:
    game = saved(client, ruleset, moves)
    game.title = "A game"
    return publish(game)


def test_a_published_game_has_pages_pictures_and_moments(client: Client, ruleset: Ruleset) -> None:
    moves = random_game(ruleset, 5)
    match = published(client, ruleset, moves)
    base = f"/rulesets/{ruleset.slug}/games/{match.slug}/"

    assert match.result in ("1", "2", "3", "draw", "open") and match.moments.exists()
    page(client, base)
    page(client, f"/rulesets/{ruleset.slug}/?match={match.slug}&ply=2")
    page(client, f"/rulesets/{ruleset.slug}/games/{match.slug}.txt")
    told = client.get(f"/api/v1/matches/{match.slug}/").json()
    assert told["moves"] == moves
    first = next(turns_of(rules_for(ruleset), moves))
    assert f"1. {first.text}" in page(client, f"/api/v1/matches/{match.slug}/text/")
    for ply in (0, 1, len(moves)):
        assert "<svg" in page(client, f"{base}{ply}/")
        assert page(client, f"{base}{ply}.svg").startswith("<svg")
    kinds = {role_seen(each): each for each in match.moments.select_related("clause")}
    for moment in kinds.values():
        asked = f"?clause={moment.clause.name}&role={role_seen(moment)}"
        assert moment.clause.title in page(client, f"{base}{moment.ply}/{asked}")
    assert client.get(f"{base}1.png").content[:4] == b"\x89PNG"


def test_throws_of_a_recorded_game_are_shown(client: Client, race: Ruleset) -> None:
    moves = random_game(race, 8)
    match = published(client, race, moves)
    assert all(move.startswith("[") for move in moves)
    assert moves[0] in page(client, f"/rulesets/run-home/games/{match.slug}/1/")


def test_a_record_with_a_throw_too_few_is_not_saved(client: Client, race: Ruleset) -> None:
    moves = [random_game(race, 8)[0].split("] ")[1]]
    answer = client.post("/rulesets/run-home/play/save/", {"moves": "\n".join(moves)})
    assert answer.status_code == 400
    assert "the rules ask for a throw" in answer.content.decode()
    assert not SavedGame.objects.exists()


def test_a_typed_ply_is_read(client: Client, race: Ruleset) -> None:
    def read(text: str) -> dict[str, Any]:
        return client.post("/rulesets/run-home/play/read/", {"text": text}).json()

    assert read("[1 2] hand1-c1") == {"move": "[1 2] Hand1-c1"}
    assert "the rules ask for a throw" in read("Hand1-c1")["reason"]
    assert "Write the throw of the dice before the move" in read("[1] Hand1-c1")["reason"]


def test_the_site_throws_the_dice_of_a_game_between_two(client: Client, race: Ruleset) -> None:
    client.post("/rulesets/run-home/play/between/", {})
    game = SharedGame.objects.latest("pk")

    def state(key: str) -> dict[str, Any]:
        return client.get(f"/between/{key}/state/").json()

    def act(move: str) -> Any:
        shown = state(game.watching)
        key = (game.first_key, game.second_key)[shown["mover"] - 1]
        told = {"deed": "move", "ply": str(shown["ply"]), "move": move}
        return client.post(f"/between/{key}/act/", told)

    for _ply in range(6):
        thrown = state(game.watching)["throw"]
        assert thrown in ("[1 1]", "[1 2]", "[2 1]", "[2 2]")
        assert thrown == state(game.first_key)["throw"]  # looking again throws nothing anew
        wrong = next(each for each in ("[1 1]", "[2 2]") if each != thrown)
        refused = act(f"{wrong} Hand1-b1")
        assert refused.status_code == 400 and "was not thrown" in refused.json()["reason"]
        replayed = position_of(rules_of_game(game), standing_of(game))
        assert isinstance(replayed, SecondPosition)
        faces = tuple(int(word) - 1 for word in thrown.strip("[]").split())
        moves = replayed.with_throw(faces).legal_moves
        done = act(moves[0].label.split("] ")[1]).json()
        assert done["state"]["moves"][-1] == moves[0].label
        game.refresh_from_db()
        if done["state"]["over"]:
            break
    page(client, f"/between/{game.watching}/")
    client.post(f"/between/{game.watching}/save/")
    kept = SavedGame.objects.latest("pk")
    assert kept.moves == game.moves
    first = next(turns_of(rules_of_game(game), game.moves))
    assert f"1. {first.text}" in page(client, f"/kept/{kept.read_key}/log/")


def test_a_throw_that_follows_from_a_move_falls_when_it_is_sent(client: Client, db: None) -> None:
    ruleset = stored_second("run-home")
    ruleset.text = texts.ROLLED_AFTER
    ruleset.clauses.all().delete()
    ruleset.save()
    client.post("/rulesets/run-home/play/between/", {})
    game = SharedGame.objects.latest("pk")
    assert game.throw == ""
    told = {"deed": "move", "ply": "0", "move": "a1-a1=Disc1"}
    state = client.post(f"/between/{game.first_key}/act/", told).json()["state"]
    assert re.fullmatch(r"\[[1-6] [1-6]\] a1-a1=Disc1", state["moves"][0])
    own = {"deed": "move", "ply": "1", "move": "[6 6] b1-b1=Disc2"}
    assert client.post(f"/between/{game.second_key}/act/", own).status_code == 400
