"""The count of a lone king in Ouk Chatrang: where it starts, how it goes on, and what it is for."""

from __future__ import annotations

import pytest

from games.play import Outcome, Position
from tests.games.cast import labels
from tests.games.test_ouk import board, ouk, played

EARLY = "Counting/At once, to 64"
LOWEST = "Counting/The lowest limit"
CLAIM, GO_ON = "propose:Draw_by_count", "propose:Game_goes_on"


def counted(position: Position) -> list[tuple[str, int]]:
    return [(each.clause, each.value) for each in position.effects if each.kind == "count"]


def test_the_pages_example_counts_from_7_to_44():
    # Koul, ses and two promoted fish, of which the second is promoted now, against a lone king.
    men = {"a1": "King1", "c1": "Koul1", "b1": "Ses1", "a6": "TreyBak1", "h5": "Fish1"}
    position = board(**men, g8="King2").play("h5-h6")

    assert counted(position) == [("CountStarts", 6), ("LimitByBestUnit", 44)]
    assert (position.variable("Count"), position.variable("Limit")) == (6, 44)

    there, back = ("g8-f8", "a1-a2"), ("f8-g8", "a2-a1")
    for number in range(7, 44):
        black, white = there if number % 2 else back
        assert CLAIM not in position.legal_moves
        position = position.play(black)
        assert counted(position) == [("CountGoesOn", number)]
        position = position.play(white)
        assert counted(position) == []
        assert position.outcome is None

    # Forty-four: the move that meets the limit is also the moment of the claim.
    position = position.play("f8-g8")
    assert position.variable("Count") == 44
    assert position.mover == 2
    claim = position.legal_moves.find(CLAIM)
    assert claim.clause == "RunnerClaims"
    assert position.play(claim).outcome == Outcome(0, "ClaimDraws", "(result Mover Draw)")


def test_the_runner_need_not_claim_and_the_chaser_cannot():
    men = {f"{file}1": "Ses1" for file in "cefgh"}
    met = board(d1="King1", a7="Tuuk1", b2="Tuuk1", a1="Koul1", b6="Ses2", g8="King2", **men)
    black = met.play("b2-b6")

    assert (black.variable("Count"), black.variable("Limit")) == (10, 8)
    assert CLAIM in black.legal_moves
    moved = black.play("g8-f8")
    assert labels(moved) == [CLAIM, GO_ON]
    white = moved.play(GO_ON)
    assert white.mover == 1
    assert CLAIM not in white.legal_moves
    assert CLAIM in white.play("c1-d3").legal_moves


def test_the_draw_is_claimed_before_the_chaser_can_mate():
    # Two tuuk: eight. The king's seventh and eighth move are counted, and Ta1-a8 would be mate.
    men = {"b7": "Tuuk1", "a1": "Tuuk1", "c1": "Koul1", "d1": "King1", "e1": "Koul1"}
    start = board(**men, f2="Koul1", e3="Ses2", h8="King2").play("f2-e3")
    assert (start.variable("Count"), start.variable("Limit")) == (7, 8)

    met = start.play("h8-g8")
    assert met.play(GO_ON).play("a1-a8").outcome == Outcome(1, "MateWins", "(result Mover Win)")
    assert met.play(CLAIM).outcome == Outcome(0, "ClaimDraws", "(result Mover Draw)")


def test_with_the_lowest_limit_two_ses_come_before_one_koul():
    men = {"c1": "Koul1", "b1": "Ses1", "g3": "Ses1", "e1": "King1", "h5": "Tuuk2", "e8": "King2"}
    for options, limit in (((), 44), ((LOWEST,), 32)):
        after = board(rules=ouk(*options), **men).play("g3-h5")
        assert (after.variable("Count"), after.variable("Limit")) == (5, limit)
    fewer = board(rules=ouk(LOWEST), **{**men, "b1": "TreyBak1"}).play("g3-h5")
    assert fewer.variable("Limit") == 44


@pytest.mark.parametrize(
    ("chaser", "limit"),
    [
        (["Tuuk1", "Tuuk1", "Ses1"], 8),
        (["Tuuk1", "Koul1", "Koul1"], 16),
        (["Koul1", "Koul1", "Ses1"], 22),
        (["Koul1", "Ses1", "Ses1"], 44),
        (["Ses1", "Ses1", "TreyBak1"], 32),
        (["Ses1", "TreyBak1", "TreyBak1"], 64),
        (["TreyBak1", "TreyBak1", "Neang1"], 64),
    ],
)
def test_the_chasers_best_unit_sets_the_limit(chaser: list[str], limit: int):
    men = dict(zip(("c1", "c2", "d4"), chaser, strict=True))
    after = board(a1="King1", b2="Ses2", h7="King2", **men).play("a1-b2")

    assert counted(after) == [("CountStarts", 5), ("LimitByBestUnit", limit)]


def test_when_the_best_unit_is_lost_the_count_runs_on_to_the_next_ones_limit():
    start = board(a1="King1", b2="Ses2", g7="Tuuk1", c1="Ses1", h8="King2", h7="Koul1").play(
        "a1-b2"
    )
    assert (start.variable("Count"), start.variable("Limit")) == (5, 16)

    taken = start.play("h8-g7")

    assert counted(taken) == [("CountGoesOn", 6), ("LimitByBestUnit", 44)]


def test_nobody_counts_while_a_fish_is_left_or_the_runner_has_another_unit():
    fish = board(a1="King1", b2="Ses2", c1="Tuuk1", d4="Fish1", h8="King2").play("a1-b2")
    two = board(a1="King1", b2="Ses2", c1="Tuuk1", h7="Ses2", h8="King2").play("a1-b2")

    for position in (fish, played(fish, "h8-g8"), two, played(two, "h8-g8")):
        assert counted(position) == []
        assert position.variable("Count") < 1


def test_the_last_fish_taken_by_the_king_itself_begins_the_count_for_its_next_move():
    position = board(2, a1="King1", c1="Tuuk1", g7="Fish1", h8="King2")

    taken = position.play("h8-g7")
    assert counted(taken) == [("CountStarts", 3), ("LimitByBestUnit", 16)]
    assert counted(played(taken, "c1-c2", "g7-g8")) == [("CountGoesOn", 4)]


def test_white_runs_and_counts_by_the_same_rule():
    start = board(2, a8="King2", b7="Ses1", c8="Tuuk2", h1="King1").play("a8-b7")

    assert counted(start) == [("CountStarts", 3), ("LimitByBestUnit", 16)]
    assert counted(start.play("h1-g1")) == [("CountGoesOn", 4)]


def test_with_the_option_the_count_begins_before_the_last_fish_and_goes_to_64():
    rules = ouk(EARLY)
    start = board(
        rules=rules, a1="King1", b2="Ses2", c1="Tuuk1", d1="Tuuk1", d4="Fish1", h8="King2"
    ).play("a1-b2")

    assert counted(start) == [("CountStartsEarly", 5), ("LimitOfSixtyFour", 64)]
    assert counted(start.play("h8-g8")) == [("CountGoesOn", 6)]


def test_only_variables_of_the_rules_can_be_asked_for():
    with pytest.raises(ValueError, match="no variable 'Score': the rules use "):
        ouk().start().variable("Score")
