"""`manage.py find_moments`: what is found is stored, once, and what is not its own stays."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Match, Moment, Ruleset
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def kar_ouk() -> Ruleset:
    return stored("kar-ouk", with_games=True)


def run(*arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command("find_moments", *arguments, stdout=out, **options)
    return out.getvalue()


def rows(ruleset: Ruleset) -> list[tuple[Any, ...]]:
    matches = ruleset.matches.filter(origin="found")
    moments = Moment.objects.filter(match__in=matches)
    return [
        *matches.order_by("slug").values_list("pk", "slug", "seed", "moves", "result"),
        *moments.order_by("pk").values_list("pk", "match", "ply", "clause__name", "role", "cost"),
    ]


def test_what_is_found_is_stored_with_its_seed_and_apart_from_examples(kar_ouk: Ruleset) -> None:
    examples = list(kar_ouk.matches.values_list("pk", flat=True))
    said = run("kar-ouk", games=30, seed=5)
    found = kar_ouk.matches.filter(origin=Match.Origin.FOUND)
    assert f"in {found.count()} games" in said
    assert list(kar_ouk.matches.filter(origin="example").values_list("pk", flat=True)) == examples
    for match in found:
        assert 5 <= (match.seed or 0) < 35
        assert match.digest == kar_ouk.digest
        assert match.result
        assert all(moment.ply == len(match.moves) for moment in match.moments.all())
        assert all(moment.cost is not None for moment in match.moments.all())
    call_command("check_rulesets", verbosity=0, stdout=StringIO())


def test_the_same_search_again_changes_nothing(kar_ouk: Ruleset) -> None:
    run("kar-ouk", games=20)
    before = rows(kar_ouk)
    assert "as before" in run("kar-ouk", games=20)
    assert rows(kar_ouk) == before


def test_another_search_takes_the_place_of_the_first(kar_ouk: Ruleset) -> None:
    run("kar-ouk", games=20)
    before = rows(kar_ouk)
    assert "as before" not in run("kar-ouk", games=10, seed=99)
    assert rows(kar_ouk) != before
    seeds = set(kar_ouk.matches.filter(origin="found").values_list("seed", flat=True))
    assert seeds <= set(range(99, 109))


def test_without_a_name_all_rulesets_are_searched(kar_ouk: Ruleset) -> None:
    stored("rek")
    said = run(games=10, verbosity=2)
    assert said.startswith("kar-ouk: ")
    assert "\nrek: " in said
    assert "not seen: " in said


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("no-such-rules",),
            "there is no ruleset 'no-such-rules'; name one as in its address, such as kar-ouk",
        ),
        (("--games", "0"), "--games 0: 1 to 1000000 can be played"),
        (("--seed", "-1"), "--seed -1: 0 to 2000000000 are possible"),
    ],
)
def test_what_cannot_be_searched_is_refused(
    kar_ouk: Ruleset, arguments: tuple[str, ...], told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        run(*arguments)
    assert rows(kar_ouk) == []


def test_rules_that_cannot_be_run_are_named(kar_ouk: Ruleset) -> None:
    Ruleset.objects.filter(pk=kar_ouk.pk).update(text='(game "Kar Ouk"')
    with pytest.raises(CommandError, match="kar-ouk: "):
        run("kar-ouk")


def test_clauses_that_the_usual_options_lack_are_found_with_the_first_option_that_has_them() -> (
    None
):
    shodra = stored("shodra", with_games=True)
    run("shodra", games=60)
    found = shodra.matches.filter(origin="found")
    lacked = Moment.objects.filter(clause__name="OiTurnsThenBecomesMerze", match__in=found)
    assert lacked.exists()
    option = "Promotion/After one diagonal step"
    assert {tuple(moment.match.options) for moment in lacked} == {(option,)}
    others = found.exclude(pk__in=lacked.values("match"))
    assert all(match.options == [] for match in others)
    assert "as before" in run("shodra", games=60)
    call_command("check_rulesets", verbosity=0, stdout=StringIO())
