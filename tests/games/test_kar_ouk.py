"""Kar Ouk: the moves of Ouk Chatrang, and the first check wins."""

from __future__ import annotations

from functools import lru_cache

import pytest

from games.play import Outcome, Position, Rules, load
from tests.games.cast import RULESETS, labels, standing
from tests.games.test_ouk import clauses, ouk

TEXT = (RULESETS / "kar-ouk.lud").read_text(encoding="utf-8")
SIDEWAYS = "King's leap/Sideways"
WON = Outcome(1, "FirstCheckWins", "(result Mover Win)")


@lru_cache
def kar(*options: str) -> Rules:
    return load(TEXT, options, limits=None)


def board(mover: int = 1, rules: Rules | None = None, **pieces: str) -> Position:
    return (rules or kar()).position(pieces, mover)


def test_board_array_and_first_moves_are_those_of_ouk_chatrang():
    assert standing(kar().start()) == standing(ouk().start())
    assert labels(kar().start()) == labels(ouk().start())
    assert [kar().perft(depth) for depth in (1, 2)] == [25, 625]


@pytest.mark.parametrize(
    ("man", "move"),
    [
        ({"a1": "Tuuk1"}, "a1-a8"),
        ({"e5": "Ses1"}, "e5-f7"),
        ({"e5": "Koul1"}, "e5-f6"),
        ({"f5": "Fish1"}, "f5-f6"),
        ({"e5": "TreyBak1"}, "e5-f6"),
    ],
)
def test_whoever_attacks_the_king_first_has_won(man: dict[str, str], move: str):
    king = "h8" if move in ("a1-a8", "e5-f7") else "g7"

    after = board(d1="King1", **{king: "King2"}, **man).play(move)

    assert after.outcome == WON
    assert list(after.legal_moves) == []


def test_the_attacker_may_stand_where_it_could_be_taken():
    assert board(d1="King1", h1="Tuuk1", g8="King2").play("h1-h8").outcome == WON


def test_a_check_that_opens_up_counts():
    # The ses leaves the file of its own tuuk.
    position = board(d1="King1", g1="Tuuk1", g4="Ses1", g8="King2")

    assert position.play("g4-e3").outcome == WON


def test_a_neang_that_has_not_moved_checks_two_squares_ahead():
    position = board(2, e1="Neang1", a1="King1", f4="King2", h8="Tuuk2")

    assert "f4-e3" not in position.legal_moves
    assert "f4-g3" in position.legal_moves


def test_black_wins_as_well():
    after = board(2, d1="King1", h8="Tuuk2", e8="King2").play("h8-h1")

    assert after.outcome == Outcome(2, "FirstCheckWins", "(result Mover Win)")


def test_nobody_may_walk_into_check():
    position = board(d1="King1", a2="Tuuk2", e8="King2")

    assert not {"d1-c2", "d1-d2", "d1-e2"} & set(labels(position))
    assert {each.clause for each in position.forbidden if each.move.label == "d1-d2"} == {
        "KingStaysOutOfCheck"
    }


def test_a_player_without_a_move_has_drawn():
    men = {"a6": "Tuuk1", "g1": "Tuuk1", "d1": "King1", "h8": "King2"}

    assert board(**men).play("a6-a7").outcome == Outcome(0, "StalemateDraws", "(result Mover Draw)")


def test_counts_and_material_end_nothing_while_a_check_can_be_given():
    after = board(a1="King1", b2="Ses2", h8="King2", c3="Neang1").play("a1-b2")

    assert after.outcome is None


def test_king_against_king_is_drawn_as_neither_can_ever_give_check():
    after = board(a1="King1", b2="Ses2", h8="King2").play("a1-b2")

    assert after.outcome == Outcome(0, "TwoKingsDraw", "(result Mover Draw)")


def test_the_option_leaves_the_sideways_leaps():
    leaps = clauses(board(rules=kar(SIDEWAYS), d1="King1", e8="King2"), "d1")

    assert {to for to, clause in leaps.items() if clause == "KingLeapsSideways"} == {"b2", "f2"}
