"""Variations of a saved game: written in a remark, checked by the rules, read with it."""

from __future__ import annotations

import pytest
from django.test import Client

from games.match_logs import log_of, read_log, text_of
from games.variations import moves_in, parted
from tests.pages.conftest import stored
from tests.pages.saved_games import save, text, write


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


def test_variations_are_no_longer_than_games(reader: Client) -> None:
    game = save(reader, ["e2-e4"])
    line = f"({'; '.join(['a7-a6'] * 1001)})"
    answer = reader.post(f"/kept/{game.edit_key}/", {"deed": "save", "remark-1": line})

    assert answer.status_code == 400
    assert "at most 1000 moves of variations are kept" in answer.content.decode()
