"""manage.py compare: what it prints of two rulesets, and what it refuses."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Ruleset
from tests.games.cast import RULESETS, duel
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db

STEP = "(move Step Orthogonal (to if:(is Empty (to))))"


def said(*arguments: object) -> str:
    out = StringIO()
    call_command("compare", *map(str, arguments), stdout=out)
    return out.getvalue()


def refused(*arguments: object) -> str:
    with pytest.raises(CommandError) as caught:
        said(*arguments)
    return str(caught.value)


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.lud"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_chess_of_cambodia_and_the_game_of_its_first_check():
    stored("ouk-chatrang")
    stored("kar-ouk")
    text = said("ouk-chatrang", "kar-ouk")

    assert "PlainBoard “The board” (attested) | PlainBoard “The board” (borrowed): the same" in text
    stalemate = "StalemateDraws “Stalemate” (disputed) | StalemateDraws “No move left” (inferred)"
    assert f"{stalemate}: other words and ludemes" in text
    assert "FirstCheckWins “The first check wins” (attested): only kar-ouk" in text
    assert "Shortest line after which the legal moves differ" in text
    lines = text.splitlines()
    assert [line.split()[0] for line in lines if " allowed by " in line][:4] == [
        "1.", "2.", "3.", "4.",
    ]  # fmt: skip
    assert "kar-ouk: the game is over by FirstCheckWins" in text
    assert "Only kar-ouk allows 0 moves." in text


def test_the_round_chess_of_1140_and_that_of_1352():
    stored("shatranj-ar-rumiya-1140")
    stored("shatranj-ar-rumiya-1352")
    text = said("shatranj-ar-rumiya-1140", "shatranj-ar-rumiya-1352")

    assert (
        "The boards are not the same: shatranj-ar-rumiya-1140 has 64 sites, "
        "shatranj-ar-rumiya-1352 has 68." in text
    )
    assert "Only shatranj-ar-rumiya-1352 has sites of these names: e1, e2, " in text
    assert "Moves are compared as they are written: sites of one name count as the same." in text
    assert "The legal moves are not the same at the start; the line is empty." in text
    assert "Only shatranj-ar-rumiya-1140 allows" in text


def test_boards_that_differ_where_nobody_moves_at_first(tmp_path: Path):
    a = file(tmp_path, "a", duel(STEP))
    b = file(
        tmp_path, "b", duel(STEP, board="(square 4)", start='(place "Man1" 0) (place "Man2" 10)')
    )
    text = said(a, b)
    assert f"The boards are not the same: {a} has 9 sites, {b} has 16." in text
    assert f"Only {b} has sites of these names: d1, d2, d3, a4, b4, c4, d4" in text
    assert "Shortest line after which the legal moves differ (3 positions):" in text
    assert "  1. a1-a2  allowed by" in text
    assert f"Only {a} allows 0 moves." in text
    assert f"Only {b} allows 2 moves:\n  c3-c4, c3-d3" in text


def test_one_ruleset_with_two_options():
    stored("shodra")
    text = said("shodra", "shodra", "--option-b", "Double step/Each oi's first move")
    assert "  3." not in text
    assert "Only shodra (Double step/Each oi's first move) allows" in text


def test_files_of_rules_and_the_bound_that_was_met(tmp_path: Path):
    a = file(tmp_path, "a", duel(STEP))
    b = file(tmp_path, "b", duel(STEP, start='(place "Man1" 0) (place "Man2" 8)') + "\n// b")
    text = said(a, b, "--plies", 4)
    assert "The legal moves are the same: no difference within 4 plies / " in text
    assert "The search stopped at its bound of plies; --plies sets another." in text


def test_another_result_of_the_same_game(tmp_path: Path):
    end = "(if (is In (last To) (sites Centre)) (result Mover {}))"
    a, b = (file(tmp_path, word, duel(end=end.format(word))) for word in ("Win", "Draw"))
    text = said(a, b, "--plies", 2)
    assert "The same line ends with another result:\n  1. a1-b2" in text
    assert f"{a}: player 1 wins by" in text
    assert f"{b}: a draw by" in text


def test_a_ruleset_that_is_not_there_is_named_with_one_that_is():
    stored("kar-ouk")
    assert refused("kar-ouk", "chess").endswith(
        "no ruleset 'chess'; name one as in its address, such as kar-ouk"
    )


def test_the_same_ruleset_twice_is_refused():
    stored("kar-ouk")
    assert refused("kar-ouk", "kar-ouk").startswith("kar-ouk is named twice")


def test_a_text_that_does_not_compile_is_named_with_the_place():
    stored("kar-ouk")
    ruleset = stored("rek")
    Ruleset.objects.filter(pk=ruleset.pk).update(text='(game "Rek"')
    assert refused("kar-ouk", "rek").startswith("rek: rules, line 1, column 1")


def test_definitions_of_a_folder_are_read(tmp_path: Path):
    (tmp_path / "Walks.def").write_text(f'(define "Walks" {STEP})', encoding="utf-8")
    ours = file(tmp_path, "ours", duel(STEP))
    theirs = file(tmp_path, "theirs", duel('"Walks"'))
    text = said(ours, theirs, "--definitions", tmp_path, "--plies", 2)
    assert "The legal moves are the same: no difference within 2 plies" in text
    assert refused(ours, theirs).startswith(f"{theirs}: rules, line 1")
    nowhere = tmp_path / "nowhere"
    message = f"{nowhere} is no folder of definitions"
    assert refused(ours, theirs, "--definitions", nowhere) == message


def test_a_file_that_is_not_there():
    assert refused("no.lud", RULESETS / "rek.lud") == "there is no file no.lud"


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--positions", 0), "--positions is 0: write 1 or more"),
        (("--seconds", -1), "--seconds is -1.0: write 0 or more"),
        (("--seconds", "nan"), "--seconds is nan: write 0 or more"),
        (("--plies", -1), "--plies is -1: write 0 or more"),
    ],
)
def test_bounds_that_make_no_sense(option: tuple[str, object], message: str):
    assert refused("a.lud", "b.lud", *option) == message
