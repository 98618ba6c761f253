"""What the second design refuses, it refuses with the place."""

import pytest

from games.ludemes import LudemeError
from games.play.second import load_second

GAME = """(game "Refused" (players 2) (equipment {{(board {board}) (piece "Disc" Each) {more}}})
    (rules (play {play}) (end (if (no Moves Next) (result Mover Win)))))"""
SQUARE, ADD = "(square 3)", "(move Add (to (sites Empty)))"


@pytest.mark.parametrize(
    ("board", "more", "play", "place"),
    [
        (SQUARE, "", "(move Add (to (sites Axial)))", "(sites Axial)"),
        (SQUARE, "(dice num:65)", ADD, "(dice num:65)"),
        (SQUARE, "(dice num:-2)", ADD, "(dice num:-2)"),
        (SQUARE, '(track "T" {0 40000})', ADD, '(track "T" {0 40000})'),
        (SQUARE, "(dice d:8388608 num:1)", ADD, "(dice d:8388608 num:1)"),
        (SQUARE, "(hand Each size:99999999)", ADD, "(hand Each size:99999999)"),
        (SQUARE, "(dice d:0 num:2)", ADD, "(dice d:0 num:2)"),
        ("(layers 2 (square 3))", "", ADD, "(layers 2 (square 3))"),
    ],
)
def test_a_refusal_points_at_what_is_refused(board, more, play, place):
    with pytest.raises(LudemeError) as caught:
        load_second(GAME.format(board=board, more=more, play=play))

    assert caught.value.span.text == place


@pytest.mark.parametrize("sites", ["(sites Bottom)", "(sites {0 300})"])
def test_what_grows_by_very_many_steps_ends_at_the_edge_of_the_board(sites):
    far = f"(move Add (to (expand {sites} steps:2147483647) if:(is In (to) (sites Board))))"

    rules = load_second(GAME.format(board=SQUARE, more="", play=far))

    assert len(rules.start().legal_moves) == 9


def test_more_kinds_of_piece_than_a_byte_counts_are_refused_at_the_first_too_many():
    pieces = " ".join(f'(piece "Man{n}" Each)' for n in range(200))

    with pytest.raises(LudemeError) as caught:
        load_second(GAME.format(board=SQUARE, more=pieces, play=ADD))

    assert caught.value.span.text == '(piece "Man126" Each)'
    assert "over 255 kinds of piece" in str(caught.value)


@pytest.mark.parametrize("players", ["0", "17", "65536", "{(player N)" + " (player S)" * 16 + "}"])
def test_more_players_than_sixteen_are_refused(players):
    text = GAME.format(board=SQUARE, more="", play=ADD).replace("players 2", f"players {players}")

    with pytest.raises(LudemeError) as caught:
        load_second(text)

    assert caught.value.span.text == f"(players {players})"
