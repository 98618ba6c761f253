"""Variations of a saved game: written in a remark, checked by the rules, read with it."""

from __future__ import annotations

import pytest
from django.test import Client

from games.match_logs import log_of, read_log, text_of
from games.models import SavedGame
from games.notation.hands import dropped
from games.variations import moves_in, parted
from tests.pages.conftest import stored
from tests.pages.saved_games import save, text, write
from tests.pages.second import random_game, stored_second


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("(e7-e5; g1-f3)", ["e7-e5", "g1-f3"]),
        ("  ([3 5] Hand1-c1 (2);pass) ", ["[3 5] Hand1-c1 (2)", "pass"]),
        ("(a capture)", []),
        ("(1832)", []),
        ("(sic)", []),
        ("e7-e5; g1-f3", []),
        ("()", []),
    ],
)
def test_moves_in_parentheses_are_a_variation_and_other_words_are_not(line, moves):
    assert moves_in(line) == moves


def test_a_remark_is_told_beside_its_variations():
    assert parted("Too soon.\n(e7-e5)\nBetter.") == ("Too soon.\nBetter.", [["e7-e5"]])


@pytest.fixture
def reader(db) -> Client:
    stored("shodra")
    return Client()


def test_a_variation_is_kept_read_and_written_to_the_log(reader: Client) -> None:
    told = {"remark-1": "Black may wait.\n( a7-a6 ;b2-b3)"}
    game = write(reader, save(reader), **told)

    assert game.annotations == {"1": "Black may wait.\n(a7-a6; b2-b3)"}
    page = text(reader, f"/kept/{game.read_key}/")
    assert '<p class="variation notation" data-from="1">' in page
    assert 'data-move="b2-b3"' in page and "Black may wait." in page
    assert read_log(text_of(game))[1] == log_of(game)


@pytest.mark.parametrize("line", ["(a7-a2)", "(a7-a6; a6-a7)", "(p12)"])
def test_a_variation_that_is_not_legal_is_refused_and_stays_in_the_form(
    reader: Client, line: str
) -> None:
    game = save(reader)
    answer = reader.post(f"/kept/{game.edit_key}/", {"deed": "save", "remark-1": line})

    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Ply 1: " in page and "is a variation from this position" in page and line in page
    game.refresh_from_db()
    assert game.annotations == {}


@pytest.mark.parametrize(
    ("text_of_it", "kept", "told"),
    [
        ("(a7-a6) A bold one.", "(a7-a6)\nA bold one.", False),
        ("Or so: (a7-a6;b2-b3)", "Or so:\n(a7-a6; b2-b3)", False),
        ("(a7-a6) or (b7-b6)", "(a7-a6)\nor\n(b7-b6)", False),
        ("(a7-a2) would be bold.", "(a7-a2) would be bold.", True),
        ("Perhaps (a7-a6), perhaps not.", "Perhaps (a7-a6), perhaps not.", True),
        ("(p12) says so (sic)", "(p12) says so (sic)", False),
    ],
)
def test_a_variation_beside_words_is_read_and_what_is_not_read_is_told(
    reader: Client, text_of_it: str, kept: str, told: bool
) -> None:
    game = write(reader, save(reader), **{"remark-1": text_of_it})
    assert game.annotations == {"1": kept}
    page = text(reader, f"/kept/{game.edit_key}/")
    assert ("stays text" in page) == told


def test_a_refused_variation_is_told_beside_its_remark_at_its_ply(reader: Client) -> None:
    game = save(reader)
    answer = reader.post(f"/kept/{game.edit_key}/", {"remark-2": "(a7-a2)", "ply": "3"})
    page = answer.content.decode()
    assert '<p class="fault" id="remark-fault">Ply 2: ' in page
    assert page.count("is a variation from this position") == 1  # the notice only leads to it
    assert "Not saved: correct the variation in the annotation on ply 2." in page
    assert '"ply": 2' in page


def test_who_saves_stays_at_the_ply_and_the_example_is_of_the_game(reader: Client) -> None:
    game = save(reader)
    for sent, at in (("2", "?ply=2"), ("99", "?ply=3"), ("x", ""), ("0", "")):
        answer = reader.post(f"/kept/{game.edit_key}/", {"deed": "save", "ply": sent})
        assert answer["Location"] == f"/kept/{game.edit_key}/{at}"
    page = text(reader, f"/kept/{game.edit_key}/?ply=2")
    assert '"ply": 2' in page and "as in this game: (e2-e4; d7-d5)." in page


@pytest.mark.django_db
def test_where_dice_are_thrown_a_variation_is_typed_with_its_throws() -> None:
    moves = random_game(stored_second("run-home"), 8)
    Client().post("/rulesets/run-home/play/save/", {"moves": "\n".join(moves)})
    page = text(Client(), f"/kept/{SavedGame.objects.get().edit_key}/")
    assert "type it with its throws" in page and f"as in this game: ({dropped(moves[0])};" in page
    assert "play other moves on the board" not in page


def test_variations_are_no_longer_than_games(reader: Client) -> None:
    game = save(reader, ["e2-e4"])
    line = f"({'; '.join(['a7-a6'] * 1001)})"
    answer = reader.post(f"/kept/{game.edit_key}/", {"deed": "save", "remark-1": line})

    assert answer.status_code == 400
    assert "at most 1000 moves of variations are kept" in answer.content.decode()
