"""Short algebraic notation: written for people, read from people."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.notation import algebraic, courier, reading
from games.notation.errors import NotationError
from games.notation.letters import Letters
from games.play import AmbiguousMove, IllegalMove, MoveError, Position, UnreadableMove, Written
from tests.games.perfts import ruleset
from tests.games.scenes import here

CHESS = {"King": "K", "Queen": "Q", "Rook": "R", "Bishop": "B", "Knight": "N", "Pawn": ""}


def written(position: Position) -> Written:
    return Written(position, CHESS)


def after(line: str) -> Position:
    """The position after a line of chess, itself in short algebraic."""
    position = ruleset("chess").start()
    for text in line.split():
        position = position.play(written(position).find(text, "algebraic"))
    return position


def of_piece(position: Position, site: str) -> set[str]:
    """How the moves of the piece on a site are written."""
    board = position.rules.program.board
    pairs = zip(position.legal_moves, written(position).algebraic, strict=True)
    return {text for move, text in pairs if move.frm == board.site(site)}


# Written


def test_men_have_a_letter_and_pawns_have_none():
    start = ruleset("chess").start()

    assert of_piece(start, "g1") == {"Nf3", "Nh3"}
    assert of_piece(start, "e2") == {"e3", "e4"}


def test_a_pawn_that_captures_says_from_which_file():
    assert of_piece(after("e4 d5"), "e4") == {"e5", "exd5"}


def test_a_capture_in_passing_is_written_as_a_capture():
    assert "exd6" in of_piece(after("e4 a6 e5 d5"), "e5")


def test_a_famous_short_game_is_read_and_ends_in_mate():
    mated = after("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#")

    assert mated.outcome is not None
    assert mated.outcome.clause == "MateWins"


def test_castling_has_a_name_of_its_own_and_may_be_read_with_noughts():
    ready = after("e4 e5 Nf3 Nf6 Be2 Be7")

    assert "O-O" in of_piece(ready, "e1")
    assert written(ready).find("0-0") == written(ready).find("O-O")
    assert "O-O-O" in of_piece(after("d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 h3"), "e8")


def test_only_men_of_one_player_that_pass_each_other_castle():
    over = here("a1:King1 d1:Rook1", ("a1-c1", "c1:King1 b1:Rook1"))
    beside = here("a1:King1 d1:Rook1", ("a1-b1", "b1:King1 c1:Rook1"))
    enemy = here("a1:King1 d1:Rook2", ("a1-c1", "c1:King1 b1:Rook2"))

    assert algebraic.texts(over) == ("O-O",)
    assert algebraic.texts(beside) == algebraic.texts(here("a1:King1", ("a1-b1", "b1:King1")))
    assert algebraic.texts(enemy) == ("Kc1",)


def test_a_promotion_says_to_what():
    corner = ruleset("chess").position({"g7": "Pawn1", "h8": "Rook2", "e1": "King1", "b5": "King2"})

    promotions = {f"{start}={letter}" for start in ("g8", "gxh8") for letter in "QRBN"}
    assert of_piece(corner, "g7") == promotions


def test_from_where_is_said_as_far_as_it_is_needed():
    kings = {"e1": "King1", "e8": "King2"}
    chess = ruleset("chess")

    by_file = chess.position(kings | {"a3": "Rook1", "h3": "Rook1"})
    assert "Rac3" in of_piece(by_file, "a3")
    assert "Ra4" in of_piece(by_file, "a3")

    by_rank = chess.position(kings | {"a2": "Rook1", "a7": "Rook1"})
    assert "R2a4" in of_piece(by_rank, "a2")

    by_both = chess.position(kings | {"a2": "Queen1", "a4": "Queen1", "c2": "Queen1"})
    assert "Qa2c4" in of_piece(by_both, "a2")


def test_moves_that_look_the_same_have_their_clause():
    position = here("a1:King1", ("a1-a2", "a2:King1", "Walks"), ("a1-a2", "a2:King1", "Runs"))

    assert list(algebraic.texts(position)) == ["Ka2(Walks)", "Ka2(Runs)"]
    assert reading.find(position, "Ka2(Runs)") == 1


def test_moves_that_share_their_clause_too_are_numbered():
    position = here("a1:King1", ("a1-a2", "a2:King1"), ("a1-a2", "a2:Rook1 a1:King1"))
    twins = here("a1:King1", ("a1-a2", "a2:King1"), ("a1-a2", "a2:King1"))

    assert list(algebraic.texts(position)) == ["Ka2", "Ka2=R"]
    assert list(algebraic.texts(twins)) == ["Ka2(Rule 1)", "Ka2(Rule 2)"]
    assert algebraic.find(twins, "Ka2(Rule 2)") == [1]


def test_what_chess_does_not_do_is_written_too():
    position = here(
        "a1:King1 b2:Man2 c3:Man1",
        ("-", "a1:King1 b2:Man2 c3:Man1"),
        ("d4-d4", "a1:King1 b2:Man2 c3:Man1 d4:Rook1"),
        ("d4-d4", "a1:King1 b2:Man2 c3:Man1 d4:Man1"),
        ("b2-b2", "a1:King1 c3:Man1"),
        ("c3-c3", "a1:King1 b2:Man2 c3:Rook1"),
        ("a1-a1", "a1:King1 b2:Man2 c3:Man1"),
        ("a1-", "b2:Man2 c3:Man1"),
    )

    texts = list(algebraic.texts(position))

    assert texts == ["pass", "R*d4", "*d4", "xb2", "c3=R", "Ka1", "Ka1-"]
    assert [algebraic.find(position, text) for text in texts] == [[n] for n in range(7)]


def test_what_a_player_says_is_written_as_it_is_said():
    position = here("a1:King1", ("vote:Yes", "a1:King1"), ("bet 2", "a1:King1"))

    assert algebraic.texts(position) == courier.texts(position) == ("vote:Yes", "bet 2")
    assert [reading.find(position, text) for text in ("vote:yes", "Bet 2")] == [0, 1]
    with pytest.raises(IllegalMove):
        reading.find(position, "pass")


# Read


@pytest.mark.parametrize("text", ["Qxf7", "Qxf7#", "Qxf7+", "Qxf7!!", "Qf7", "Qh5xf7", "Q5xf7"])
def test_marks_and_captures_are_optional_and_too_much_is_no_harm(text: str):
    position = after("e4 e5 Bc4 Nc6 Qh5 Nf6")

    assert written(position).find(text).label == "h5-f7"


def test_in_passing_may_be_said():
    assert written(after("e4 a6 e5 d5")).find("exd6 e.p.").label == "e5-d6"


def test_a_promotion_with_only_one_choice_need_not_be_said():
    lone = ruleset("shatranj").position({"b7": "Baidaq1", "e1": "Shah1", "e5": "Shah2"})
    letters = {"Shah": "K", "Fers": "F", "Fil": "E", "Faras": "N", "Rukh": "R", "Baidaq": ""}

    moves = Written(lone, letters)
    assert "b8=F" in moves.algebraic
    assert moves.find("b8") == moves.find("b8=F")


# Three ways to be refused

STANDING = "[a1:Rook1 h1:Rook1 e2:King1 e8:King2] with player 1 to move"


def rooks() -> Position:
    placed = {"e2": "King1", "e8": "King2", "a1": "Rook1", "h1": "Rook1"}
    return ruleset("chess").position(placed)


def refused(kind: type[MoveError], text: str) -> str:
    with pytest.raises(kind) as caught:
        written(rooks()).find(text, "algebraic")
    assert caught.value.text == text
    return str(caught.value)


def test_text_that_is_no_move_is_unreadable():
    assert refused(UnreadableMove, "Zf3") == (
        f"'Zf3' is no move in the position {STANDING}: write it as Nf3, Rxa5, R1a3, e8=Q, O-O, "
        "P*e4 or pass, with the letters K King, Q Queen, R Rook, B Bishop, N Knight, none Pawn "
        "and sites a1 to h8"
    )


def test_a_text_as_long_as_a_book_is_unreadable_at_once():
    book = "P h2-h4" + "~" * 200_000

    message = refused(UnreadableMove, book)
    assert message.endswith("it has 200007 characters, and no move has over 500")
    assert len(message) < 500


def test_a_move_that_the_rules_do_not_allow_is_illegal():
    assert refused(IllegalMove, "Rb2") == (
        f"Rb2 is not legal in the position {STANDING}; do you mean Rh2 or Ra2?"
    )


@pytest.mark.parametrize("text", ["O-O", "Rxb1", "e4", "Ke2", "pass", "K*e4", "Rab1(Rule)"])
def test_other_moves_that_are_not_legal(text: str):
    assert f"{text} is not legal in the position {STANDING}" in refused(IllegalMove, text)


def test_text_that_means_several_moves_is_ambiguous():
    assert refused(AmbiguousMove, "Rd1") == (
        f"Rd1 may mean Rad1 or Rhd1 in the position {STANDING}"
    )


def test_a_promotion_to_be_chosen_is_ambiguous():
    position = ruleset("chess").position({"g7": "Pawn1", "e1": "King1", "b5": "King2"})

    with pytest.raises(AmbiguousMove, match="g8 may mean g8=Q or g8=R or g8=B or g8=N"):
        written(position).find("g8")


@lru_cache
def ready_to_castle() -> Written:
    return written(after("e4 e5 Nf3 Nf6 Be2 Be7"))


@given(st.text(max_size=8) | st.text("KQRBNabcdefgh12345678x=-*+#O()@; /", max_size=8))
@settings(max_examples=200)
def test_any_text_is_a_move_or_one_of_three_errors(text: str):
    moves = ready_to_castle()
    try:
        move = moves.find(text, "algebraic")
    except (UnreadableMove, IllegalMove, AmbiguousMove) as error:
        assert error.text == text
        return
    assert move in moves.position.legal_moves


# Letters


def letters_refused(letters: dict[str, str], *pieces: str) -> str:
    with pytest.raises(NotationError) as caught:
        Letters(letters, pieces)
    return str(caught.value)


def test_two_pieces_may_not_share_a_letter():
    message = letters_refused({"Oi": "O", "Ot": "o"}, "Oi", "Ot")
    assert message == "Oi and Ot have the letter O: give each its own"


def test_only_one_piece_may_have_no_letter():
    message = letters_refused({"Oi": "", "Ot": ""}, "Oi", "Ot")
    assert message == "Oi and Ot have no letter: give each its own"


def test_every_piece_needs_a_letter():
    assert letters_refused({"Oi": "O"}, "Oi", "Ot") == "no letter is given for Ot"
    with pytest.raises(NotationError, match="no letter is given for King"):
        Written(rooks(), {})


@pytest.mark.parametrize("letter", ["+", "4", "K2", " "])
def test_a_letter_is_a_letter(letter: str):
    message = letters_refused({"Oi": letter}, "Oi")
    assert message == f"{letter!r} is no letter for Oi: write one such as P"
