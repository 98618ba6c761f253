"""Commands, moments, studies and comparisons of rules that only the second design plays."""

from __future__ import annotations

import html
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games.checking import check
from games.finding import find
from games.found_moments import find_moments
from games.models import Match, Ruleset
from games.play import Rules, load_rules
from games.play.showing import shown
from games.rules_cache import rules_for
from games.study import Design
from games.study.counting import count
from games.studying import job
from tests.engine import texts
from tests.engine.site_texts import HUNT, RACE, THREE
from tests.pages.conftest import stored
from tests.pages.second import stored_second


@pytest.fixture
def race(db: None) -> Ruleset:
    return stored_second("run-home")


def said(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_moments_found_in_random_games_show_their_clauses(race: Ruleset) -> None:
    summary = find_moments(race, games=20)
    assert summary.unseen == []
    assert {moves[0] for moves in race.matches.values_list("moves", flat=True)} <= {
        f"[{a} {b}] Hand1-{'bcd'[a + b - 2]}1" for a in (1, 2) for b in (1, 2)
    }
    for match in race.matches.filter(origin=Match.Origin.FOUND):
        plies = shown(rules_for(race), match.moves)
        for moment in match.moments.select_related("clause"):
            assert (moment.clause.name, moment.role) in plies[moment.ply]
            assert moment.cost is not None
    assert not find_moments(race, games=20).changed


def test_the_same_seed_finds_the_same_moments(race: Ruleset) -> None:
    rules = rules_for(race)
    assert find(rules, 6, 3) == find(rules, 6, 3) != []


def test_a_throw_after_a_move_is_part_of_a_game_that_is_found(race: Ruleset) -> None:
    race.text = '(define "Drop" (move Add (to (sites Empty)) (then (roll))))' + (
        texts.ROLLED_AFTER.replace("(move Add (to (sites Empty)) (then (roll)))", '"Drop"')
    )
    (first, *_rest) = find(rules_for_text(race), 2, 1)
    assert first.clause == "Drop"
    assert first.moves[0].startswith("[")
    assert shown(rules_for_text(race), first.moves)


def rules_for_text(ruleset: Ruleset) -> Rules:
    return load_rules(ruleset.text)


@pytest.mark.parametrize("text", [HUNT, RACE, THREE])
def test_a_study_is_the_sum_of_its_parts(text: str) -> None:
    design = Design(text, (), "", 5, ())
    whole, part = count(design, 0, 6), count(design, 0, 2)
    part.add(count(design, 2, 4))

    assert whole == part
    assert whole.games == 6 == sum(whole.endings.values())
    assert whole.moves >= whole.positions > 12
    assert sum(plies * games for plies, games in whole.plies.items()) == whole.positions
    assert all(shown.count >= shown.games > 0 for shown in whole.clauses.values())


def test_a_clause_can_be_left_out_of_what_is_studied() -> None:
    with_it, without = (count(Design(RACE, (), out, 5, ()), 0, 8) for out in ("", "Hit"))
    assert ("Hit", "effect") in with_it.clauses
    assert ("Hit", "effect") not in without.clauses


def test_the_page_of_a_study_shows_its_figures(client: Client, race: Ruleset) -> None:
    with ThreadPoolExecutor(1) as executor:
        job(race, 10, 1).run(executor, lambda done: None)
    answer = client.get("/rulesets/run-home/study/")
    assert answer.status_code == 200
    assert "Home of run-home" in answer.content.decode()
    assert client.get("/rulesets/run-home/study/?format=csv").status_code == 200


def test_play_is_compared_with_rules_of_another_board(client: Client, race: Ruleset) -> None:
    stored("shodra")
    page = client.get("/compare/?a=run-home&b=shodra")
    assert "The boards are not the same" in html.unescape(page.content.decode())
    assert "css/drawn.css" in page.content.decode()
    first, second = page.context["data"]["sides"]
    assert (len(first["frames"]), "sheet" in first, "sheet" in second) == (1, True, False)
    told = client.get("/api/v1/compare/?a=run-home&b=shodra").json()
    assert (told["apart"], told["difference"]["line"]) == ("boards", [])
    assert "Only run-home" in said("compare", "run-home", "shodra")


def test_commands_on_rulesets_work(race: Ruleset) -> None:
    assert said("perft", "run-home", "2") == "4 16\n"
    assert "5 games: player 1 won" in said("playouts", "run-home", "--count", "5")
    assert "c1:Runner11" in said("moves", "run-home", "[1 2] Hand1-c1")
    assert "write the throw before the move" in said("moves", "run-home")
    find_moments(race, games=20)
    assert said("check_rulesets") == "run-home: 4 clauses / 4 fired\n"


def test_a_draft_is_checked_with_its_games() -> None:
    games = [["good", [], "", ["[1 2] Hand1-c1"]], ["bad", [], "", ["[1 2] Hand1-d1"]]]
    asked = {"looks": {}, "sides": {"1": "White", "2": "Black"}, "sprite": ""}
    asked |= {"title": "Opening", "faceDown": "?"}
    told = check({"text": RACE, "games": games, **asked})
    assert (told["problems"], told["broken"]) == ([], ["bad"])
    assert told["board"].startswith("<svg")
    wrong = check({"text": RACE.replace("(roll)", "(rol)"), **asked})
    assert [(each["line"], each["message"]) for each in wrong["problems"]] == [
        (17, "there is no ludeme (rol …); do you mean roll?")
    ]
