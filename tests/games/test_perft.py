"""Chess, shatranj and makruk, written as test rulesets, have the leaf counts of others' engines."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.play import Outcome
from tests.games.cast import labels, standing
from tests.games.perfts import NAMES, TEXTS, Counts, counts, position, ruleset

# Leaves that a position other than the start is counted to: those run in the traced build.
ENOUGH = 100_000


def test_every_test_ruleset_has_counts_and_says_where_they_come_from():
    assert NAMES == ["chess", "makruk", "shatranj"]
    for name in NAMES:
        text = (TEXTS / f"{name}.perft").read_text(encoding="utf-8")
        assert "\n# From " in text
        assert "https://" in text


@pytest.mark.parametrize("name", NAMES)
def test_perft_of_the_start_agrees_five_deep(name: str):
    out = StringIO()
    call_command("perft", str(TEXTS / f"{name}.lud"), "5", stdout=out)

    start = next(each for each in counts(name) if each.position == "start")
    assert tuple(map(int, out.getvalue().split())) == start.leaves


@pytest.mark.parametrize(
    "line", [c for name in NAMES for c in counts(name) if c.position != "start"], ids=str
)
def test_perft_of_positions_made_to_find_mistakes_agrees(line: Counts):
    from_here = position(line.game, line.position)
    expected = [leaves for leaves in line.leaves if leaves <= ENOUGH]

    found = [from_here.perft(depth) for depth in range(1, len(expected) + 1)]

    assert found == expected
    assert len(expected) >= 3


# The command


def test_perft_of_a_file_that_is_not_there():
    with pytest.raises(CommandError, match=r"^there is no file nowhere/chess\.lud$"):
        call_command("perft", "nowhere/chess.lud", "1")


def test_random_games_of_a_file():
    out = StringIO()
    call_command("playouts", str(TEXTS / "shatranj.lud"), "--count", "3", stdout=out)

    assert out.getvalue().startswith("3 games: player 1 won ")


# Chess


def after(moves: str, name: str = "chess"):
    here = ruleset(name).start()
    for label in moves.split():
        here = here.play(label)
    return here


def test_white_castles_short_and_the_rook_comes_over():
    castled = after("e2-e4 e7-e5 g1-f3 g8-f6 f1-e2 f8-e7 e1-g1")

    assert standing(castled)["g1"] == "King1"
    assert standing(castled)["f1"] == "Rook1"
    assert "h1" not in standing(castled)


def test_black_castles_long_and_the_rook_comes_over():
    castled = after("a2-a3 d7-d5 a3-a4 c8-f5 a4-a5 b8-c6 a5-a6 d8-d7 h2-h3 e8-c8")

    assert standing(castled)["c8"] == "King2"
    assert standing(castled)["d8"] == "Rook2"


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("e2-e4 e7-e5 g1-f3 g8-f6 f1-e2 f8-e7 e1-f1 a7-a6 f1-e1 a6-a5", "the king has moved"),
        ("e2-e4 e7-e5 g1-f3 g8-f6 f1-e2 f8-e7 h1-g1 a7-a6 g1-h1 a6-a5", "the rook has moved"),
        ("e2-e4 e7-e6 g1-f3 b7-b6 f1-b5 c8-a6 b5-d7 d8-d7", "f1 is attacked"),
        ("e2-e4 e7-e5 g1-f3 f8-b4 f1-e2 b4-d2", "the king is in check"),
    ],
)
def test_there_is_no_castling_when(moves: str, why: str):
    assert "e1-g1" not in labels(after(moves)), why


def test_a_pawn_is_taken_in_passing_by_the_very_next_move_only():
    passed = after("e2-e4 a7-a6 e4-e5 d7-d5")
    assert "e5-d6" in labels(passed)

    taken = passed.play("e5-d6")
    assert "d5" not in standing(taken)

    later = passed.play("h2-h3").play("h7-h6")
    assert "e5-d6" not in labels(later)


def test_a_pawn_on_the_last_rank_becomes_what_its_player_chooses():
    here = ruleset("chess").position({"a7": "Pawn1", "e1": "King1", "e5": "King2"})

    becomes = {label: standing(here.play(label))["a8"] for label in labels(here) if "a8" in label}

    assert becomes == {
        "a7-a8(BecomesBishop)": "Bishop1",
        "a7-a8(BecomesKnight)": "Knight1",
        "a7-a8(BecomesQueen)": "Queen1",
        "a7-a8(BecomesRook)": "Rook1",
    }


def test_fools_mate():
    mated = after("f2-f3 e7-e5 g2-g4 d8-h4")

    assert mated.outcome == Outcome(2, "MateWins", "(result Mover Win)")


def test_fifty_moves_of_each_side_without_pawn_or_capture_draw():
    shuffle = "g1-f3 g8-f6 f3-g1 f6-g8 "
    after_99 = after("e2-e4 e7-e5 " + shuffle * 24 + "g1-f3 g8-f6 f3-g1")
    assert after_99.outcome is None

    assert after_99.play("f6-g8").outcome == Outcome(0, "FiftyMovesDraw", "(result Mover Draw)")


# Shatranj


def test_baring_the_shah_wins_unless_the_other_is_bared_in_return():
    shatranj = ruleset("shatranj")
    alone = {"a1": "Shah1", "c3": "Fers1", "d4": "Rukh2", "h8": "Shah2", "d8": "Baidaq1"}

    bared = shatranj.position(alone).play("c3-d4")
    assert bared.outcome is None
    assert bared.play("h8-g8").outcome == Outcome(1, "BareLoses", "(result Next Win)")

    near = {"a1": "Shah1", "g6": "Fers1", "f7": "Rukh2", "g8": "Shah2"}
    both = shatranj.position(near).play("g6-f7").play("g8-f7")
    assert both.outcome == Outcome(0, "BothBareDraws", "(result Mover Draw)")


def test_who_stalemates_wins():
    here = ruleset("shatranj").position(
        {"a8": "Shah2", "a5": "Baidaq2", "a4": "Fil1", "d8": "Shah1", "h7": "Rukh1"}
    )

    assert here.play("h7-g7").outcome is None
    assert here.play("d8-c8").outcome == Outcome(1, "MateOrStalemateWins", "(result Mover Win)")


# Makruk


def test_a_bia_turns_over_on_the_sixth_rank():
    here = ruleset("makruk").position({"e5": "Bia1", "a1": "Khun1", "a8": "Khun2"})

    assert standing(here.play("e5-e6"))["e6"] == "Met1"
