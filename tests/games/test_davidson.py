"""Chaturanga by Davidson's rules: kings are taken, not mated, and a bare king has one move."""

from __future__ import annotations

from functools import lru_cache

import pytest

from games.compiler.reference import Machine
from games.play import Outcome, Position, Rules, load
from tests.games.cast import RULESETS, destinations, labels, standing

TEXT = (RULESETS / "chaturanga-davidson.lud").read_text(encoding="utf-8")
PLAIN = "Board/Plain"


@lru_cache
def davidson(*options: str) -> Rules:
    return load(TEXT, options, limits=None)


def board(mover: int = 1, **pieces: str) -> Position:
    return davidson().position(pieces, mover)


def effects(position: Position) -> list[tuple[str, str]]:
    return [(effect.kind, effect.clause) for effect in position.effects]


# The start


@pytest.mark.parametrize("options", [(), (PLAIN,)], ids=["ashtapada", "plain"])
def test_perft_is_the_known_one_on_either_board(options: tuple[str, ...]):
    counts = [davidson(*options).perft(depth) for depth in range(1, 6)]

    assert counts == [12, 144, 1956, 26575, 402573]


def test_kings_stand_crosswise_each_with_its_minister_beside_it():
    start = standing(davidson().start())

    assert (start["d1"], start["e1"]) == ("King1", "Minister1")
    assert (start["e8"], start["d8"]) == ("King2", "Minister2")
    assert len(start) == 32


def test_the_ashtapada_marks_the_corners_and_the_middle_and_the_plain_board_nothing():
    marked, plain = davidson().svg("marked"), davidson(PLAIN).svg("plain")

    # Two strokes for each of sixteen squares: a, d, e and h on ranks 1, 4, 5 and 8.
    (path,) = (part for part in marked.split("<path ") if part.startswith('class="crosses"'))
    assert path.count("M") == 32
    assert sorted(davidson().board.sites[site].label for site in davidson().program.crossed) == [
        f"{file}{rank}" for file in "adeh" for rank in (1, 4, 5, 8)
    ]
    assert "crosses" not in plain


def test_the_clause_of_the_board_is_the_one_that_was_chosen():
    assert davidson().program.board_clause == "AshtapadaBoard"
    assert davidson(PLAIN).program.board_clause == "PlainBoard"


# How the men move


def test_the_elephant_steps_diagonally_or_straight_ahead():
    assert destinations(board(d4="Elephant1"), "d4") == {"c3", "e3", "c5", "e5", "d5"}
    assert destinations(board(2, d4="Elephant2"), "d4") == {"c3", "e3", "c5", "e5", "d3"}


def test_a_pawn_never_steps_twice_and_becomes_a_minister_on_the_eighth_rank():
    assert destinations(davidson().start(), "e2") == {"e3"}

    after = board(d7="Pawn1", a1="King1", h1="King2").play("d7-d8")

    assert standing(after)["d8"] == "Minister1"
    assert ("promotion", "PawnBecomesMinister") in effects(after)


# Kings under attack


def test_a_king_may_step_into_attack_and_stay_there():
    # The rook on d8 holds the d file: a king of chess could only leave it.
    position = board(d1="King1", a2="Pawn1", d8="Rook2", h8="King2")

    assert labels(position) == [
        "a2-a3", "d1-c1", "d1-c2", "d1-d2", "d1-e1", "d1-e2",
    ]  # fmt: skip
    assert {each.clause for each in position.forbidden} == {"NoCastling", "NoDoubleStep"}


def test_an_attack_on_the_king_is_announced_to_its_owner_and_binds_nobody():
    after = board(d1="King1", a1="Rook1", a2="Pawn1", e8="King2", h7="Pawn2").play("a1-b1")
    assert effects(after) == []

    attacked = after.play("h7-h6").play("b1-b8")

    assert effects(attacked) == [("note", "AttackIsAnnounced")]
    assert attacked.effects[0].value == 2
    assert "h6-h5" in attacked.legal_moves


def test_taking_the_king_wins():
    after = board(d1="King1", b1="Rook1", b8="King2", h7="Pawn2").play("b1-b8")

    assert after.outcome == Outcome(1, "KingTakenWins", "(result Mover Win)")


# The first diagram, as far as the page's words give it: White's rook has just come to f8 and
# attacks the king on b8 along the rank; White's minister holds a7 and c7. Where Black's minister
# could reach c2 and attack White's king from there, the king stands on b1.
MATED = {
    "b1": "King1", "f8": "Rook1", "b6": "Minister1",
    "b8": "King2", "b7": "Pawn2", "d3": "Minister2",
}  # fmt: skip


def test_what_persians_called_mate_is_played_on():
    position = board(2, **MATED)

    assert position.outcome is None
    assert destinations(position, "b8") == {"a7", "c7", "a8", "c8"}


@pytest.mark.parametrize(
    ("black", "white"),
    [("b8-a7", "b6-a7"), ("b8-c7", "b6-c7"), ("b8-a8", "f8-a8"), ("b8-c8", "f8-c8"),
     ("d3-e2", "f8-b8"), ("d3-e4", "f8-b8")],
)  # fmt: skip
def test_after_any_move_the_minister_or_the_rook_takes_the_king(black: str, white: str):
    after = board(2, **MATED).play(black).play(white)

    assert after.outcome == Outcome(1, "KingTakenWins", "(result Mover Win)")


def test_or_black_attacks_the_king_in_turn_and_wins_it_if_white_looks_away():
    countered = board(2, **MATED).play("d3-c2")
    assert effects(countered) == [("note", "AttackIsAnnounced")]

    assert countered.play("f8-b8").outcome == Outcome(1, "KingTakenWins", "(result Mover Win)")
    blunder = countered.play("f8-f7").play("c2-b1")
    assert blunder.outcome == Outcome(2, "KingTakenWins", "(result Mover Win)")


# The second diagram: king on e6 behind a pawn on e7, Black's king on e8 with no safe square. The
# blocked pawns on the a file keep Black from being bare, which is another rule.
STALEMATED = {"e6": "King1", "e7": "Pawn1", "a4": "Pawn1", "e8": "King2", "a5": "Pawn2"}


def test_what_persians_called_stalemate_is_played_on():
    position = board(2, **STALEMATED)

    assert position.outcome is None
    assert labels(position) == ["e8-d7", "e8-d8", "e8-e7", "e8-f7", "e8-f8"]


@pytest.mark.parametrize("corner", ["d8", "f8"])
def test_beside_the_pawn_the_king_is_taken_by_a_pawn_that_becomes_a_minister(corner: str):
    after = board(2, **STALEMATED).play(f"e8-{corner}").play(f"e7-{corner}")

    assert standing(after)[corner] == "Minister1"
    assert after.outcome == Outcome(1, "KingTakenWins", "(result Mover Win)")


@pytest.mark.parametrize("square", ["d7", "e7", "f7"])
def test_in_front_of_the_king_it_is_taken_by_the_king(square: str):
    after = board(2, **STALEMATED).play(f"e8-{square}").play(f"e6-{square}")

    assert after.outcome == Outcome(1, "KingTakenWins", "(result Mover Win)")


# The three cases of the bare king


def test_a_bare_king_against_king_and_two_loses_at_once():
    after = board(a1="King1", d4="Rook1", h8="Knight1", d8="Rook2", g1="King2").play("d4-d8")

    assert after.outcome == Outcome(1, "BareKingLosesToTwo", "(result Mover Win)")


def test_so_does_one_bared_while_its_enemy_has_more():
    men = {"a1": "King1", "d4": "Rook1", "h8": "Knight1", "a2": "Pawn1"}
    after = board(**men, d8="Rook2", g1="King2").play("d4-d8")

    assert after.outcome == Outcome(1, "BareKingLosesToTwo", "(result Mover Win)")


def test_a_bare_king_against_king_and_one_gets_one_more_move():
    after = board(a1="King1", d4="Rook1", d8="Rook2", g1="King2").play("d4-d8")

    assert after.outcome is None
    assert labels(after) == ["g1-f1", "g1-f2", "g1-g2", "g1-h1", "g1-h2"]


@pytest.mark.parametrize("move", ["g1-f2", "g1-h1"])
def test_and_loses_where_that_move_does_not_bare_the_other(move: str):
    after = board(a1="King1", d4="Rook1", d8="Rook2", g1="King2").play("d4-d8").play(move)

    assert after.outcome == Outcome(1, "BareKingHadItsMove", "(result Mover Loss)")


def test_if_that_move_bares_the_other_the_game_is_drawn():
    bared = board(a1="King1", d4="Rook1", d8="Rook2", e7="King2").play("d4-d8")

    after = bared.play("e7-d8")

    assert standing(after) == {"a1": "King1", "d8": "King2"}
    assert after.outcome == Outcome(0, "TwoBareKingsDraw", "(result Mover Draw)")


def test_if_that_move_takes_the_king_it_wins():
    bared = board(f8="King1", d4="Rook1", d8="Rook2", e7="King2").play("d4-d8")

    assert bared.play("e7-f8").outcome == Outcome(2, "KingTakenWins", "(result Mover Win)")


def test_black_bares_white_by_the_same_rule():
    one = board(2, a1="King1", b4="Knight1", b8="Rook2", h8="King2").play("b8-b4")
    two = board(2, a1="King1", b4="Knight1", b8="Rook2", h8="King2", h7="Pawn2").play("b8-b4")

    assert one.outcome is None
    assert two.outcome == Outcome(2, "BareKingLosesToTwo", "(result Mover Win)")


def test_two_kings_with_a_unit_each_play_on():
    assert board(a1="King1", b1="Pawn1", h8="King2", h7="Pawn2").play("b1-b2").outcome is None


# No move at all


def test_a_player_walled_in_by_blocked_men_of_its_own_has_lost():
    # Black's king, elephant and rook have friends on every square that they could go to; the
    # pawns stand nose to nose with White's men.
    men = {
        "h8": "King2", "g8": "Elephant2", "g7": "Rook2", "h7": "Pawn2", "f7": "Pawn2",
        "g6": "Pawn2", "h6": "Knight1", "f6": "Knight1", "f5": "Rook1", "a1": "King1",
    }  # fmt: skip
    assert board(**men).play("f5-g5").outcome == Outcome(1, "NoMoveLoses", "(result Mover Win)")

    free = {**men, "b2": "Pawn2"}
    assert board(**free).play("f5-g5").outcome is None


def test_the_reference_machine_counts_the_same():
    program = davidson().program
    machine = Machine(program.python(), program.data, program.pages)
    machine.call("reset")

    assert machine.call("perft", 2) == 144
