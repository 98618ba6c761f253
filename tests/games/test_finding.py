"""Moments found among random games: clear ones, the same for the same seed."""

from __future__ import annotations

from functools import lru_cache

import pytest
from django.conf import settings

from games.compiler import compile_rules
from games.finding import Found, cost, costs, find
from games.finding.search import BATCH
from games.play import Rules, load
from games.play.showing import shown
from tests.games.families import first as shipped

RULES = settings.BASE_DIR / "fixtures" / "rulesets"
ALL = sorted(path.stem for path in RULES.glob("*.lud"))


@lru_cache
def found_in(slug: str, games: int = 80, seed: int = 7) -> tuple[Found, ...]:
    return tuple(find(shipped(slug), games, seed))


def cost_of(rules: Rules, each: Found) -> int:
    return costs(rules, each.moves)[each.ply][each.clause, each.role]


@pytest.mark.parametrize("slug", ALL)
def test_every_moment_found_is_one_by_the_rules(slug: str) -> None:
    rules, found = shipped(slug), found_in(slug)
    assert len(found) > 10
    for each in found:
        assert (each.clause, each.role) in shown(rules, each.moves)[each.ply], each
        assert 7 <= each.number < 87


@pytest.mark.parametrize("slug", ["kar-ouk", "rek", "shodra"])
def test_they_come_with_the_clearest_first_and_each_from_a_game_of_its_own(slug: str) -> None:
    rules = shipped(slug)
    by_slot: dict[tuple[str, str], list[Found]] = {}
    for each in found_in(slug):
        by_slot.setdefault((each.clause, each.role), []).append(each)
    for moments in by_slot.values():
        assert len(moments) <= 2
        assert len({each.number for each in moments}) == len(moments)
        values = [cost_of(rules, each) for each in moments if each.role in ("allowed", "ended")]
        assert values == sorted(values)


@pytest.mark.parametrize("seed", [3, 4])
def test_nothing_clearer_is_missed_in_the_games_that_were_played(seed: int) -> None:
    rules = shipped("kar-ouk")
    found = [each for each in find(rules, 1, seed) if each.role == "ended"]
    (end,) = found
    best = {(each.clause, each.role): cost_of(rules, each) for each in find(rules, 1, seed)}
    for here in costs(rules, end.moves)[1:]:
        for (clause, role), value in here.items():
            # Moves that might be forbidden in two ways are counted twice inside the module.
            assert best[clause, role] <= value, (clause, role)


def test_the_same_seed_finds_the_same_whatever_the_calls_and_another_seed_others() -> None:
    rules = shipped("rek")
    twice = find(rules, BATCH + 10, 1), find(rules, BATCH + 10, 1)
    assert twice[0] == twice[1] != find(rules, BATCH + 10, 1000)
    numbers = {each.number for each in twice[0]}
    assert numbers <= set(range(1, BATCH + 11))


def test_more_games_find_what_is_at_least_as_clear() -> None:
    rules = shipped("shatranj-ar-rumiya-1140")
    few, many = find(rules, 20, 1, kept=1), find(rules, 200, 1, kept=1)
    first = {(each.clause, each.role): each for each in many}
    for each in few:
        if each.role in ("allowed", "ended"):
            better = first[each.clause, each.role]
            assert cost_of(rules, better) <= cost_of(rules, each)


def test_what_a_moment_costs_is_counted_as_the_formula_says() -> None:
    assert cost(32, 1) == 65
    assert cost(4, 30, 2) == 8 + 30 + 6
    assert cost(10, 20, decided=True) == 0
    rules = shipped("shodra")
    plies = costs(rules, ["e2-e4", "d7-d5", "e4-d5"])
    assert plies[0] == dict.fromkeys(plies[0], 64)
    assert plies[1] == {("OiStepsTwice", "allowed"): 65}
    assert plies[3]["OiCaptures", "allowed"] == plies[3]["CaptureByReplacement", "effect"] == 67


def test_guided_games_take_men_so_that_games_of_few_men_end_sooner() -> None:
    found = find(shipped("ouk-chatrang"), 100, 1, kept=8)
    ends = [each.number % 2 for each in found if each.role == "ended"]
    assert len(ends) > 12
    assert sum(ends) > 2 * len(ends) / 3


def test_what_pages_run_does_without_the_search() -> None:
    rules = shipped("rek")
    assert "find_game" not in compile_rules(rules.expansion, rules.clause_names, True, None).source
    assert rules.playable.module.bytes == load(rules_text(), clauses=rules.clause_names).module


def rules_text() -> str:
    return (RULES / "rek.lud").read_text(encoding="utf-8")
