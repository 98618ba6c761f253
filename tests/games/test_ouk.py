"""Ouk Chatrang as its page says: leaps, promotion, the ends, and the count of a lone king."""

from __future__ import annotations

from functools import lru_cache

import pytest

from games.compiler.reference import Machine
from games.play import Outcome, Position, Rules, load
from tests.games.cast import RULESETS, destinations, labels, standing

TEXT = (RULESETS / "ouk-chatrang.lud").read_text(encoding="utf-8")
SIDEWAYS = "King's leap/Sideways"
OFFERS = "Draw offers/As moves"


@lru_cache
def ouk(*options: str) -> Rules:
    return load(TEXT, options, limits=None)


def board(mover: int = 1, rules: Rules | None = None, **pieces: str) -> Position:
    return (rules or ouk()).position(pieces, mover)


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def clauses(position: Position, origin: str) -> dict[str, str]:
    """Each destination of the piece on a square, with the clause that allows it."""
    site = position.rules.program.board.site(origin)
    return {m.label.split("-")[1]: m.clause for m in position.legal_moves if m.frm == site}


# The start


def test_the_first_two_plies_have_the_known_counts():
    assert [ouk().perft(depth) for depth in (1, 2)] == [25, 625]


def test_the_reference_machine_counts_the_same():
    program = ouk().program
    machine = Machine(program.python(), program.data, program.pages)
    machine.call("reset")

    assert machine.call("perft", 2) == 625


def test_fish_stand_on_the_third_rank_and_kings_crosswise():
    start = standing(ouk().start())

    assert all(start[f"{file}3"] == "Fish1" and start[f"{file}6"] == "Fish2" for file in "abcdefgh")
    assert (start["d1"], start["e1"]) == ("King1", "Neang1")
    assert (start["e8"], start["d8"]) == ("King2", "Neang2")
    assert len(start) == 32


# The king's leap


def test_the_king_may_leap_as_its_first_move_to_any_free_square():
    assert clauses(board(d1="King1", e8="King2"), "d1") == {
        **dict.fromkeys(("c1", "e1", "c2", "d2", "e2"), "KingSteps"),
        **dict.fromkeys(("b2", "f2", "c3", "e3"), "KingLeaps"),
    }


def test_at_the_start_the_fish_leave_it_two_squares():
    assert clauses(ouk().start(), "d1") == {
        **dict.fromkeys(("c2", "d2", "e2"), "KingSteps"),
        **dict.fromkeys(("b2", "f2"), "KingLeaps"),
    }


def test_the_leap_captures_nothing():
    position = board(d1="King1", b2="Fish2", c3="Fish1", e8="King2")

    leaps = {to for to, clause in clauses(position, "d1").items() if clause == "KingLeaps"}
    assert leaps == {"f2", "e3"}


def test_only_its_first_move_is_a_leap():
    start = ouk().start()

    leapt = played(start, "d1-f2", "a6-a5")
    assert set(clauses(leapt, "f2").values()) == {"KingSteps"}
    # Back where it began it has moved all the same.
    returned = played(start, "d1-d2", "a6-a5", "d2-d1", "a5-a4")
    assert set(clauses(returned, "d1").values()) == {"KingSteps"}


def test_a_king_in_check_may_not_leap():
    # The tuuk on d8 gives check; b2 and f2 would be out of it.
    position = board(d1="King1", d8="Tuuk2", a8="King2")

    assert clauses(position, "d1") == dict.fromkeys(("c1", "e1", "c2", "e2"), "KingSteps")
    assert ("d1-b2", "NoLeapOutOfCheck") in {
        (each.move.label, each.clause) for each in position.forbidden
    }


def test_after_a_check_that_was_answered_otherwise_it_may():
    # The koul steps in between; on its next move the king is not in check.
    position = board(d1="King1", c2="Koul1", d8="Tuuk2", a8="King2", a6="Fish2")

    answered = played(position, "c2-d3", "a6-a5")
    assert clauses(answered, "d1")["f2"] == "KingLeaps"


def test_the_leap_gives_no_check_and_may_not_end_in_one():
    # A king that has not moved does not attack b2; but f2 and e3 are the koul's.
    position = board(2, d1="King1", b4="King2", g3="Koul2", d4="Koul2", h8="Fish2")
    white = position.play("h8-h7")

    assert clauses(white, "d1") == {
        **dict.fromkeys(("c1", "e1", "c2", "d2", "e2"), "KingSteps"),
        "b2": "KingLeaps",
    }


def test_with_the_option_only_the_sideways_leaps_remain():
    leaps = clauses(board(rules=ouk(SIDEWAYS), d1="King1", e8="King2"), "d1")
    black = clauses(board(2, ouk(SIDEWAYS), d1="King1", e8="King2"), "e8")

    assert {to for to, clause in leaps.items() if clause == "KingLeapsSideways"} == {"b2", "f2"}
    assert {to for to, clause in black.items() if clause == "KingLeapsSideways"} == {"c7", "g7"}


# The neang's two squares


def test_the_neang_goes_two_squares_ahead_as_its_first_move():
    position = board(d1="King1", e1="Neang1", e8="King2", d8="Neang2", h3="Fish1")

    assert clauses(position, "e1") == {
        **dict.fromkeys(("d2", "f2"), "NeangSteps"),
        "e3": "NeangLeaps",
    }
    black = position.play("d1-c1")
    assert clauses(black, "d8")["d6"] == "NeangLeaps"


@pytest.mark.parametrize("between", ["Fish1", "Fish2"])
def test_it_leaps_over_whatever_stands_between(between: str):
    position = board(a1="King1", e1="Neang1", e2=between, h8="King2")

    assert clauses(position, "e1")["e3"] == "NeangLeaps"


def test_it_takes_an_enemy_there_but_never_a_friend():
    enemy = board(a1="King1", e1="Neang1", e3="Ses2", h8="King2")
    friend = board(a1="King1", e1="Neang1", e3="Ses1", h8="King2")

    assert standing(enemy.play("e1-e3")) == {"a1": "King1", "e3": "Neang1", "h8": "King2"}
    assert "e3" not in clauses(friend, "e1")


def test_it_gives_check_along_its_leap_before_it_has_moved():
    # On e3 a king would stand where the neang may take it.
    position = board(2, a1="King1", e1="Neang1", f4="King2")

    assert "f4-e3" not in position.legal_moves


def test_a_neang_that_has_moved_keeps_to_diagonal_steps():
    men = {"d1": "King1", "e1": "Neang1", "a5": "Fish1", "h8": "King2"}
    position = played(board(**men), "e1-f2", "h8-h7")

    assert set(clauses(position, "f2").values()) == {"NeangSteps"}
    back = played(position, "f2-e1", "h7-h8")
    assert clauses(back, "e1") == dict.fromkeys(("d2", "f2"), "NeangSteps")


# The other men


def test_the_koul_steps_diagonally_or_straight_ahead():
    assert destinations(board(d4="Koul1"), "d4") == {"c3", "e3", "c5", "e5", "d5"}


def test_a_fish_steps_ahead_and_takes_aslant():
    position = board(d4="Fish1", d5="Ses2", c5="Ses2", e5="Ses1")

    assert clauses(position, "d4") == {"c5": "FishCaptures"}


# Promotion


def test_a_fish_is_promoted_on_the_rank_of_the_enemys_fish():
    men = {"a1": "King1", "h8": "King2"}
    white = board(**men, d5="Fish1").play("d5-d6")
    black = board(2, **men, d4="Fish2").play("d4-d3")
    taking = board(**men, d5="Fish1", e6="Fish2").play("d5-e6")

    assert standing(white)["d6"] == "TreyBak1"
    assert standing(black)["d3"] == "TreyBak2"
    assert standing(taking)["e6"] == "TreyBak1"
    assert ("promotion", "FishIsPromoted") in {(e.kind, e.clause) for e in white.effects}


def test_a_fish_further_back_stays_a_fish():
    assert standing(board(a1="King1", h8="King2", d4="Fish1").play("d4-d5"))["d5"] == "Fish1"


def test_a_promoted_fish_moves_as_a_neang_without_the_first_move():
    promoted = played(board(a1="King1", h8="King2", d5="Fish1", b8="Tuuk2"), "d5-d6", "h8-h7")

    assert clauses(promoted, "d6") == dict.fromkeys(("c5", "e5", "c7", "e7"), "NeangSteps")


def test_not_even_on_the_square_of_a_neang():
    position = board(a1="King1", h8="King2", e1="TreyBak1", b8="Tuuk2")

    assert clauses(position, "e1") == dict.fromkeys(("d2", "f2"), "NeangSteps")


# Mate, stalemate, and what cannot mate


def test_mate_wins():
    after = board(a7="Tuuk1", b1="Tuuk1", d1="King1", h8="King2").play("b1-b8")

    assert after.outcome == Outcome(1, "MateWins", "(result Mover Win)")


def test_a_claim_that_could_be_made_does_not_hold_off_mate():
    # Two tuuk and many more: the limit of 8 is passed before the count begins.
    men = {f"{file}1": "Ses1" for file in "cefgh"}
    position = board(d1="King1", a7="Tuuk1", b1="Tuuk1", a1="Koul1", b8="Ses2", h8="King2", **men)

    assert position.play("b1-b8").outcome == Outcome(1, "MateWins", "(result Mover Win)")


def test_stalemate_draws_a_lone_king_and_one_with_blocked_fish():
    men = {"a6": "Tuuk1", "g1": "Tuuk1", "d1": "King1", "h8": "King2"}
    alone = board(**men).play("a6-a7")
    blocked = board(**men, c5="Fish2", c4="Fish1").play("a6-a7")
    free = board(**men, c5="Fish2").play("a6-a7")

    draw = Outcome(0, "StalemateDraws", "(result Mover Draw)")
    assert (alone.outcome, blocked.outcome, free.outcome) == (draw, draw, None)


KINGS = {"a1": "King1", "h1": "King2", "b2": "Ses2"}
NOBODY = Outcome(0, "NobodyCanMate", "(result Mover Draw)")


@pytest.mark.parametrize(
    ("left", "drawn"),
    [
        ({}, True),
        ({"d4": "Neang1"}, True),
        ({"d4": "Neang1", "d5": "TreyBak1"}, True),
        # Three on squares of one colour never stand side by side.
        ({"d4": "TreyBak1", "e5": "TreyBak1", "f6": "TreyBak1"}, True),
        ({"d4": "TreyBak1", "d5": "TreyBak1", "f6": "TreyBak1"}, False),
        ({"d4": "Neang1", "d5": "TreyBak1", "f6": "TreyBak1"}, False),
        # A third neang of the other side is no help.
        ({"d4": "Neang1", "d5": "TreyBak1", "f6": "Neang2"}, True),
        ({"d4": "Koul1"}, False),
        ({"d4": "Ses1"}, False),
        ({"d4": "Tuuk1"}, False),
        ({"d4": "Fish1"}, False),
        ({"d4": "Fish2"}, False),
    ],
)
def test_the_game_is_drawn_when_neither_side_can_mate(left: dict[str, str], drawn: bool):
    after = board(**KINGS, **left).play("a1-b2")

    assert after.outcome == (NOBODY if drawn else None)


# Draw offers


def test_by_default_nobody_offers_a_draw_on_the_board():
    assert len(ouk().start().legal_moves) == 25


def test_with_the_option_an_offer_stands_in_place_of_a_move():
    start = ouk(OFFERS).start()
    assert len(start.legal_moves) == 26

    offered = start.play("propose:Draw")
    assert labels(offered) == ["vote:Draw", "vote:No_draw"]
    assert {move.clause for move in offered.legal_moves} == {"DrawIsAnswered"}


def test_an_offer_that_is_accepted_draws_and_one_that_is_declined_does_not():
    offered = ouk(OFFERS).start().play("propose:Draw")

    agreed, declined = offered.play("vote:Draw"), offered.play("vote:No_draw")
    assert agreed.outcome == Outcome(0, "AgreementDraws", "(result Mover Draw)")
    assert (declined.outcome, declined.mover) == (None, 1)
    assert len(declined.legal_moves) == 26


def test_an_offer_does_not_pass_for_stalemate():
    # Black could not move now; but it is White's move, which the offer only puts off.
    men = {"a7": "Tuuk1", "g1": "Tuuk1", "d1": "King1", "h8": "King2"}
    offered = board(rules=ouk(OFFERS), **men).play("propose:Draw")

    assert offered.outcome is None
    assert offered.play("vote:No_draw").outcome is None
