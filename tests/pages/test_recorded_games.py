"""The page of a ruleset's recorded games, and what it is narrowed down by."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from evidence.importers.corpus import load_corpus
from games.models import Clause, Match, Moment, Ruleset
from games.recorded_page import TWO_PLAYERS
from games.results import result_of, settle_all
from tests.demo import SHIPPED
from tests.pages.conftest import RULES, stored

pytestmark = pytest.mark.django_db

MATE = ["e2-e4", "d7-d5"]


@pytest.fixture
def games() -> Ruleset:
    """Shodra with the games of the demo corpus, of which it is known how they ended."""
    ruleset = stored("shodra", with_games=True)
    settle_all()
    return ruleset


def page(client: Client, query: str = "") -> str:
    answer = client.get(f"/rulesets/shodra/games/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def titles(html: str) -> list[str]:
    return re.findall(r'<a class="title" href="[^"]+">([^<]+)</a>', html)


def test_all_games_are_listed_with_how_they_ended(client: Client, games: Ruleset) -> None:
    html = page(client)
    assert titles(html) == [match.title for match in games.matches.all()]
    assert "White wins · “Mate without oi”" in html
    assert "7 games" in html


def test_who_wins_is_called_as_the_pieces_say(client: Client, games: Ruleset) -> None:
    games.pieces["Oi"]["side"] = "Red / Blue"
    games.save()
    html = page(client)
    assert "Red wins · “Mate without oi”" in html
    assert '<option value="2"' in html
    assert ">Blue wins" in html
    assert "White wins" not in html
    (won,) = games.matches.filter(result="1")[:1]
    assert "Red wins" in client.get(won.get_absolute_url()).content.decode()


def test_the_page_of_the_rules_leads_there(client: Client, games: Ruleset) -> None:
    html = client.get("/rulesets/shodra/").content.decode()
    assert '<a href="/rulesets/shodra/games/">7 example and random games</a>' in html


def partition(clauses: Iterable[Clause], keys: set[int]) -> tuple[list[Clause], list[Clause]]:
    """Those with these keys, and the others."""
    listed = list(clauses)
    return (
        [each for each in listed if each.pk in keys],
        [each for each in listed if each.pk not in keys],
    )


@pytest.mark.parametrize("role", ["", *Moment.Role.values])
def test_a_clause_in_a_role_finds_the_games_that_have_such_a_moment(
    client: Client, games: Ruleset, role: str
) -> None:
    moments = Moment.objects.filter(**({"role": role} if role else {}))
    found, missing = partition(games.clauses.all(), {each.clause_id for each in moments})
    assert found
    for clause in (*found[:5], *missing[:2]):
        expected = {moment.match.title for moment in moments.filter(clause=clause)}
        html = page(client, f"?clause={clause.name}&role={role}")
        assert set(titles(html)) == expected, clause
        assert ("No game matches" in html) == (not expected)


def test_each_moment_found_leads_to_its_place_on_the_board(client: Client, games: Ruleset) -> None:
    html = page(client, "?role=forbade")
    links = re.findall(r'href="(/rulesets/shodra/\?match=[^"]+)"', html)
    forbidding = [link.replace("&amp;", "&") for link in links if "role=forbade" in link]
    assert len(forbidding) == Moment.objects.filter(role="forbade").count()
    for link in forbidding:
        assert client.get(link).status_code == 200
    moment = Moment.objects.filter(role="forbade").order_by("match", "ply").first()
    assert moment
    assert f"match={moment.match.slug}&ply={moment.ply - 1}&" in forbidding[0]


@pytest.mark.parametrize("outcome", TWO_PLAYERS)
def test_games_are_found_by_their_outcome(client: Client, games: Ruleset, outcome: str) -> None:
    expected = [match.title for match in games.matches.all() if result_of(match) == outcome]
    assert titles(page(client, f"?outcome={outcome}")) == expected


def test_found_games_are_told_apart(client: Client, games: Ruleset) -> None:
    found = Match.objects.create(
        slug="by-chance", ruleset=games, title="By chance", digest=games.digest, moves=MATE,
        origin=Match.Origin.FOUND, seed=17, result="open",
    )  # fmt: skip
    assert titles(page(client, "?origin=found")) == [found.title]
    assert "By chance" not in titles(page(client, "?origin=example"))
    assert "found among random games, seed 17" in page(client)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("clause=Nothing", "There is no clause “Nothing”"),
        ("role=judged", "there are allowed, forbade, effect, ended"),
        ("outcome=3", "There is no outcome “3”"),
        ("origin=stars", "There is no origin “stars”"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(
    client: Client, games: Ruleset, query: str, told: str
) -> None:
    answer = client.get(f"/rulesets/shodra/games/?{query}")
    assert answer.status_code == 404
    assert told in answer.context["said"]


def test_a_long_list_is_cut_into_pages_that_keep_what_was_asked(
    client: Client, games: Ruleset, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    Match.objects.bulk_create(
        Match(slug=f"g{n}", ruleset=games, title=f"Game {n}", digest=games.digest, moves=MATE,
              result="open")
        for n in range(120)
    )  # fmt: skip
    with django_assert_max_num_queries(12):
        html = page(client, "?outcome=open&page=2")
    assert len(titles(html)) == 50
    assert 'href="?outcome=open&amp;page=3"' in html


def test_games_that_are_no_longer_legal_say_so(client: Client, games: Ruleset) -> None:
    match = games.matches.all()[0]
    match.moves = ["a1-a8"]
    assert result_of(match) == ""
    Match.objects.filter(pk=match.pk).update(result="", moves=match.moves)
    assert "not legal by its rules" in page(client)


@pytest.mark.parametrize(
    ("ending", "result"), [("first resigns", "2"), ("second resigns", "1"), ("draw agreed", "draw")]
)
def test_players_may_have_ended_it(games: Ruleset, ending: str, result: str) -> None:
    match = Match(ruleset=games, digest=games.digest, moves=MATE, ending=ending)
    assert result_of(match) == result
    won = games.matches.get(slug="shodra-mate-that-wins")
    won.ending = "first resigns"
    assert result_of(won) == "1"


def test_without_games_the_page_says_how_to_play_one(client: Client) -> None:
    stored("shodra")
    html = page(client)
    assert "No games are recorded for these rules yet" in html
    assert 'href="/rulesets/shodra/play/"' in html


@pytest.fixture
def only_rek(tmp_path: Path) -> Path:
    """A corpus of one ruleset of the demo corpus and its record."""
    lines = (SHIPPED / "corpus" / "seeds.jsonl").read_text().splitlines()
    (record,) = [told for line in lines if (told := json.loads(line))["key"] == "rek"]
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "seeds.jsonl").write_text(json.dumps(record | {"relations": []}))
    (tmp_path / "regions.json").write_text("[]")
    (tmp_path / "rulesets").mkdir()
    for ending in ("lud", "json"):
        shutil.copy(RULES / f"rek.{ending}", tmp_path / "rulesets")
    return tmp_path


def test_loading_the_corpus_keeps_games_that_are_not_its_own(only_rek: Path) -> None:
    load_corpus(only_rek)
    ruleset = Ruleset.objects.get(slug="rek")
    clause = Clause.objects.filter(ruleset=ruleset).first()
    found = Match.objects.create(
        slug="rek-found", ruleset=ruleset, title="Found", digest=ruleset.digest, origin="found"
    )
    Moment.objects.create(match=found, ply=0, clause=clause, role="effect")
    Match.objects.filter(slug="rek-two-men").update(title="Another title", result="")
    load_corpus(only_rek)
    assert Match.objects.get(slug="rek-found").moments.count() == 1
    two_men = Match.objects.get(slug="rek-two-men")
    assert two_men.title == "Two men on one pole"
    assert two_men.result == result_of(two_men) != ""
    assert not Match.objects.filter(result="", origin="example").exists()


def test_each_game_is_given_as_text(client: Client, games: Ruleset) -> None:
    match = games.matches.first()
    assert match is not None
    address = f"/rulesets/shodra/games/{match.slug}.txt"
    assert address in page(client)
    answer = client.get(address)
    assert answer["Content-Disposition"] == f'attachment; filename="{match.slug}.txt"'
    assert answer.content.decode().startswith('[Ruleset "shodra"]\n')
    assert client.get("/rulesets/rek/games/none.txt").status_code == 404


def test_a_game_that_cannot_be_replayed_says_so_instead(client: Client, games: Ruleset) -> None:
    match = games.matches.first()
    assert match is not None
    Match.objects.filter(pk=match.pk).update(digest="0" * 64)
    answer = client.get(f"/rulesets/shodra/games/{match.slug}.txt")
    assert answer.status_code == 409
    assert "digest 000000000000… is kept" in answer.content.decode()
