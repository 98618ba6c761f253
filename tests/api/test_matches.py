"""/api/v1/matches/: recorded games and their logs."""

from __future__ import annotations

import pytest

from games.match_logs import read_log, store_log
from games.models import Match
from tests.games.test_logs import DAVIDSON
from tests.pages.conftest import stored


@pytest.fixture
def davidson(db: None) -> Match:
    stored("chaturanga-davidson")
    return store_log(*read_log(DAVIDSON.read_text()))[0]


def test_recorded_games_are_listed_for_a_ruleset(ask, davidson: Match) -> None:
    stored("kar-ouk", with_games=True)
    everything = ask("matches/")[1]
    status, answer = ask("matches/?ruleset=chaturanga-davidson")
    assert (status, answer["count"]) == (200, 1)
    assert everything["count"] > 1
    game = answer["results"][0]
    assert (game["slug"], game["plies"], game["first"]) == (davidson.slug, 13, "A. Reader")
    assert "moves" not in game


def test_a_recorded_game_has_its_moves_annotations_and_moments(ask, davidson: Match) -> None:
    status, game = ask(f"matches/{davidson.slug}/")
    assert (status, game["ruleset"]) == (200, "chaturanga-davidson")
    assert game["moves"][0] == "f2-f3"
    assert game["annotations"]["12"] == "Black does not listen."
    assert {"ply": 13, "clause": "KingTakenWins", "role": "ended"} in game["moments"]


def test_the_log_is_the_very_same_text(client, davidson: Match) -> None:
    address = client.get(f"/api/v1/matches/{davidson.slug}/").json()["text"]
    answer = client.get(address)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == DAVIDSON.read_text()


def test_what_is_not_there_is_named(ask, davidson: Match) -> None:
    for address in ("matches/none/", "matches/none/text/"):
        status, answer = ask(address)
        assert (status, answer["error"]["message"]) == (404, "There is no match “none”.")
    status, answer = ask("matches/?ruleset=fide")
    assert (status, answer["error"]["parameter"]) == (400, "ruleset")


def test_a_game_that_cannot_be_replayed_says_at_which_move(client, davidson: Match) -> None:
    davidson.moves = ["f2-f4"]
    davidson.save()
    answer = client.get(f"/api/v1/matches/{davidson.slug}/text/")
    assert answer.status_code == 500
    assert "f2-f4 is not legal" in answer.json()["error"]["message"]
