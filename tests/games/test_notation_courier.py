"""Game Courier's full algebraic notation: its operators, written and read."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.notation import algebraic, courier
from games.play import (
    AmbiguousMove,
    IllegalMove,
    MoveError,
    Position,
    UnreadableMove,
    Written,
    load,
)
from tests.games.cast import standing
from tests.games.perfts import ruleset
from tests.games.scenes import here

CHESS = {"King": "K", "Queen": "Q", "Rook": "R", "Bishop": "B", "Knight": "N", "Pawn": "P"}


def written(position: Position) -> Written:
    return Written(position, CHESS)


def after(*line: str) -> Position:
    """The position after a line of chess, itself in this notation."""
    position = ruleset("chess").start()
    for text in line:
        position = position.play(written(position).find(text, "courier"))
    return position


def found(position: Position, text: str) -> str:
    return written(position).find(text, "courier").label


# Written


def test_the_first_players_men_have_capitals_and_the_others_small_letters():
    assert "P e2-e4" in written(ruleset("chess").start()).courier
    assert "p e7-e5" in written(after("P e2-e4")).courier


def test_a_capture_in_passing_says_what_is_taken_off():
    position = after("P e2-e4", "p a7-a6", "P e4-e5", "p d7-d5")

    assert "P e5-d6; @-d5" in written(position).courier


def test_castling_says_how_the_rook_moves():
    ready = after("P e2-e4", "p e7-e5", "N g1-f3", "n g8-f6", "B f1-e2", "b f8-e7")

    assert "K e1-g1; R h1-f1" in written(ready).courier
    assert standing(ready.play(written(ready).find("K e1-g1; R h1-f1")))["f1"] == "Rook1"


def test_a_promotion_is_a_second_part():
    black = ruleset("chess").position({"b2": "Pawn2", "e8": "King2", "e4": "King1"}, mover=2)

    texts = {text for text in written(black).courier if text.startswith("p ")}
    assert texts == {f"p b2-b1; {letter}-b1" for letter in "qrbn"}


def test_what_chess_does_not_do_is_written_too():
    position = here(
        "a1:King1 b2:Man2 c3:Man1",
        ("-", "a1:King1 b2:Man2 c3:Man1"),
        ("d4-d4", "a1:King1 b2:Man2 c3:Man1 d4:Rook1"),
        ("d4-d4", "a1:King1 c3:Man1 d4:Man1"),
        ("b2-b2", "a1:King1 c3:Man1"),
        ("c3-c3", "a1:King1 b2:Man2 c3:Rook1"),
        ("a1-a1", "a1:King1 b2:Man2 c3:Man1"),
        ("a1-", "b2:Man2 c3:Man1"),
        ("a1-a2", "b2:Man2 c3:Man1"),
        ("a1-b1", "b1:King1"),
    )

    texts = list(courier.texts(position))

    assert texts == [
        "pass",
        "R*d4",
        "P*d4; @-b2",
        "@-b2",
        "R-c3",
        "K a1-a1",
        "K a1-",
        "K a1-a2; @-a2",
        "K a1-b1; @-b2; @-c3",
    ]
    assert [courier.find(position, text) for text in texts] == [[n] for n in range(9)]


def test_a_man_from_the_hand_is_put_down():
    rules = (
        '(game "Settlers" (players 2) (equipment {(board (square 2)) (hand Each)'
        ' (piece "Man" Each (move Step Orthogonal (to if:(is Empty (to)))))})'
        ' (rules (start (place "Man" "Hand" count:2))'
        " (play (or (move (from (handSite Mover)) (to (sites Empty))) (forEach Piece)))"
        " (end (if (no Pieces Next) (result Mover Win)))))"
    )
    start = load(rules).start()
    moves = Written(start, {"Man": "M"})

    assert sorted(moves.courier) == sorted(moves.algebraic) == ["M*a1", "M*a2", "M*b1", "M*b2"]
    assert moves.find("M*b2") == moves.find("hand1-b2")
    after = Written(start.play("hand1-b2"), {"Man": "M"})
    assert set(after.courier) == {"m*a1", "m*a2", "m*b1"}
    assert after.find("m*a1").label == "hand2-a1"
    with pytest.raises(IllegalMove):
        after.find("m*b2", "courier")


def test_a_man_may_be_put_down_where_another_stood():
    position = here("a1:Man2", ("-a1", "a1:Rook1"), ("a1-a1", "a1:Man1"))

    assert list(courier.texts(position)) == ["R*a1", "P-a1"]
    assert list(algebraic.texts(position)) == ["R*a1", "xa1"]


def test_what_is_taken_off_tells_captures_apart():
    position = here(
        "a1:Rook1 a3:Man2 c1:Man2",
        ("a1-b2", "b2:Rook1 a3:Man2"),
        ("a1-b2", "b2:Rook1 c1:Man2"),
    )

    assert list(courier.texts(position)) == ["R a1-b2; @-c1", "R a1-b2; @-a3"]
    assert courier.find(position, "a1-b2; a3-") == [1]


def test_moves_that_change_the_board_alike_have_their_clause_in_the_comment():
    position = here("a1:King1", ("a1-a2", "a2:King1", "Walks"), ("a1-a2", "a2:King1", "Orders"))

    assert list(courier.texts(position)) == ["K a1-a2 // Walks", "K a1-a2 // Orders"]
    assert courier.find(position, "K a1-a2 // Orders") == [1]
    assert courier.find(position, "K a1-a2") == [0, 1]
    assert courier.find(position, "K a1-a2 // a bold step") == [0, 1]


# Read


@pytest.mark.parametrize(
    "text", ["P e2-e4", "e2-e4", " P  e2-e4 ", "P e2-e4 // the best by test", "P e2-e4;", "E2-E4"]
)
def test_the_letter_may_be_left_out_and_comments_added(text: str):
    assert found(ruleset("chess").start(), text) == "e2-e4"


def test_effects_that_the_rules_bring_about_may_be_left_out():
    position = after("e2-e4", "a7-a6", "e4-e5", "d7-d5")

    assert found(position, "e5-d6") == found(position, "P e5-d6; d5-") == "e5-d6"


def test_effects_that_are_said_must_be_true():
    position = after("e2-e4", "a7-a6", "e4-e5", "d7-d5")

    with pytest.raises(IllegalMove, match="do you mean P e5-d6; @-d5"):
        found(position, "P e5-d6; @-d7")


# Three ways to be refused


def refused(kind: type[MoveError], text: str) -> str:
    position = ruleset("chess").position({"b7": "Pawn1", "e1": "King1", "e5": "King2"})
    with pytest.raises(kind) as caught:
        found(position, text)
    assert caught.value.text == text
    return str(caught.value)


STANDING = "[e1:King1 e5:King2 b7:Pawn1] with player 1 to move"
HOW = (
    "write it as P e2-e4, Q-e8, @-e4, e4-, P*e4 or pass, parts joined by ;, with the letters "
    "K King, Q Queen, R Rook, B Bishop, N Knight, P Pawn"
)


@pytest.mark.parametrize(
    "text", ["", "//", "Nf3", "e2", "P", "e2-e4-e5", "-", "P e2*e4", "K e1+e2"]
)
def test_text_that_is_no_move_is_unreadable(text: str):
    assert refused(UnreadableMove, text) == f"{text!r} is no move in the position {STANDING}: {HOW}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Z e1-e2", "no piece is called Z: the letters are K King, Q Queen"),
        ("e1-e9", "this board has no site 'e9': its sites are a1 to h8"),
        ("-e4", "'-e4' says neither what nor whence"),
    ],
)
def test_what_is_wrong_with_it_is_said(text: str, why: str):
    assert why in refused(UnreadableMove, text)


@pytest.mark.parametrize("text", ["K e1-e3", "R e1-e2", "k e1-e2", "pass", "P*e4", "@-e5", "e1-"])
def test_a_move_that_the_rules_do_not_allow_is_illegal(text: str):
    assert f"{text} is not legal in the position {STANDING}" in refused(IllegalMove, text)


def test_a_promotion_to_be_chosen_is_ambiguous():
    assert refused(AmbiguousMove, "P b7-b8") == (
        "P b7-b8 may mean P b7-b8; Q-b8 or P b7-b8; R-b8 or P b7-b8; B-b8 or P b7-b8; N-b8 "
        f"in the position {STANDING}"
    )


@lru_cache
def pawn_that_passed() -> Written:
    return written(after("P e2-e4", "p a7-a6", "P e4-e5", "p d7-d5"))


@given(st.text(max_size=12) | st.text("KPkpqabcde12345678-*@;/ ", max_size=14))
@settings(max_examples=200)
def test_any_text_is_a_move_or_one_of_three_errors(text: str):
    moves = pawn_that_passed()
    try:
        move = moves.find(text)
    except (UnreadableMove, IllegalMove, AmbiguousMove) as error:
        assert error.text == text
        return
    assert move in moves.position.legal_moves
