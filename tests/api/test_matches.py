"""/api/v1/matches/: recorded games and their logs."""

from __future__ import annotations

from itertools import product

import pytest

from games.match_logs import read_log, store_log
from games.models import Match, Moment, Ruleset
from games.results import settle_all
from tests.games.cast import RULESETS
from tests.games.test_logs import DAVIDSON
from tests.pages.conftest import stored
from tests.rows import store_again


@pytest.fixture
def davidson(db: None) -> Match:
    store_again(_store_davidson)
    return Match.objects.get(ruleset__slug="chaturanga-davidson")


def _store_davidson() -> None:
    stored("chaturanga-davidson")
    store_log(*read_log(DAVIDSON.read_text()))


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


def test_a_game_is_told_by_turns_where_its_family_has_a_notation(ask, davidson: Match) -> None:
    assert ask(f"matches/{davidson.slug}/")[1]["turns"] is None
    text = (RULESETS / "war" / "draughts-english.lud").read_text()
    game = davidson.ruleset.game
    ruleset = Ruleset.objects.create(slug="draughts", game=game, name="Draughts", text=text)
    of = {"ruleset": ruleset, "digest": ruleset.digest}
    moves = ["c3-b4", "f6-g5", "e3-d4", "d6-c5", "b4-d6", "c7-e5", "e5-c3", "d2-b4"]
    Match.objects.create(slug="leap", title="A leap", moves=moves, **of)
    Match.objects.create(slug="lame", title="None", moves=["c3-c4"], **of)
    turns = ["11-16", "22-17", "10-15", "23-19", "16x23", "27x18x11", "7x16"]
    assert ask("matches/leap/")[1]["turns"] == turns
    assert ask("matches/lame/")[1]["turns"] is None


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


FILTERED = [
    {"clause": "OiCaptures"},
    {"role": "forbade"},
    {"clause": "CaptureByReplacement", "role": "effect"},
    {"clause": "CaptureByReplacement", "role": "allowed"},
    *({"outcome": outcome} for outcome in Match.Result.values),
    *({"origin": origin} for origin in Match.Origin.values),
    {"role": "ended", "outcome": "1", "origin": "example"},
]


def test_games_are_filtered_as_on_their_page(client, davidson: Match) -> None:
    stored("shodra", with_games=True)
    settle_all()
    for asked, ruleset in product(FILTERED, ({}, {"ruleset": "shodra"})):
        games = Match.objects.filter(**{f"{key}__slug": slug for key, slug in ruleset.items()})
        found = client.get("/api/v1/matches/", asked | ruleset).json()
        wanted = {game.slug for game in games if _fits(game, **asked)}
        assert {game["slug"] for game in found["results"]} == wanted, (asked, ruleset)
        assert found["count"] == len(wanted)


def _fits(
    game: Match, clause: str = "", role: str = "", outcome: str = "", origin: str = ""
) -> bool:
    shows_up = any(
        clause in ("", moment.clause.name) and role in ("", moment.role)
        for moment in game.moments.all()
    )
    by_moment = bool(clause or role)
    return (
        (shows_up or not by_moment) and outcome in ("", game.result) and origin in ("", game.origin)
    )


@pytest.mark.parametrize(
    ("name", "there_is"),
    [
        ("clause", "KingTakenWins"),
        ("role", "allowed, forbade, effect, ended"),
        ("outcome", ", ".join(Match.Result.values)),
        ("origin", ", ".join(Match.Origin.values)),
    ],
)
def test_a_filter_that_there_is_not_is_refused_with_what_there_is(
    ask, davidson: Match, name: str, there_is: str
) -> None:
    for ruleset in ("", "&ruleset=chaturanga-davidson"):
        status, answer = ask(f"matches/?{name}=moon{ruleset}")
        assert (status, answer["error"]["parameter"]) == (400, name)
        assert f"There is no {name} “moon”; there are " in answer["error"]["message"]
        assert there_is in answer["error"]["message"]


def test_a_clause_of_other_rules_is_refused(ask, davidson: Match) -> None:
    stored("kar-ouk")
    assert ask("matches/?clause=FirstCheckWins")[0] == 200
    status, answer = ask("matches/?clause=FirstCheckWins&ruleset=chaturanga-davidson")
    assert (status, answer["error"]["parameter"]) == (400, "clause")


def test_filters_are_described(client, db: None) -> None:
    told = client.get("/api/schema/?format=json").json()
    named = told["paths"]["/api/v1/matches/"]["get"]["parameters"]
    filters = {each["name"]: each["schema"].get("enum") for each in named}
    assert set(filters) >= {"ruleset", "clause", "role", "outcome", "origin"}
    assert sorted(filters["role"]) == sorted([*Moment.Role.values, ""])  # empty: any
