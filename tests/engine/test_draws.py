"""A number drawn at random is a throw: recorded, replayed and counted as one."""

from __future__ import annotations

import pytest

from games.engine.lowering.registry import NotImplementedLudeme
from games.engine.play.game import Game, Ply, PlyError
from games.engine.play.machine import Machine
from games.engine.play.perft import perft
from games.engine.play.record import read, replayed, written
from games.engine.play.trace_lines import Line
from games.engine.play.traces import board_words, first_difference
from tests.engine.node import printed
from tests.engine.test_back_ends import compiled
from tests.engine.test_record import played
from tests.engine.test_record_js import REPLAYED

AGAIN = "(then (if (< 2 (value Random (range 1 3))) (moveAgain)))"
LUCKY = f"""
(game "Who draws three moves again" (players 2)
    (equipment {{(board (square 2)) (piece "Ball" Each)}})
    (rules
        (play (move Add (to (sites Empty)) {AGAIN}))
        (end (if (is Full) (result Mover Win)))))
"""


def test_the_number_drawn_stands_before_the_move_that_asked_for_it():
    rules = compiled(LUCKY)
    game = Game(rules)
    first = next(iter(game.moves()))
    with pytest.raises(PlyError, match="ask for a throw"):
        game.play(Ply(first))

    game.play(Ply(first, (2,)))
    assert game.machine.mover == 1
    game.play(Ply(next(iter(game.moves())), (1,)))
    assert game.machine.mover == 2

    text = written(rules.manifest, game.plies)
    assert text.startswith("1. [3] ") and "\n2. [2] " in text
    again = replayed(rules, read(rules.manifest, text))
    assert board_words(again.machine) == ["0:Ball1", "1:Ball1"]


def test_games_are_counted_over_all_numbers():
    machine = Machine(compiled(LUCKY))
    machine.start()

    assert [perft(machine, depth) for depth in (1, 2)] == [4 * 3, 4 * 3 * 3 * 3]


def test_a_recorded_game_leads_to_the_same_board_in_node(tmp_path):
    rules = compiled(LUCKY)
    games = [played(rules, seed) for seed in (3, 40)]
    records = [written(rules.manifest, game.plies) for game in games]

    assert printed(REPLAYED, rules, tmp_path, records) == [
        [record, board_words(game.machine), game.machine.mover, game.machine.over]
        for record, game in zip(records, games, strict=True)
    ]


def line(ply: int, mover: int, site: int, board: str, following: int) -> Line:
    legal = [f"{each}-{each}=Ball{mover}" for each in range(4) if each >= ply]
    played = f"{site}-{site}=Ball{mover}"
    return {
        "ply": ply, "mover": mover, "legal": legal, "played": played, "board": board,
        "next": following,
    }  # fmt: skip


def test_a_trace_that_says_nothing_of_the_number_agrees_if_some_number_does():
    start: Line = {"trial": 0, "start": ""}
    first = line(0, 1, 0, "0:Ball1", 1)

    lines = [{}, start, first, line(1, 1, 1, "0:Ball1 1:Ball1", 2)]
    assert first_difference(compiled(LUCKY), lines) is None
    lines[3] = line(1, 2, 1, "0:Ball1 1:Ball2", 1)
    assert first_difference(compiled(LUCKY), lines) is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LUCKY.replace("(range 1 3)", "(range 1 (count Turns))"), "of a range that changes"),
        (LUCKY.replace(AGAIN, f"(then (forEach Site (sites Board) {AGAIN[6:-1]}))"), "but once"),
        (LUCKY.replace("(is Full)", "(= 1 (value Random (range 1 3)))"), "more than one place"),
        (LUCKY.replace("(piece", "(dice d:2 num:1) (piece"), "beside dice"),
    ],
)
def test_what_may_be_drawn_more_than_once_in_a_ply_is_refused(text, message):
    with pytest.raises(NotImplementedLudeme, match=message):
        compiled(text)
