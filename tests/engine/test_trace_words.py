"""Words of traces."""

from games.engine.play.traces import first_difference
from tests.engine.test_published_meaning import compiled


def test_a_trace_may_name_a_piece_by_several_words():
    game = compiled(
        '(move Add (piece "Deputy General") (to 0))', more='(piece "Deputy General" Each)'
    )
    words_of = {
        "ply": 0, "mover": 1, "legal": ["0-0=Deputy General1"], "played": "0-0=Deputy General1",
        "board": "0:Deputy General1", "next": 2,
    }  # fmt: skip

    assert first_difference(game, [{"trial": 0, "start": ""}, words_of, {"end": False}]) is None
