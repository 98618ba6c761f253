"""A name in a text that nothing has is called unknown, at its place, with the name most like it."""

import pytest

from games.ludemes import LudemeError
from games.play import load_rules

TEXT = """
(game "Names"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Wazir" Each (move Step (to if:(is Empty (to)))))
        (hand Each)
    })
    (rules
        (start {(place "Wazir1" {"A1"})})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""
UNKNOWN = [
    (
        '(place "Wazir1" {"A1"})',
        '(place "Wazzir1" {"A1"})',
        'there is no piece "Wazzir1"; do you mean "Wazir1"',
    ),
    (
        '(place "Wazir1" {"A1"})',
        '(place "Duck" {"A1"})',
        'there is no piece "Duck"; there are "Wazir1", "Wazir2"',
    ),
    (
        '(place "Wazir1" {"A1"})',
        '(place "Wazir1" "Hnad1")',
        'there is no container "Hnad1"; do you mean "Hand1"',
    ),
    (
        "(play (forEach Piece))",
        'phases:{(phase "Opening" (play (forEach Piece)) (nextPhase "Midle")) '
        '(phase "Middle" (play (forEach Piece)))}',
        'there is no phase "Midle"; do you mean "Middle"',
    ),
    (
        "(move Step (to if:(is Empty (to))))",
        '(move Slide Orthogonal "Common:ToEnmy")',
        '"Common:ToEnmy" is not defined; do you mean "Common:ToEnemy"',
    ),
    ('(place "Wazir1" {"A1"})', '(place "Wazir1" coord:"E9")', "this board has no site 'E9'"),
    ('(place "Wazir1" {"A1"})', '(place "Wazir1" {"A1" "E9"})', "this board has no site 'E9'"),
    (
        "(is Empty (to))",
        "(< x 2)",
        "a number is expected here, not 'x'",
    ),
    ("(square 4)", "(square four)", "a number is expected here, not 'four'"),
]


def test_the_text_is_sound():
    load_rules(TEXT)


@pytest.mark.parametrize(("was", "written", "message"), UNKNOWN)
def test_a_misspelt_name_is_said_to_be_unknown(was, written, message):
    with pytest.raises(LudemeError) as refused:
        load_rules(TEXT.replace(was, written))

    assert refused.value.message.startswith(message)
    line = 1 + TEXT[: TEXT.index(was)].count("\n")
    assert f"line {line}" in str(refused.value)


def test_a_coordinate_that_no_site_has_is_told_where_it_is_written():
    board, rest = (
        '(define "Board" (board (square 4)))',
        TEXT.replace("(board (square 4))", '"Board"'),
    )
    with pytest.raises(LudemeError) as refused:
        load_rules(board + rest.replace('{"A1"}', '{"A1" "E9"}'))

    line = 1 + rest[: rest.index("(start")].count("\n")
    assert f"line {line}, " in str(refused.value) and "E9" in str(refused.value)


def test_a_piece_out_of_order_is_no_misspelt_definition():
    man = '(define "Wazir" (piece "Wazir" Each (move Step (to if:(is Empty (to))))))'
    rest = TEXT.replace('(piece "Wazir" Each (move Step (to if:(is Empty (to)))))', '"Wazir"')
    with pytest.raises(LudemeError) as refused:
        load_rules(man + rest.replace('(place "Wazir1" {"A1"})', '(place {"A1"} "Wazir1")'))

    assert "is not defined" not in str(refused.value)
