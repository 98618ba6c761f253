"""Leaving a clause out of the rules: what stands where it was called."""

from __future__ import annotations

import pytest

from games.ludemes import expand, left_out, write_node
from games.study import Design, count
from tests.games.cast import RULESETS, duel


def left(body: str, used: str, **parts: str) -> str:
    """The rules after `X`, defined so, is left out; `used` tells where it stands."""
    text = f'(define "X" {body}) {duel(**{used: parts[used]})}'
    game, _ = left_out(expand(text).game, "X")
    return " ".join(write_node(game).split())


@pytest.mark.parametrize(
    ("body", "play", "rest"),
    [
        # A condition no longer stands in the way.
        ("(is Empty 4)", '(if "X" (forEach Piece))', "(if True (forEach Piece))"),
        ("(is Empty 4)", '(if (not "X") (forEach Piece))', "(if (not False) (forEach Piece))"),
        (
            "True",
            '(if (not (and "X" (is Empty 4))) (forEach Piece))',
            "(if (not (and False (is Empty 4))) (forEach Piece))",
        ),
        # Moves that had to keep to a condition need not.
        ("(do (forEach Piece) ifAfterwards:(is Empty 4))", '"X"', "(play (forEach Piece))"),
        (
            "(do (forEach Piece) ifAfterwards:(is Empty 4) (then (set Pending)))",
            '"X"',
            "(play (or {(forEach Piece)} (then (set Pending))))",
        ),
        # Moves and effects go, with what held nothing else.
        ("(move Pass)", '(or (forEach Piece) "X")', "(play (forEach Piece))"),
        ("(move Pass)", '(or {(forEach Piece) "X"})', "(play (or {(forEach Piece)}))"),
        ("(move Pass)", '(or (forEach Piece) (if (is Empty 4) "X"))', "(play (forEach Piece))"),
        ("(set Pending)", '(forEach Piece (then "X"))', "(play (forEach Piece))"),
        ("(set Pending)", '(forEach Piece (then (and {"X"})))', "(play (forEach Piece))"),
        (
            "(move Pass)",
            '(if (is Empty 4) (forEach Piece) "X")',
            "(if (is Empty 4) (forEach Piece))",
        ),
        (
            "(move Pass)",
            '(if (is Empty 4) "X" (forEach Piece))',
            "(if (not (is Empty 4)) (forEach Piece))",
        ),
    ],
)
def test_what_is_left_of_the_play(body, play, rest):
    assert rest in left(body, "play", play=play)


def test_an_end_rule_goes():
    end = '"X" (if (is Empty 4) (result Mover Win))'
    ruled = left("(if (no Moves Next) (result Mover Draw))", "end", end=end)
    assert "(end {(if (is Empty 4) (result Mover Win))})" in ruled


def test_pieces_placed_by_a_clause_are_not_placed():
    started = left('(place "Man1" 4) (place "Man2" 5)', "start", start='"X" (place "Man1" 0)')
    assert '(start {(place "Man1" 0)})' in started


def test_every_place_where_it_is_called_counts():
    text = (
        f'(define "X" (is Empty #1)) {duel(play="""(if (and ("X" 1) ("X" 2)) (forEach Piece))""")}'
    )
    assert left_out(expand(text).game, "X")[1] == 2
    assert left_out(expand(text).game, "Y") == (expand(text).game, 0)


def counted_without(name: str, clause: str):
    text = (RULESETS / f"{name}.lud").read_text(encoding="utf-8")
    return count(Design(text, without=clause), 0, 20)


def test_kings_that_need_not_stand_still_move():
    text = (RULESETS / "min-rek-chanh.lud").read_text(encoding="utf-8")
    rules = Design(text, without="KingsNeverMove").rules()
    starts = {rules.board.sites[move.frm].label for move in rules.start().legal_moves}
    assert "d2" in starts
    assert "d2" not in {
        rules.board.sites[move.frm].label for move in Design(text).rules().start().legal_moves
    }


def test_the_first_check_wins_nothing_without_its_clause():
    tally = counted_without("kar-ouk", "FirstCheckWins")
    assert tally.won(1) == tally.won(2) == 0


def test_oi_step_twice_no_more():
    tally = counted_without("shodra", "OiStepsTwice")
    assert ("OiStepsTwice", "allowed") not in tally.clauses
    assert ("OiSteps", "allowed") in tally.clauses
