"""What no lowering reads is refused where a game uses it, and nowhere else."""

from __future__ import annotations

import pytest

from games.engine.language import load_signatures
from games.engine.lowering.registry import NotImplementedLudeme
from games.engine.lowering.unread import OF_A_SITE, OF_ANY_KIND, UNREAD
from tests.engine.test_perft import machine_of

GAME = """
(game "Of several kinds" (players 2)
    (equipment {
        (board (square 3) use:Vertex) (piece "Man" Each (move Step (to if:(is Empty (to)))))
        (hand Each) (regions "Middles" (sites Board Cell))})
    (rules (start {(place "Man1" 0) (place "Man2" 8)}) (play %s)
        (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ("(move Add (to (sites Empty Edge)))", "region sites Empty: on sites of the kind Edge"),
        ("(move Add (to Edge (sites Board)))", "parts to: on sites of the kind Edge"),
        ('(move Add (to (sites "Middles")))', "region sites Board: on sites of the kind Cell"),
        ("(if (= 0 (count Pips Mover)) (forEach Piece))", "ints count Pips: with role"),
    ],
)
def test_a_form_is_refused_with_what_of_it_is_not_read(play, reason):
    with pytest.raises(NotImplementedLudeme) as refused:
        machine_of(GAME % play)
    assert refused.value.key == reason


@pytest.mark.parametrize(
    "play",
    [
        "(forEach Piece)",
        "(or (forEach Piece) (if (is Empty Cell (handSite Mover)) (move Pass)))",
    ],
)
def test_what_the_game_does_not_use_and_the_cells_of_hands_are_not(play):
    assert machine_of(GAME % play).legal_moves()


def test_each_form_spoken_of_is_one_of_the_language():
    known = {row.key: {each.name for each in row.parameters} for row in load_signatures()}

    assert known.keys() >= OF_A_SITE | OF_ANY_KIND
    assert all(set(names) <= known[key] for key, names in UNREAD.items())
