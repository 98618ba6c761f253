"""perft, playouts and check_rulesets on the rulesets that ship with the project."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils.text import slugify

from evidence.importers.corpus_rulesets import read_rulesets, store_ruleset
from games.models import Game, Match, Moment, Ruleset
from games.play import OptionError
from games.rules_cache import rules_for
from tests.games.cast import EACH_FIRST_MOVE, RULESETS

pytestmark = pytest.mark.django_db

# Clauses that deny what could not arise, such as capture in passing where no pawn goes two squares.
DENIALS = {
    "chaturanga-davidson": 1,
    "ouk-chatrang": 1,
    "rek": 1,
    "shatranj-ar-rumiya-1140": 1,
    "shatranj-ar-rumiya-1352": 1,
}

SLUGS = sorted(path.stem for path in RULESETS.glob("*.lud"))


@pytest.fixture(scope="module", autouse=True)
def shipped(django_db_setup: None, django_db_blocker: object) -> Iterator[None]:
    """The shipped rulesets with their clauses and recorded games, without any evidence."""
    with django_db_blocker.unblock(), transaction.atomic():  # type: ignore[attr-defined]
        read = read_rulesets(RULESETS)  # those of families have their games tested beside them
        for slug, file in ((slug, read[slug]) for slug in SLUGS):
            name = file.row.data["game"]
            Game.objects.get_or_create(name=name, defaults={"slug": slugify(name)})
            store_ruleset(file)
            _record_matches(slug)
        yield
        transaction.set_rollback(True)


def _record_matches(slug: str) -> None:
    ruleset = Ruleset.objects.get(slug=slug)
    clauses = {clause.name: clause for clause in ruleset.clauses.all()}
    (path,) = RULESETS.rglob(f"{slug}.json")
    about = json.loads(path.read_text(encoding="utf-8"))
    for row in about["matches"]:
        match = Match.objects.create(
            slug=row["slug"],
            ruleset=ruleset,
            title=row["title"],
            digest=ruleset.digest,
            options=row.get("options", []),
            setup=row.get("setup", ""),
            moves=row["moves"],
        )
        for moment in row["moments"]:
            clause = clauses[moment["clause"]]
            Moment.objects.create(
                match=match, ply=moment["ply"], clause=clause, role=moment["role"]
            )


def said(*arguments: object, **options: object) -> list[str]:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out, **options)
    return out.getvalue().splitlines()


def refused(*arguments: object) -> str:
    with pytest.raises(CommandError) as caught:
        call_command(*map(str, arguments), stdout=StringIO())
    return str(caught.value)


# perft


def test_perft_prints_the_counts_of_all_depths():
    assert said("perft", "shodra", 3, "--option", EACH_FIRST_MOVE) == ["24 576 13638"]


def test_an_options_item_alone_is_enough():
    assert said("perft", "shodra", 2, "--option", "Each oi's first move") == ["24 576"]


def test_options_may_be_repeated():
    options = ["--option", "On the d file", "--option", EACH_FIRST_MOVE]

    assert said("perft", "shodra", 2, *options) == ["24 576"]


def test_perft_of_the_round_chess():
    assert said("perft", "shatranj-ar-rumiya-1140", 2) == ["14 196"]


@pytest.mark.parametrize(
    ("slug", "meant"), [("shodr", "shodra"), ("shorda", "shodra"), ("rek-chanh", "min-rek-chanh")]
)
def test_perft_of_a_ruleset_that_is_not_there_names_the_one_most_like_it(slug, meant):
    assert refused("perft", slug, 2) == f"there is no ruleset '{slug}'; did you mean {meant}?"


def test_perft_of_a_ruleset_like_no_other_names_one_as_an_example():
    told = f"name one as in its address, such as {SLUGS[0]}"
    assert refused("perft", "qqq", 2) == f"there is no ruleset 'qqq'; {told}"


@pytest.mark.parametrize("depth", [0, -1, 9, 1000000])
def test_perft_goes_one_to_eight_deep(depth: int):
    assert refused("perft", "shodra", "--", depth) == f"DEPTH is {depth}: write 1 to 8"


def test_perft_needs_a_number():
    assert "invalid int value: 'deep'" in refused("perft", "shodra", "deep")


def test_an_unknown_option_is_told_which_there_are():
    assert refused("perft", "shodra", 1, "--option", "Double step/Never") == (
        'the option "Double step" has no item "Never": '
        'it has "Each player\'s first turn", "Each oi\'s first move"'
    )
    assert refused("perft", "shodra", 1, "--option", "Castling/Yes").startswith(
        '"Castling/Yes" is no option: write "Option/Item"; the options are "Double step"'
    )


def test_a_stored_text_that_is_broken_is_shown_with_its_place():
    Ruleset.objects.filter(slug="shodra").update(text="(game")

    assert refused("perft", "shodra", 1) == (
        "rules, line 1, column 1: '(' is never closed: add ')'\n    (game\n    ^"
    )


# playouts


def test_playouts_say_how_the_games_went():
    games, length = said("playouts", "shodra", "--count", 20, "--seed", 3)

    assert re.fullmatch(r"20 games: player 1 won \d+, player 2 won \d+, \d+ drawn", games)
    assert (
        sum(map(int, re.findall(r"won (\d+)", games))) + int(re.findall(r"(\d+) drawn", games)[0])
        == 20
    )
    assert re.fullmatch(r"\d+\.\d plies a game; checksum [0-9a-f]{8}", length)


def test_the_same_seed_gives_the_same_games_and_another_seed_others():
    games = said("playouts", "shodra", "--count", 5, "--seed", 3)

    assert said("playouts", "shodra", "--count", 5, "--seed", 3) == games
    assert said("playouts", "shodra", "--count", 5, "--seed", 4) != games


@pytest.mark.parametrize("count", [0, -5])
def test_playouts_need_a_game(count: int):
    assert (
        refused("playouts", "shodra", f"--count={count}") == f"--count is {count}: write 1 or more"
    )


def test_playouts_of_a_ruleset_that_is_not_there():
    assert "there is no ruleset 'chess'" in refused("playouts", "chess")


# moves


def test_moves_are_played_in_any_notation_and_listed_in_all():
    lines = said("moves", "shodra", "e2-e4", "Pd5", "P e4-d5")

    assert lines[0].endswith("with player 2 to move")
    assert "d8-d7\tMd7\tm d8-d7" not in lines
    assert "g8-f6\tOf6\to g8-f6" in lines
    assert "e8-d7\tKd7\tk e8-d7" in lines


def test_a_file_of_rules_needs_letters():
    text = "tests/samples/rulesets/shatranj.lud"
    letters = ["Shah=K", "Fers=F", "Rukh=R", "Fil=E", "Faras=N", "Baidaq="]
    given = [word for letter in letters for word in ("--letter", letter)]

    assert "b1-c3\tNc3\tN b1-c3" in said("moves", text, *given)
    assert "a2-a3\ta3\tP a2-a3" in said("moves", text, *given)
    assert refused("moves", text) == (
        "no letter is given for Shah, Fers, Fil, Faras, Rukh, Baidaq: write --letter PIECE=LETTER"
    )
    assert refused("moves", text, "--letter", "K") == (
        "--letter K: write PIECE=LETTER, such as Pawn=P"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [("e2-e5", "is not legal"), ("hello", "is no move"), ("Pe", "is no move")],
)
def test_a_move_that_cannot_be_played_is_told_why(text: str, why: str):
    assert why in refused("moves", "shodra", text)


def test_a_game_that_is_over_says_who_has_won():
    chess = "tests/samples/rulesets/chess.lud"
    letters = ["King=K", "Queen=Q", "Rook=R", "Bishop=B", "Knight=N", "Pawn="]
    given = [word for letter in letters for word in ("--letter", letter)]

    lines = said("moves", chess, "f3", "e5", "g4", "Qh4#", *given)
    assert lines[1:] == ["player 2 has won"]


# check_rulesets


@pytest.mark.sqlite  # they are replayed from the same files
def test_every_clause_of_the_shipped_rulesets_fires_in_a_recorded_game():
    lines = said("check_rulesets")

    for slug in SLUGS:
        clauses = Ruleset.objects.get(slug=slug).clauses.count()
        denials = DENIALS.get(slug, 0)
        never = f" / {denials} never shown" if denials else ""
        assert clauses > 5
        assert f"{slug}: {clauses} clauses / {clauses - denials} fired{never}" in lines


def test_a_clause_that_no_game_shows_is_a_fault():
    Moment.objects.filter(clause__name="BaidaqsMeet").delete()

    assert "BaidaqsMeet: shows up in no recorded game" in faults()


def test_a_moment_at_the_wrong_ply_is_a_fault():
    moment = Moment.objects.filter(clause__name="OiStepsTwice").first()
    assert moment is not None
    Moment.objects.filter(pk=moment.pk).update(ply=999)

    assert f"{moment.match.slug}, ply 999: OiStepsTwice does not show up" in faults()


def test_an_illegal_move_in_a_recorded_game_is_a_fault():
    match = Match.objects.filter(ruleset__slug="shodra").first()
    assert match is not None
    Match.objects.filter(pk=match.pk).update(moves=["e2-e5"])

    assert f"{match.slug}: e2-e5 is not legal in the position" in faults()


def test_a_game_recorded_under_another_text_is_a_fault():
    match = Match.objects.filter(ruleset__slug="shodra").first()
    assert match is not None
    Match.objects.filter(pk=match.pk).update(digest="0" * 64)

    assert f"{match.slug}: recorded under another text of the rules" in faults()


def test_a_clause_that_the_text_does_not_define_is_a_fault():
    Ruleset.objects.get(slug="shodra").clauses.create(
        name="Ransom", position=99, title="Ransom", text="None.", status="inferred"
    )

    assert "Ransom: the text defines no such clause" in faults()


def test_a_broken_text_is_a_fault_and_the_other_rulesets_are_still_checked():
    Ruleset.objects.filter(slug="shodra").update(text="(game")

    text = faults()
    assert "'(' is never closed: add ')'" in text
    assert "shatranj-ar-rumiya-1140: " in text


def faults() -> str:
    """What check_rulesets prints when it fails, as it must here; of two rulesets, to be quick."""
    Ruleset.objects.exclude(slug__in=["shatranj-ar-rumiya-1140", "shodra"]).delete()
    out = StringIO()
    with pytest.raises(CommandError, match=r"^(1 fault|\d+ faults)$"):
        call_command("check_rulesets", stdout=out)
    return out.getvalue()


# The bridge


def test_the_engine_compiles_a_stored_ruleset_once():
    ruleset = Ruleset.objects.get(slug="shodra")

    assert rules_for(ruleset) is rules_for(Ruleset.objects.get(slug="shodra"))
    assert rules_for(ruleset, [EACH_FIRST_MOVE]) is not rules_for(ruleset)
    assert rules_for(ruleset, [EACH_FIRST_MOVE]).chosen[0] == EACH_FIRST_MOVE


def test_the_engine_names_the_clauses_of_the_ruleset_only():
    ruleset = Ruleset.objects.get(slug="shodra")

    assert set(rules_for(ruleset).clauses) <= {"", *ruleset.clauses.values_list("name", flat=True)}


def test_the_engine_keeps_stored_rules_within_limits():
    assert rules_for(Ruleset.objects.get(slug="shodra")).limits is not None


def test_the_engine_refuses_an_unknown_option():
    with pytest.raises(OptionError, match='"Castling/Yes" is no option'):
        rules_for(Ruleset.objects.get(slug="shodra"), ["Castling/Yes"])
